import { foldToWords } from '#kit/text.ts';
import type { Platform } from './contract.ts';

/** Where people have accounts: what files call the place, and the addresses of a profile, the first of them ours. */
type Place = { platform: Platform; names: readonly string[]; profiles: readonly string[] };

const PLACES: readonly Place[] = [
  {
    platform: 'twitter',
    names: ['twitter', 'x', 'x twitter', 'twitter x', 'x com', 'twitter com'],
    profiles: ['x.com/', 'twitter.com/'],
  },
  {
    platform: 'instagram',
    names: ['instagram', 'insta', 'ig', 'instagram com'],
    profiles: ['instagram.com/'],
  },
  { platform: 'tiktok', names: ['tiktok', 'tik tok', 'tiktok com'], profiles: ['tiktok.com/@'] },
  {
    platform: 'facebook',
    names: ['facebook', 'fb', 'facebook com'],
    profiles: ['facebook.com/', 'fb.com/', 'm.facebook.com/'],
  },
  { platform: 'linkedin', names: ['linkedin', 'linked in', 'linkedin com'], profiles: ['linkedin.com/in/'] },
  {
    platform: 'reddit',
    names: ['reddit', 'reddit com'],
    profiles: ['reddit.com/user/', 'reddit.com/u/', 'old.reddit.com/user/'],
  },
  {
    platform: 'youtube',
    names: ['youtube', 'you tube', 'yt', 'youtube com'],
    profiles: ['youtube.com/@', 'youtube.com/c/'],
  },
  {
    platform: 'threads',
    names: ['threads', 'threads net', 'threads com'],
    profiles: ['threads.com/@', 'threads.net/@'],
  },
  { platform: 'pinterest', names: ['pinterest', 'pinterest com'], profiles: ['pinterest.com/'] },
  {
    platform: 'bluesky',
    names: ['bluesky', 'blue sky', 'bsky', 'bsky app'],
    profiles: ['bsky.app/profile/'],
  },
  { platform: 'telegram', names: ['telegram', 't me'], profiles: ['t.me/'] },
];
const PLACE_OF_NAME = new Map(PLACES.flatMap((place) => place.names.map((name) => [name, place] as const)));
/** Its accounts live on many servers, so that an account names its own. */
const MASTODON = 'mastodon';

/** The platform that a cell names; null where it names none whose profiles we can link to. */
export function readPlatform(cell: string): Platform | null {
  const name = foldToWords(cell);
  return name === MASTODON ? MASTODON : (PLACE_OF_NAME.get(name)?.platform ?? null);
}

const ACCOUNT = /^[\p{L}\p{N}._-]+$/u;
const MASTODON_ACCOUNT = /^([\w.-]+)@([a-z\d-]+(?:\.[a-z\d-]+)+)$/i;

/** The page of an account; null where the name cannot be one. */
export function profileOfAccount(platform: Platform, handle: string): string | null {
  const name = handle.trim().replace(/^(?:@|\/?u\/|\/?in\/)+/i, '');
  if (platform === MASTODON) {
    const [, account, server] = MASTODON_ACCOUNT.exec(name) ?? [];
    return account === undefined ? null : `https://${server}/@${account}`;
  }
  const [profile] = PLACES.find((place) => place.platform === platform)?.profiles ?? [];
  return profile !== undefined && ACCOUNT.test(name) ? `https://${profile}${name}` : null;
}

/**
 * What makes two profile addresses the same: host and path in lower case, without www, slash at the end and query, but
 * for the number that tells "profile.php?id=7" from everybody else's. Of the addresses of one account the usual one.
 */
export function profileKey(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname, searchParams } = new URL(url);
  const id = searchParams.get('id');
  const path = `${hostname.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`;
  const page = (id === null ? path : `${path}?id=${id}`).toLowerCase();
  return accountOfProfile(page)?.addresses[0] ?? page;
}

/** The page that somebody gave as a handle ("https://www.reddit.com/u/Dana/"), as it is kept; null for a mere name. */
export function pageAsHandle(handle: string): string | null {
  if (/^https?:\/\//i.test(handle)) return profileKey(handle);
  const key = profileKey(`https://${handle}`);
  return accountOnPage(key).platform === 'import' ? null : key;
}

/**
 * The account behind the profile address of an imported person ("instagram.com/dana"), and the other addresses of the
 * same page; null where it is the page of no platform that we know.
 */
export function accountOfProfile(
  address: string,
): { platform: Platform; handle: string; addresses: string[] } | null {
  for (const { platform, profiles } of PLACES) {
    const profile = profiles.find((each) => address.startsWith(each));
    const handle = profile === undefined ? '' : address.slice(profile.length);
    if (ACCOUNT.test(handle)) return { platform, handle, addresses: profiles.map((each) => each + handle) };
  }
  return null;
}

const MASTODON_PAGE = /^([a-z\d-]+(?:\.[a-z\d-]+)+)\/@([\w.-]+)$/;

/**
 * The keys under which one account may be known, the given one first: `instagram:dana` where it was found there,
 * `import:instagram.com/dana` where it came in a file, `manual:instagram.com/dana` where somebody typed it.
 */
export function keysOfAccount(handleKey: string): string[] {
  const colon = handleKey.indexOf(':');
  const [origin, name] = [handleKey.slice(0, colon), handleKey.slice(colon + 1)];
  const isPage = origin === 'import' || origin === 'manual';
  const { platform, handle } = isPage ? accountOnPage(name) : { platform: origin, handle: name };
  const pages = pagesOfAccount(platform, handle);
  if (pages.length === 0) return [handleKey];
  const typed = `manual:${pages[0]}`;
  return [...new Set([handleKey, `${platform}:${handle}`, ...pages.map((page) => `import:${page}`), typed])];
}

function accountOnPage(address: string): { platform: string; handle: string } {
  const account = accountOfProfile(address);
  if (account !== null) return account;
  const [, server, name] = MASTODON_PAGE.exec(address) ?? [];
  return server === undefined
    ? { platform: 'import', handle: address }
    : { platform: MASTODON, handle: `${name}@${server}` };
}

function pagesOfAccount(platform: string, handle: string): string[] {
  if (platform === MASTODON) {
    const [, account, server] = MASTODON_ACCOUNT.exec(handle) ?? [];
    return account === undefined ? [] : [`${server}/@${account}`];
  }
  const profiles = PLACES.find((place) => place.platform === platform)?.profiles ?? [];
  return ACCOUNT.test(handle) ? profiles.map((profile) => profile + handle) : [];
}
