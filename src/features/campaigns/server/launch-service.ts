import type { ConsentObstacle } from '#features/compliance/contract.ts';
import { type Compliance, claimsReady } from '#features/compliance/server/service.ts';
import { languagesOfMessages } from '#features/mail/rules-mail-language.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { newId } from '#kit/id.ts';
import { HOUR_MS } from '#kit/time.ts';
import { inTransaction } from '#platform/db.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import type { Channel, PersonalNote } from '../contract.ts';
import { personValues } from '../rules-compose.ts';
import { nextOpening, zoneOf } from '../rules-schedule.ts';
import {
  ALL_BUT_HIDDEN,
  type CampaignRow,
  listSteps,
  type StepRow,
  updateCampaignRow,
} from './campaign-store.ts';
import { type CampaignTextsDependencies, createCampaignTexts } from './composing/campaign-texts.ts';
import { type Personal, personalVars } from './composing/personal-service.ts';
import { hoursFromLaunch, textsOfStep } from './composing/steps.ts';
import { endLeftOut } from './pause-service.ts';
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
} from './recipients/recipient-store.ts';
import { contactOf, messengerOf, personOn } from './recipients/recipients.ts';
import {
  assignedVariant,
  createVariantAssignment,
  isPersonal,
  type MayLeave,
} from './recipients/variant-assignment.ts';

export type LaunchDependencies = CampaignTextsDependencies & {
  compliance: Compliance;
  tracking: Tracking;
  /** Platforms over which messages leave by themselves. */
  messengers: readonly MessengerId[];
  personal: Pick<Personal, 'isSlow' | 'prepare' | 'find'>;
};

/**
 * People turned into messages per transaction: few enough that neither a pause nor the first mail waits long for it, and
 * that what is read and written for them is forgotten young. Of 500 it outlived two collections and made the heap grow
 * to half a gigabyte in a launch to 100,000.
 */
const EXPAND_BATCH = 100;

/** The same where a language model writes a sentence for each. */
const PERSONAL_BATCH = 24;

/** Turns a campaign into messages: composes its steps once, then makes one row per step and person. */
export function createLaunch({
  db,
  settings,
  compliance,
  tracking,
  publicUrl,
  mailFrom,
  messengers,
  personal,
}: LaunchDependencies) {
  const texts = createCampaignTexts({ db, settings, tracking, publicUrl, mailFrom });
  const { personalGate, recheckMessages } = createVariantAssignment({ settings, personal });

  const messagesOf = (
    lead: RecipientLead,
    { steps, mayLeave, campaign, startsAt, timeZone, notes }: ExpandInput,
  ): NewMessage[] => {
    const hours = hoursFromLaunch(steps);
    const languages = languagesOfMessages(steps.flatMap(textsOfStep));
    const sentence = personalVars(notes.get(lead.id));
    const zone = zoneOf(lead.country, timeZone, lead.timeZone);
    return steps.flatMap((step): NewMessage[] => {
      const contact = contactOf(lead, step.channel, compliance);
      if (!contact) return [];
      const isEmail = step.channel === 'email';
      const plain = personValues(personOn(lead, step.channel), languages);
      const all = { ...plain, ...sentence };
      const assignment = assignedVariant(step, lead.id);
      const isPractice = isEmail && isPracticeAddress(contact.address);
      const messenger = messengerOf(step.channel, lead.platform, messengers);
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
  };

  /**
   * Lets the language model write for the next few people, before anything is held for them. Answers how many people
   * are turned into messages at a time: as many as it has written for.
   */
  const preparePersonal = async (): Promise<number> => {
    if (!personal.isSlow) return EXPAND_BATCH;
    const campaign = await findCampaignToExpand(db);
    const steps = campaign ? await listSteps(db, [campaign.id]) : [];
    if (!campaign || !isPersonal(steps)) return EXPAND_BATCH;
    const people = await listRecipientLeads(db, {
      groupIds: campaign.targetGroups,
      among: { ...campaign, campaignId: campaign.id },
      cursor: cursorOf(campaign),
      limit: PERSONAL_BATCH,
    });
    // Nobody's words are shown to a model for a message that may not leave.
    const mayGet = (lead: RecipientLead): boolean =>
      !lead.isSuppressed &&
      !lead.isInOtherCampaign &&
      steps.some(({ channel }) => contactOf(lead, channel, compliance) && !lead.obstacles[channel]);
    await personal.prepare(people.filter(mayGet), campaign);
    return PERSONAL_BATCH;
  };

  let hasRules = false;
  /** Made before anything is held; a process in which nobody waits for messages does without them. */
  const prepareRules = async (): Promise<void> => {
    if (hasRules || !(await findCampaignToExpand(db))) return;
    await claimsReady();
    hasRules = true;
  };

  return {
    readSender: texts.readSender,
    composeCampaign: texts.composeCampaign,
    recheckMessages,

    /**
     * Makes the messages of the next batch of people; false when no campaign waits. Goes on where it stopped, also in
     * another process, and meets everybody once.
     */
    enqueueRecipients: async (): Promise<boolean> => {
      const limit = await preparePersonal();
      await prepareRules();
      return inTransaction(db, async (tx) => {
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
          ? await personal.find(tx, people, campaign)
          : new Map<string, PersonalNote>();
        const { timeZone } = await settings.getWorkspace(tx);
        const mayLeave = await personalGate(tx, steps);
        const startsAt = new Date(Math.max(Date.now(), campaign.startsAt?.getTime() ?? 0));
        const candidates = people
          .filter((lead) => !lead.isSuppressed)
          .flatMap((lead) => messagesOf(lead, { steps, mayLeave, campaign, startsAt, timeZone, notes }));
        const suppressed = await compliance.findSuppressed(
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
        await tracking.recordEvents(
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
        await tracking.openTouchpoints(
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
        if (isThrough && !isWaiting) await endLeftOut({ tracking }, tx, { campaignId: campaign.id });
        return true;
      });
    },
  };
}
export type Launch = ReturnType<typeof createLaunch>;

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
