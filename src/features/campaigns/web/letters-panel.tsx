import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import type { Lead } from '#features/leads/contract.ts';
import { LetterContext } from '#features/leads/web/write-link.tsx';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { letterText } from '../rules-letters.ts';

/** Whoever is written to from inside of this gets a first version of the letter, from the workspace's sender. */
export function DraftedLetters({ children }: { children: ReactNode }) {
  const { data } = useQuery(workspaceQuery());
  const sender = data?.senderName ?? '';
  const workspace = data?.name ?? '';
  const write = useCallback((lead: Lead) => letterText(lead, { sender, workspace }), [sender, workspace]);
  return <LetterContext value={write}>{children}</LetterContext>;
}
