import type { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { matchKeysOf } from '#features/leads/rules-duplicates.ts';
import {
  findDismissed,
  getGroup,
  identify,
  insertInOrder,
  insertNotes,
  listKnown,
  lookupHashesOf,
  type NewLeadRow,
  queueLeadChecks,
  searchTextOf,
} from '#features/leads/server/intake-service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { ImportEncoding, ImportReason, ImportRemark, ImportReport, ImportRole } from '../contract.ts';
import { canIdentify, findHeader, type ImportedPerson, isBlank, judgeRecord } from '../rules.ts';
import { listUnreadConsents, proposeColumns, withoutSecond } from '../rules-columns.ts';
import { statementsOf } from '../rules-consent.ts';
import { hasLeft, isStatus } from '../rules-consent-columns.ts';
import { headingKey } from '../rules-headings.ts';
import { createImportConsents, type ImportedRecord, type ImportTerms, soughtIn } from './import-consent.ts';
import { type ImportBatch, readImportFile } from './read-import-file.ts';
import type { ImportRecord } from './read-records.ts';
import { beginImport, copyWithdrawalMarks, insertImport, listOfImport } from './store.ts';
import { createImportUndos } from './undo-import.ts';
import { UnreadableFile } from './unreadable-file.ts';

type Dependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  tracking: Tracking;
  leads: Pick<Leads, 'linkRecords' | 'listWorkedOn'>;
  /** An outside service is asked for the addresses of those who have none. */
  hasWebhook: boolean;
  /** The clock; another one in tests. */
  now?: () => Date;
};

export type ImportOptions = {
  groupId: string;
  /** Looks at everything and changes nothing. */
  dryRun: boolean;
  /** How the text is written, and which sheet of a workbook is read; absent, what the file itself says decides. */
  encoding?: ImportEncoding | undefined;
  sheet?: string | undefined;
  /** Role of each column; absent, they follow from the headings. */
  columns?: (ImportRole | null)[] | undefined;
  legalGround: LegalGround;
  /** What a general yes is a yes to. */
  consentChannels: readonly ContactChannel[];
};

const ROWS_AT_ONCE = 1_000;
const MAX_ROWS = 1_000_000;
const LISTED = 1_000;
const MOST_COLUMNS = 1_000;
const SAMPLE_ROWS = 5;
/** Records looked at to find the header. */
const HEAD_RECORDS = 20;

/** Undoes the transaction of a dry run. */
class DryRun extends Error {}

type Place = { row: number; cells: string[] };
type Person = Place & ImportedRecord & { note: string };
type Terms = ImportTerms & { groupId: string };

/** People from files: all of a file or nothing of it, and back again. */
export function createImports({
  db,
  queue,
  compliance,
  tracking,
  leads,
  hasWebhook,
  now = () => new Date(),
}: Dependencies) {
  leads.linkRecords({ part: 'imports', withdrawalsCopied: copyWithdrawalMarks });
  const consents = createImportConsents({ compliance, now });
  return {
    async importLeads(file: ReceivedFile, options: ImportOptions, actor: Actor): Promise<ImportReport> {
      const report = emptyReport();
      const importId = newId();
      let marked = 0;
      try {
        await inTransaction(db, async (tx) => {
          // Before a thread is taken: an import that waits for another one holds none.
          await beginImport(tx);
          const group = await getGroup(tx, options.groupId);
          const terms: Terms = {
            importId,
            groupId: group.id,
            legalGround: options.legalGround,
            consentChannels: options.consentChannels,
            actor,
            fileName: file.name,
            isDry: options.dryRun,
          };
          await readPeople(readImportFile(file, options), {
            report,
            columns: options.columns,
            personOf: (person) => personOf(person, terms),
            store: async (people) => {
              marked += await store(tx, people, terms, report);
            },
          });
          if (options.dryRun) throw new DryRun();
          // What it says of people who left by an earlier file is taken back by its own undo alone.
          if (report.imported + report.withdrawn + report.unsubscribed + marked === 0) return;
          report.importId = importId;
          await insertImport(tx, {
            id: importId,
            fileName: file.name,
            imported: report.imported,
            importedBy: actor.id,
            createdAt: now(),
          });
          await announce(
            tx,
            report.withdrawn + report.unsubscribed + marked > 0 ? [...CHANGED, ...STOPPED] : CHANGED,
          );
        });
      } catch (error) {
        if (error instanceof UnreadableFile)
          return { ...emptyReport(), format: report.format, errors: [wholeFile(error.reason)] };
        if (!(error instanceof DryRun)) throw error;
        report.imported = 0;
      }
      return report;
    },

    ...createImportUndos({ db, queue, consents, leads, now }),
  };

  /** Stores those who are new and counts the others. Answers how many stand on the suppression list by its word. */
  async function store(tx: Transaction, rows: Person[], terms: Terms, report: ImportReport): Promise<number> {
    const hashes = rows.flatMap((person) => person.hashes);
    const suppressed = await compliance.findSuppressed(tx, hashes);
    const dismissed = await findDismissed(tx, hashes);
    const isDismissed = ({ hashes: own }: Person): boolean => own.some((hash) => dismissed.has(hash));
    // Who has an address alone and is remembered by nothing meets their own record as they are stored.
    const sought = rows.filter((person) => person.lead.handleKey || isDismissed(person));
    const found = await listKnown(tx, sought.map(soughtIn));
    const existing = new Set(sought.filter((_, index) => (found[index]?.length ?? 0) > 0));
    const welcome = rows.filter((person) => {
      const reason = person.hashes.some((hash) => suppressed.has(hash))
        ? 'opted_out'
        : isDismissed(person) && !existing.has(person)
          ? 'rejected_before'
          : null;
      if (reason !== null) reject(report, person, { field: null, reason });
      return reason === null;
    });
    const added = await insertInOrder(
      tx,
      welcome.filter((person) => !existing.has(person)).map(({ lead }) => lead),
    );
    const addedIds = new Set(added.map(({ id }) => id));
    const fresh = welcome.filter(({ lead }) => addedIds.has(lead.id));
    report.importable += added.length;
    report.imported += added.length;
    report.duplicates += welcome.length - added.length;
    // In a dry run too: a no further down the file may be about somebody who came in above.
    await consents.store(tx, fresh, { terms, report });
    const known = welcome.filter(({ lead }) => !addedIds.has(lead.id));
    report.repeated += await countRepeated(tx, known, terms.importId);
    report.withdrawn += await consents.withdraw(tx, known, { terms, report });
    const { left, marked } = await consents.suppress(tx, { welcome, rows }, terms);
    report.unsubscribed += left;
    if (terms.isDry) return 0;
    await insertNotes(
      tx,
      fresh
        .filter(({ note }) => note !== '')
        .map(({ lead, note }) => ({
          id: newId(),
          leadId: lead.id,
          text: note,
          authorId: terms.actor.id,
          createdAt: now(),
        })),
    );
    await tracking.recordEvents(
      tx,
      added.map(({ id }) => ({ type: 'lead.added', leadId: id, data: { platform: 'import' } })),
    );
    await queueLeadChecks(queue, tx, {
      added: added.map(({ id }) => id),
      unchecked: added.flatMap(({ id, email }) => (email === null ? [] : [id])),
    });
    return marked;
  }

  function personOf(person: ImportedPerson, terms: Terms): Omit<Person, keyof Place> {
    const { importId, groupId, legalGround } = terms;
    const hasAgreedToMail = statementsOf(person.consent, terms).some(
      ({ channel, hasAgreed }) => channel === 'email' && hasAgreed,
    );
    const contact = identify(compliance, 'import', person);
    const hashes = lookupHashesOf(compliance, contact);
    const lead = {
      id: newId(),
      ...contact,
      name: person.name,
      givenName: person.givenName,
      familyName: person.familyName,
      company: person.company,
      platform: 'import' as const,
      behaviorSignal: person.signal,
      signalUrl: person.profileUrl,
      // Words in a file are nobody's public post, so they earn none of its points.
      aiScore: '0.0',
      scoreReasons: [],
      scoredBy: BUILT_IN_ENGINE,
      contactStatus: contact.email === null && !hasWebhook ? 'manual_verification' : 'enrichment_pending',
      groupId,
      country: person.country,
      timeZone: person.timeZone,
      // The ground of a lead is that of mail: nobody who did not agree to it stands here as somebody who did.
      legalGround: legalGround === 'consent' && !hasAgreedToMail ? 'legitimate_interest' : legalGround,
      importId,
      matchKeys: matchKeysOf({ name: person.name, ...contact }),
      searchText: searchTextOf({ ...person, ...contact, behaviorSignal: person.signal }),
    } satisfies NewLeadRow;
    return { lead, note: person.note, consent: person.consent, hashes };
  }
}

/** Records of people whom an earlier record of the same file brought. */
async function countRepeated(tx: Transaction, known: readonly Person[], importId: string): Promise<number> {
  if (known.length === 0) return 0;
  const keysOf = (key: 'emailKey' | 'handleKey'): string[] => known.flatMap(({ lead }) => lead[key] ?? []);
  const own = await listOfImport(tx, importId, {
    emailKeys: keysOf('emailKey'),
    handleKeys: keysOf('handleKey'),
  });
  return known.filter(({ lead }) => own.has(lead.emailKey ?? '') || own.has(lead.handleKey ?? '')).length;
}

const CHANGED = ['leads', 'lead-groups'] as const;
/** What hears besides that somebody may no longer be written to, or may again. */
const STOPPED = ['messages', 'suppressions', 'campaigns'] as const;

type Reading = {
  report: ImportReport;
  columns: (ImportRole | null)[] | undefined;
  personOf: (person: ImportedPerson) => Omit<Person, keyof Place>;
  store: (people: Person[]) => Promise<void>;
};

/** Reads the records one after the other and hands the people on in portions; one is stored while the next is read. */
async function readPeople(
  portions: AsyncIterable<ImportBatch>,
  { report, columns, personOf, store }: Reading,
): Promise<void> {
  let head: ImportRecord[] | null = [];
  let people: Person[] = [];
  let stored = Promise.resolve();
  const handOn = async (): Promise<void> => {
    const portion = people;
    people = [];
    await stored;
    stored = store(portion);
    // Its failure is met where the next portion waits for it, or the end.
    stored.catch(() => undefined);
  };
  /** Columns of a status that nobody reads, as long as no record says there that somebody left. */
  let silent: number[] = [];
  const judge = async ({ cells, brokenAt }: ImportRecord): Promise<void> => {
    if (brokenAt === undefined && isBlank(cells)) return;
    report.rows += 1;
    if (report.rows > MAX_ROWS) throw new UnreadableFile('too_many_rows');
    const place = { row: report.rows, cells };
    if (brokenAt !== undefined) {
      return reject(report, place, { field: report.header[brokenAt] ?? null, reason: 'truncated_record' });
    }
    if (report.sample.length < SAMPLE_ROWS) report.sample.push(cells);
    silent = silent.filter((column) => {
      const saysWhoLeft = hasLeft(cells[column] ?? '');
      // The file as a whole is spoken of first, however many remarks there are.
      if (saysWhoLeft) report.warnings.unshift(unreadConsent(report.header[column] ?? ''));
      return !saysWhoLeft;
    });
    if (!canIdentify(report.columns)) return;
    const { person, error, warnings } = judgeRecord(cells, report);
    for (const warning of warnings) {
      if (warning.reason === 'health_condition') report.healthTexts += 1;
      warn(report, { row: report.rows, ...warning });
    }
    if (error) return reject(report, place, error);
    if (person) people.push({ ...place, ...personOf(person) });
    if (people.length >= ROWS_AT_ONCE) await handOn();
  };
  const open = async (first: ImportRecord[]): Promise<void> => {
    head = null;
    const skipped = setHead(report, first, columns);
    const isTold = new Set(report.warnings.map(({ field }) => field));
    silent = report.header.flatMap((heading, column) =>
      report.columns[column] === null && isStatus(headingKey(heading)) && !isTold.has(heading) ? column : [],
    );
    for (const record of first.slice(skipped)) await judge(record);
  };

  try {
    for await (const portion of portions) {
      if ('format' in portion) report.format = portion.format;
      else {
        for (const record of portion.records) {
          if (head === null) await judge(record);
          else if (head.push(record) === HEAD_RECORDS) await open(head);
        }
      }
    }
    if (head !== null) await open(head);
    if (report.rows === 0) throw new UnreadableFile('empty_file');
    if (people.length > 0) await handOn();
  } finally {
    // The transaction is not left while a portion is at work in it.
    await stored;
  }
  report.errors.sort((one, other) => one.row - other.row);
  report.rejected.sort((one, other) => one.row - other.row);
}

/** Finds header and columns. Answers how many records stand before the first of the data. */
function setHead(report: ImportReport, first: ImportRecord[], wanted: Reading['columns']): number {
  const whole = first.filter(({ brokenAt }) => brokenAt === undefined).map(({ cells }) => cells);
  const { header, skipped } = findHeader(whole);
  if (header.length > MOST_COLUMNS) throw new UnreadableFile('too_many_columns');
  const columns = wanted ? withoutSecond(wanted) : proposeColumns(header, whole.slice(skipped));
  report.header = header;
  report.columns = header.map((_, index) => columns[index] ?? null);
  header.forEach((heading, index) => {
    if (heading !== '' && header.indexOf(heading) !== index) {
      warn(report, { row: 0, field: heading, reason: 'duplicate_header' });
    }
  });
  for (const { heading } of listUnreadConsents(header, report.columns)) {
    warn(report, unreadConsent(heading));
  }
  if (!canIdentify(report.columns)) report.errors.push(wholeFile('no_identifier_column'));
  return skipped;
}

function unreadConsent(heading: string): ImportRemark {
  return { row: 0, field: heading, reason: 'unread_consent' };
}

function warn(report: ImportReport, warning: ImportRemark): void {
  if (report.warnings.length < LISTED) report.warnings.push(warning);
}

function reject(report: ImportReport, place: Place, error: Omit<ImportRemark, 'row'>): void {
  report.rejectedRows += 1;
  if (report.errors.length >= LISTED) return;
  report.errors.push({ row: place.row, ...error });
  report.rejected.push(place);
}

function wholeFile(reason: ImportReason): ImportRemark {
  return { row: 0, field: null, reason };
}

function emptyReport(): ImportReport {
  return {
    importId: null,
    rows: 0,
    importable: 0,
    imported: 0,
    duplicates: 0,
    repeated: 0,
    withdrawn: 0,
    unsubscribed: 0,
    errors: [],
    warnings: [],
    rejectedRows: 0,
    healthTexts: 0,
    rejected: [],
    header: [],
    columns: [],
    sample: [],
    format: { kind: 'text', encoding: null, delimiter: null, sheet: null, sheets: [] },
  };
}
export type Imports = ReturnType<typeof createImports>;
