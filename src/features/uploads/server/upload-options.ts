import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { StorageCredentials } from '#providers/files/port.ts';

/** Where temporary credentials may send to: nothing there is served; what is taken up is copied from there. */
export const INCOMING = 'incoming/';

export function getUploadOptions({ config }: Pick<Context, 'config'>): { companionUrl: string | null } {
  return { companionUrl: config.COMPANION_URL ?? null };
}

/** Refuses with `not_configured` without a security token service. */
export async function lendCredentials({ files }: Pick<Context, 'files'>): Promise<StorageCredentials> {
  const lend = files.direct?.temporaryCredentials;
  if (!lend) {
    throw new AppError(
      'refused',
      'No temporary credentials here: set S3_ENDPOINT and S3_STS_ENDPOINT to hand them out.',
      { reason: 'not_configured' },
    );
  }
  return lend(INCOMING);
}
