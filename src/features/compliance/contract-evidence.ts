import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';

/** What stands behind words of a claim: a study, a test, the terms of an offer. */
export const ClaimEvidence = z.object({
  id: z.uuid(),
  /** As they stand in texts: "clinically tested". */
  words: z.string(),
  title: z.string(),
  url: z.string(),
  /** YYYY-MM-DD, when it was published. */
  publishedOn: z.iso.date(),
  /** YYYY-MM-DD, the last day it holds, for example of an offer; null where it has none. */
  validUntil: z.iso.date().nullable(),
});
export type ClaimEvidence = z.infer<typeof ClaimEvidence>;

export const NewEvidence = z
  .object({
    words: z.string().trim().min(3, 'At least 3 characters.').max(120, 'At most 120 characters.'),
    title: z.string().trim().min(1, 'Enter a title.').max(200, 'At most 200 characters.'),
    url: z
      .url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://.' })
      .max(2_000, 'At most 2,000 characters.'),
    publishedOn: z.iso.date('Enter a date.'),
    validUntil: z
      .union([z.literal('').transform(() => null), z.iso.date('Enter a date.')])
      .nullable()
      .default(null),
  })
  .refine(({ publishedOn, validUntil }) => validUntil === null || validUntil >= publishedOn, {
    path: ['validUntil'],
    message: 'It ends before it begins.',
  });
export type NewEvidence = z.output<typeof NewEvidence>;

const IdParams = z.object({ id: z.uuid() });

export const listEvidence = endpoint({
  method: 'GET',
  path: '/api/compliance/evidence',
  access: 'viewer',
  summary: 'What stands behind the words of claims, newest first',
  response: z.array(ClaimEvidence),
});

export const addEvidence = endpoint({
  method: 'POST',
  path: '/api/compliance/evidence',
  access: 'admin',
  summary: 'Say what stands behind words of a claim; warnings about them read substantiated from then on',
  body: NewEvidence,
  response: ClaimEvidence,
  status: 201,
});

export const removeEvidence = endpoint({
  method: 'DELETE',
  path: '/api/compliance/evidence/:id',
  access: 'admin',
  summary: 'Take evidence away; the warnings come back',
  params: IdParams,
  response: z.undefined(),
  status: 204,
});

export const restoreEvidence = endpoint({
  method: 'POST',
  path: '/api/compliance/evidence/:id/restore',
  access: 'admin',
  summary: 'Undo of the removal',
  params: IdParams,
  response: ClaimEvidence,
});
