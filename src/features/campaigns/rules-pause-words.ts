import { z } from 'zod';
import { CampaignReason, CampaignReasonDetails } from './contract-pauses.ts';

const CAMPAIGN_REASON_WORDS: Record<CampaignReason, (details: CampaignReasonDetails) => string> = {
  bounces: ({ count = 0, left = 0 }) =>
    `Paused: ${count} of ${left} mails came back (${share(count, left)}; the limit is 2 %). Have the addresses checked, then resume.`,
  complaints: ({ count = 0, left = 0 }) =>
    `Paused: ${count} of ${left} people reported the mail as spam (${share(count, left)}; the limit is 0.1 %). Look at who is written to and what is said, then resume.`,
  sender_refused: ({ answer }) =>
    `Paused: the mail server refuses the sender (${answer}). Check MAIL_FROM and SMTP_URL, then resume.`,
  text_refused: ({ platform = 'the platform', answer }) =>
    `Paused: ${platform} does not take this text (${answer}). Fix the template, then resume.`,
  login_refused: ({ platform, settings, mailbox, answer }) =>
    platform === undefined
      ? `Paused: the mail server refused the login (${answer}). ${mailbox === undefined ? 'Check SMTP_URL' : `Enter the password of ${mailbox} again under Settings, Mailboxes`}, then resume.`
      : `Paused: ${platform} did not let us in (${answer}). Check ${settings}, then resume.`,
  restored: () =>
    'Paused: this workspace was restored from a backup. What was due by then may have left and is listed as unconfirmed; resume to send the rest.',
  all_left_out: () => 'Ended: everyone in its groups was left out, so no one gets a message.',
  earlier_note: ({ answer = '' }) => answer,
};

function share(part: number, whole: number): string {
  return `${Math.round((part / whole) * 1000) / 10} %`;
}

type Explained = { reason: CampaignReason | null; details: CampaignReasonDetails | null };

/** The sentence that people read about a campaign that paused or ended without a person. */
export function campaignNote({ reason, details }: Explained): string | null {
  return reason === null ? null : CAMPAIGN_REASON_WORDS[reason](details ?? {});
}

const Halt = z.object({ reason: CampaignReason, details: CampaignReasonDetails.default({}) });

/** The same of an event or an entry of the trail; null where a person paused the campaign. */
export function haltNote(data: unknown): string | null {
  const halt = Halt.safeParse(data).data;
  return halt ? campaignNote(halt) : null;
}

/** What a server answered may name whom it was for; beside a campaign nobody would look for that. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/(?<!\S)[^\s@]*@\S+/g, '(address)');
}
