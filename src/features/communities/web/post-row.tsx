import { useQuery } from '@tanstack/react-query';
import {
  CircleAlert,
  CornerDownRight,
  Flag,
  Heart,
  MessageSquare,
  Pin,
  Sparkles,
  ThumbsUp,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { commentWork } from '#features/conversations/rules-inbox.ts';
import { countOf } from '#kit/text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Community } from '../contract.ts';
import {
  type CommunityPost,
  type PostFlag,
  type PostReport,
  REACTION_KINDS,
  type ReactionKind,
} from '../contract-posts.ts';
import { commentsQuery, useCreatePost, useReact, useUpdatePost } from './api.ts';
import { ANSWER_WORDS, REPORT_WORDS } from './community-words.ts';
import { LeadLink } from './lead-link.tsx';
import { LinkPreviewCard } from './link-preview-card.tsx';
import { LinkedText } from './linked-text-view.tsx';
import { PostComposer } from './post-composer.tsx';
import { PostDecision } from './post-decision-row.tsx';
import { PostMenu } from './post-menu.tsx';
import { ReportDecision } from './report-decision-row.tsx';
import { tellAttempt } from './tell-attempt.ts';

type PostRowProps = {
  community: Community;
  post: CommunityPost;
  canChange: boolean;
  /** From the start, where the post stands alone. */
  areCommentsShown?: boolean;
};

/** A post with its preview, reactions, comments and what may be done with it. */
export function PostRow({ community, post, canChange, areCommentsShown = false }: PostRowProps) {
  const [areCommentsOpen, setAreCommentsOpen] = useState(areCommentsShown);
  const [isEditing, setIsEditing] = useState(false);
  const update = useUpdatePost(community.id);
  const isWaiting = post.state !== 'published';
  const [first = '', ...others] = post.authorName.split(' ');
  const last = others.at(-1);
  return (
    <li data-post={post.id} className="py-4">
      <div className="flex gap-3">
        <Avatar firstName={first} lastName={last ?? null} size="medium" />
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-2">
            <PostHead post={post} />
            {canChange && (
              <PostMenu communityId={community.id} post={post} onEdit={() => setIsEditing(true)} />
            )}
          </div>
          {isWaiting && post.parentId !== null && <Answered post={post} />}
          {isEditing ? (
            <div className="mt-2">
              <PostComposer
                label="Text of the post"
                submitLabel="Save text"
                begun={`post.text.${post.id}`}
                initial={post.body}
                onCancel={() => setIsEditing(false)}
                onSubmit={async (given) => {
                  await update.mutateAsync({ postId: post.id, ...given });
                  setIsEditing(false);
                }}
              />
            </div>
          ) : (
            <LinkedText text={post.body} className="mt-1" />
          )}
          {post.preview && <LinkPreviewCard preview={post.preview} />}
          {post.flags.length > 0 && <Flags flags={post.flags} />}
          {post.reports.length > 0 && <Reports reports={post.reports} />}
          {!isWaiting && canChange && post.reports.length > 0 && (
            <ReportDecision communityId={community.id} post={post} />
          )}
          {isWaiting ? (
            canChange && <PostDecision communityId={community.id} post={post} />
          ) : (
            <div className="mt-2 flex flex-wrap items-center gap-1">
              <Reactions community={community} post={post} canChange={canChange} />
              {post.parentId === null && (
                <Button
                  size="row"
                  variant="ghost"
                  icon={MessageSquare}
                  aria-expanded={areCommentsOpen}
                  onClick={() => setAreCommentsOpen(!areCommentsOpen)}
                >
                  {post.comments === 0 ? 'Comment' : countOf(post.comments, 'comment')}
                </Button>
              )}
            </div>
          )}
          {areCommentsOpen && <Comments community={community} post={post} canChange={canChange} />}
        </div>
      </div>
    </li>
  );
}

/** An answer is decided on beside what it answers. */
function Answered({ post: { answers } }: { post: CommunityPost }) {
  return (
    <div className="mt-1 border-l-2 border-line-2 pl-3 text-small text-pretty text-ink-2">
      <p className="flex items-center gap-1 text-ink-3">
        <CornerDownRight className="size-3.5 shrink-0" />
        {answers === null ? 'The post that it answers is gone' : `In answer to ${answers.authorName}`}
      </p>
      {answers !== null && <blockquote className="wrap-anywhere">{answers.excerpt}</blockquote>}
    </div>
  );
}

function PostHead({ post }: { post: CommunityPost }) {
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <strong className="font-semibold wrap-anywhere">{post.authorName}</strong>
      {post.isTeam && <Badge tone="good">Team</Badge>}
      {post.leadId !== null && <LeadLink leadId={post.leadId} name={post.authorName} />}
      {post.authorStatus === 'blocked' && <Badge tone="neutral">Blocked</Badge>}
      {post.isPinned && (
        <Badge tone="outline" icon={Pin}>
          Pinned
        </Badge>
      )}
      {post.state === 'draft' && (
        <Badge tone="attention" icon={Sparkles}>
          {post.draftedBy === null ? 'Draft' : `Draft by ${post.draftedBy}`}
        </Badge>
      )}
      {post.postedAt === null ? (
        <span className="text-small text-ink-3">Date unknown</span>
      ) : (
        <RelativeTime value={post.postedAt} className="text-small text-ink-3" />
      )}
      {post.editedAt !== null && <span className="text-small text-ink-3">edited</span>}
      {post.answerState !== null && (
        <span className="text-small text-ink-3">{ANSWER_WORDS[post.answerState]}</span>
      )}
      {post.source !== null && <span className="text-small text-ink-3">from {post.source}</span>}
      {post.url !== null && (
        <a
          href={post.url}
          target="_blank"
          rel="noreferrer nofollow"
          className="text-small text-green-ink underline"
        >
          Original
        </a>
      )}
    </p>
  );
}

const FLAG_WORDS: Record<PostFlag['kind'], string> = {
  safety: 'Safety',
  medical_advice: 'Medical advice',
  claims: 'Health claim',
  spam: 'Spam',
};

function Flags({ flags }: { flags: readonly PostFlag[] }) {
  return (
    <ul aria-label="Why it is looked at" className="mt-2 space-y-1">
      {flags.map((flag) => (
        <li
          key={`${flag.kind}${flag.note}${flag.excerpt}`}
          className={cn(
            'flex flex-wrap items-center gap-x-2 text-small',
            flag.kind === 'safety' ? 'text-red-ink' : 'text-amber-ink',
          )}
        >
          <CircleAlert className="size-3.5" />
          <strong className="font-semibold">{FLAG_WORDS[flag.kind]}</strong>
          <span>{flag.note}</span>
          <q className="min-w-0 text-ink-2 wrap-anywhere">{flag.excerpt}</q>
        </li>
      ))}
    </ul>
  );
}

function Reports({ reports }: { reports: readonly PostReport[] }) {
  return (
    <ul aria-label="What readers reported" className="mt-2 space-y-1">
      {reports.map(({ reason, readers, notes }) => (
        <li key={reason} className="flex flex-wrap items-center gap-x-2 text-small text-amber-ink">
          <Flag className="size-3.5" />
          <strong className="font-semibold">Reported by {countOf(readers, 'reader')}</strong>
          <span>{REPORT_WORDS[reason]}</span>
          {notes.map((note, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two readers may write the same
            <q key={index} className="min-w-0 text-ink-2 wrap-anywhere">
              {note}
            </q>
          ))}
        </li>
      ))}
    </ul>
  );
}

const REACTION_ICON = { like: ThumbsUp, thanks: Heart };
const REACTION_WORDS = { like: 'Like', thanks: 'Thanks' };

/** A press counts at once; each is sent with those before it, one after the other, so that none of them is lost. */
function Reactions({ community, post, canChange }: PostRowProps) {
  const react = useReact(community.id, post.id);
  const [wanted, setWanted] = useState<readonly ReactionKind[]>();
  const presses = useRef(0);
  const mine = wanted ?? post.mine;
  const press = (kind: ReactionKind) => {
    const kinds = mine.includes(kind) ? mine.filter((other) => other !== kind) : [...mine, kind];
    presses.current += 1;
    const number = presses.current;
    setWanted(kinds);
    void react
      .mutateAsync([...kinds])
      .catch(tellAttempt('Failed to react'))
      .finally(() => {
        if (number === presses.current) setWanted(undefined);
      });
  };
  return REACTION_KINDS.map((kind) => {
    const isMine = mine.includes(kind);
    const count = post.reactions[kind] + Number(isMine) - Number(post.mine.includes(kind));
    const label = count === 0 ? REACTION_WORDS[kind] : `${REACTION_WORDS[kind]} ${count}`;
    if (!canChange)
      return (
        count > 0 && (
          <span key={kind} className="px-2 text-small text-ink-2">
            {label}
          </span>
        )
      );
    return (
      <Button
        key={kind}
        size="row"
        variant="ghost"
        icon={REACTION_ICON[kind]}
        aria-pressed={isMine}
        className={cn(isMine && 'text-green-ink')}
        onClick={() => press(kind)}
      >
        {label}
      </Button>
    );
  });
}

function Comments({ community, post, canChange }: PostRowProps) {
  const comments = useQuery(commentsQuery(community.id, post.id));
  const create = useCreatePost(community.id);
  return (
    <div className="mt-3 border-l-2 border-line pl-4">
      {comments.isPending ? (
        <Loading label="Loading the comments">
          <Skeleton className="h-10" />
        </Loading>
      ) : comments.isError ? (
        <ErrorState isCompact title="The comments could not be loaded" query={comments} />
      ) : (
        <ol aria-label="Comments" className="divide-y divide-line">
          {comments.data.map((comment) => (
            <PostRow key={comment.id} community={community} post={comment} canChange={canChange} />
          ))}
        </ol>
      )}
      {canChange && (
        <div className="mt-2">
          <PostComposer
            label={
              post.canAnswerAtSource ? `Answer, here and at ${post.source ?? 'the source'}` : 'Your comment'
            }
            submitLabel="Comment"
            begun={commentWork(post.id)}
            rows={2}
            onSubmit={(given) => create.mutateAsync({ ...given, parentId: post.id })}
          />
        </div>
      )}
    </div>
  );
}
