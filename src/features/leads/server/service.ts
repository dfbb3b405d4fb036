import type { Compliance } from '#features/compliance/server/service.ts';
import type { EventType } from '#features/tracking/contract.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { Enrichment } from '#providers/enrichment/registry.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { ListedSource, SourceWorld } from '#providers/lead-sources/port.ts';
import { type Lead, type LeadChange, type LeadQuery, type NewLead, STAGES, type Stage } from '../contract.ts';
import { audienceOf, isForwardMove, nextAction, readSort, scoreBand } from '../rules.ts';
import { keysOfAccount } from '../rules-accounts.ts';
import { channelsAgreedTo, groundOfMail } from '../rules-consent.ts';
import { matchKeysOf } from '../rules-duplicates.ts';
import { readAudience } from '../rules-features.ts';
import { scoreSignal } from '../rules-scoring.ts';
import { isStageAlone } from '../rules-stage.ts';
import { createActs } from './acts-service.ts';
import { createAddresses } from './address-service.ts';
import { createConsent } from './consent-service.ts';
import { createContacts } from './contact-service.ts';
import { createDiscovery } from './discovery-service.ts';
import { insertDismissals, isErased, removeDismissals } from './dismissal-store.ts';
import { createDuplicates } from './duplicates-service.ts';
import { createEnrichments } from './enrichment-service.ts';
import { createGroups, getGroup } from './group-service.ts';
import { findLastQuery, purgeGroups } from './group-store.ts';
import { findHolder, type Identity, type KnownLead, listKnown } from './identity-store.ts';
import { createImports } from './import-service.ts';
import { checkAddressesJob, findDuplicatesJob } from './jobs.ts';
import { assertKnown } from './known-platforms.ts';
import { csvOfLeads } from './lead-export.ts';
import { listLeads } from './list-store.ts';
import { createMerges } from './merge-service.ts';
import { isMerged, purgeMerges, removeDuplicatesOf } from './merge-store.ts';
import { assertColleague, createNotes } from './notes-service.ts';
import { listColleagueNames, spellTags } from './notes-store.ts';
import { type Contact, type ContactKeys, hashesOf, identify, lookupHashesOf } from './person.ts';
import { createPrivacy, deliveredRecords, type PersonalDataHolder } from './privacy-service.ts';
import { createQueryPlanner } from './query-planner.ts';
import { leadNotFound } from './refusals.ts';
import { createRuns, type DiscoveryBudget } from './run-service.ts';
import { purgeCandidates } from './run-store.ts';
import {
  findLead,
  insertLead,
  type LeadRow,
  listLeadsByIds,
  listStandingMoves,
  lockLead,
  lockMoved,
  type MadeMove,
  markAddressDead,
  markDeleted,
  markRestored,
  moveToStage,
  type NewLeadRow,
  returnToStage,
  searchTextOf,
  setLastContact,
  settleOverdue,
  updateLead,
} from './store.ts';
import { countOutcomes, foldTallies } from './tally-store.ts';
import { createTexts } from './texts-service.ts';
import { createViews } from './views-service.ts';
import { createVisitors } from './visitor-service.ts';

export type { MadeMove } from './store.ts';

export type LeadsDependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  tracking: Tracking;
  enrichment: Enrichment;
  /** Places to look for people, those that are off included. */
  sources: readonly ListedSource[];
  /** How long an address may be on its way; 24 unless told. */
  enrichmentWaitHours?: number;
  languageModel: LanguageModel | undefined;
  inbox: SourceWorld['inbox'];
  budget: DiscoveryBudget;
  log: Log;
  /** The clock; another one in tests. */
  now?: () => Date;
};

/** Ways besides the searched platforms in which leads come in. */
const BY_HAND = new Set(['import', 'manual']);
const EXPORTED_AT_ONCE = 200;

/** How long adding a lead waits for the check of its address. */
const QUICK_CHECK_MS = 300;

/** Deleted people removed for good in one transaction. */

type StageMoving = {
  onlyForward?: boolean;
  at?: Date;
  /** The event after which a rule moves them; without it a person does. */
  because?: EventType;
  /** They were written to: noted in the same stroke, because each change of a person is written to every index. */
  contactedAt?: Date | undefined;
};

/** People and what is known of them. */
export function createLeads({
  db,
  queue,
  compliance,
  tracking,
  enrichment,
  sources,
  enrichmentWaitHours = 24,
  languageModel,
  inbox,
  budget,
  log,
  now = () => new Date(),
}: LeadsDependencies) {
  const addresses = createAddresses({ db, tracking, enrichment });
  const planner = createQueryPlanner(languageModel, log);
  const discovery = createDiscovery({
    db,
    queue,
    tracking,
    sources,
    hasEnrichmentWebhook: enrichment.hasWebhook,
    hasLanguageModel: languageModel !== undefined,
    planner,
    now,
  });

  const holders: PersonalDataHolder[] = [deliveredRecords(db, inbox)];
  const texts = createTexts({ db });
  const privacy = createPrivacy({ db, queue, compliance, tracking, now, holders, textsTo: texts.textsTo });

  const getLead = async (id: string): Promise<Lead> => {
    const row = await findLead(db, id);
    if (!row) throw leadNotFound();
    return toLead(row);
  };

  const notes = createNotes({ db, now });
  const acts = createActs({ db, queue, compliance, now, holders, moveStage, undoMove });
  const views = createViews({ db, now });
  const duplicates = createDuplicates({
    db,
    now,
    listByIds: async (ids) => (ids.length === 0 ? [] : (await listLeadsByIds(db, ids)).map(toLead)),
  });
  const merges = createMerges({ db, queue, compliance, tracking, now, holders, getLead, moveStage });
  const enrichments = createEnrichments({
    db,
    queue,
    compliance,
    webhook: enrichment.webhook,
    log,
    now,
    holders,
  });
  const groups = createGroups({ db, queue, compliance, sources, now, holders });

  const listPage = async (query: LeadQuery): Promise<Page<Lead>> => {
    const { rows, ...page } = await listLeads(db, query, readSort(query.sort));
    return { ...page, items: rows.map(toLead) };
  };

  return {
    listScoreOutcomes: () => countOutcomes(db),
    ...groups,
    ...discovery,
    ...createImports({ db, queue, compliance, tracking, holders, hasWebhook: enrichment.hasWebhook, now }),
    ...privacy,
    ...texts,
    ...createConsent({ db, compliance, now }),
    ...createContacts({ db, tracking, now, getLead, moveBack }),
    ...notes,
    ...acts,
    ...views,
    ...duplicates,
    ...merges,
    ...enrichments,
    ...createRuns({
      db,
      queue,
      compliance,
      tracking,
      sources,
      hasWebhook: enrichment.hasWebhook,
      languageModel,
      planner,
      budget,
      log,
      now,
    }),
    ...createVisitors({ queue, compliance, tracking }),

    foldTallies: () => foldTallies(db),

    listLeads: listPage,

    /** The whole list, read while it is sent. */
    async exportLeads(query: Omit<LeadQuery, 'limit' | 'cursor'>): Promise<RawAnswer> {
      const names = {
        groups: new Map((await groups.listGroups()).map(({ id, name }) => [id, name])),
        colleagues: await listColleagueNames(db),
      };
      async function* portions() {
        let cursor: string | undefined;
        do {
          const page = await listPage({ ...query, limit: EXPORTED_AT_ONCE, cursor });
          yield page.items;
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
      }
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="leads.csv"',
          'cache-control': 'no-store',
        },
        body: csvOfLeads(portions(), names),
      };
    },

    getLead,

    /**
     * Adds a person by hand: scored at once against what the group was last searched for, address checked in the
     * background (the answer has the result already when it is there within 300 ms).
     */
    async createLead(given: NewLead, actor: Actor): Promise<Lead> {
      const id = await inTransaction(db, async (tx) => {
        const leadId = await addLead(tx, given);
        await noteConsents(tx, leadId, given, actor);
        return leadId;
      });
      await addresses.checkWithin(id, QUICK_CHECK_MS);
      return getLead(id);
    },

    addLead,

    /** Throws `conflict` when somebody else changed the lead since `change.version`. */
    async changeLead(id: string, change: LeadChange, actor: Actor | null = null): Promise<Lead> {
      const { version, stage, isUndo, email, handle, phone, groupId, tags, ...plain } = change;
      const isAddressNew = await inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row || row.deletedAt) throw leadNotFound();
        if (version !== undefined && version !== row.version) throw changedMeanwhile();
        const columns: Partial<NewLeadRow> = { ...plain };
        if (tags !== undefined) {
          columns.tags = await spellTags(tx, tags);
          await announce(tx, ['lead-tags']);
        }
        if (plain.ownerId !== undefined) await assertColleague(tx, plain.ownerId);
        if (groupId !== undefined)
          columns.groupId = groupId === null ? null : (await groupOf(tx, groupId)).id;
        // A number without a country code is read by the country.
        const isCountryNew = plain.country !== undefined && plain.country !== row.country;
        if (email !== undefined || handle !== undefined || phone !== undefined || isCountryNew) {
          const contact = identify(compliance, row.platform, {
            email: email === undefined ? row.email : email,
            handle: handle === undefined ? row.handle : handle,
            phone: phone === undefined ? row.phone : phone,
            country: plain.country === undefined ? row.country : plain.country,
          });
          await assertUnknown(tx, contact, { email, handle, phone }, row);
          await assertNotErased(tx, newKeys(contact, row));
          Object.assign(columns, contact);
        }
        const isOtherAddress = columns.email !== undefined && columns.email !== row.email;
        if (isOtherAddress && change.contactStatus === undefined) {
          columns.contactStatus = columns.email === null ? 'manual_verification' : 'enrichment_pending';
        }
        if (Object.keys(columns).length > 0) {
          const matchKeys = matchKeysOf({ ...row, ...columns });
          await updateLead(tx, id, {
            ...columns,
            matchKeys,
            searchText: searchTextOf({ ...row, ...columns }),
          });
          for (const { renew } of holders) await renew?.(tx, [id]);
          if (matchKeys.join() !== row.matchKeys?.join()) {
            await removeDuplicatesOf(tx, id);
            await queue.send(findDuplicatesJob, { leadIds: [id] }, { tx });
          }
        }
        if (stage !== undefined) await (isUndo ? undoMove : moveStage)(tx, [id], stage);
        if (plain.legalGround !== undefined && plain.legalGround !== row.legalGround) {
          await compliance.recordAudit(tx, {
            actor,
            action: 'lead.ground_changed',
            subject: { kind: 'lead', id },
            details: { from: row.legalGround, to: plain.legalGround },
          });
        }
        const needsCheck =
          columns.contactStatus === 'enrichment_pending' && (columns.email ?? row.email) !== null;
        if (needsCheck) await queue.send(checkAddressesJob, { leadIds: [id] }, { tx });
        await announce(tx, isStageAlone(change) ? ['stages'] : ['leads', 'lead-groups']);
        return needsCheck;
      });
      if (isAddressNew) await addresses.checkWithin(id, QUICK_CHECK_MS);
      return getLead(id);
    },

    /**
     * Hides the lead for a day, then it is gone. Discovery does not bring the person back. `assertAllowed` looks at the
     * lead once nobody else can change it, and throws what is against it.
     */
    deleteLead: (id: string, assertAllowed?: (tx: Transaction) => Promise<void>): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row || row.deletedAt) throw leadNotFound();
        await assertAllowed?.(tx);
        await markDeleted(tx, id, now());
        await insertDismissals(tx, id, { contactHashes: hashesOf(compliance, row), isDemo: row.isDemo });
        await announce(tx, ['leads', 'lead-groups']);
      }),

    /** Undo of `deleteLead`. Throws `conflict` when the same person was added again meanwhile. */
    async restoreLead(id: string): Promise<Lead> {
      await inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row) throw leadNotFound();
        if (!row.deletedAt) return;
        if (await isMerged(tx, id)) {
          throw new AppError('conflict', 'This lead went into another one. Undo that merge instead.', {
            reason: 'merged',
          });
        }
        const holder = await findHolder(tx, row, id);
        if (holder) throw alreadyLead(holder, row, row);
        await markRestored(tx, id);
        await removeDismissals(tx, [id]);
        for (const { renew } of holders) await renew?.(tx, [id]);
        await announce(tx, ['leads', 'lead-groups']);
      });
      return getLead(id);
    },

    moveStage,
    moveBack,

    /** Notes in the caller's transaction that these people were written to. */
    touchLeads: (tx: Transaction, leadIds: readonly string[], at: Date): Promise<void> =>
      setLastContact(tx, leadIds, at),

    checkAddresses: addresses.checkPending,

    /** Takes a record that a service sends for a search; it says in `authorization` for which one. */
    async deliverRecord(
      authorization: string | undefined,
      record: Record<string, unknown>,
    ): Promise<{ taken: boolean }> {
      const outcome = await inbox.deliver(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '', record);
      if (outcome === undefined) throw new AppError('not_found', 'This key belongs to no search.');
      return { taken: outcome === 'taken' };
    },

    /** Mail to this address came back for good: the lead says so wherever it is shown. */
    async noteDeadAddress(tx: Transaction, address: { leadId: string; contactHash: string }): Promise<void> {
      if (await markAddressDead(tx, address)) await announce(tx, ['leads']);
    },

    /** Privacy wants deleted people gone soon: a day is enough for Undo. */
    async tidy(): Promise<void> {
      const dayAgo = new Date(now().getTime() - DAY_MS);
      await privacy.forgetDeleted(dayAgo);
      await purgeGroups(db, dayAgo);
      await acts.tidyActs(dayAgo);
      await notes.tidyNotes(dayAgo);
      await views.tidyViews(dayAgo);
      await purgeMerges(db, dayAgo);
      await purgeCandidates(db);
      await duplicates.matchOldLeads();
      await inbox.tidy(dayAgo);
      const overdue = new Date(now().getTime() - enrichmentWaitHours * HOUR_MS);
      if ((await settleOverdue(db, overdue)) > 0) await announce(db, ['leads']);
    },
  };

  /** Adds a person in the caller's transaction; answers the id. */
  async function addLead(tx: Transaction, given: Omit<NewLead, 'consentWording'>): Promise<string> {
    if (!BY_HAND.has(given.platform)) assertKnown(sources, [given.platform], () => 'platform');
    const id = newId();
    const group = await groupOf(tx, given.groupId);
    const contact = identify(compliance, given.platform, given);
    await assertUnknown(tx, contact, given);
    await assertNotErased(tx, contact);
    const about = (await findLastQuery(tx, group.id)) ?? audienceOf(group);
    // Nobody knows when the words were said, so their age earns nothing.
    const signal = { text: given.behaviorSignal, postedAt: null, now: now() };
    const { score, reasons } = scoreSignal(readAudience(about), signal);
    await insertLead(tx, {
      id,
      ...contact,
      name: given.name,
      platform: given.platform,
      behaviorSignal: given.behaviorSignal,
      aiScore: score.toFixed(1),
      scoreReasons: reasons,
      scoredBy: BUILT_IN_ENGINE,
      contactStatus:
        contact.email === null && !enrichment.hasWebhook ? 'manual_verification' : 'enrichment_pending',
      groupId: group.id,
      country: given.country ?? null,
      legalGround: groundOfMail(given),
      matchKeys: matchKeysOf({ name: given.name, ...contact }),
      searchText: searchTextOf({ ...given, ...contact }),
    });
    await tracking.recordEvents(tx, [{ type: 'lead.added', leadId: id, data: { platform: given.platform } }]);
    await queue.send(findDuplicatesJob, { leadIds: [id] }, { tx });
    if (contact.email !== null) await queue.send(checkAddressesJob, { leadIds: [id] }, { tx });
    await announce(tx, ['leads', 'lead-groups']);
    return id;
  }

  /** Refuses who is a lead already. Of a lead that is changed only what is new is looked for. */
  async function assertUnknown(
    tx: Transaction,
    contact: ContactKeys,
    given: Contact,
    before?: ContactKeys & { id: string },
  ): Promise<void> {
    const keys = { ...newKeys(contact, before), phoneKey: null };
    const [known = []] = await listKnown(tx, [{ ...keys, hashes: lookupHashesOf(compliance, keys) }]);
    const same = known.find(({ id }) => id !== before?.id);
    if (same) throw alreadyLead(same, keys, given);
  }

  async function assertNotErased(tx: Transaction, keys: ContactKeys): Promise<void> {
    if (!(await isErased(tx, lookupHashesOf(compliance, keys)))) return;
    throw new AppError('refused', 'This person asked to be erased and cannot be added again.', {
      reason: 'erased',
    });
  }

  /** Whoever says that somebody agreed stands for it with their name, channel by channel. */
  async function noteConsents(tx: Transaction, leadId: string, given: NewLead, actor: Actor): Promise<void> {
    const by = actorName(actor);
    const lines = [...new Set(channelsAgreedTo(given))].map((channel) => ({
      id: newId(),
      leadId,
      channel,
      purpose: 'marketing' as const,
      ground: 'consent' as const,
      source: 'noted' as const,
      textVersion: given.consentWording,
      proof: `Noted by ${by} when this lead was added.`,
      collectedAt: now(),
      recordedBy: by,
    }));
    await compliance.insertConsents(tx, lines);
    await compliance.recordAudits(
      tx,
      lines.map(({ id: consentId, channel, purpose, ground, source }) => ({
        actor,
        action: 'consent.given',
        subject: { kind: 'lead', id: leadId },
        details: { consentId, channel, purpose, ground, source },
      })),
    );
  }

  /**
   * Moves leads to a stage in the caller's transaction and records each move. With `onlyForward` those who are
   * further already stay. Answers the ids that moved; telling the browsers is left to the caller.
   */
  async function moveStage(
    tx: Transaction,
    leadIds: readonly string[],
    stage: Stage,
    { onlyForward = false, at = now(), because, contactedAt }: StageMoving = {},
  ): Promise<string[]> {
    const movable = STAGES.filter((from) => (onlyForward ? isForwardMove(from, stage) : from !== stage));
    const moves = await moveToStage(tx, leadIds, { stage, movable, at, contactedAt });
    await tracking.recordEvents(
      tx,
      moves.map(({ id, from, isDemo }) => ({
        type: 'lead.stage_changed',
        leadId: id,
        occurredAt: at,
        data: { from, to: stage, ...(because === undefined ? {} : { because }) },
        isDemo,
      })),
    );
    return moves.map(({ id }) => id);
  }

  /**
   * Undo of moves, each by its event: takes those back to where they came from who stand as the move left them. Answers
   * their ids; whoever was moved since, by a person or by what they did, stays.
   */
  async function moveBack(tx: Transaction, moves: readonly MadeMove[]): Promise<string[]> {
    const standing = await lockMoved(tx, moves);
    const at = now();
    await returnToStage(tx, standing);
    await tracking.recordEvents(
      tx,
      standing.map(({ leadId, from, to, eventId, isDemo }) => ({
        type: 'lead.stage_changed',
        leadId,
        occurredAt: at,
        data: { from: to, to: from, undoes: eventId },
        isDemo,
      })),
    );
    return standing.map(({ leadId }) => leadId);
  }

  /** Undo of the move that brought these people where they are; who came from elsewhere is moved like anybody. */
  async function undoMove(tx: Transaction, leadIds: readonly string[], stage: Stage): Promise<void> {
    const moves = await listStandingMoves(tx, leadIds);
    const back = new Set(
      await moveBack(
        tx,
        moves.filter(({ from }) => from === stage),
      ),
    );
    const others = leadIds.filter((id) => !back.has(id));
    if (others.length > 0) await moveStage(tx, others, stage);
  }
}
export type Leads = ReturnType<typeof createLeads>;

async function groupOf(db: Queryable, groupId: string) {
  return getGroup(db, groupId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const message = 'This lead group does not exist any more. Choose another one.';
    throw new AppError('invalid_input', message, { fields: { groupId: message } });
  });
}

/** What of these is not how the lead was known before. */
function newKeys(contact: ContactKeys, before: ContactKeys | undefined): ContactKeys {
  return {
    emailKey: contact.emailKey === before?.emailKey ? null : contact.emailKey,
    handleKey: contact.handleKey === before?.handleKey ? null : contact.handleKey,
    phoneKey: contact.phoneKey === before?.phoneKey ? null : contact.phoneKey,
  };
}

function alreadyLead(
  same: Identity & Pick<KnownLead, 'groupName'>,
  keys: Identity,
  given: Contact,
): AppError {
  const isByAccount =
    keys.handleKey !== null &&
    same.handleKey !== null &&
    keysOfAccount(keys.handleKey).includes(same.handleKey);
  const isByEmail = keys.emailKey !== null && (same.emailKey === keys.emailKey || !isByAccount);
  const isByNumber = !isByEmail && !given.handle && Boolean(given.phone);
  const field = isByEmail ? 'email' : isByNumber ? 'phone' : 'handle';
  const who = given[field] ?? 'This person';
  const message =
    same.groupName === null ? `${who} is already a lead.` : `${who} is already in ${same.groupName}.`;
  return new AppError('conflict', message, {
    reason: 'lead_exists',
    fields: { [field]: message },
  });
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else changed this lead. Load it again.', {
    reason: 'stale_version',
  });
}

function toLead(row: LeadRow): Lead {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    handle: row.handle,
    phone: row.phone,
    platform: row.platform,
    behaviorSignal: row.behaviorSignal,
    signalUrl: row.signalUrl,
    signalAt: row.signalAt?.toISOString() ?? null,
    aiScore: row.aiScore,
    scoreCategory: scoreBand(Number(row.aiScore)),
    scoreReasons: row.scoreReasons,
    scoredBy: row.scoredBy,
    contactStatus: row.contactStatus,
    groupId: row.groupId,
    stage: row.stage,
    stageSince: row.stageChangedAt.toISOString(),
    nextAction: nextAction(row.stage, row.isOnboarded, row.legalGround),
    isOnboarded: row.isOnboarded,
    lastContact: row.lastContactAt?.toISOString() ?? null,
    country: row.country,
    legalGround: row.legalGround,
    isSuppressed: row.isSuppressed,
    hasBounced: row.hasBounced,
    ownerId: row.ownerId,
    tags: row.tags,
    isNotFit: row.isNotFit,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
