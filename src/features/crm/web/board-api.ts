import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { Lead, Stage } from '#features/leads/contract.ts';
import { useUpdateLead } from '#features/leads/web/api.ts';
import type { Page } from '#kit/endpoint.ts';
import { callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import {
  addTask,
  type BoardCard,
  changeTask,
  deleteTask,
  listBoardCards,
  listLeadTasks,
  listTasks,
  type NewTask,
  restoreTask,
  type TaskChange,
} from '../contract-board.ts';

export type BoardFilter = { q?: string | undefined; sort: string };

/** Cards of one stage, page after page. */
export function cardsQuery(stage: Stage, { q, sort }: BoardFilter) {
  const query = q === undefined ? { stage, sort, limit: 100 } : { stage, sort, q, limit: 100 };
  return infiniteQueryOptions({
    ...infiniteQueryOf(listBoardCards, { query }, { topics: ['leads', 'stages', 'tasks', 'events'] }),
    placeholderData: keepPreviousData,
  });
}

type Cards = InfiniteData<Page<BoardCard>, string | null>;
export type Move = { card: BoardCard; to: Stage; isUndo?: true };

/**
 * Moves a lead to another stage: on the board at once, and back where it was when the server says no. Answers the lead
 * as it stands then, for an undo on top of it.
 */
export function useMoveCard(filter: BoardFilter): (move: Move) => Promise<Lead> {
  const client = useQueryClient();
  const update = useUpdateLead();
  return async ({ card, to, ...undo }) => {
    const from = card.lead.stage;
    const [left, entered] = [cardsQuery(from, filter).queryKey, cardsQuery(to, filter).queryKey];
    await Promise.all([left, entered].map((queryKey) => client.cancelQueries({ queryKey })));
    const before = [client.getQueryData<Cards>(left), client.getQueryData<Cards>(entered)] as const;
    client.setQueryData<Cards>(left, (cards) => cards && without(cards, card.lead.id));
    const moved = { ...card, lead: { ...card.lead, stage: to, stageSince: new Date().toISOString() } };
    client.setQueryData<Cards>(entered, (cards) => cards && withFirst(cards, moved));
    try {
      return await update.mutateAsync({ lead: card.lead, change: { stage: to, ...undo } });
    } catch (error) {
      client.setQueryData(left, before[0]);
      client.setQueryData(entered, before[1]);
      void client.invalidateQueries({ queryKey: left });
      void client.invalidateQueries({ queryKey: entered });
      throw error;
    }
  };
}

function without(cards: Cards, leadId: string): Cards {
  return {
    ...cards,
    pages: cards.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ lead }) => lead.id !== leadId),
      total: page.total - 1,
    })),
  };
}

function withFirst(cards: Cards, card: BoardCard): Cards {
  return {
    ...cards,
    pages: cards.pages.map((page, index) => ({
      ...page,
      items: index === 0 ? [card, ...page.items] : page.items,
      total: page.total + 1,
    })),
  };
}

export const leadTasksQuery = (leadId: string) =>
  queryOf(listLeadTasks, { params: { id: leadId } }, { topics: ['tasks'] });

export const tasksQuery = (owner: 'me' | 'all') =>
  queryOf(listTasks, { query: { owner } }, { topics: ['tasks', 'leads'] });

function useTaskChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      client.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('tasks') ?? false }),
  });
}

export const useAddTask = () =>
  useTaskChange(({ leadId, ...body }: { leadId: string } & z.input<typeof NewTask>) =>
    callApi(addTask, { params: { id: leadId }, body }),
  );

export const useChangeTask = () =>
  useTaskChange(({ id, ...body }: { id: string } & z.input<typeof TaskChange>) =>
    callApi(changeTask, { params: { id }, body }),
  );

export const useDeleteTask = () => useTaskChange((id: string) => callApi(deleteTask, { params: { id } }));

export const useRestoreTask = () => useTaskChange((id: string) => callApi(restoreTask, { params: { id } }));
