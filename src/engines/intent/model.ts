import { bytesOf } from '#kit/base64.ts';
import weights from './weights.json' with { type: 'json' };

export type Model = {
  /** Points that every post starts with. */
  base: number;
  /** Points out of 10 by what a post shows. */
  points: ReadonlyMap<string, number>;
  /** Points of words and pairs of words, by hash. */
  words: ReadonlyMap<number, number>;
  /** Natural logarithm of posts per post with a stem, by hash. */
  rarities: ReadonlyMap<number, number>;
};

/** As `train.ts` writes it: hashes as 32-bit numbers, the rest as bytes, both in base64. */
export type WrittenModel = {
  base: number;
  points: Record<string, number>;
  wordStep: number;
  wordHashes: string;
  wordPoints: string;
  rarityStep: number;
  rarityHashes: string;
  rarities: string;
};

const COMMONEST = 0.5;
/** Of a stem that no labelled post has. */
const RAREST = 7;

export function readModel(written: WrittenModel): Model {
  const hashes = new Uint32Array(bytesOf(written.wordHashes).buffer);
  const points = new Int8Array(bytesOf(written.wordPoints).buffer);
  const rarityHashes = new Uint32Array(bytesOf(written.rarityHashes).buffer);
  const rarities = bytesOf(written.rarities);
  return {
    base: written.base,
    points: new Map(Object.entries(written.points)),
    words: new Map(Array.from(hashes, (hash, index) => [hash, (points[index] ?? 0) * written.wordStep])),
    rarities: new Map(
      Array.from(rarityHashes, (hash, index) => [hash, (rarities[index] ?? 0) * written.rarityStep]),
    ),
  };
}

export const MODEL = readModel(weights);

/** FNV-1a of the UTF-16 code units, going on from the hash of what comes before. */
export function hashOf(name: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function rarityOf(root: string, { rarities }: Pick<Model, 'rarities'> = MODEL): number {
  return Math.max(COMMONEST, rarities.get(hashOf(root)) ?? RAREST);
}
