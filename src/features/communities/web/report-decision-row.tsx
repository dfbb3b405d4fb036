import { Check, X } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import type { CommunityPost } from '../contract-posts.ts';
import { useReopenReports, useSettleReports } from './api.ts';
import { tellAttempt } from './tell-attempt.ts';

type ReportDecisionProps = { communityId: string; post: CommunityPost };

/** A published post that readers have reported stays, or goes. */
export function ReportDecision({ communityId, post }: ReportDecisionProps) {
  const settle = useSettleReports(communityId);
  const reopen = useReopenReports(communityId);
  const decide = (decision: 'keep' | 'reject') => {
    const isKept = decision === 'keep';
    doWithUndo({
      deed: settle.mutateAsync({ postId: post.id, decision }),
      done: isKept
        ? { title: 'The post stays', description: 'What readers reported is settled.' }
        : { title: 'Rejected', description: 'Readers do not see it any more.' },
      final: ({ settledAt }) => (settledAt === null ? { title: 'Somebody has decided already' } : null),
      onFailure: tellAttempt(isKept ? 'Failed to keep the post' : 'Failed to reject'),
      undo: ({ settledAt }) => reopen.mutateAsync({ postId: post.id, settledAt: settledAt ?? '' }),
      onUndoFailure: tellAttempt('Failed to take the decision back'),
    });
  };
  return (
    <div className="mt-3 flex gap-2">
      <Button size="row" icon={Check} isPending={settle.isPending} onClick={() => decide('keep')}>
        Keep the post
      </Button>
      {!post.isTeam && (
        <Button
          size="row"
          variant="loss"
          icon={X}
          isPending={settle.isPending}
          onClick={() => decide('reject')}
        >
          Reject
        </Button>
      )}
    </div>
  );
}
