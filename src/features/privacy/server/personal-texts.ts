import type { z } from 'zod';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { PERSONAL_TEXTS_HEADER, personalTextLine } from '#features/compliance/rules-audit.ts';
import { leadNotFound } from '#features/leads/server/refusals.ts';
import { findLead } from '#features/leads/server/service.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import type { Context } from '#platform/context.ts';
import { download } from '#platform/download.ts';
import type * as contract from '../contract.ts';

/** What a feature to the right has sent to a person. */
type TextSource = (leadId: string) => Promise<PersonalText[]>;

declare module '#platform/context.ts' {
  interface Context {
    readonly textSources: readonly TextSource[];
  }
}

type TextContext = Pick<Context, 'db' | 'textSources'>;

/** Everything that was written to a person, newest first. */
export async function listTextsTo(
  { textSources }: Pick<Context, 'textSources'>,
  leadId: string,
): Promise<PersonalText[]> {
  return (await Promise.all(textSources.map((read) => read(leadId))))
    .flat()
    .sort((left, right) => right.at.localeCompare(left.at) || right.id.localeCompare(left.id));
}

/** Refuses with `not_found`. */
export async function listPersonalTexts(
  ctx: TextContext,
  leadId: string,
  { limit, cursor }: z.output<typeof contract.listPersonalTexts.query>,
): Promise<Page<PersonalText>> {
  await assertKnown(ctx, leadId);
  const texts = await listTextsTo(ctx, leadId);
  const from = cursor === undefined ? 0 : texts.findIndex(({ id }) => id === cursor) + 1;
  const items = texts.slice(from, from + limit);
  const nextCursor = from + limit < texts.length ? (items.at(-1)?.id ?? null) : null;
  return { items, nextCursor, total: texts.length };
}

/** Refuses with `not_found`. */
export async function exportPersonalTexts(
  ctx: TextContext,
  leadId: string,
  { format }: z.output<typeof contract.exportPersonalTexts.query>,
): Promise<RawAnswer> {
  await assertKnown(ctx, leadId);
  const texts = await listTextsTo(ctx, leadId);
  const body =
    format === 'csv'
      ? PERSONAL_TEXTS_HEADER + texts.map(personalTextLine).join('')
      : `${JSON.stringify(texts, null, 2)}\n`;
  return download({ name: `texts-${leadId}`, format, body });
}

async function assertKnown({ db }: TextContext, leadId: string): Promise<void> {
  if (!(await findLead(db, leadId))) throw leadNotFound();
}
