import type { ConsentObstacle } from '#features/compliance/contract.ts';
import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import { findSuppressed } from '#features/compliance/server/suppression-store.ts';
import { languagesOfMessages } from '#features/mail/rules-mail-language.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { openTouchpoints } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import { HOUR_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import type { Channel, PersonalNote } from '../../contract.ts';
import { personValues } from '../../rules-compose.ts';
import { nextOpening, zoneOf } from '../../rules-schedule.ts';
import { endLeftOut } from '../automatic-pause.ts';
import {
  ALL_BUT_HIDDEN,
  type CampaignRow,
  listSteps,
  type StepRow,
  updateCampaignRow,
} from '../campaign-store.ts';
import { findPersonal, personalVars, preparePersonal } from '../composing/personal-sentences.ts';
import { hoursFromLaunch, textsOfStep } from '../composing/steps.ts';
import {
  alignFollowUps,
  findCampaignToExpand,
  hasHiddenGroup,
  insertMessages,
  listHadBefore,
  listRecipientLeads,
  lockCampaignToExpand,
  type NewMessage,
  type RecipientLead,
} from './recipient-store.ts';
import { contactOf, messengerOf, personOn } from './recipients.ts';
import { assignedVariant, isPersonal, type MayLeave, personalGate } from './variant-assignment.ts';

/**
 * People turned into messages per transaction: few enough that neither a pause nor the first mail waits long for it, and
 * that what is read and written for them is forgotten young. Of 500 it outlived two collections and made the heap grow
 * to half a gigabyte in a launch to 100,000.
 */
const EXPAND_BATCH = 100;

/** The same where a language model writes a sentence for each. */
const PERSONAL_BATCH = 24;

/**
 * Makes the messages of the next batch of people; false when no campaign waits. Goes on where it stopped, also in
 * another process, and meets everybody once.
 */
export async function enqueueRecipients(ctx: Context): Promise<boolean> {
  const waiting = await findCampaignToExpand(ctx.db);
  if (!waiting) return false;
  // Before anything is held.
  await claimsReady();
  const limit = await preparePersonalBatch(ctx, waiting);
  return inTransaction(ctx.db, async (tx) => {
    const campaign = await lockCampaignToExpand(tx);
    if (!campaign) return false;
    const cursor = cursorOf(campaign);
    const steps = await listSteps(tx, [campaign.id]);
    const people = await listRecipientLeads(tx, {
      groupIds: campaign.targetGroups,
      among: { ...campaign, campaignId: campaign.id },
      cursor,
      limit,
      isHeld: true,
    });
    const notes = isPersonal(steps)
      ? await findPersonal(ctx, tx, people, campaign)
      : new Map<string, PersonalNote>();
    const { timeZone } = await getWorkspace(tx);
    const mayLeave = await personalGate(tx, steps);
    const startsAt = new Date(Math.max(ctx.clock.now().getTime(), campaign.startsAt?.getTime() ?? 0));
    const candidates = people
      .filter((lead) => !lead.isSuppressed)
      .flatMap((lead) => messagesOf(ctx, lead, { steps, mayLeave, campaign, startsAt, timeZone, notes }));
    const suppressed = await findSuppressed(
      tx,
      candidates.flatMap((message) => (message.channel === 'email' ? [] : [message.contactHash])),
    );
    const hadBefore = await listHadBefore(
      tx,
      campaign.id,
      candidates.map(({ contactHash }) => contactHash),
    );
    const wanted = candidates
      .filter((message) => !suppressed.has(message.contactHash))
      .map((message) =>
        hadBefore.has(`${message.channel} ${message.contactHash}`)
          ? { ...message, status: 'skipped' as const, reason: 'had_before' as const, details: null }
          : message,
      );
    const added = await insertMessages(tx, campaign, wanted);
    const messages = wanted.filter((message) => added.has(message.id));
    await recordEvents(
      ctx,
      tx,
      messages
        .filter(({ status }) => status === 'unconfirmed')
        .map(({ id, leadId, channel }) => ({
          type: 'message.unconfirmed' as const,
          campaignId: campaign.id,
          messageId: id,
          leadId,
          channel,
          isDemo: campaign.isDemo,
        })),
    );
    await openTouchpoints(
      tx,
      messages.map((message) => ({
        id: message.touchpointId,
        campaignId: campaign.id,
        leadId: message.leadId,
        messageId: message.id,
        channel: message.channel,
        contactHash: message.contactHash,
        isDemo: campaign.isDemo,
      })),
    );
    await alignFollowUps(
      tx,
      messages.flatMap((message) => (message.followsStepId === null ? [] : [message.id])),
    );
    const isThrough = people.length < limit;
    // The people of a group that was deleted meanwhile come back with Undo.
    const isWaiting = isThrough && (await hasHiddenGroup(tx, campaign.id));
    await updateCampaignRow(tx, campaign.id, {
      expandedTo: isWaiting ? ALL_BUT_HIDDEN : (people.at(-1)?.id ?? cursor),
      needsExpansion: !isThrough || isWaiting,
      ...(isThrough && !isWaiting ? { restoredAt: null } : {}),
    });
    if (isThrough && !isWaiting) await endLeftOut(ctx, tx, { campaignId: campaign.id });
    return true;
  });
}

function messagesOf(
  ctx: Context,
  lead: RecipientLead,
  { steps, mayLeave, campaign, startsAt, timeZone, notes }: ExpandInput,
): NewMessage[] {
  const hours = hoursFromLaunch(steps);
  const languages = languagesOfMessages(steps.flatMap(textsOfStep));
  const sentence = personalVars(notes.get(lead.id));
  const zone = zoneOf(lead.country, timeZone, lead.timeZone);
  return steps.flatMap((step): NewMessage[] => {
    const contact = contactOf(ctx, lead, step.channel);
    if (!contact) return [];
    const isEmail = step.channel === 'email';
    const plain = personValues(personOn(lead, step.channel), languages);
    const all = { ...plain, ...sentence };
    const assignment = assignedVariant(step, lead.id);
    const isPractice = isEmail && isPracticeAddress(contact.address);
    const messenger = messengerOf(step.channel, lead.platform, ctx.messaging.ids);
    // A sentence that makes a claim of the text around it goes; the message need not.
    const vars = mayLeave(step.id, assignment.letter, all) ? all : plain;
    const earlier = steps.find((one) => one.channel === step.channel && one.ordinal === step.ordinal - 1);
    return [
      {
        id: newId(),
        stepId: step.id,
        followsStepId: earlier?.id ?? null,
        leadId: lead.id,
        channel: step.channel,
        variant: assignment.letter,
        isInTest: assignment.isInTest,
        ...contact,
        isPractice,
        vars,
        touchpointId: crypto.randomUUID(),
        route: messenger ?? ('mail' as const),
        // The mailbox of somebody else stays that; another campaign ends.
        ...(isEmail && lead.isDuplicateMailbox
          ? { status: 'skipped' as const, reason: 'duplicate_mailbox' as const }
          : lead.isInOtherCampaign
            ? { status: 'skipped' as const, reason: 'in_other_campaign' as const }
            : mayLeave(step.id, assignment.letter, vars)
              ? openState(step.channel, {
                  messenger,
                  obstacle: lead.obstacles[step.channel],
                  isHeld: assignment.isHeld,
                  mayHaveLeft: !isPractice && wasDueAtRestore(campaign, hours.get(step.id) ?? 0),
                })
              : { status: 'skipped' as const, reason: 'claim_with_details' as const }),
        timeZone: zone,
        dueAt: nextOpening(
          new Date(startsAt.getTime() + (hours.get(step.id) ?? 0) * HOUR_MS),
          isEmail || messenger ? campaign.sendWindow : null,
          zone,
        ),
      },
    ];
  });
}

/**
 * Lets the language model write for the next few people, before anything is held for them. Answers how many people
 * are turned into messages at a time: as many as it has written for.
 */
async function preparePersonalBatch(ctx: Context, campaign: CampaignRow): Promise<number> {
  if (!ctx.languageModel) return EXPAND_BATCH;
  const steps = await listSteps(ctx.db, [campaign.id]);
  if (!isPersonal(steps)) return EXPAND_BATCH;
  const people = await listRecipientLeads(ctx.db, {
    groupIds: campaign.targetGroups,
    among: { ...campaign, campaignId: campaign.id },
    cursor: cursorOf(campaign),
    limit: PERSONAL_BATCH,
  });
  // Nobody's words are shown to a model for a message that may not leave.
  const mayGet = (lead: RecipientLead): boolean =>
    !lead.isSuppressed &&
    !lead.isInOtherCampaign &&
    steps.some(({ channel }) => contactOf(ctx, lead, channel) && !lead.obstacles[channel]);
  await preparePersonal(ctx, people.filter(mayGet), campaign);
  return PERSONAL_BATCH;
}

/** After whom the people of a campaign are still to be met; null from the first on. */
function cursorOf({ expandedTo }: CampaignRow): string | null {
  return expandedTo === ALL_BUT_HIDDEN ? null : expandedTo;
}

type ExpandInput = {
  steps: readonly StepRow[];
  mayLeave: MayLeave;
  notes: ReadonlyMap<string, PersonalNote>;
  campaign: Pick<CampaignRow, 'sendWindow' | 'restoredAt' | 'launchedAt' | 'startsAt'>;
  startsAt: Date;
  /** Of the workspace. */
  timeZone: string;
};

/** What leaves by itself is looked at when it is claimed; nothing claims what people send by hand. */
function openState(
  channel: Channel,
  {
    messenger,
    obstacle,
    isHeld,
    mayHaveLeft,
  }: {
    messenger: MessengerId | undefined;
    obstacle: ConsentObstacle | null | undefined;
    isHeld: boolean;
    mayHaveLeft: boolean;
  },
): Pick<NewMessage, 'status' | 'reason' | 'details'> {
  if (mayHaveLeft && (isHeld || channel === 'email' || messenger))
    return { status: 'unconfirmed', reason: 'restored' };
  if (isHeld) return { status: 'held', reason: 'variant_test' };
  if (channel === 'email' || messenger) return { status: 'queued', reason: null };
  if (obstacle) return { status: 'skipped', reason: 'no_consent', details: { obstacle } };
  return { status: 'manual', reason: channel === 'whatsapp' ? 'by_hand_whatsapp' : 'by_hand' };
}

/** Whether the step was due before the campaign was restored from a backup in the middle of meeting its people. */
function wasDueAtRestore(
  { restoredAt, launchedAt, startsAt }: ExpandInput['campaign'],
  hours: number,
): boolean {
  if (restoredAt === null) return false;
  const begunAt = Math.max(launchedAt?.getTime() ?? 0, startsAt?.getTime() ?? 0);
  return begunAt + hours * HOUR_MS <= restoredAt.getTime();
}
