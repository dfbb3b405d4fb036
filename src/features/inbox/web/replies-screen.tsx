import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { z } from 'zod';
import { CHANNEL_LABELS } from '#features/campaigns/rules.ts';
import { truncate } from '#kit/text.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { cn } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { SplitScreen, SplitView } from '#ui/split-view.tsx';
import { useOpenedEntry } from '#ui/use-opened-entry.ts';
import { REPLY_LABELS, type Reply, ReplyLabel } from '../contract.ts';
import { REPLY_LABEL_WORDS } from '../rules-reply-labels.ts';
import { type ReplyFilter, repliesQuery } from './api.ts';
import { ReplyThreadView } from './reply-thread-view.tsx';

/** What stands in the address. */
const RepliesSearch = z.object({
  state: z.enum(['open', 'done', 'all']).optional().catch(undefined),
  label: ReplyLabel.optional().catch(undefined),
  reply: z.uuid().optional().catch(undefined),
});
type Search = z.output<typeof RepliesSearch>;

const ANY = 'any';
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Done' },
  { value: 'all', label: 'All' },
] as const;

/** Who answered, what they want, and the way to answer them. */
export function RepliesScreen() {
  const search = RepliesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { state = 'open', label, reply } = search;
  const filter = { state: state === 'all' ? undefined : state, label };
  const { data: listed } = useInfiniteQuery(repliesQuery(filter));
  const hasReplies = (listed?.pages[0]?.items.length ?? 0) > 0;
  const { staying, opening, close } = useOpenedEntry();
  const go = (change: Partial<Search>, entry = staying) =>
    void navigate({ to: '/campaigns/replies', search: { ...search, ...change }, ...entry });
  return (
    <SplitScreen
      title="Replies"
      isChosen={reply !== undefined}
      head={
        <PageHeader
          title="Replies"
          note="Latest reply from each person."
          actions={
            <Link to="/campaigns" className={linkButtonClass()}>
              Campaigns
            </Link>
          }
        />
      }
    >
      <SplitView
        listLabel="Replies"
        label="Conversation"
        chosenId={reply}
        filters={
          <>
            <SegmentedControl
              label="Which replies"
              value={state}
              onValueChange={(value) => go({ state: value === 'open' ? undefined : value, reply: undefined })}
              segments={STATES}
            />
            <Select
              look="filter"
              prefix="Label"
              aria-label="Label"
              value={label ?? ANY}
              onValueChange={(value) => go({ label: value === ANY ? undefined : value, reply: undefined })}
              options={[
                { value: ANY, label: 'any' },
                ...REPLY_LABELS.map((value) => ({ value, label: REPLY_LABEL_WORDS[value] })),
              ]}
            />
          </>
        }
        list={
          <ReplyList
            filter={filter}
            chosenId={reply}
            onChoose={(id) => go({ reply: id }, opening(reply !== undefined))}
            onShowAll={() => go({ state: 'all', label: undefined })}
          />
        }
      >
        {reply !== undefined ? (
          <ReplyThreadView key={reply} id={reply} onBack={() => close(() => go({ reply: undefined }))} />
        ) : (
          hasReplies && (
            <EmptyState
              title="Choose a reply"
              text="Read it, answer it or change its label."
              className="m-auto"
            />
          )
        )}
      </SplitView>
    </SplitScreen>
  );
}

type ReplyListProps = {
  filter: ReplyFilter;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  onShowAll: () => void;
};

function ReplyList({ filter, chosenId, onChoose, onShowAll }: ReplyListProps) {
  const list = useInfiniteQuery(repliesQuery(filter));
  if (list.isPending) {
    return (
      <Loading label="Loading the replies">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="border-b border-line px-4 py-3">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="mt-1.5 h-4 w-full" />
            <Skeleton className="mt-1.5 h-4 w-24" />
          </div>
        ))}
      </Loading>
    );
  }
  if (list.isError) {
    return <ErrorState isCompact className="px-4!" title="The replies could not be loaded" query={list} />;
  }
  const { rows: replies } = pagedSource(list);
  if (replies.length === 0) {
    const isFiltered = filter.label !== undefined || filter.state === 'done';
    return (
      <EmptyState
        title={
          isFiltered ? 'No such replies' : filter.state === 'open' ? 'No open replies' : 'No replies yet'
        }
        text={
          isFiltered
            ? 'Choose another label or state.'
            : 'Replies appear here once you connect the inbox of a mailbox or a messaging platform.'
        }
        action={
          isFiltered ? (
            <Button onClick={onShowAll}>Show all replies</Button>
          ) : (
            <Link to="/settings" className={linkButtonClass()}>
              Set up a mailbox
            </Link>
          )
        }
      />
    );
  }
  return (
    <>
      <ul aria-label="Replies">
        {replies.map((reply) => (
          <ReplyRow
            key={reply.id}
            reply={reply}
            isChosen={reply.id === chosenId}
            onChoose={() => onChoose(reply.id)}
          />
        ))}
      </ul>
      <ShowMore query={list} className="m-2" />
    </>
  );
}

function ReplyRow({ reply, isChosen, onChoose }: { reply: Reply; isChosen: boolean; onChoose: () => void }) {
  return (
    <li
      className={cn(
        'relative border-b border-line border-l-2 px-4 py-3',
        isChosen ? 'border-l-green bg-sel' : 'border-l-transparent hover:bg-hover',
      )}
    >
      <p className="flex items-baseline justify-between gap-3">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className="truncate text-label font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {reply.leadName}
        </button>
        <RelativeTime isPlain value={reply.receivedAt} className="shrink-0 text-small text-ink-3" />
      </p>
      <p className="mt-0.5 line-clamp-2 text-small text-ink-2">
        {truncate(reply.text, 160) || reply.subject}
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <LabelBadge label={reply.label} />
        {reply.channel !== 'email' && <Badge>{CHANNEL_LABELS[reply.channel]}</Badge>}
        {reply.isDone && (
          <span className="inline-flex items-center gap-1 text-small text-ink-3">
            <Check className="size-3.5" />
            Done
          </span>
        )}
        {reply.campaignName !== null && (
          <span className="truncate text-small text-ink-3">{reply.campaignName}</span>
        )}
      </p>
    </li>
  );
}

function LabelBadge({ label }: { label: ReplyLabel | null }) {
  if (label === null) return null;
  const tone =
    label === 'interested'
      ? 'good'
      : label === 'stop'
        ? 'loss'
        : label === 'question'
          ? 'attention'
          : 'neutral';
  return <Badge tone={tone}>{REPLY_LABEL_WORDS[label]}</Badge>;
}
