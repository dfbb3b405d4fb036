import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import {
  addKnowledge,
  changeKnowledge,
  getKnowledge,
  type KnowledgeItem,
  listKnowledge,
  listPassages,
} from '../contract.ts';
import { readFileAgain } from '../contract-files.ts';

/** What an agent knows, newest first. */
export function knowledgeQuery(agentId: string) {
  return infiniteQueryOf(listKnowledge, { query: { expertId: agentId } }, { topics: ['agents'] });
}

export function knowledgeItemQuery(id: string) {
  return queryOf(getKnowledge, { params: { id } }, { topics: ['agents'] });
}

const PASSAGES_A_PAGE = 100;

/** Passages of an item in order; with words of a quote, from shortly before it on. */
export function passagesQuery(id: string, quote: string | undefined) {
  const query = { limit: PASSAGES_A_PAGE, ...(quote === undefined ? {} : { quote }) };
  return infiniteQueryOf(listPassages, { params: { id }, query }, { topics: ['agents'] });
}

export function useAddKnowledge() {
  const keep = useKeptItem();
  return useMutation({
    mutationFn: (body: z.input<typeof addKnowledge.body>) => callApi(addKnowledge, { body }),
    onSuccess: keep,
  });
}

export function useChangeKnowledge() {
  const keep = useKeptItem();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: z.input<typeof changeKnowledge.body> }) =>
      callApi(changeKnowledge, { params: { id }, body: change }),
    onSuccess: keep,
  });
}

export function useReadFileAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(readFileAgain, { params: { id } }),
    onSuccess: ({ knowledgeId }) =>
      client.invalidateQueries({ queryKey: knowledgeItemQuery(knowledgeId).queryKey }),
  });
}

/** The item is in the list at once; the live update follows. */
function useKeptItem() {
  const client = useQueryClient();
  return (item: KnowledgeItem): void => {
    client.setQueryData(knowledgeQuery(item.expertId).queryKey, (list) => {
      if (!list) return list;
      const isListed = list.pages.some(({ items }) => items.some(({ id }) => id === item.id));
      const pages = list.pages.map((page, index) => ({
        ...page,
        total: isListed ? page.total : page.total + 1,
        items: isListed
          ? page.items.map((other) => (other.id === item.id ? item : other))
          : index === 0
            ? [item, ...page.items]
            : page.items,
      }));
      return { ...list, pages };
    });
    void client.invalidateQueries({ queryKey: knowledgeItemQuery(item.id).queryKey });
  };
}
