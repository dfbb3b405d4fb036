import type { ReceivedFile } from '#kit/endpoint.ts';
import type { ByteRange, StoredFile } from '#providers/files/port.ts';
import type { Purpose } from '../rules.ts';
import type { FileUse } from './file-uses.ts';

/** The functions of uploads bound to the Context, for features that are still objects. */
export type Uploads = {
  keeps: (purpose: Purpose, listUsed: FileUse['listUsed']) => void;
  addressFor: (purpose: Purpose) => Promise<string>;
  put: (purpose: Purpose, id: string, file: ReceivedFile) => Promise<{ bytes: number }>;
  keepOwn: (purpose: Purpose, bytes: Uint8Array) => Promise<string>;
  locate: (purpose: Purpose, address: string) => Promise<{ id: string; bytes: number }>;
  refuse: (purpose: Purpose, id: string, address: string) => Promise<void>;
  withFile: <T>(
    purpose: Purpose,
    id: string,
    work: (file: StoredFile) => Promise<T>,
  ) => Promise<T | undefined>;
  find: (purpose: Purpose, id: string) => Promise<{ bytes: number } | undefined>;
  read: (purpose: Purpose, id: string, range?: ByteRange) => AsyncIterable<Uint8Array>;
};
