/** What a token in a link is good for. Only `choices` acts for the person: it unsubscribes and files privacy requests. */
export const TOKEN_PURPOSES = ['page visit', 'click', 'open', 'choices'] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];
/** Writes the token of a contact for one purpose. */
export type TokenWriter = (purpose: TokenPurpose, touchpointId: string) => string;

/** UUID of a touchpoint as it stands in links: 22 characters of base64url. */
export function touchpointToken(id: string): string {
  const hex = id.replaceAll('-', '');
  let binary = '';
  for (let index = 0; index < hex.length; index += 2) {
    binary += String.fromCharCode(Number.parseInt(hex.slice(index, index + 2), 16));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The touchpoint and link number of a token; undefined when it cannot be one. */
export function readToken(token: string): { touchpointId: string; link: number } | undefined {
  const match = /^([A-Za-z0-9_-]{22})(\d{0,4})$/.exec(token);
  const encoded = match?.[1];
  if (!encoded) return undefined;
  const binary = atob(`${encoded.replaceAll('-', '+').replaceAll('_', '/')}==`);
  const hex = Array.from(binary, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
  const touchpointId = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
  return { touchpointId, link: Number(match?.[2] || 0) };
}

/** Token of the `position`-th link of a message. */
export function linkToken(touchpointId: string, position: number): string {
  return `${touchpointToken(touchpointId)}${position}`;
}

/** Names the contact whose link was followed, on the landing page's address. */
export const CONTACT_PARAMETER = 'yt';
/** Names only the campaign: for people who asked not to be followed. */
export const CAMPAIGN_PARAMETER = 'yc';

/** Adds a token to a landing page's address. The author's own query and fragment stay as they are. */
export function withToken(
  url: string,
  parameter: typeof CONTACT_PARAMETER | typeof CAMPAIGN_PARAMETER,
  token: string,
): string {
  const { href, hash } = new URL(url);
  const address = hash === '' ? href.replace(/#$/, '') : href.slice(0, -hash.length);
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${parameter}=${token}${hash}`;
}

/** Whether an address is on the host of one of these, or below it: shop.a.example is below a.example and www.a.example. */
export function isOnHostOf(url: string, pages: readonly string[]): boolean {
  const host = hostOf(url);
  return pages.some((page) => {
    const known = hostOf(page);
    return known !== undefined && (host === known || host?.endsWith(`.${known}`) === true);
  });
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : undefined;
}

type Headers = Record<string, string | string[] | undefined>;

/** Global Privacy Control (legally binding in several US states) or its forerunner Do Not Track. */
export function asksForPrivacy(headers: Headers): boolean {
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1';
}

/** Loads a page that nobody has asked for yet. */
export function isPrefetch(headers: Headers): boolean {
  return /prefetch|preview/i.test(
    `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`,
  );
}

/** A link opened faster than this by something that is no browser was opened by a mail filter. */
const FASTEST_PERSON_MS = 2_000;

type Visit = {
  method: string;
  userAgent: string;
  /** It calls itself a crawler, a proxy or a library. */
  isKnownBot: boolean;
  isPrefetch: boolean;
  /** Since the message left; null when that is not known. */
  sentMsAgo: number | null;
};

/** Whether a link was opened by a machine that looks at every link, not by a person. */
export function isScan(visit: Visit): boolean {
  if (visit.method === 'HEAD' || visit.userAgent.trim() === '' || visit.isKnownBot || visit.isPrefetch)
    return true;
  if (visit.userAgent.startsWith('Mozilla/5.0 (')) return false;
  return visit.sentMsAgo !== null && visit.sentMsAgo < FASTEST_PERSON_MS;
}

/** Fetch the pictures of a mail for somebody who opens it, so that nobody sees where that is. */
const READERS_PROXY = /GoogleImageProxy|YahooMailProxy/;
/** Apple's mail program loads the pictures of every mail when it arrives, read or not, and calls itself just so. */
const PRELOADER = 'Mozilla/5.0';

/** Whether the picture of a mail was loaded by a machine that loads those of every mail. */
export function isPreload(visit: Visit): boolean {
  const isReadersProxy = READERS_PROXY.test(visit.userAgent);
  if (visit.userAgent.trim() === PRELOADER) return true;
  // Nobody reads a mail in the moment in which it arrives, whatever the program calls itself.
  if (visit.sentMsAgo !== null && visit.sentMsAgo < FASTEST_PERSON_MS) return true;
  return isScan({ ...visit, isKnownBot: visit.isKnownBot && !isReadersProxy });
}

/**
 * Where a page event happened, without query and fragment, which may carry what a person typed. A fragment that is a
 * path is the page of a site that routes by it.
 */
export function pageAddress(url: string): string {
  const { origin, pathname, hash } = new URL(url);
  const route = /^#!?\/[^?&=]*$/.exec(hash.split('?', 1)[0] ?? '')?.[0] ?? '';
  return `${origin}${pathname}${route}`.slice(0, 500);
}
