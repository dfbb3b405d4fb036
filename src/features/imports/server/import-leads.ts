import type { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
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
import { type Actor, accountOf } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ImportEncoding, ImportReport, ImportRole } from '../contract.ts';
import type { ImportedPerson } from '../rules.ts';
import { statementsOf } from '../rules-consent.ts';
import {
  type ImportTerms,
  soughtIn,
  storeConsents,
  suppressLeavers,
  withdrawConsents,
} from './import-consent.ts';
import { readImportFile } from './read-import-file.ts';
import { emptyReport, type Person, type Place, readPeople, reject, wholeFile } from './read-people.ts';
import { beginImport, insertImport, listOfImport } from './store.ts';
import { UnreadableFile } from './unreadable-file.ts';

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

/** Undoes the transaction of a dry run. */
class DryRun extends Error {}

type Terms = ImportTerms & { groupId: string };

const CHANGED = ['leads', 'lead-groups'] as const;
/** What hears besides that somebody may no longer be written to, or may again. */
const STOPPED = ['messages', 'suppressions', 'campaigns'] as const;

/** Imports the people of a file: all of it or nothing. A dry run looks at everything and changes nothing. */
export async function importLeads(
  ctx: Context,
  file: ReceivedFile,
  options: ImportOptions,
  actor: Actor,
): Promise<ImportReport> {
  const report = emptyReport();
  const importId = newId();
  let marked = 0;
  try {
    await inTransaction(ctx.db, async (tx) => {
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
        personOf: (person) => personOf(ctx, person, terms),
        store: async (people) => {
          marked += await store(ctx, tx, people, terms, report);
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
        createdAt: ctx.clock.now(),
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
}

/** Stores those who are new and counts the others. Answers how many stand on the suppression list by its word. */
async function store(
  ctx: Context,
  tx: Transaction,
  rows: Person[],
  terms: Terms,
  report: ImportReport,
): Promise<number> {
  const hashes = rows.flatMap((person) => person.hashes);
  const suppressed = await ctx.compliance.findSuppressed(tx, hashes);
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
  await storeConsents(ctx, tx, fresh, { terms, report });
  const known = welcome.filter(({ lead }) => !addedIds.has(lead.id));
  report.repeated += await countRepeated(tx, known, terms.importId);
  report.withdrawn += await withdrawConsents(ctx, tx, known, { terms, report });
  const { left, marked } = await suppressLeavers(ctx, tx, { welcome, rows }, terms);
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
        authorId: accountOf(terms.actor),
        createdAt: ctx.clock.now(),
      })),
  );
  await ctx.tracking.recordEvents(
    tx,
    added.map(({ id }) => ({ type: 'lead.added', leadId: id, data: { platform: 'import' } })),
  );
  await queueLeadChecks(ctx.jobs, tx, {
    added: added.map(({ id }) => id),
    unchecked: added.flatMap(({ id, email }) => (email === null ? [] : [id])),
  });
  return marked;
}

function personOf(
  { compliance, enrichment }: Context,
  person: ImportedPerson,
  terms: Terms,
): Omit<Person, keyof Place> {
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
    contactStatus:
      contact.email === null && !enrichment.hasWebhook ? 'manual_verification' : 'enrichment_pending',
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
