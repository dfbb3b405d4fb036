import type { CustomValues } from '#features/custom-fields/contract.ts';
import { customDefaults, takeCustomValues } from '#features/custom-fields/server/custom-values.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Lead, NewLead } from '../../contract.ts';
import { assertKnownPlatforms } from '../../rules.ts';
import { channelsAgreedTo, groundOfMail } from '../../rules-consent.ts';
import { matchKeysOf } from '../../rules-duplicates.ts';
import { checkAddressWithin, QUICK_CHECK_MS } from '../addresses.ts';
import { getChosenGroup } from '../groups/groups.ts';
import { alreadyLead, assertNotErased, assertUnknown } from '../identity/match-index.ts';
import { findNamesake } from '../identity/match-index-store.ts';
import { checkAddressesJob, findDuplicatesJob } from '../lead-checks.ts';
import { getLead } from '../lead-records.ts';
import { identify } from '../person.ts';
import { insertLead, searchTextOf } from '../store.ts';

type IntakeContext = Pick<
  Context,
  'db' | 'clock' | 'jobs' | 'compliance' | 'tracking' | 'enrichment' | 'leadSources' | 'scoreSignals'
>;

const UNSCORED = { score: 0, reasons: [] };

/** Ways besides the searched platforms in which leads come in. */
const BY_HAND = new Set(['import', 'manual']);

/**
 * Adds a person by hand: scored at once against what the group was last searched for, address checked in the
 * background (the answer has the result already when it is there within 300 ms).
 */
export async function createLead(ctx: IntakeContext, given: NewLead, actor: Actor): Promise<Lead> {
  const id = await inTransaction(ctx.db, async (tx) => {
    const leadId = await addLead(ctx, tx, { ...given, custom: given.custom ?? {} });
    await noteConsents(ctx, tx, leadId, given, actor);
    return leadId;
  });
  await checkAddressWithin(ctx, id, QUICK_CHECK_MS);
  return getLead(ctx, id);
}

/** Adds a person in the caller's transaction; answers the id. */
export async function addLead(
  ctx: IntakeContext,
  tx: Transaction,
  given: Omit<NewLead, 'consentWording'>,
): Promise<string> {
  const { clock, jobs, compliance, tracking, enrichment } = ctx;
  if (!BY_HAND.has(given.platform)) assertKnownPlatforms(ctx.leadSources, [given.platform], () => 'platform');
  const id = newId();
  const group = await getChosenGroup(tx, given.groupId);
  const contact = identify(compliance, given.platform, given);
  await assertUnknown(tx, compliance, { contact, given });
  const namesake = await findNamesake(tx, contact, given.name);
  if (namesake) throw alreadyLead(namesake, contact, given);
  await assertNotErased(tx, compliance, { contact });
  // Nobody knows when the words were said, so their age earns nothing.
  const signal = { groupId: group.id, text: given.behaviorSignal, scoreReasons: [], postedAt: null };
  const [{ score, reasons } = UNSCORED] = await ctx.scoreSignals(tx, [signal], clock.now());
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
    custom: await customOf(tx, given.custom),
    legalGround: groundOfMail(given),
    matchKeys: matchKeysOf({ name: given.name, ...contact }),
    searchText: searchTextOf({ ...given, ...contact }),
  });
  await tracking.recordEvents(tx, [{ type: 'lead.added', leadId: id, data: { platform: given.platform } }]);
  await jobs.send(findDuplicatesJob, { leadIds: [id] }, { tx });
  if (contact.email !== null) await jobs.send(checkAddressesJob, { leadIds: [id] }, { tx });
  await announce(tx, ['leads', 'lead-groups']);
  return id;
}

/** Only who adds someone by hand is asked for required fields. */
function customOf(tx: Transaction, given: NewLead['custom']): Promise<CustomValues> {
  return given === undefined
    ? customDefaults(tx, 'lead')
    : takeCustomValues(tx, 'lead', { given, before: null });
}

/** Whoever says that somebody agreed stands for it with their name, channel by channel. */
async function noteConsents(
  { clock, compliance }: IntakeContext,
  tx: Transaction,
  leadId: string,
  given: NewLead,
  actor: Actor,
): Promise<void> {
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
    collectedAt: clock.now(),
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
