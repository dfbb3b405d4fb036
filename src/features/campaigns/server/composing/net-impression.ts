import type { Finding } from '#features/compliance/contract.ts';
import { readNetImpression } from '#features/compliance/server/net-impression.ts';
import type { Context } from '#platform/context.ts';
import { claimsOf, type Standards } from '../../rules-claims.ts';

/** What a language model said of texts, by `impressionKey`. */
export type Impressions = ReadonlyMap<string, readonly Finding[]>;

type Text = { subject?: string | null | undefined; body: string };

/** By which field and words impressions are found again. */
export const impressionKey = (field: 'subject' | 'body', text: string): string => `${field} ${text}`;

/** Asks what the texts leave as an impression, all at once. Slow: never inside a transaction. */
export async function readImpressions(
  ctx: Pick<Context, 'clock' | 'languageModel' | 'log'>,
  texts: readonly Text[],
  standards: Omit<Standards, 'today'>,
): Promise<Impressions> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const asked = new Map<string, Promise<Finding[]>>();
  for (const text of texts) {
    const claims = claimsOf(text, { ...standards, today });
    for (const field of ['subject', 'body'] as const) {
      const words = text[field] ?? '';
      const key = impressionKey(field, words);
      if (words.trim() !== '' && !asked.has(key))
        asked.set(
          key,
          readNetImpression(ctx, words, { jurisdictions: standards.jurisdictions, known: claims[field] }),
        );
    }
  }
  return new Map(
    await Promise.all([...asked].map(async ([key, findings]) => [key, await findings] as const)),
  );
}
