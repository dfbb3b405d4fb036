import { CONTACT_CHANNEL_LABELS } from '#features/compliance/rules-consent.ts';
import { mergeProblem } from '#features/mail/rules-merge.ts';
import { formatCount, percentOf } from '#kit/text.ts';
import type { Campaign, CampaignStatus, Channel, MessageCounts } from './contract.ts';
import type { ExclusionReason } from './contract-preview.ts';

export const CHANNEL_LABELS: Record<Channel, string> = CONTACT_CHANNEL_LABELS;

/** Of a channel as events name it: one that is not known any more reads as it stands. */
export function channelName(channel: string): string {
  return new Map<string, string>(Object.entries(CHANNEL_LABELS)).get(channel) ?? channel;
}

const STATUS_LABELS: Record<CampaignStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  // Whatever does not run is a draft: who launches it again begins as with one. It is said beside that it has run.
  completed: 'Draft · ended',
};

/** What a campaign's badge reads. */
export function statusLabel(status: CampaignStatus): string {
  return STATUS_LABELS[status];
}

/** "57 messages (20 to the outbox)": messages to the outbox count as sent, and wherever that is told it is said. */
export function ofWhichToOutbox(outbox: number): string {
  return outbox === 0 ? '' : ` (${formatCount(outbox)} to the outbox)`;
}

/** US cents per estimated message. */
export const CENTS_PER_MESSAGE = 5;

/** One message per lead and channel. */
export function estimatedMessages(leads: number, channels: readonly Channel[]): number {
  return leads * new Set(channels).size;
}

/** In US cents. */
export function estimatedCostCents(messages: number): number {
  return messages * CENTS_PER_MESSAGE;
}

/** Replies per e-mail sent, in percent to one decimal; null before the first e-mail. */
export function responseRate({
  repliesCount,
  emailsSent,
}: Pick<Campaign, 'repliesCount' | 'emailsSent'>): number | null {
  return percentOf(repliesCount, emailsSent);
}

/** Hint under the lead groups of the dialog. */
export const GROUPS_HINT = 'At least one lead group is required to launch.';

/** What a person wants to do with the form. */
export type Deed = 'draft' | 'launch';

type Form = {
  name: string;
  landingPageUrl: string;
  channels: readonly Channel[];
  targetGroups: readonly string[];
  steps?: readonly FormStep[] | undefined;
};

type Text = { subject?: string | null | undefined; body: string };
type FormStep = Text & { channel: Channel; variants?: readonly (Text & { letter: string })[] | undefined };

/**
 * What keeps the form from being saved or launched, one sentence per field. Save as Draft needs a name, a landing
 * page and a channel; Launch and Update need a lead group besides.
 */
export function campaignProblems(form: Form, deed: Deed): Record<string, string> {
  const problems: Record<string, string> = {};
  if (form.name.trim() === '') problems.name = 'Enter a campaign name.';
  if (form.landingPageUrl.trim() === '') problems.landingPageUrl = 'Choose a landing page.';
  else if (!isWebUrl(form.landingPageUrl.trim())) {
    problems.landingPageUrl = 'Enter an address that starts with http:// or https://.';
  }
  if (form.channels.length === 0) problems.channels = 'Choose at least one channel.';
  if (deed === 'launch' && form.targetGroups.length === 0) {
    problems.targetGroups = 'Choose at least one lead group.';
  }
  form.steps?.forEach((step, index) => {
    Object.assign(problems, textProblems(`steps.${index}`, step));
    if (!form.channels.includes(step.channel)) {
      problems[`steps.${index}.channel`] =
        `${CHANNEL_LABELS[step.channel]} is not among the chosen channels.`;
    }
    const texts = [{ letter: 'A', ...step }, ...(step.variants ?? [])];
    step.variants?.forEach((variant, position) => {
      const path = `steps.${index}.variants.${position}`;
      Object.assign(problems, textProblems(path, variant));
      // Two texts that read alike compare nothing; while they are being written they may.
      const duplicate =
        deed === 'launch' &&
        texts.find((other) => other.letter < variant.letter && readsAlike(other, variant));
      if (duplicate) problems[`${path}.body`] ??= `${variant.letter} reads like ${duplicate.letter}.`;
    });
  });
  return problems;
}

function textProblems(path: string, { subject, body }: Text): Record<string, string> {
  const inSubject = mergeProblem(subject ?? '');
  const inBody = body.trim() === '' ? 'Write the message.' : mergeProblem(body);
  return {
    ...(inSubject ? { [`${path}.subject`]: inSubject } : {}),
    ...(inBody ? { [`${path}.body`]: inBody } : {}),
  };
}

function readsAlike(one: Text, other: Text): boolean {
  return one.body.trim() === other.body.trim() && (one.subject ?? '').trim() === (other.subject ?? '').trim();
}

/** Whether the form may be saved or launched. */
export function isReadyTo(deed: Deed, form: Form): boolean {
  return Object.keys(campaignProblems(form, deed)).length === 0;
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export const EXCLUSION_LABELS: Record<ExclusionReason, string> = {
  no_address: 'No address, handle or number for the chosen channels',
  verification_failed: 'The address check failed',
  bounced: 'The address bounced',
  suppressed: 'Unsubscribed or objected',
  no_consent: 'Their consent is needed first',
  duplicate: 'The same mailbox as somebody else',
  in_other_campaign: 'Still in another running campaign',
};

/** All that mails could leave from was paused by hand. */
export const MAIL_PAUSED = 'Every mailbox is paused: mails wait until one is resumed under Settings.';

export function canPause(status: CampaignStatus): boolean {
  return status === 'active';
}

export function canResume(status: CampaignStatus): boolean {
  return status === 'paused';
}

/** Days that a campaign stays active after its last message, because people still click, answer and buy. */
export const RESPONSE_DAYS = 14;

/** Every message of a campaign, whatever became of it. */
export function allOf(counts: MessageCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
