import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { FILE_TYPES, MOST_FILE_BYTES, MOST_FILES } from '../contract-uploads.ts';

export type UploadMeta = { name: string; trainingContext?: string };
export type UploadBody = Record<string, never>;
export type TrainingUploader = Uppy<UploadMeta, UploadBody>;

type Options = {
  /** Asks for the address that one file is sent to. */
  begin: () => Promise<{ uploadURL: string }>;
  /** Has the file read and taught; rejects with the words why not. */
  record: (file: { name: string; type: string; fileUrl: string }) => Promise<void>;
  /** Of our server, for the calls of large files. */
  endpoint: string;
};

/** Files on their way to an agent: at most 5 of 10 MB, each sent with PUT and then read by the server. */
export function createTrainingUploader({ begin, record, endpoint }: Options): TrainingUploader {
  const addresses = new Map<string, string>();
  const uppy = new Uppy<UploadMeta, UploadBody>({
    id: 'training-files',
    restrictions: {
      maxNumberOfFiles: MOST_FILES,
      maxFileSize: MOST_FILE_BYTES,
      allowedFileTypes: [...FILE_TYPES],
    },
  });
  uppy.use(AwsS3<UploadMeta, UploadBody>, {
    endpoint,
    getUploadParameters: async (file) => {
      const { uploadURL } = await begin();
      addresses.set(file.id, uploadURL);
      return {
        method: 'PUT',
        // Whole: the plugin takes the address apart once the file has arrived.
        url: new URL(uploadURL, endpoint).href,
        headers: { 'content-type': 'application/octet-stream' },
      };
    },
  });
  uppy.addPostProcessor(async (ids) => {
    for (const id of ids) {
      const file = uppy.getFile(id);
      if (!file || file.error) continue;
      uppy.emit('postprocess-progress', file, { mode: 'indeterminate', message: 'Reading the file' });
      try {
        const fileUrl = addresses.get(id) ?? file.response?.uploadURL ?? '';
        await record({ name: file.name, type: file.type, fileUrl });
        uppy.emit('postprocess-complete', file);
      } catch (error) {
        uppy.emit('upload-error', file, error instanceof Error ? error : new Error('Unknown error'));
      }
    }
  });
  return uppy;
}
