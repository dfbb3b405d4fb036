import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { HOUR_MS } from '#kit/time.ts';
import { forgetOldWork, forgetWork, listWorkNames, readWork, useWorkNames } from '#ui/kept/kept-work.ts';
import { leadOfBegun } from '../rules-drafts.ts';
import { forgottenQuery } from './api.ts';
import { endLetter } from './lead/manual-message-drafts.ts';

type BegunText = { name: string; text: string };

/** What the signed-in person began to write about somebody, in this browser. */
export function useBegunTexts(leadId: string): BegunText[] {
  const ofOwn = useOwnWork('');
  return useWorkNames('').flatMap((name) => {
    if (leadOfBegun(name) !== leadId || !name.endsWith(ofOwn)) return [];
    const text = readWork(name);
    return typeof text === 'string' ? [{ name, text }] : [];
  });
}

/** Removes what this browser keeps about a person. */
export function forgetBegun(leadId: string): void {
  for (const name of listWorkNames('')) if (leadOfBegun(name) === leadId) forgetWork(name);
  endLetter(leadId);
}

const ASKED_AT_ONCE = 100;

/**
 * Nothing that was begun outlives its time or the person it is about, whoever erased them and wherever. Once on a page;
 * the server is asked as soon as somebody is signed in.
 */
export function useTidyBegun(isIn: boolean): void {
  useEffect(() => {
    forgetOldWork();
    const timer = setInterval(forgetOldWork, HOUR_MS);
    return () => clearInterval(timer);
  }, []);

  const names = useWorkNames('');
  const leadIds = !isIn ? [] : [...new Set(names.flatMap((name) => leadOfBegun(name) ?? []))].toSorted();
  const portions = Array.from({ length: Math.ceil(leadIds.length / ASKED_AT_ONCE) }, (_, at) =>
    leadIds.slice(at * ASKED_AT_ONCE, (at + 1) * ASKED_AT_ONCE),
  );
  const forgotten = useQueries({ queries: portions.map(forgottenQuery) }).flatMap(({ data }) => data ?? []);
  useEffect(() => {
    for (const leadId of forgotten) forgetBegun(leadId);
  });
}
