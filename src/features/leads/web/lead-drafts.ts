import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { HOUR_MS } from '#kit/time.ts';
import { forgetOldWork, forgetWork, listWorkNames, readWork, useWorkNames } from '#ui/kept/kept-work.ts';
import { leadOfDraft } from '../rules-drafts.ts';
import { forgottenQuery } from './api.ts';

type LeadDraft = { name: string; text: string };

/** What the signed-in person began to write about somebody, in this browser. */
export function useLeadDrafts(leadId: string): LeadDraft[] {
  const ofOwn = useOwnWork('');
  return useWorkNames('').flatMap((name) => {
    if (leadOfDraft(name) !== leadId || !name.endsWith(ofOwn)) return [];
    const text = readWork(name);
    return typeof text === 'string' ? [{ name, text }] : [];
  });
}

/** Removes what this browser keeps about a person. */
export function forgetLeadDrafts(leadId: string): void {
  for (const name of listWorkNames('')) if (leadOfDraft(name) === leadId) forgetWork(name);
}

const ASKED_AT_ONCE = 100;

/**
 * Removes drafts that are too old, and drafts about people who were erased anywhere. Once per page; the server is asked
 * after sign-in.
 */
export function useTidyDrafts(isIn: boolean, onForgotten: (leadId: string) => void): void {
  useEffect(() => {
    forgetOldWork();
    const timer = setInterval(forgetOldWork, HOUR_MS);
    return () => clearInterval(timer);
  }, []);

  const names = useWorkNames('');
  const leadIds = !isIn ? [] : [...new Set(names.flatMap((name) => leadOfDraft(name) ?? []))].toSorted();
  const batches = Array.from({ length: Math.ceil(leadIds.length / ASKED_AT_ONCE) }, (_, at) =>
    leadIds.slice(at * ASKED_AT_ONCE, (at + 1) * ASKED_AT_ONCE),
  );
  const forgotten = useQueries({ queries: batches.map(forgottenQuery) }).flatMap(({ data }) => data ?? []);
  useEffect(() => {
    for (const leadId of forgotten) {
      forgetLeadDrafts(leadId);
      onForgotten(leadId);
    }
  });
}
