import { z } from 'zod';
import { endpoint, FileBody, IdParams, Nothing, RawAnswer } from '#kit/endpoint.ts';

export const MOST_FILES = 5;
/** 10 MB. */
export const MOST_FILE_BYTES = 10_485_760;
/** A part of a multipart upload; the last one may be smaller (Amazon S3's own limits). */
export const LEAST_PART_BYTES = 5 * 1_048_576;
export const MOST_PARTS = 10_000;
const MOST_PART_BYTES = 64 * 1_048_576;

/** What can be read of a file, by its ending. */
export const FILE_TYPES = ['.pdf', '.docx', '.html', '.htm', '.md', '.txt', '.csv', '.xlsx'] as const;

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/training-materials/upload',
  access: 'admin',
  summary: 'An address to which one training file is sent with PUT',
  response: z.object({ uploadURL: z.string() }),
});

export const putUpload = endpoint({
  method: 'PUT',
  path: '/api/training-materials/uploads/:id',
  access: 'admin',
  summary: 'Send the bytes of a training file',
  params: IdParams,
  body: FileBody,
  maxBodyBytes: MOST_FILE_BYTES,
  response: z.object({ fileUrl: z.string(), bytes: z.number().int() }),
});

export const TrainingMaterial = z.object({
  id: z.uuid(),
  expertId: z.uuid(),
  fileName: z.string(),
  fileUrl: z.string(),
  fileType: z.string(),
  trainingContext: z.string(),
  /** The item that was read from it. */
  knowledgeId: z.uuid(),
});
export type TrainingMaterial = z.infer<typeof TrainingMaterial>;

export const addTrainingMaterial = endpoint({
  method: 'POST',
  path: '/api/training-materials',
  access: 'admin',
  summary: 'Read a file that was sent and teach it to an agent',
  body: z.object({
    expertId: z.uuid('Choose an agent.'),
    fileName: z.string().trim().min(1, 'Give the name of the file.').max(255, 'At most 255 characters.'),
    fileUrl: z.string().max(500, 'At most 500 characters.'),
    fileType: z.string().max(200, 'At most 200 characters.').default(''),
    trainingContext: z.string().trim().max(5_000, 'At most 5,000 characters.').default(''),
  }),
  response: TrainingMaterial,
  status: 201,
});

export const getTrainingFile = endpoint({
  method: 'GET',
  path: '/api/training-materials/files/:id',
  access: 'viewer',
  summary: 'The file as it was sent, as a download',
  params: IdParams,
  response: RawAnswer,
  produces: 'application/octet-stream',
});

const UploadId = z.string().regex(/^[\w-]{1,100}$/, 'Not an upload of ours.');
const Key = z.string().regex(/^training\/[0-9a-f-]{36}$/, 'Not a key of ours.');
const PartNumber = z.coerce.number().int().min(1).max(MOST_PARTS, `At most ${MOST_PARTS} parts.`);

export const beginMultipart = endpoint({
  method: 'POST',
  path: '/s3/multipart',
  access: 'admin',
  summary: 'Begin to send a large file in parts',
  body: z.object({
    filename: z.string().max(255, 'At most 255 characters.'),
    type: z.string().max(200).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
  response: z.object({ key: z.string(), uploadId: z.string() }),
});

export const Part = z.object({ PartNumber: z.number().int(), Size: z.number().int(), ETag: z.string() });

export const listParts = endpoint({
  method: 'GET',
  path: '/s3/multipart/:uploadId',
  access: 'admin',
  summary: 'The parts that have arrived',
  params: z.object({ uploadId: UploadId }),
  query: z.object({ key: Key }),
  response: z.array(Part),
});

export const signPart = endpoint({
  method: 'GET',
  path: '/s3/multipart/:uploadId/:partNumber',
  access: 'admin',
  summary: 'The address to which a part is sent with PUT',
  params: z.object({ uploadId: UploadId, partNumber: PartNumber }),
  query: z.object({ key: Key }),
  response: z.object({ url: z.string(), expires: z.number().int() }),
});

export const putPart = endpoint({
  method: 'PUT',
  path: '/s3/parts/:uploadId/:partNumber',
  access: 'admin',
  summary: 'Send the bytes of a part',
  params: z.object({ uploadId: UploadId, partNumber: PartNumber }),
  query: z.object({ key: Key }),
  body: FileBody,
  maxBodyBytes: MOST_PART_BYTES,
  response: z.object({ ETag: z.string() }),
});

export const completeMultipart = endpoint({
  method: 'POST',
  path: '/s3/multipart/:uploadId/complete',
  access: 'admin',
  summary: 'Put the parts together',
  params: z.object({ uploadId: UploadId }),
  query: z.object({ key: Key }),
  body: z.object({
    parts: z
      .array(z.object({ PartNumber: z.number().int().min(1).max(MOST_PARTS), ETag: z.string().max(200) }))
      .min(1, 'Name the parts.')
      .max(MOST_PARTS, `At most ${MOST_PARTS} parts.`),
  }),
  response: z.object({ location: z.string() }),
});

export const abortMultipart = endpoint({
  method: 'DELETE',
  path: '/s3/multipart/:uploadId',
  access: 'admin',
  summary: 'Give the upload up and forget its parts',
  params: z.object({ uploadId: UploadId }),
  query: z.object({ key: Key }),
  response: Nothing,
  status: 204,
});

export const uploadParams = endpoint({
  method: 'GET',
  path: '/s3/params',
  access: 'admin',
  summary: 'How a file is sent in one request',
  query: z.object({
    filename: z.string().max(255).optional(),
    type: z.string().max(200).optional(),
  }),
  response: z.object({
    method: z.literal('PUT'),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
    headers: z.record(z.string(), z.string()),
  }),
});
