import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { RawAnswer, ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { FileStore, PartKey } from '#providers/files/port.ts';
import { LEAST_PART_BYTES, MOST_FILE_BYTES, type TrainingMaterial } from '../contract-uploads.ts';
import type { Knowledge } from './knowledge-service.ts';

const FILE_URL = /^\/api\/training-materials\/files\/([0-9a-f-]{36})$/;
const READING_MS = 60_000;
const READER_MB = 512;
const PART_URL_SECONDS = 3_600;

type Dependencies = { files: FileStore; knowledge: Knowledge };

export type NewMaterial = {
  expertId: string;
  fileName: string;
  fileUrl: string;
  fileType: string;
  trainingContext: string;
};

/** Training files: sent to an address of ours, then read and taught. */
export function createUploads({ files, knowledge }: Dependencies) {
  const newKey = () => newId();
  return {
    begin: () => ({ uploadURL: `/api/training-materials/uploads/${newKey()}` }),

    async put(id: string, file: ReceivedFile) {
      if (file.bytes === 0) throw new AppError('refused', 'This file is empty.');
      await files.put(keyOf(id), file.path);
      return { fileUrl: fileUrlOf(id), bytes: file.bytes };
    },

    /** Reads the file apart from everything else, with limits of time and memory, and stores what it says. */
    async addMaterial(material: NewMaterial): Promise<TrainingMaterial> {
      const id = idOf(material.fileUrl);
      const stored = id === undefined ? undefined : await files.find(keyOf(id));
      if (!stored || id === undefined)
        throw new AppError('not_found', 'This file has not arrived. Send it again.');
      if (stored.bytes > MOST_FILE_BYTES) throw new AppError('too_large', 'The file is larger than 10 MB.');
      const text = await readApart(stored.path, material.fileName);
      const item = await knowledge.add({
        expertId: material.expertId,
        title: material.fileName.slice(0, 200),
        content: text,
        trainingContext: material.trainingContext,
        type: 'uploaded_file',
        fileName: material.fileName,
      });
      return { ...material, id, fileUrl: fileUrlOf(id), knowledgeId: item.id };
    },

    /** Always a download of no type, so that no browser runs what somebody uploaded. */
    async read(id: string): Promise<RawAnswer> {
      const stored = await files.find(keyOf(id));
      if (!stored) throw new AppError('not_found', 'This file does not exist.');
      return {
        status: 200,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="training-file"',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
        },
        body: await readFile(stored.path),
      };
    },

    params: () => ({
      method: 'PUT' as const,
      url: `/api/training-materials/uploads/${newKey()}`,
      fields: {},
      headers: {},
    }),

    async beginMultipart() {
      const key = keyOf(newKey());
      return { key, uploadId: await files.beginMultipart(key) };
    },

    async listParts(upload: PartKey) {
      const parts = await files.listParts(upload).catch(() => undefined);
      if (!parts) throw uploadNotFound();
      return parts;
    },

    signPart: ({ key, uploadId }: PartKey, partNumber: number) => ({
      url: `/s3/parts/${uploadId}/${partNumber}?key=${encodeURIComponent(key)}`,
      expires: PART_URL_SECONDS,
    }),

    async putPart(upload: PartKey, partNumber: number, file: ReceivedFile) {
      const ETag = await files.putPart(upload, partNumber, file.path).catch(() => undefined);
      if (ETag === undefined) throw uploadNotFound();
      return { ETag };
    },

    async complete(upload: PartKey, parts: readonly { PartNumber: number; ETag: string }[]) {
      const stored = await files.listParts(upload).catch(() => undefined);
      if (!stored) throw uploadNotFound();
      const last = Math.max(...parts.map(({ PartNumber }) => PartNumber));
      if (stored.some(({ PartNumber, Size }) => PartNumber < last && Size < LEAST_PART_BYTES)) {
        throw new AppError('refused', 'Every part but the last has at least 5 MB.', {
          reason: 'EntityTooSmall',
        });
      }
      const named = new Set(parts.map(({ PartNumber }) => PartNumber));
      const bytes = stored.reduce((sum, part) => (named.has(part.PartNumber) ? sum + part.Size : sum), 0);
      if (named.size < parts.length || bytes > MOST_FILE_BYTES) {
        throw new AppError('too_large', 'The file is larger than 10 MB.', { reason: 'EntityTooLarge' });
      }
      if (!(await files.complete(upload, parts))) {
        throw new AppError('refused', 'A part is missing or is another one.', { reason: 'InvalidPart' });
      }
      return { location: fileUrlOf(upload.key.slice('training/'.length)) };
    },

    async abort(upload: PartKey): Promise<void> {
      await files.abort(upload).catch(() => undefined);
    },
  };
}
export type Uploads = ReturnType<typeof createUploads>;

const keyOf = (id: string): string => `training/${id.toLowerCase()}`;
const fileUrlOf = (id: string): string => `/api/training-materials/files/${id}`;

/** Of the address that the upload went to, or of the file that came of it; with or without our origin. */
function idOf(url: string): string | undefined {
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace('/uploads/', '/files/');
  return FILE_URL.exec(path)?.[1];
}

function uploadNotFound(): AppError {
  return new AppError('not_found', 'This upload does not exist or has ended.');
}

function readApart(path: string, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./file-text-worker.ts', import.meta.url), {
      workerData: { path, name },
      resourceLimits: { maxOldGenerationSizeMb: READER_MB, maxYoungGenerationSizeMb: 64 },
    });
    const timer = setTimeout(() => end('This file takes too long to read. Split it.'), READING_MS);
    const end = (refusal: string): void => {
      clearTimeout(timer);
      void worker.terminate();
      reject(new AppError('refused', refusal));
    };
    worker.once('message', (message: { text?: string; refused?: string }) => {
      clearTimeout(timer);
      void worker.terminate();
      if (message.text === undefined)
        reject(new AppError('refused', message.refused ?? 'This file cannot be read.'));
      else resolve(message.text);
    });
    worker.once('error', () => end('This file needs too much memory to read. Split it.'));
  });
}
