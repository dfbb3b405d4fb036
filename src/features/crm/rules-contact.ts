import type { Lead } from '#features/leads/contract.ts';
import { isFromFile, platformLabel, waitsForAnswer } from '#features/leads/rules.ts';
import { accountOfProfile } from '#features/leads/rules-accounts.ts';
import { DAY_MS } from '#kit/time.ts';
import type { ManualChannel } from './contract-manual-messages.ts';

/** Days without an answer after which more waiting is not all there is to do. */
const LONG_WAIT_DAYS = 14;

type Waiting = Pick<
  Lead,
  | 'stage'
  | 'stageSince'
  | 'lastContact'
  | 'contactStatus'
  | 'isSuppressed'
  | 'hasRefused'
  | 'hasBounced'
  | 'legalGround'
>;

/**
 * What helps beside, or instead of, the next action of the stage: `none` for whom nobody may write to, `find_address`
 * where the mail bounced, `follow_up` for who has not answered for long.
 */
export function adviceFor(lead: Waiting, now: Date): 'none' | 'find_address' | 'follow_up' | null {
  if (lead.hasBounced) return 'find_address';
  if (lead.isSuppressed || (lead.hasRefused && !waitsForAnswer(lead))) return 'none';
  if (lead.stage !== 'contacted') return null;
  if (lead.contactStatus === 'verification_failed') return 'find_address';
  const waitedMs = now.getTime() - Date.parse(lead.lastContact ?? lead.stageSince);
  return waitedMs > LONG_WAIT_DAYS * DAY_MS ? 'follow_up' : null;
}

/** What is to be written, as far as it is known. */
export type Letter = {
  subject: string;
  text?: string;
  /** Whether the text says where we have their data from (GDPR Art. 14). */
  saysSource?: boolean;
};

/** How somebody is written to by hand. */
export type ContactWay = {
  channel: ManualChannel;
  address: string;
  /** For people: "by e-mail", "on Reddit". */
  where: string;
  /** Opens the mail program or their account; null where no page of theirs is known. */
  href: string | null;
  /** Whether the text stands there once it is opened. */
  isFilled: boolean;
};

type Reachable = Pick<Lead, 'email' | 'handle' | 'platform' | 'contactStatus'>;

/** By mail where they have an address that takes it, else at their account; null without either. */
export function contactWay(lead: Reachable, letter: Letter): ContactWay | null {
  const { email, handle, platform } = lead;
  if (email !== null && (handle === null || lead.contactStatus !== 'verification_failed')) {
    const href = mailLink(email, letter);
    return { channel: 'email', address: email, where: 'by e-mail', href, isFilled: holds(href, letter) };
  }
  if (handle === null) return null;
  const href = accountLink(platform, handle, letter);
  const where = `on ${placeOf(platform, handle)}`;
  return { channel: 'social_dm', address: handle, where, href, isFilled: holds(href, letter) };
}

function holds(href: string | null, { text = '' }: Letter): boolean {
  return text !== '' && href !== null && href.includes(encodeURIComponent(text));
}

/** Who came in by a file is written to where their profile is, not in the file. */
function placeOf(platform: string, handle: string): string {
  const account = isFromFile(platform) ? accountOfProfile(handle) : null;
  const [host = ''] = PROFILE_ADDRESS.exec(handle) ?? [];
  return account === null && isFromFile(platform) && host !== ''
    ? host
    : platformLabel(account?.platform ?? platform);
}

/** Windows hands no more than about 2,000 characters of an address to a mail program. */
const LONGEST_MAIL_LINK = 1_900;

function mailLink(address: string, { subject, text }: Letter): string {
  const to = encodeURIComponent(address).replace('%40', '@');
  const bare = `mailto:${to}?subject=${encodeURIComponent(subject)}`;
  const whole = text === undefined ? bare : `${bare}&body=${encodeURIComponent(text)}`;
  // A letter that is cut in the middle is worse than none.
  return whole.length > LONGEST_MAIL_LINK ? bare : whole;
}

/** The conversation with a number. WhatsApp needs an opt-in: whoever offers this has looked whether there is one. */
export function whatsAppLink(number: string, text: string): string {
  return `https://wa.me/${number.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`;
}

type AccountPage = (handle: string, letter: Letter) => string;

const ACCOUNT_PAGES: Partial<Record<string, AccountPage>> = {
  twitter: (handle) => `https://x.com/${handle}`,
  reddit: (handle, { subject, text = '' }) =>
    `https://www.reddit.com/message/compose/?to=${handle}${filled('subject', subject)}${filled('message', text)}`,
  bluesky: (handle) => `https://bsky.app/profile/${handle}`,
  linkedin: (handle) => `https://www.linkedin.com/in/${handle}`,
  hacker_news: (handle) => `https://news.ycombinator.com/user?id=${handle}`,
};

function filled(field: string, value: string): string {
  return value === '' ? '' : `&${field}=${encodeURIComponent(value)}`;
}

/** How the profile of an imported person is kept: host and path. */
const PROFILE_ADDRESS = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?=\/)/;

const MASTODON_ACCOUNT = /^([\w.-]+)@([a-z\d-]+(?:\.[a-z\d-]+)+)$/i;

/** The page on which somebody is written to on their platform; null where none is known. */
export function accountLink(platform: string, handle: string, letter: Letter): string | null {
  const name = handle.trim().replace(/^(?:@|\/?u\/|\/?in\/)+/i, '');
  if (isFromFile(platform)) return PROFILE_ADDRESS.test(name) ? `https://${name}` : null;
  if (platform === 'mastodon') {
    const [, account, server] = MASTODON_ACCOUNT.exec(name) ?? [];
    return account === undefined ? null : `https://${server}/@${account}`;
  }
  return ACCOUNT_PAGES[platform]?.(encodeURIComponent(name), letter) ?? null;
}
