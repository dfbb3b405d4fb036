import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { ClaimsTextarea } from '#features/compliance/web/claims-field-panel.tsx';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { DisabledReason } from '#ui/disabled-reason.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Field } from '#ui/field.tsx';
import { stayNear } from '#ui/focus/kept-focus.ts';
import { keepWork, readWork } from '#ui/kept/kept-work.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { UnansweredQuestion } from '../contract-inbox.ts';
import { commentWork } from '../rules-inbox.ts';
import {
  unansweredQuery,
  useAnswerUnanswered,
  useDismissUnanswered,
  useRestoreUnanswered,
} from './inbox-api.ts';

/** What visitors and members of communities asked and no agent knew, the most asked first. */
export function UnansweredList({ canManage }: { canManage: boolean }) {
  const list = useQuery(unansweredQuery());
  const [open, setOpen] = useState<string | null>(null);
  if (list.isPending) {
    return (
      <Loading label="Loading the questions" className="space-y-4 p-6">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </Loading>
    );
  }
  if (list.isLoadingError) {
    return <ErrorState title="The questions could not be loaded" query={list} />;
  }
  if (list.data.length === 0) {
    return (
      <EmptyState
        title="No question is without an answer"
        text="What an agent does not know is gathered here. Your answer becomes its knowledge."
      />
    );
  }
  return (
    <ul
      aria-label="Unanswered questions"
      className="mx-auto w-full max-w-3xl divide-y divide-line px-4 sm:px-6"
    >
      {list.data.map((asked) => {
        const key = `${asked.expertId} ${asked.question}`;
        return (
          <Row
            key={key}
            asked={asked}
            canManage={canManage}
            isOpen={open === key}
            onToggle={() => setOpen(open === key ? null : key)}
          />
        );
      })}
    </ul>
  );
}

type RowProps = { asked: UnansweredQuestion; canManage: boolean; isOpen: boolean; onToggle: () => void };

function Row({ asked, canManage, isOpen, onToggle }: RowProps) {
  const { expertId, question } = asked;
  const dismiss = useDismissUnanswered();
  const restore = useRestoreUnanswered();
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-body font-medium wrap-anywhere">{question}</p>
          <p className="text-small text-ink-3">
            {asked.agentName}, asked {countOf(asked.times, 'time')}, last{' '}
            <RelativeTime value={asked.lastAskedAt} />
            {asked.place && (
              <>
                {' in '}
                <Link
                  to="/community"
                  search={{ community: asked.place.communityId, post: asked.place.postId }}
                  className="underline underline-offset-2"
                >
                  {asked.place.name}
                </Link>
              </>
            )}
          </p>
        </div>
        {canManage && (
          <div className="flex gap-2">
            <Button
              size="row"
              aria-label={`Write the answer: ${question}`}
              aria-expanded={isOpen}
              onClick={onToggle}
            >
              Write the answer
            </Button>
            <Button
              size="row"
              variant="ghost"
              aria-label={`Dismiss: ${question}`}
              isPending={dismiss.isPending}
              onClick={({ currentTarget }) => {
                const deed = dismiss.mutateAsync({ expertId, question });
                stayNear(currentTarget, deed);
                doWithUndo({
                  deed,
                  done: { title: 'Question dismissed', description: 'Asked again, it comes back by itself.' },
                  onFailure: tellFailure('The question could not be dismissed.'),
                  undo: (dismissal) => restore.mutateAsync({ expertId, question, ...dismissal }),
                  onUndoFailure: tellFailure('The question did not come back'),
                });
              }}
            >
              Dismiss
            </Button>
          </div>
        )}
      </div>
      {isOpen && <AnswerForm asked={asked} />}
    </li>
  );
}

function AnswerForm({ asked: { expertId, question, agentName, place } }: { asked: UnansweredQuestion }) {
  const navigate = useNavigate();
  const work = useOwnWork(commentWork(place?.postId ?? ''));
  const answering = useAnswerUnanswered();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const [answer, setAnswer] = useState('');
  const isReady = answer.trim() !== '';
  /** Prepares the answer where the question was asked; a draft there is kept. */
  const tellThere = ({ communityId, postId }: NonNullable<UnansweredQuestion['place']>) => {
    if (readWork(work) === undefined) keepWork(work, answer);
    void navigate({ to: '/community', search: { community: communityId, post: postId } });
  };
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || answering.isPending) return;
        const deed = answering.mutateAsync({ expertId, question, answer });
        stayNear(event.currentTarget, deed);
        fail(
          deed.then(() =>
            toast({
              title: 'Knowledge Added',
              description: `${agentName} can answer this from now on.`,
              // A question in a community still waits there: the agent looks at a post once.
              ...(place
                ? { offer: { label: `Answer in ${place.name}`, onSelect: () => tellThere(place) } }
                : {}),
            }),
          ),
          'Failed to Add Knowledge',
        );
      }}
    >
      <Field label="Answer" isRequired hint={`${agentName} will quote it word for word.`}>
        {(control) => (
          <ClaimsTextarea
            {...control}
            kind="agent_answer"
            ref={field}
            rows={3}
            maxLength={20_000}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
      <DisabledReason reason={isReady ? null : 'Write the answer first.'} className="mt-2">
        {(control) => (
          <Button
            type="submit"
            variant="primary"
            isPending={answering.isPending}
            pendingLabel="Adding…"
            {...control}
          >
            Add to knowledge
          </Button>
        )}
      </DisabledReason>
    </form>
  );
}

function fail(deed: Promise<unknown>, title: string): void {
  deed.catch(tellFailure(title));
}
