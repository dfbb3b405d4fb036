import { newId, timeOfId } from '#kit/id.ts';
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts';

/** As long as somebody may take to press again. Who writes the same words later means them anew. */
export const KEPT_MS = 2 * MINUTE_MS;

const FIRST_ID = /^.*?\/[\da-f]{8}-[\da-f-]{27}/;
const KIND_OF_ONE = /.*\/([^/]+)\/([\da-f]{8}-[\da-f-]{27})/;
const KIND_OF_MANY = /\/([^/]+)\/acts$/;

/** The deeds that end or take back what was made. What is paused, edited or restored is there, and a lost try made it. */
const ENDS = /\/(?:archive|erase|lift|merge|take-back|undo)$/;

/** Deeds on the same things, which the body names and not the address. */
const DEED_ON_MANY = /\/(?:dismiss|restore)$/;

type KeptKey = { key: string; url: string; keptAt: number };

/** By what was asked: method, address and body. */
const kept = new Map<string, KeptKey>();

export type ChangeAsked = { method: string; url: string; body: string | undefined };

/**
 * The key of a change: that of the same change before, if nothing answered it. Whoever presses again after that means
 * the same deed, which the server may have done.
 */
export function keyFor(asked: ChangeAsked, now = Date.now()): string {
  const before = kept.get(nameOf(asked));
  return before && now - before.keptAt < KEPT_MS ? before.key : newId();
}

export function isKept(asked: ChangeAsked, key: string): boolean {
  return kept.get(nameOf(asked))?.key === key;
}

/** Whether it was done is not known. A change without a version that is not a POST comes to the same however often it is made. */
export function keepKey(asked: ChangeAsked, key: string, now = Date.now()): void {
  if (asked.method !== 'POST' && !/"version":\d/.test(asked.body ?? '')) return;
  const name = nameOf(asked);
  const entry = { key, url: asked.url, keptAt: now };
  kept.set(name, entry);
  // What was sent may tell of people: it stays in the tab no longer than it is of use.
  setTimeout(() => {
    if (kept.get(name) === entry) kept.delete(name);
  }, KEPT_MS);
}

/**
 * The server has answered this change: what comes after it on the same thing is a deed of its own, also if it reads
 * alike. So is what made the thing, once something like it was ended: it may have been the very one. What is done to one
 * that stays, asked below the address (`/api/campaigns/preview`) or sent to try it out undoes nothing; nor does the end
 * of what stood there long before.
 */
export function forgetKeys(asked: ChangeAsked): void {
  const answered = resourceOf(asked.url);
  const ended = endedBy(asked);
  for (const [name, { url, keptAt }] of kept) {
    const made = kindMadeAt(url);
    const mayBeEnded = ended !== null && (ended.kind === made || ended.kind === `${made}s`);
    if (answered === resourceOf(url) || (mayBeEnded && ended.madeAt > keptAt - HOUR_MS)) kept.delete(name);
  }
}

/** Somebody signs out. */
export function forgetAllKeys(): void {
  kept.clear();
}

function nameOf({ method, url, body = '' }: ChangeAsked): string {
  return `${method} ${url}\n${body}`;
}

/** What an address is about: all up to the first id in it. */
function resourceOf(url: string): string {
  return FIRST_ID.exec(url)?.[0] ?? url.replace(DEED_ON_MANY, '');
}

/** `notes`, where one is made at `/api/leads/7/notes`. */
function kindMadeAt(url: string): string | undefined {
  return pathOf(url).split('/').at(-1);
}

/** `notes`, where one is deleted at `/api/leads/notes/7`, and when that was made by the server's clock; null where nothing is ended. */
function endedBy({ method, url, body = '' }: ChangeAsked): { kind: string; madeAt: number } | null {
  const path = pathOf(url);
  const many = KIND_OF_MANY.exec(path)?.[1];
  if (many !== undefined) return body.includes('"kind":"delete"') ? { kind: many, madeAt: Infinity } : null;
  if (method !== 'DELETE' && !ENDS.test(path)) return null;
  const [, kind, id = ''] = KIND_OF_ONE.exec(path) ?? [];
  return kind === undefined ? null : { kind, madeAt: timeOfId(id) ?? Infinity };
}

function pathOf(url: string): string {
  return url.replace(/\?.*/, '');
}
