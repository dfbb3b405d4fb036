import type { Lead, LeadQuery } from '#features/leads/contract.ts';
import { listLeads } from '#features/leads/server/service.ts';
import type { Page } from '#kit/endpoint.ts';
import type { Context } from '#platform/context.ts';
import type { BoardCard } from '../contract-board.ts';
import { lastWords } from '../rules-board.ts';
import { type CardFacts, listCardFacts } from './board-store.ts';

/** The leads of a stage as cards of the board, page by page. */
export async function listBoardCards(ctx: Pick<Context, 'db'>, query: LeadQuery): Promise<Page<BoardCard>> {
  const { items, ...page } = await listLeads(ctx, query);
  const rows = await listCardFacts(
    ctx.db,
    items.map(({ id }) => id),
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  return { ...page, items: items.flatMap((lead) => toCard(lead, facts.get(lead.id)) ?? []) };
}

/** Nothing for a lead that was deleted between the two queries. */
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
