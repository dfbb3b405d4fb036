import type { Lead, LeadQuery } from '#features/leads/contract.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Page } from '#kit/endpoint.ts';
import type { Database } from '#platform/db.ts';
import type { BoardCard } from '../contract-board.ts';
import { lastWords } from '../rules-board.ts';
import { type CardFacts, listCardFacts } from './board-store.ts';

type Dependencies = { db: Database; leads: Pick<Leads, 'listLeads'> };

/** The pipeline as a board: the leads of a stage, each with what a card tells. */
export function createBoard({ db, leads }: Dependencies) {
  return {
    async listCards(query: LeadQuery): Promise<Page<BoardCard>> {
      const { items, ...page } = await leads.listLeads(query);
      const facts = new Map(
        (
          await listCardFacts(
            db,
            items.map(({ id }) => id),
          )
        ).map((row) => [row.id, row]),
      );
      return { ...page, items: items.flatMap((lead) => toCard(lead, facts.get(lead.id)) ?? []) };
    },
  };
}

/** Nothing for somebody who went between the two questions. */
function toCard(lead: Lead, facts: CardFacts | undefined): BoardCard | undefined {
  if (!facts) return undefined;
  const { type, at, taskId, taskTitle, taskDueAt } = facts;
  return {
    lead,
    lastEvent:
      type === null || at === null ? null : { words: lastWords(type, facts), at: new Date(at).toISOString() },
    task:
      taskId === null || taskTitle === null || taskDueAt === null
        ? null
        : { id: taskId, title: taskTitle, dueAt: new Date(taskDueAt).toISOString() },
  };
}
