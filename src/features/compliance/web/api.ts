import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import { useSettled } from '#ui/use-settled.ts';
import type { ClaimContext, Finding } from '../contract.ts';
import {
  addEvidence,
  listEvidence,
  type NewEvidence,
  removeEvidence,
  restoreEvidence,
} from '../contract-evidence.ts';
import { substantiate } from '../rules-evidence.ts';
import { moveFindings } from '../rules-findings.ts';
import { checkBeside } from './claims-check.ts';

/** Typing rests this long before a text is checked again. */
const CHECK_AFTER_MS = 150;

/** A text somebody writes; `key` is its own as long as it is on the page. */
export type ClaimTarget = { key: string; text: string; kind: ClaimContext['kind'] };

export type ClaimsWhileTyping = {
  /** Of a text as it reads now. */
  findingsOf: (target: Pick<ClaimTarget, 'key' | 'text'>) => readonly Finding[];
  /** Every text has been checked as it reads now. */
  isSettled: boolean;
  /** The checker could not be loaded; the server still checks what leaves. */
  isFailed: boolean;
};

type Checked = { text: string; jurisdictions: string; findings: readonly Finding[] };

/** Findings of texts while they are typed. What an edit has moved is shown moved until it has been checked again. */
export function useClaims(
  targets: readonly ClaimTarget[],
  jurisdictions: readonly Jurisdiction[],
): ClaimsWhileTyping {
  const client = useQueryClient();
  const evidence = useQuery(evidenceQuery()).data ?? [];
  const [known, setKnown] = useState<Record<string, Checked>>({});
  const [isFailed, setIsFailed] = useState(false);
  const wanted = useSettled({ targets, jurisdictions }, CHECK_AFTER_MS);

  useEffect(() => {
    let isCurrent = true;
    const check = async ({ key, text, kind }: ClaimTarget): Promise<void> => {
      const context = { kind };
      const { findings } = await client.query({
        queryKey: ['claims', wanted.jurisdictions, kind, text],
        queryFn: () => checkBeside({ text, jurisdictions: wanted.jurisdictions, context }),
        // The rules do not change while the page is open.
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
      });
      if (!isCurrent) return;
      const checked = { text, jurisdictions: wanted.jurisdictions.join(), findings };
      setKnown((before) => ({ ...before, [key]: checked }));
    };
    Promise.all(wanted.targets.map(check)).then(
      () => isCurrent && setIsFailed(false),
      () => isCurrent && setIsFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, wanted]);

  return {
    findingsOf: ({ key, text }) => {
      const checked = known[key];
      if (!checked) return [];
      const today = new Date().toISOString().slice(0, 10);
      return substantiate(moveFindings(checked.findings, checked.text, text), evidence, today);
    },
    isSettled: targets.every(
      ({ key, text }) => known[key]?.text === text && known[key].jurisdictions === jurisdictions.join(),
    ),
    isFailed,
  };
}

/** What stands behind the words of claims. */
export function evidenceQuery() {
  return queryOf(listEvidence, {}, { topics: ['settings'] });
}

export function useAddEvidence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof NewEvidence>) => callApi(addEvidence, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: evidenceQuery().queryKey }),
  });
}

export function useRemoveEvidence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(removeEvidence, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: evidenceQuery().queryKey }),
  });
}

export function useRestoreEvidence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(restoreEvidence, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: evidenceQuery().queryKey }),
  });
}
