import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { LetterContext } from '#features/crm/web/write-link.tsx';
import type { Lead } from '#features/leads/contract.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { letterNoticeWords } from '../rules.ts';
import { letterSaysSource, letterSubject, letterText } from '../rules-manual-messages.ts';
import { sourceNoticeQuery } from './api.ts';

/** Whoever is written to from inside of this gets a first version of the letter, from the workspace's sender. */
export function DraftedLetters({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data } = useQuery(workspaceQuery());
  const sender = data?.senderName ?? '';
  const workspace = data?.name ?? '';
  const letters = useMemo(
    () => ({
      draft: (lead: Lead) => ({
        subject: letterSubject(lead),
        text: letterText(lead, { sender, workspace }),
        saysSource: letterSaysSource(lead),
      }),
      async afterwards({ id }: Lead, letter: { saysSource: boolean }): Promise<string> {
        try {
          const { state } = await client.query({ ...sourceNoticeQuery(id), staleTime: 0 });
          return letterNoticeWords(state, letter);
        } catch {
          // The letter is noted all the same, and the panel says how the notice stands.
          return '';
        }
      },
    }),
    [client, sender, workspace],
  );
  return <LetterContext value={letters}>{children}</LetterContext>;
}
