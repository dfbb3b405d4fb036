import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  type LucideIcon,
  MailCheck,
  MessageSquareReply,
  OctagonPause,
  PenLine,
  SquareKanban,
  Undo2,
  UserPlus,
  Users,
} from 'lucide-react';
import { Fragment, type MouseEvent } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { callApi } from '#ui/calls/call-api.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type AiActivity, undoAiActivity } from '../contract.ts';
import { aiActivityQuery } from './api.ts';

const ICON: Record<AiActivity['kind'], LucideIcon> = {
  scored: Users,
  checked: MailCheck,
  composed: PenLine,
  stopped: OctagonPause,
  moved: SquareKanban,
  joined: UserPlus,
  answered: MessageSquareReply,
};

/** Said of what cannot be taken back any more. */
const UNDO_STATE: Record<'possible' | 'done' | 'passed', string> = {
  possible: '',
  done: 'Undone',
  passed: 'Gone on with since',
};

/** What the AI did lately, each line leading to what it did it to. */
export function RecentAiActivity({ timeZone }: { timeZone: string | undefined }) {
  const activity = useQuery(aiActivityQuery());
  const authors = [...new Set(activity.data?.map((item) => item.by))];
  const [onlyAuthor] = authors;
  return (
    <section aria-labelledby="recent-ai-activity">
      <SectionHeading
        id="recent-ai-activity"
        title="Recent AI Activity"
        action={
          authors.length === 1 && onlyAuthor !== undefined ? (
            <span className="text-ink-3">{onlyAuthor}</span>
          ) : undefined
        }
      />
      {activity.isPending ? (
        <Loading label="Loading the activity">
          {[0, 1, 2, 3].map((row) => (
            <div key={row} className="border-b border-line py-3">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="mt-1.5 h-3.5 w-32" />
            </div>
          ))}
        </Loading>
      ) : activity.isError ? (
        <ErrorState isCompact title="The activity could not be loaded" query={activity} />
      ) : activity.data.length === 0 ? (
        <EmptyState
          isCompact
          title="Nothing yet"
          text="Scored leads, checked addresses and composed messages are listed here as they happen."
        />
      ) : (
        <ol>
          {activity.data.map((item) => (
            <ActivityRow key={item.id} item={item} hasAuthor={authors.length > 1} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </section>
  );
}

type ActivityRowProps = { item: AiActivity; hasAuthor: boolean; timeZone: string | undefined };

function ActivityRow({ item, hasAuthor, timeZone }: ActivityRowProps) {
  const Icon = ICON[item.kind];
  const follow = useFollow();
  const canChange = useCanChange();
  const undo = useUndo();
  return (
    <li className="flex gap-3 border-b border-line py-2.5">
      <Icon className="mt-0.5 size-4 text-ink-3" />
      <div className="min-w-0 flex-1">
        <a href={item.href} onClick={follow} className="finger-wide text-body hover:underline">
          {item.title}
        </a>
        <p className="text-small text-pretty text-ink-3">
          {[item.detail, hasAuthor && item.by, item.undo !== null && UNDO_STATE[item.undo]]
            .filter(Boolean)
            .map((part, index) => (
              // The name of who did it stays in one line.
              <Fragment key={part || index}>
                {index > 0 && ' · '}
                <span className={index > 0 ? 'whitespace-nowrap' : undefined}>{part}</span>
              </Fragment>
            ))}
        </p>
        {canChange && item.undo === 'possible' && (
          <Button
            size="row"
            variant="ghost"
            className="-ml-2 mt-1"
            icon={Undo2}
            aria-label={`Undo: ${item.title}`}
            isPending={undo.isPending}
            pendingLabel="Undoing…"
            onClick={() => undo.mutate(item)}
          >
            Undo
          </Button>
        )}
      </div>
      <RelativeTime
        value={item.at}
        {...(timeZone === undefined ? {} : { timeZone })}
        className="mt-0.5 self-start rounded-bar text-small whitespace-nowrap text-ink-3 tabular-nums"
      />
    </li>
  );
}

/** Takes back what was done, and says what could not be: somebody may have gone on with part of it. */
function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AiActivity) => callApi(undoAiActivity, { body: { id } }),
    onSuccess: ({ undone, kept }, { kind }) => {
      const what =
        kind === 'joined'
          ? 'The lead was deleted'
          : kind === 'answered'
            ? 'The answer was deleted'
            : `${countOf(undone, 'person', 'people')} moved back`;
      toast({
        title: what,
        ...(kept > 0
          ? {
              description: `${countOf(kept, 'person was', 'people were')} moved on since and stayed where they are.`,
            }
          : {}),
      });
    },
    onError: tellFailure('It was not undone'),
    onSettled: () => client.invalidateQueries({ queryKey: aiActivityQuery().queryKey }),
  });
}

/** The server names the screen, query string and all; the router goes there without a reload. */
function useFollow() {
  const router = useRouter();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(event.currentTarget.pathname + event.currentTarget.search);
  };
}
