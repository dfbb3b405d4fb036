import { isDeepStrictEqual } from 'node:util';
import type { Compliance } from '#features/compliance/server/service.ts';
import { listMailPictures, type MailPicture, publishPictures } from '#features/content/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { newId } from '#kit/id.ts';
import type { Language } from '#kit/language.ts';
import { HOUR_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import type { Channel, PersonalNote, VariantLetter } from '../contract.ts';
import { NOTES } from '../rules.ts';
import { withRequiredTexts } from '../rules-claims.ts';
import { personValues } from '../rules-compose.ts';
import { languagesOfMessages, languagesOfValues } from '../rules-mail-language.ts';
import { nextOpening, zoneOf } from '../rules-pace.ts';
import { withUtm } from '../rules-utm.ts';
import { type Placement, placementOf } from '../rules-variants.ts';
import {
  ALL_BUT_HIDDEN,
  type CampaignRow,
  type CompositionRow,
  findAssets,
  insertComposition,
  listCompositions,
  listSteps,
  lockUnsentMessages,
  placeMessages,
  type StepRow,
  saveSteps,
  type UnsentMessage,
  updateCampaignRow,
} from './campaign-store.ts';
import { type Composition, composeStep, linkTargets } from './composition.ts';
import type { PictureInMail } from './mail-html.ts';
import { type Personal, personalVars, wantsPersonal, withoutPersonal } from './personal-service.ts';
import { createRecipientClaims } from './recipient-claims.ts';
import {
  alignFollowUps,
  findCampaignToExpand,
  hasHiddenGroup,
  insertMessages,
  listPersonSources,
  listRecipientLeads,
  listRecipientsById,
  lockCampaignToExpand,
  type NewMessage,
  type RecipientLead,
  reviveFollowUps,
} from './recipient-store.ts';
import { contactOf, messengerOf, personOn } from './recipients.ts';
import { resolveSender, type Sender } from './sender.ts';
import { hoursFromLaunch, textsOfStep } from './steps.ts';

export type LaunchDependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Compliance;
  tracking: Tracking;
  /** Without a trailing slash. */
  publicUrl: string;
  /** MAIL_FROM. */
  mailFrom: string | undefined;
  /** Platforms over which messages leave by themselves. */
  messengers: readonly MessengerId[];
  personal: Pick<Personal, 'isSlow' | 'prepare' | 'find'>;
};

/** Messages checked again at a time when a running campaign's text changes. */
const RECHECK_BATCH = 2_000;

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
  /** The sender and the words of the workspace that stand in every message. */
  const readSender = async (from: Queryable = db) => {
    const workspace = await settings.getWorkspace(from);
    return { workspace, sender: resolveSender({ mailFrom, workspace, publicUrl }) };
  };

  /**
   * Composes the steps as they read now; answers whether any of them reads differently. Those that read as before keep
   * their composition.
   */
  const composeCampaign = async (tx: Transaction, campaign: CampaignRow): Promise<boolean> => {
    let isChanged = false;
    const { workspace, sender } = await readSender(tx);
    const steps = await listSteps(tx, [campaign.id]);
    const known = new Map((await listCompositions(tx, compositionIdsOf(steps))).map((row) => [row.id, row]));
    const pictures = await listMailPictures(tx, await findAssets(tx, campaign.selectedContentAssets));
    const first = steps.find(({ channel, ordinal }) => channel === 'email' && ordinal === 0);
    if (first) await publishPictures(tx, pictures);
    for (const step of steps) {
      const composedIds = new Map<VariantLetter, string>();
      for (const text of textsOfStep(step)) {
        const input = composeInput(campaign, { ...text, channel: step.channel }, workspace);
        const positions = new Map<string, number>();
        for (const url of linkTargets(input))
          positions.set(url, await tracking.trackLink(tx, campaign.id, url));
        const composition = await composeStep({
          ...input,
          countsOpens: workspace.countsOpens,
          ...(step === first ? { pictures: inMail(pictures, publicUrl) } : {}),
          linkTo: (url) => positions.get(url) ?? 0,
        });
        const { claims, override } = text;
        if (isSame(known.get(text.compositionId ?? ''), { ...composition, claims, override }, sender))
          continue;
        const id = newId();
        await insertComposition(tx, {
          id,
          campaignId: campaign.id,
          stepId: step.id,
          variant: text.letter,
          channel: step.channel,
          ...composition,
          claims,
          override,
          fromHeader: step.channel === 'email' ? sender.header : null,
        });
        composedIds.set(text.letter, id);
      }
      if (composedIds.size === 0) continue;
      const newest = <T extends { compositionId: string | null }>(text: T, letter: VariantLetter): T => ({
        ...text,
        compositionId: composedIds.get(letter) ?? text.compositionId,
      });
      const variants = step.variants.map((variant) => newest(variant, variant.letter));
      await saveSteps(tx, [{ ...newest(step, 'A'), variants }]);
      isChanged = true;
    }
    return isChanged;
  };

  const messagesOf = (
    lead: RecipientLead,
    { steps, mayLeave, campaign, startsAt, timeZone, notes }: ExpandInput,
  ): NewMessage[] => {
    const hours = hoursFromLaunch(steps);
    const languages = languagesOfMessages(steps.flatMap(textsOfStep));
    const sentence = personalVars(notes.get(lead.id));
    const zone = zoneOf(lead.country, timeZone);
    return steps.flatMap((step): NewMessage[] => {
      const contact = contactOf(lead, step.channel, compliance);
      if (!contact) return [];
      const isEmail = step.channel === 'email';
      const plain = personValues(personOn(lead, step.channel), languages);
      const all = { ...plain, ...sentence };
      const placement = placementIn(step, lead.id);
      const isPractice = isEmail && isPracticeAddress(contact.address);
      const messenger = messengerOf(step.channel, lead.platform, messengers);
      // A sentence that makes a claim of the text around it goes; the message need not.
      const vars = mayLeave(step.id, placement.letter, all) ? all : plain;
      const earlier = steps.find((one) => one.channel === step.channel && one.ordinal === step.ordinal - 1);
      return [
        {
          id: newId(),
          stepId: step.id,
          followsStepId: earlier?.id ?? null,
          leadId: lead.id,
          channel: step.channel,
          variant: placement.letter,
          isInTest: placement.isInTest,
          ...contact,
          isPractice,
          vars,
          touchpointId: crypto.randomUUID(),
          route: messenger ?? ('mail' as const),
          // The mailbox of somebody else stays that; another campaign ends.
          ...(isEmail && lead.isTwin
            ? { status: 'skipped' as const, note: NOTES.duplicate }
            : lead.isBusy
              ? { status: 'skipped' as const, note: NOTES.inOtherCampaign }
              : mayLeave(step.id, placement.letter, vars)
                ? openState(step.channel, {
                    messenger,
                    obstacle: lead.obstacles[step.channel],
                    isHeld: placement.isHeld,
                    mayHaveLeft: !isPractice && wasDueAtRestore(campaign, hours.get(step.id) ?? 0),
                  })
                : { status: 'skipped' as const, note: NOTES.claimWithDetails }),
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

  /** The claims gate for one person: their details may turn a text that may leave into one that may not. */
  const personalGate = async (tx: Transaction, steps: readonly StepRow[]): Promise<MayLeave> => {
    const { jurisdictions } = await settings.getWorkspace(tx);
    return createRecipientClaims(steps, await listCompositions(tx, compositionIdsOf(steps)), jurisdictions);
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
      !lead.isBusy &&
      steps.some(({ channel }) => contactOf(lead, channel, compliance) && !lead.obstacles[channel]);
    await personal.prepare(people.filter(mayGet), campaign);
    return PERSONAL_BATCH;
  };

  /**
   * What waits follows a running campaign's new texts and the verdict on its variants at once: each person is given
   * their variant, and their own paragraphs are checked again before that text is committed. What they turn into a
   * claim is skipped, what they do not any more comes back, and what follows it.
   */
  const recheckMessages = async (
    tx: Transaction,
    campaign: Pick<CampaignRow, 'id' | 'objective'>,
    /** Of these people alone; of everybody unless told. */
    leadIds?: readonly string[],
  ): Promise<void> => {
    const steps = await listSteps(tx, [campaign.id]);
    const mayLeave = await personalGate(tx, steps);
    const spoken = languagesOfMessages(steps.flatMap(textsOfStep));
    const place = (message: UnsentMessage, note: PersonalNote | undefined): UnsentMessage => {
      const step = steps.find(({ id }) => id === message.stepId);
      const { letter, isInTest, isHeld } = step
        ? placementIn(step, message.leadId)
        : { letter: message.variant, isInTest: false, isHeld: false };
      // A sentence that somebody has seen stays; one that makes a claim of the new text goes.
      const all = { ...personalVars(note), ...message.vars };
      const vars = [all, withoutPersonal(all)].find((one) => mayLeave(message.stepId, letter, one));
      const wait = !vars ? 'claim' : isHeld ? 'test' : null;
      return { ...message, variant: letter, isInTest, wait, vars: vars ?? all };
    };
    const reopened = new Set<string>();
    let cursor: string | null = null;
    for (;;) {
      const batch = await withLanguages(
        tx,
        await lockUnsentMessages(tx, campaign.id, { cursor, limit: RECHECK_BATCH, leadIds }),
        spoken,
      );
      const notes = isPersonal(steps)
        ? await personal.find(
            tx,
            await listPersonSources(
              tx,
              batch.map(({ now }) => now.leadId),
            ),
            campaign,
          )
        : new Map<string, PersonalNote>();
      const placed = batch
        .map(({ before, now }) => ({ before, after: place(now, notes.get(now.leadId)) }))
        .filter(
          ({ before, after }) =>
            before.variant !== after.variant ||
            before.isInTest !== after.isInTest ||
            before.wait !== after.wait ||
            !isDeepStrictEqual(before.vars, after.vars),
        );
      await placeMessages(
        tx,
        placed.map(({ after: { id, variant, isInTest, wait, vars } }) => ({
          id,
          variant,
          isInTest,
          wait,
          vars,
        })),
      );
      for (const { before, after } of placed)
        if (before.wait === 'claim' && after.wait !== 'claim') reopened.add(after.leadId);
      if (batch.length < RECHECK_BATCH) break;
      cursor = batch.at(-1)?.now.id ?? null;
    }
    const people = [...reopened];
    if (people.length > 0 && (await reviveFollowUps(tx, campaign.id, people)))
      await recheckMessages(tx, campaign, people);
  };

  return {
    readSender,
    composeCampaign,
    recheckMessages,

    /**
     * Makes the messages of the next batch of people; false when no campaign waits. Goes on where it stopped, also in
     * another process, and meets everybody once.
     */
    expandNext: async (): Promise<boolean> => {
      const limit = await preparePersonal();
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
        const wanted = candidates.filter((message) => !suppressed.has(message.contactHash));
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

/** Unsent messages with what a text in another language says about their people, each beside what is stored of it. */
async function withLanguages(
  tx: Transaction,
  batch: readonly UnsentMessage[],
  languages: readonly Language[],
): Promise<{ before: UnsentMessage; now: UnsentMessage }[]> {
  const isLacking = ({ vars }: UnsentMessage): boolean => {
    const kept = languagesOfValues(vars);
    return languages.some((language) => !kept.includes(language));
  };
  const lacking = batch.filter(isLacking).map(({ leadId }) => leadId);
  const people = lacking.length === 0 ? [] : await listRecipientsById(tx, [...new Set(lacking)]);
  const byId = new Map(people.map((lead) => [lead.id, lead]));
  return batch.map((before) => {
    const lead = byId.get(before.leadId);
    const values = lead && personValues(personOn(lead, before.channel), languages);
    return { before, now: { ...before, vars: { ...before.vars, ...values } } };
  });
}

type MayLeave = ReturnType<typeof createRecipientClaims>;

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
    obstacle: string | null | undefined;
    isHeld: boolean;
    mayHaveLeft: boolean;
  },
): Pick<NewMessage, 'status' | 'note'> {
  if (mayHaveLeft && (isHeld || channel === 'email' || messenger))
    return { status: 'unconfirmed', note: NOTES.restored };
  if (isHeld) return { status: 'held', note: NOTES.waitsForTest };
  if (channel === 'email' || messenger) return { status: 'queued', note: null };
  if (obstacle) return { status: 'skipped', note: `${NOTES.noConsent} ${obstacle}` };
  return { status: 'manual', note: channel === 'whatsapp' ? NOTES.assistedWhatsapp : NOTES.assisted };
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

function isPersonal(steps: readonly StepRow[]): boolean {
  return wantsPersonal(steps.flatMap(textsOfStep));
}

/** Where a person stands in the test of a step. Only mails wait by themselves; people send the others when they like. */
function placementIn(step: StepRow, leadId: string): Placement {
  const { id: stepId, test, verdict, testSince: since, channel } = step;
  const letters = textsOfStep(step).map(({ letter }) => letter);
  return placementOf({ stepId, leadId, letters, test, verdict, since, canWait: channel === 'email' });
}

function compositionIdsOf(steps: readonly StepRow[]): string[] {
  return steps.flatMap(textsOfStep).flatMap(({ compositionId }) => compositionId ?? []);
}

type ComposeInput = Omit<Parameters<typeof composeStep>[0], 'linkTo'>;

/** What a step of this campaign is composed from. */
export function composeInput(
  campaign: Pick<CampaignRow, 'landingPageUrl' | 'utmSource' | 'utmMedium' | 'utmCampaign'>,
  step: Pick<StepRow, 'channel' | 'subject' | 'body' | 'claims'>,
  workspace: ComposeInput['workspace'],
): ComposeInput {
  const utm = { source: campaign.utmSource, medium: campaign.utmMedium, campaign: campaign.utmCampaign };
  const { channel, subject, body } = step.claims ? withRequiredTexts(step, step.claims) : step;
  return {
    channel,
    subject,
    body,
    workspace,
    landingPageUrl: campaign.landingPageUrl,
    taggedLandingPageUrl: withUtm(campaign.landingPageUrl, utm),
  };
}

/** Pictures by the addresses that mail programs ask for. */
export function inMail(pictures: readonly MailPicture[], publicUrl: string): PictureInMail[] {
  return pictures.map(({ publicPath, ...picture }) => ({ ...picture, url: publicUrl + publicPath }));
}

function isSame(
  known: CompositionRow | undefined,
  next: Composition & Pick<CompositionRow, 'claims' | 'override'>,
  sender: Sender,
): boolean {
  return (
    known !== undefined &&
    known.subject === next.subject &&
    known.text === next.text &&
    known.html === next.html &&
    isDeepStrictEqual(known.claims, next.claims) &&
    isDeepStrictEqual(known.override, next.override) &&
    (known.fromHeader ?? sender.header) === sender.header
  );
}
