import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { PLACES, type Purpose, sizeWords } from '../rules.ts';
import { countBytes } from './store.ts';

const BYTES_PER_GB = 1_073_741_824;

/** The most that all files of the workspace may take. */
export function mostBytesOfAll({ config }: Pick<Context, 'config'>): number {
  return config.STORAGE_GB * BYTES_PER_GB;
}

/** Refuses with `storage_full` when all files would take more than STORAGE_GB. */
export async function assertRoom(ctx: Pick<Context, 'db' | 'config'>, bytes: number): Promise<void> {
  const mostOfAll = mostBytesOfAll(ctx);
  if ((await countBytes(ctx.db)) + bytes <= mostOfAll) return;
  throw new AppError(
    'refused',
    `The workspace has no room left for this file: ${sizeWords(mostOfAll)} are allowed (STORAGE_GB). Delete what is not used.`,
    { reason: 'storage_full' },
  );
}

export function tooLarge(purpose: Purpose): AppError {
  return new AppError('too_large', `The file is larger than ${sizeWords(PLACES[purpose].mostBytes)}.`, {
    reason: 'EntityTooLarge',
  });
}
