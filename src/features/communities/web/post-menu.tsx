import { EllipsisVertical } from 'lucide-react';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { DropdownMenu, type MenuItem } from '#ui/dropdown-menu.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { CommunityPost } from '../contract-posts.ts';
import { useDeletePost, useHoldPost, useRestorePost, useUpdatePost } from './api.ts';
import { alreadyWaits } from './community-words.ts';
import { tellAttempt } from './tell-attempt.ts';
import { useBlocking } from './use-blocking.ts';

type PostMenuProps = { communityId: string; post: CommunityPost; onEdit: () => void };

/** What else may be done with a post, and with who wrote it. */
export function PostMenu({ communityId, post, onEdit }: PostMenuProps) {
  const update = useUpdatePost(communityId);
  const remove = useDeletePost(communityId);
  const restore = useRestorePost(communityId);
  const hold = useHoldPost(communityId);
  const blocking = useBlocking(communityId);
  const { memberId, authorStatus } = post;
  const items: MenuItem[] = [
    ...(post.parentId === null && post.state === 'published'
      ? [
          {
            label: post.isPinned ? 'Unpin' : 'Pin to the top',
            onSelect: () =>
              update.mutate(
                { postId: post.id, isPinned: !post.isPinned },
                { onError: tellAttempt('Failed to pin') },
              ),
          },
        ]
      : []),
    ...(post.isTeam ? [{ label: 'Change the text', onSelect: onEdit }] : []),
    ...(!post.isTeam && post.state === 'published'
      ? [
          {
            label: 'Hold for moderation',
            onSelect: () =>
              doWithUndo({
                deed: hold.mutateAsync({ postId: post.id }),
                done: { title: 'Waits for moderation' },
                final: alreadyWaits,
                onFailure: tellAttempt('Failed to hold it back'),
                undo: () => update.mutateAsync({ postId: post.id, state: 'published' }),
                onUndoFailure: tellAttempt('Failed to publish'),
              }),
          },
        ]
      : []),
    ...(memberId !== null && authorStatus === 'active'
      ? [{ label: `Block ${post.authorName}`, isLoss: true, onSelect: () => blocking.block(memberId) }]
      : []),
    ...(memberId !== null && authorStatus === 'blocked'
      ? [{ label: `Admit ${post.authorName} again`, onSelect: () => blocking.admit(memberId) }]
      : []),
    {
      label: 'Delete',
      isLoss: true,
      onSelect: () =>
        doWithUndo({
          deed: remove.mutateAsync(post.id),
          done: { title: post.parentId === null ? 'Post deleted' : 'Comment deleted' },
          onFailure: tellAttempt('Failed to delete'),
          undo: () => restore.mutateAsync(post.id),
          onUndoFailure: tellAttempt('Failed to bring it back'),
        }),
    },
  ];
  return (
    <DropdownMenu
      trigger={
        <IconButton icon={EllipsisVertical} label={`What to do with the post of ${post.authorName}`} />
      }
      items={items}
    />
  );
}
