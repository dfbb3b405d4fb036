import { z } from 'zod';
import { SuppressionReason } from '#features/compliance/contract.ts';
import { endpoint, IdParams, Nothing, PageQuery, RawAnswer } from '#kit/endpoint.ts';

/** Somebody who may not be written to, on any channel and in any campaign. */
export const Suppression = z.object({
  id: z.uuid(),
  /** The person, where they are still known; the list itself keeps only a keyed hash. */
  leadId: z.uuid().nullable(),
  name: z.string().nullable(),
  reason: SuppressionReason,
  campaignName: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Suppression = z.infer<typeof Suppression>;

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/api/suppressions',
  access: 'viewer',
  summary: 'Who may not be written to, the newest first',
  query: PageQuery.extend({
    reason: z.enum(SuppressionReason.options, `One of ${SuppressionReason.options.join(', ')}.`).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.array(Suppression),
  paged: true,
});

export const liftSuppression = endpoint({
  method: 'POST',
  path: '/api/suppressions/:id/lift',
  access: 'admin',
  summary:
    'Take somebody off the list, with a reason; who asked for it themselves only once they have agreed anew',
  params: IdParams,
  body: z.object({
    reason: z
      .string()
      .trim()
      .min(20, 'Give a reason of at least 20 characters.')
      .max(500, 'At most 500 characters.'),
  }),
  response: Nothing,
  status: 204,
});

export const exportSuppressions = endpoint({
  method: 'GET',
  path: '/api/suppressions/export',
  access: 'member',
  summary: 'The whole list as a CSV file; people who are not known any more by their hash alone',
  response: RawAnswer,
  produces: 'text/csv',
});

/** Many addresses at once, one per line or separated by commas. */
const MOST_ADDRESSES = 20_000;

/** A line that is no address stays whole, so that whoever typed it knows it again; several addresses in one are taken apart. */
function addressesOf(text: string): string[] {
  const parts = text.split(/[\r\n\t,;"]+/).map((part) => part.trim());
  const words = parts.flatMap((part) => {
    const inPart = part.split(/\s+/);
    return inPart.every((word) => word.includes('@')) ? inPart : [part];
  });
  return [...new Set(words.filter((word) => word !== ''))];
}

export const importSuppressions = endpoint({
  method: 'POST',
  path: '/api/suppressions',
  access: 'member',
  summary: 'Add email addresses to the list; whatever is no address is named',
  body: z.object({
    text: z
      .string()
      .max(900_000, 'At most 900,000 characters at once.')
      .transform(addressesOf)
      .refine((words) => words.length > 0, 'Enter at least one address.')
      .refine((words) => words.length <= MOST_ADDRESSES, `At most ${MOST_ADDRESSES} addresses at once.`),
  }),
  response: z.object({
    added: z.number().int(),
    known: z.number().int(),
    /** All that were no addresses. */
    refused: z.array(z.string()),
  }),
});
