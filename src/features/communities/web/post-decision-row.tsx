import { Check, Hourglass, X } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import type { CommunityPost } from '../contract-posts.ts';
import { useHoldPost, useUpdatePost } from './api.ts';
import { ANSWER_WORDS, alreadyWaits } from './community-words.ts';
import { tellAttempt } from './tell-attempt.ts';

type PostDecisionProps = { communityId: string; post: CommunityPost };

/** Lets in what waits, or rejects it; what was rejected can be looked at again. */
export function PostDecision({ communityId, post }: PostDecisionProps) {
  const update = useUpdatePost(communityId);
  const hold = useHoldPost(communityId);
  if (post.state === 'rejected') {
    return (
      <div className="mt-3">
        <Button
          size="row"
          icon={Hourglass}
          isPending={hold.isPending}
          onClick={() =>
            doWithUndo({
              deed: hold.mutateAsync({ postId: post.id, undoes: 'rejected' }),
              done: { title: 'Waits for moderation' },
              final: alreadyWaits,
              onFailure: tellAttempt('Failed to look at it again'),
              undo: () => update.mutateAsync({ postId: post.id, state: 'rejected' }),
              onUndoFailure: tellAttempt('Failed to reject'),
            })
          }
        >
          Look at it again
        </Button>
      </div>
    );
  }
  const decide = (state: 'published' | 'rejected') => {
    const isLetIn = state === 'published';
    const done = { title: isLetIn ? 'Published' : 'Rejected' };
    doWithUndo({
      deed: update.mutateAsync({ postId: post.id, state }),
      done,
      final: ({ hasDecided, answerState }) => {
        if (!hasDecided) return { title: isLetIn ? 'Already published' : 'Already rejected' };
        // What has left for the source cannot be taken back from there.
        return answerState && { ...done, description: `It is ${ANSWER_WORDS[answerState]}.` };
      },
      onFailure: tellAttempt(isLetIn ? 'Failed to publish' : 'Failed to reject'),
      undo: () => hold.mutateAsync({ postId: post.id, undoes: state }),
      onUndoFailure: tellAttempt('Failed to hold it again'),
    });
  };
  return (
    <div className="mt-3 flex gap-2">
      <Button size="row" icon={Check} isPending={update.isPending} onClick={() => decide('published')}>
        {post.state === 'draft' ? 'Approve and publish' : 'Publish'}
      </Button>
      <Button
        size="row"
        variant="loss"
        icon={X}
        isPending={update.isPending}
        onClick={() => decide('rejected')}
      >
        Reject
      </Button>
    </div>
  );
}
