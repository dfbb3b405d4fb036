import { z } from 'zod';
import { endpoint, FileBody, IdParams, Nothing } from '#kit/endpoint.ts';
import { MOST_PART_BYTES, MOST_PARTS, readKey, SentPurpose } from './rules.ts';

/** A file that is sent in one request; a larger one goes in parts. */
export const MOST_WHOLE_BYTES = 10_485_760;

export const getUploadOptions = endpoint({
  method: 'GET',
  path: '/api/uploads/options',
  access: 'member',
  summary: 'From where files can be sent beside this device',
  response: z.object({
    /** Null: only from this device (COMPANION_URL). */
    companionUrl: z.string().nullable(),
  }),
});

export const putFile = endpoint({
  method: 'PUT',
  path: '/api/uploads/:id',
  access: 'member',
  summary: 'Send the bytes of a picture or video, once',
  params: IdParams,
  body: FileBody,
  maxBodyBytes: MOST_WHOLE_BYTES,
  response: z.object({ bytes: z.number().int() }),
});

const UploadId = z.string().regex(/^[\w.~+/=-]{1,1024}$/, 'Not an upload of ours.');
const Key = z.string().refine((key) => readKey(key) !== undefined, 'Not a key of ours.');
const PartNumber = z.coerce.number().int().min(1).max(MOST_PARTS, `At most ${MOST_PARTS} parts.`);

export const beginMultipart = endpoint({
  method: 'POST',
  path: '/s3/multipart',
  access: 'member',
  summary: 'Begin to send a large file in parts',
  body: z.object({
    filename: z.string().max(255, 'At most 255 characters.'),
    type: z.string().max(200).nullish(),
    metadata: z
      .looseObject({ purpose: SentPurpose.default('media') })
      .nullish()
      .transform((metadata) => metadata ?? { purpose: 'media' as const }),
  }),
  response: z.object({ key: z.string(), uploadId: z.string() }),
});

export const Part = z.object({ PartNumber: z.number().int(), Size: z.number().int(), ETag: z.string() });

export const listParts = endpoint({
  method: 'GET',
  path: '/s3/multipart/:uploadId',
  access: 'member',
  summary: 'The parts that have arrived',
  params: z.object({ uploadId: UploadId }),
  query: z.object({ key: Key }),
  response: z.array(Part),
});

export const signPart = endpoint({
  method: 'GET',
  path: '/s3/multipart/:uploadId/:partNumber',
  access: 'member',
  summary: 'The address to which a part is sent with PUT',
  params: z.object({ uploadId: UploadId, partNumber: PartNumber }),
  query: z.object({ key: Key }),
  response: z.object({ url: z.string(), expires: z.number().int() }),
});

export const putPart = endpoint({
  method: 'PUT',
  path: '/s3/parts/:uploadId/:partNumber',
  access: 'member',
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
  access: 'member',
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
  access: 'member',
  summary: 'Give the upload up and forget its parts',
  params: z.object({ uploadId: UploadId }),
  query: z.object({ key: Key }),
  response: Nothing,
  status: 204,
});

export const uploadParams = endpoint({
  method: 'GET',
  path: '/s3/params',
  access: 'member',
  summary: 'How a file is sent in one request',
  query: z.object({
    filename: z.string().max(255).optional(),
    type: z.string().max(200).optional(),
    'metadata[purpose]': SentPurpose.default('media'),
  }),
  response: z.object({
    method: z.literal('PUT'),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
    headers: z.record(z.string(), z.string()),
  }),
});

export const temporaryCredentials = endpoint({
  method: 'GET',
  path: '/s3/sts',
  access: 'admin',
  summary: 'Temporary credentials that may only send files into incoming/ of the storage (S3_STS_ENDPOINT)',
  response: z.object({
    credentials: z.object({
      AccessKeyId: z.string(),
      SecretAccessKey: z.string(),
      SessionToken: z.string(),
      Expiration: z.string(),
    }),
    bucket: z.string(),
    region: z.string(),
  }),
  isAnswerSecret: true,
});
