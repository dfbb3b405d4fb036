import { useState } from 'react';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadFilter } from '#features/leads/web/api.ts';

/** The leads of a list that are chosen one by one, or all that its filter finds. */
export function useChoice(rows: readonly Lead[], filter: LeadFilter) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // All that match, seen or not; another filter is another list.
  const [whole, setWhole] = useState<string | null>(null);
  const key = JSON.stringify(filter);
  // A row that left the list is not chosen any more.
  const leads = rows.filter(({ id }) => ids.has(id));
  return {
    leads,
    ids: new Set(leads.map(({ id }) => id)),
    filter: whole === key && leads.length > 0 ? filter : null,
    choose: (next: ReadonlySet<string>): void => {
      setIds(next);
      setWhole(null);
    },
    chooseAll: (): void => {
      setIds(new Set(rows.map(({ id }) => id)));
      setWhole(key);
    },
  };
}
