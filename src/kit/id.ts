let lastMs = 0;
let counter = 0;

/**
 * A new id: UUID version 7 (RFC 9562, method 1 of section 6.2), so that ids sort by the time they were made, those of
 * one process and millisecond too, and index pages stay warm.
 */
export function newId(nowMs: number = Date.now()): string {
  // Twelve bits: an id more than that in one millisecond is again in random order.
  counter = nowMs === lastMs ? (counter + 1) % 4096 : 0;
  lastMs = nowMs;
  const bytes = randomBytes();
  let rest = nowMs;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = (counter >> 8) | 0x70;
  bytes[7] = counter & 0xff;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return written(bytes);
}

/** When an id of `newId` was made, by the clock of whoever made it; undefined for any other. */
export function timeOfId(id: string): number | undefined {
  return id[14] === '7' && isId(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}

/**
 * The id of something that a repeated call means as well: the same words give the same id (UUID version 8, RFC 9562).
 */
export async function idOf(...words: readonly string[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(words));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return written(bytes);
}

/** Randomness for many ids at a time: each request for it costs as much as all the rest of an id. */
const pool = new Uint8Array(4_096);
let used = pool.length;

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += 16;
  return pool.slice(used - 16, used);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function written(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX[byte] ?? '';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether somebody's text can be an id; the database refuses any other one. */
export function isId(text: string): boolean {
  return ID.test(text);
}
