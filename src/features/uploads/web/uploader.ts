import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import type { SentPurpose } from '../rules.ts';

export type UploadMeta = { name: string; purpose: SentPurpose };
export type UploadBody = Record<string, never>;
export type Uploader = Uppy<UploadMeta, UploadBody>;

export type SentFile = {
  name: string;
  type: string;
  /** Where it is, as our server understands it. */
  fileUrl: string;
};

/** The server has read a file and will not take it: sending it once more would change nothing. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
}

/** Where the widget itself begins to cut a file into parts. */
const WHOLE_UP_TO_BYTES = 100 * 1_048_576;

type Options = {
  purpose: SentPurpose;
  mostFiles: number;
  mostFileBytes: number;
  /** With their dots; empty for any. */
  endings: readonly string[];
  /** Asks for the address that one file is sent to. */
  begin: (file: { name: string; type: string }) => Promise<{ uploadURL: string }>;
  /** Has our server take the file up; rejects with the words why not. */
  record: (file: SentFile) => Promise<void>;
  /** Hears of a file that was refused for good, with the words why; it is not in the widget, which would offer a retry. */
  onRefused?: (file: { id: string; name: string }, reason: string) => void;
  /** Hears which files of those sent together were taken up; not called for none. */
  onRecorded?: (names: string[]) => void;
  /** Of our server, for the calls of files that go in parts. */
  endpoint: string;
  /** What the person reads while the server works on a file that has arrived. */
  recordingWords: string;
  /** Larger files go in parts; not set: those over 100 MB. */
  wholeUpToBytes?: number;
};

/** Files on their way to the server: small ones with one PUT, large ones in parts, then taken up by the server. */
export function createUploader({ purpose, begin, record, endpoint, ...options }: Options): Uploader {
  const addresses = new Map<string, string>();
  const { wholeUpToBytes = WHOLE_UP_TO_BYTES } = options;
  const uppy: Uploader = new Uppy<UploadMeta, UploadBody>({
    id: `upload-${purpose}`,
    restrictions: {
      maxNumberOfFiles: options.mostFiles,
      maxFileSize: options.mostFileBytes,
      allowedFileTypes: [...options.endings],
    },
    onBeforeFileAdded: ({ id, name, size }, files) => {
      if (Object.hasOwn(files, id)) return false;
      // It would be sent, refused and offered to be sent again.
      if (size === 0) options.onRefused?.({ id, name: name ?? '' }, 'This file is empty.');
      return size !== 0;
    },
  });
  uppy.setMeta({ purpose });
  uppy.use(AwsS3<UploadMeta, UploadBody>, {
    endpoint,
    allowedMetaFields: ['purpose'],
    shouldUseMultipart: ({ size }) => (size ?? 0) > wholeUpToBytes,
    getUploadParameters: async (file) => {
      const { uploadURL } = await begin({ name: file.name, type: file.type });
      // Whole: the plugin takes the address apart once the file has arrived.
      const url = new URL(uploadURL, endpoint);
      addresses.set(file.id, uploadURL.startsWith('/') ? url.pathname : url.origin + url.pathname);
      return { method: 'PUT', url: url.href, headers: { 'content-type': 'application/octet-stream' } };
    },
  });
  uppy.addPostProcessor(async (ids) => {
    const recorded: string[] = [];
    const refused: string[] = [];
    for (const id of ids) {
      const file = uppy.getFile(id);
      if (!file || file.error) continue;
      uppy.emit('postprocess-progress', file, { mode: 'indeterminate', message: options.recordingWords });
      try {
        const fileUrl = addresses.get(id) ?? file.response?.uploadURL ?? '';
        await record({ name: file.name, type: file.type, fileUrl });
        recorded.push(file.name);
        uppy.emit('postprocess-complete', file);
      } catch (error) {
        if (error instanceof RefusedFile) {
          refused.push(id);
          options.onRefused?.({ id, name: file.name }, error.message);
        } else uppy.emit('upload-error', file, error instanceof Error ? error : new Error('Unknown error'));
      }
    }
    if (refused.length > 0) uppy.once('complete', () => uppy.removeFiles(refused));
    if (recorded.length > 0) options.onRecorded?.(recorded);
  });
  return uppy;
}
