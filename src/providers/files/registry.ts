import { join, resolve } from 'node:path';
import type { Settings } from '#platform/config.ts';
import type { Egress } from '#platform/egress.ts';
import { createDataFolder } from './data-folder.ts';
import type { FileStore } from './port.ts';
import { createS3Storage } from './s3.ts';

type Options = {
  settings: Pick<
    Settings,
    | 'DATA_DIR'
    | 'S3_ENDPOINT'
    | 'S3_BUCKET'
    | 'S3_REGION'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SECRET_ACCESS_KEY'
    | 'S3_STS_ENDPOINT'
    | 'S3_STS_ROLE'
  >;
  temporaryFolder: string;
  egress: Egress;
  wait: (ms: number) => Promise<void>;
};

/** The S3-compatible storage where one is configured, else the data folder. */
export function createFileStore({ settings, temporaryFolder, egress, wait }: Options): FileStore {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return createS3Storage({
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: settings.S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      stsEndpoint: settings.S3_STS_ENDPOINT,
      stsRole: settings.S3_STS_ROLE,
      temporaryFolder,
      egress,
      wait,
    });
  }
  return createDataFolder(join(resolve(settings.DATA_DIR), 'files'));
}
