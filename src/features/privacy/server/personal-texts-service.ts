import type { z } from 'zod';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { PERSONAL_TEXTS_HEADER, personalTextLine } from '#features/compliance/rules-audit.ts';
import { findLead, leadNotFound } from '#features/leads/server/erasure-service.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import type { Database } from '#platform/db.ts';
import { download } from '#platform/download.ts';
import type { exportPersonalTexts, listPersonalTexts } from '../contract.ts';

/** A feature further right that writes to people: what left for one of them. */
export type TextSource = (leadId: string) => Promise<PersonalText[]>;

/** What was written to a person, whoever wrote it. */
export function createTexts({ db }: { db: Database }) {
  const sources: TextSource[] = [];

  const textsTo = async (leadId: string): Promise<PersonalText[]> =>
    (await Promise.all(sources.map((read) => read(leadId))))
      .flat()
      .sort((left, right) => right.at.localeCompare(left.at) || right.id.localeCompare(left.id));

  const assertKnown = async (leadId: string): Promise<void> => {
    if (!(await findLead(db, leadId))) throw leadNotFound();
  };

  return {
    /** Wired once, at the start. */
    registerSender: (source: TextSource): void => void sources.push(source),

    textsTo,

    async listPersonalTexts(
      leadId: string,
      { limit, cursor }: z.output<typeof listPersonalTexts.query>,
    ): Promise<Page<PersonalText>> {
      await assertKnown(leadId);
      const texts = await textsTo(leadId);
      const from = cursor === undefined ? 0 : texts.findIndex(({ id }) => id === cursor) + 1;
      const items = texts.slice(from, from + limit);
      const nextCursor = from + limit < texts.length ? (items.at(-1)?.id ?? null) : null;
      return { items, nextCursor, total: texts.length };
    },

    async exportPersonalTexts(
      leadId: string,
      { format }: z.output<typeof exportPersonalTexts.query>,
    ): Promise<RawAnswer> {
      await assertKnown(leadId);
      const texts = await textsTo(leadId);
      const body =
        format === 'csv'
          ? PERSONAL_TEXTS_HEADER + texts.map(personalTextLine).join('')
          : `${JSON.stringify(texts, null, 2)}\n`;
      return download({ name: `texts-${leadId}`, format, body });
    },
  };
}
export type Texts = ReturnType<typeof createTexts>;
