import { doWithUndo } from '#ui/do-with-undo.ts';
import { useUpdateMember } from './api.ts';
import { tellAttempt } from './tell-attempt.ts';

/** Puts a member out and lets them in again; each can be taken back. */
export function useBlocking(communityId: string) {
  const update = useUpdateMember(communityId);
  const set = (memberId: string, status: 'active' | 'blocked') => update.mutateAsync({ memberId, status });
  return {
    block: (memberId: string): void =>
      doWithUndo({
        deed: set(memberId, 'blocked'),
        done: { title: 'Member blocked', description: 'What they wrote stays until somebody deletes it.' },
        onFailure: tellAttempt('Failed to block the member'),
        undo: () => set(memberId, 'active'),
        onUndoFailure: tellAttempt('Failed to admit the member'),
      }),
    admit: (memberId: string): void =>
      doWithUndo({
        deed: set(memberId, 'active'),
        done: { title: 'No longer blocked' },
        onFailure: tellAttempt('Failed to admit the member'),
        undo: () => set(memberId, 'blocked'),
        onUndoFailure: tellAttempt('Failed to block the member'),
      }),
  };
}
