import { z } from 'zod';

/** What a file is sent for decides who may send it, how large it may be, and where it goes. */
export const PURPOSES = ['training', 'media', 'reply'] as const;
export const Purpose = z.enum(PURPOSES);
export type Purpose = z.infer<typeof Purpose>;

/** Replies come by mail: nobody sends one in here. */
export const SentPurpose = Purpose.exclude(['reply']);
export type SentPurpose = z.infer<typeof SentPurpose>;

const MB = 1_048_576;

/** A part of a multipart upload; the last one may be smaller (Amazon S3's own limits). */
export const LEAST_PART_BYTES = 5 * MB;
export const MOST_PARTS = 10_000;
export const MOST_PART_BYTES = 64 * MB;

export const PLACES = {
  training: {
    mostBytes: 10 * MB,
    neededRole: 'admin',
    sentTo: '/api/training-materials/uploads/',
    foundAt: '/api/training-materials/files/',
  },
  media: {
    mostBytes: 1_024 * MB,
    neededRole: 'member',
    sentTo: '/api/uploads/',
    foundAt: '/api/uploads/',
  },
  reply: {
    mostBytes: 10 * MB,
    neededRole: 'admin',
    sentTo: '/api/replies/originals/',
    foundAt: '/api/replies/originals/',
  },
} as const satisfies Record<
  Purpose,
  { mostBytes: number; neededRole: 'admin' | 'member'; sentTo: string; foundAt: string }
>;

/** So many parts at most can make up a file of this purpose: each but the last has at least 5 MB. */
export function mostPartsOf(purpose: Purpose): number {
  return Math.ceil(PLACES[purpose].mostBytes / LEAST_PART_BYTES) + 1;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^([a-z]+)\/([0-9a-f-]{36})$/;

export function keyOf(purpose: Purpose, id: string): string {
  return `${purpose}/${id.toLowerCase()}`;
}

/** Undefined where it is no key of ours. */
export function readKey(key: string): { purpose: Purpose; id: string } | undefined {
  const [, folder, id = ''] = KEY.exec(key) ?? [];
  const purpose = Purpose.safeParse(folder);
  return purpose.success && ID.test(id) ? { purpose: purpose.data, id } : undefined;
}

/**
 * Of the address that a file was sent to, or at which it is found: ours, with or without the origin, or the storage's
 * own. Undefined where it is another address.
 */
export function idAt(purpose: Purpose, address: string): string | undefined {
  const path = address.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
  const { sentTo, foundAt } = PLACES[purpose];
  const folders = [sentTo, foundAt, `/${purpose}/`];
  const id = path.slice(path.lastIndexOf('/') + 1);
  const isOurs = folders.some(
    (folder) => path === `${folder}${id}` || (folder === `/${purpose}/` && path.endsWith(`${folder}${id}`)),
  );
  return isOurs && ID.test(id) ? id : undefined;
}

/** "10 MB", "1 GB". */
export function sizeWords(bytes: number): string {
  return bytes >= 1_024 * MB ? `${bytes / (1_024 * MB)} GB` : `${bytes / MB} MB`;
}
