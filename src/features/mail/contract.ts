import { z } from 'zod';

/** A stretch of a line as one person reads it. */
export const ShownSpan = z.object({
  text: z.string(),
  isBold: z.boolean(),
  isItalic: z.boolean(),
  /** Filled in for this person. */
  isPersonal: z.boolean(),
  /** Where it leads, before it is made a tracked link. */
  href: z.string().nullable(),
});
export type ShownSpan = z.infer<typeof ShownSpan>;

const ShownLine = z.array(ShownSpan);

/** What the HTML part of a mail is made of, from top to bottom. */
export const ShownBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(1), z.literal(2)]), line: ShownLine }),
  z.object({ kind: z.literal('paragraph'), lines: z.array(ShownLine) }),
  z.object({ kind: z.literal('button'), line: ShownLine, href: z.string() }),
  z.object({ kind: z.literal('quote'), paragraphs: z.array(z.array(ShownLine)) }),
  z.object({
    kind: z.literal('list'),
    items: z.array(
      z.object({
        line: ShownLine,
        /** How many lists are around its own. */
        depth: z.number().int(),
        /** Null for a bullet. */
        number: z.number().int().nullable(),
      }),
    ),
  }),
  z.object({ kind: z.literal('table'), rows: z.array(z.array(ShownLine)) }),
  z.object({ kind: z.literal('rule') }),
  z.object({ kind: z.literal('picture'), src: z.string(), alt: z.string() }),
]);
export type ShownBlock = z.infer<typeof ShownBlock>;
