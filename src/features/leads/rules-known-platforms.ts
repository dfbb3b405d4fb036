import { AppError } from '#kit/errors.ts';
import type { SearchPlatform } from './contract.ts';

/** Refuses platforms that this installation has no source for. */
export function assertKnown(
  sources: readonly { platform: SearchPlatform }[],
  platforms: readonly SearchPlatform[],
  fieldOf = (index: number): string => `platforms.${index}`,
): void {
  const known = sources.map(({ platform }) => platform);
  const unknown = platforms.findIndex((platform) => !known.includes(platform));
  if (unknown < 0) return;
  const message = `One of ${known.join(', ')}.`;
  throw new AppError('invalid_input', message, { fields: { [fieldOf(unknown)]: message } });
}
