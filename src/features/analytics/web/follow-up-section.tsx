import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Clock, Mail, ThumbsDown } from 'lucide-react';
import { useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import type { ContactWay } from '#features/crm/rules-contact.ts';
import { WriteLink } from '#features/crm/web/write-link.tsx';
import { WaitingRequestsPanel } from '#features/privacy/web/waiting-requests-panel.tsx';
import { formatPercent } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import {
  answerFollowUp,
  type FollowUp,
  type FollowUpAnswer,
  type FollowUpKind,
  type Learned,
  listFollowUps,
  takeBackAnswer,
} from '../contract-follow-ups.ts';
import { quotedFrom } from '../rules-follow-ups.ts';

const IN_SIGHT = 5;

const KIND_LABELS: Record<FollowUpKind, string> = {
  replied: 'waits for an answer',
  signed_up: 'signed up',
  bought: 'bought',
  visited: 'looked and left',
  promising: 'scored high',
  stuck: 'stands still',
};
const SAID: Record<FollowUpAnswer, string> = {
  done: 'is done',
  not_now: 'comes back in a week',
  not_useful: 'is left out, and others for the same reason count less',
};

const followUpsQuery = () =>
  queryOf(listFollowUps, {}, { topics: ['activity', 'events', 'leads', 'stages'] });

/** Who to talk to now and why, each with a first version of what to write. */
export function FollowUpSection() {
  const followUps = useQuery(followUpsQuery());
  const canChange = useCanChange();
  const [isAll, setIsAll] = useState(false);
  const { items = [], learned = [] } = followUps.data ?? {};
  const shown = isAll ? items : items.slice(0, IN_SIGHT);
  return (
    <section aria-labelledby="follow-ups">
      <SectionHeading
        id="follow-ups"
        title="Who to talk to now"
        note={
          followUps.data && items.length > 0 ? (
            <span className="max-sm:hidden">{learnedWords(learned)}</span>
          ) : undefined
        }
      />
      <WaitingRequestsPanel />
      {followUps.isPending ? (
        <Loading label="Loading the recommendations">
          {[0, 1, 2].map((row) => (
            <div key={row} className="border-b border-line py-3">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="mt-1.5 h-3.5 w-72 max-w-full" />
            </div>
          ))}
        </Loading>
      ) : followUps.isError ? (
        <ErrorState isCompact title="The recommendations could not be loaded" query={followUps} />
      ) : items.length === 0 ? (
        <EmptyState
          isCompact
          title="Nobody waits for you"
          text="People who reply, sign up, look and leave or stand still come up here, with a first version of what to write."
          action={
            <Link to="/leads" className={linkButtonClass()}>
              Discover leads
            </Link>
          }
        />
      ) : (
        <>
          <ol aria-label="Who to talk to now">
            {shown.map((item) => (
              <Row key={`${item.lead.id} ${item.kind}`} item={item} canChange={canChange} />
            ))}
          </ol>
          {items.length > shown.length && (
            <Button size="row" variant="ghost" className="mt-2 -ml-2" onClick={() => setIsAll(true)}>
              Show {items.length - shown.length} more
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function Row({ item, canChange }: { item: FollowUp; canChange: boolean }) {
  const { lead, kind, why, words, replyId } = item;
  // What somebody is reading is not exchanged under their eyes when a better draft arrives.
  const [read, setRead] = useState<FollowUp['draft'] | null>(null);
  const isOpen = read !== null;
  const draft = read ?? item.draft;
  const answer = useAnswer(item);
  return (
    <li className="border-b border-line py-3" data-follow-up={kind}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="text-body">
            <Link to="/crm" search={{ lead: lead.id }} className="finger-wide font-medium hover:underline">
              {lead.name}
            </Link>
          </p>
          <p className="text-body text-pretty text-ink-2">{why}</p>
          {words !== '' && (
            <p className="mt-0.5 text-small text-pretty text-ink-3">
              {quotedFrom(lead.platform, replyId !== null)}: “{words}”
            </p>
          )}
          {replyId !== null && (
            <p className="mt-0.5 text-small">
              <Link
                to="/campaigns/replies"
                search={{ reply: replyId }}
                className="link pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
              >
                Open the conversation<span className="sr-only"> with {lead.name}</span>
              </Link>
            </p>
          )}
        </div>
        <div className="grid grid-cols-2 justify-items-start gap-1 sm:flex sm:flex-wrap sm:items-center">
          <Button
            size="row"
            icon={Mail}
            aria-expanded={isOpen}
            aria-label={`Draft for ${lead.name}`}
            onClick={() => setRead(isOpen ? null : item.draft)}
          >
            Draft
          </Button>
          {canChange && (
            <>
              <Button
                size="row"
                variant="ghost"
                icon={Check}
                aria-label={`Done: ${lead.name}`}
                onClick={() => answer('done')}
              >
                Done
              </Button>
              <Button
                size="row"
                variant="ghost"
                icon={Clock}
                aria-label={`Not now: ${lead.name}`}
                onClick={() => answer('not_now')}
              >
                Not now
              </Button>
              <Button
                size="row"
                variant="ghost"
                icon={ThumbsDown}
                aria-label={`Not useful: ${lead.name}`}
                onClick={() => answer('not_useful')}
              >
                Not useful
              </Button>
            </>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="mt-3 max-w-xl rounded-panel border border-line-2 bg-raised p-4">
          <p className="text-small text-ink-3">
            {draft.by} · {draft.subject}
          </p>
          <p className="mt-2 text-body whitespace-pre-line">{draft.text}</p>
          {draft.facts.length > 0 && (
            <ul aria-label="What the draft is made of" className="mt-3 text-small text-pretty text-ink-3">
              {draft.facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <WriteLink
              lead={lead}
              letter={draft}
              label={writeWords}
              className={linkButtonClass({ size: 'row' })}
              canMark={canChange}
              onSent={() => answer('done')}
            />
            <CopyButton text={draft.text} label="Copy the text" />
          </div>
        </div>
      )}
    </li>
  );
}

function useAnswer({ lead, kind }: FollowUp): (said: FollowUpAnswer) => void {
  const client = useQueryClient();
  const { queryKey } = followUpsQuery();
  const failed = tellFailure('What you said was not kept');
  const reload = () => client.invalidateQueries({ queryKey });
  const takeBack = useMutation({
    mutationFn: (id: string) => callApi(takeBackAnswer, { params: { id } }),
    onSuccess: reload,
    onError: failed,
  });
  const answer = useMutation({
    mutationFn: (said: FollowUpAnswer) =>
      callApi(answerFollowUp, { params: { id: lead.id }, body: { kind, answer: said } }),
    onSuccess: ({ id }, said) => {
      toast({ title: `${lead.name} ${SAID[said]}`, undo: () => takeBack.mutate(id) });
      return reload();
    },
    onError: failed,
  });
  return (said) => {
    if (!answer.isPending) answer.mutate(said);
  };
}

function writeWords({ channel, where, href, address }: ContactWay): string {
  if (href === null) return `Copy ${address}`;
  return channel === 'email' ? 'Write the mail' : `Write ${where}`;
}

/** What has been learned so far, of the reason that lost most. */
function learnedWords(learned: readonly Learned[]): string {
  const lowest = learned.toSorted((one, other) => one.weight - other.weight)[0];
  if (!lowest || lowest.notUseful === 0) return 'Say “not useful” and that reason counts less';
  return `“${KIND_LABELS[lowest.kind]}” counts ${formatPercent(lowest.weight * 100)} after ${lowest.notUseful} of ${lowest.notUseful + lowest.done} not useful`;
}
