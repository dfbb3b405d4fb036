import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { BrandVoice } from '../contract.ts';
import { findBrandVoice, putBrandVoice } from './session-store.ts';

type VersionedVoice = BrandVoice & { version: number };

/** Before the first change. */
export const EMPTY_VOICE: BrandVoice = { samples: '', doWords: [], dontWords: [], facts: [] };

/** The voice in which every text is written; empty before the first change. */
export async function getBrandVoice({ db }: Pick<Context, 'db'>): Promise<VersionedVoice> {
  const { voice, version } = (await findBrandVoice(db)) ?? { voice: EMPTY_VOICE, version: 0 };
  return { ...voice, version };
}

/** Refuses with `conflict` when it was changed since this version. */
export function changeBrandVoice(
  { db }: Pick<Context, 'db'>,
  { version, ...voice }: VersionedVoice,
): Promise<VersionedVoice> {
  return inTransaction(db, async (tx) => {
    if (!(await putBrandVoice(tx, voice, version))) {
      throw new AppError('conflict', 'Somebody else changed the brand voice. Load it again.');
    }
    await announce(tx, ['content']);
    return { ...voice, version: version + 1 };
  });
}
