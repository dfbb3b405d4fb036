import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCanChange, useOwnWork } from '#features/access/web/api.ts';
import { CHANNEL_LABELS } from '#features/campaigns/rules.ts';
import { ClaimsFieldPanel, useHeldText } from '#features/compliance/web/claims-field-panel.tsx';
import { HeldPanel } from '#features/compliance/web/claims-override-panel.tsx';
import { draftNameOf } from '#features/leads/rules-drafts.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { ApiError, isGone } from '#ui/calls/call-api.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Field } from '#ui/field.tsx';
import { stayNear } from '#ui/focus/kept-focus.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useKeptText } from '#ui/kept/kept-work.ts';
import { usePageSubject } from '#ui/page-subject.ts';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { REPLY_LABELS, type ReplyThread } from '../contract.ts';
import { REPLY_LABEL_WORDS } from '../rules-reply-labels.ts';
import { replyThreadQuery, useAnswerReply, useUpdateReply } from './api.ts';
import { ReplyItemView } from './reply-item-view.tsx';
import { answerToast, tellUndone } from './reply-toasts.ts';

const UNLABELLED = 'none';

/** Everything written to and by one person, and the answer. */
export function ReplyThreadView({ id, onBack }: { id: string; onBack: () => void }) {
  const thread = useQuery(replyThreadQuery(id));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {(!thread.data || thread.isError) && (
        <div className="border-b border-line px-4 py-3 lg:hidden">
          <BackButton onBack={onBack} />
        </div>
      )}
      {thread.isPending ? (
        <Loading label="Loading the conversation" className="space-y-4 px-4 py-4 sm:px-6">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </Loading>
      ) : isGone(thread.error) ? (
        <EmptyState
          title="This conversation is gone"
          text="The person was deleted or erased. If they can be restored, your draft is on their record."
          action={
            thread.data && (
              <Link to="/leads" search={{ lead: thread.data.leadId }} className={linkButtonClass({})}>
                View record
              </Link>
            )
          }
        />
      ) : thread.isError ? (
        <ErrorState title="The conversation could not be loaded" query={thread} />
      ) : (
        <Loaded thread={thread.data} onBack={onBack} />
      )}
    </div>
  );
}

/** On a phone the conversation has the screen alone. */
function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <IconButton icon={ArrowLeft} label="Back to the list" onClick={onBack} className="-ml-2 lg:hidden" />
  );
}

function Loaded({ thread, onBack }: { thread: ReplyThread; onBack: () => void }) {
  usePageSubject(thread.leadName);
  const canChange = useCanChange();
  const update = useUpdateReply(thread.id);
  const fail = tellFailure('The reply was not changed');
  const end = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLLIElement>(null);
  const { length } = thread.items;
  const theirLast = thread.items.findLastIndex(({ by }) => by === null);
  const isMailLater = thread.items.slice(theirLast + 1).some(({ kind }) => kind === 'message');
  // What they wrote last and the answer to it, not the campaign's own mail, which may have come later.
  useEffect(() => {
    if (isMailLater) words.current?.scrollIntoView({ block: 'start' });
    else end.current?.scrollIntoView({ block: 'nearest' });
  }, [length, isMailLater]);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <BackButton onBack={onBack} />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-h2 wrap-anywhere">
            <Link to="/leads" search={{ lead: thread.leadId }} className="link">
              {thread.leadName}
            </Link>
            {thread.isPractice && (
              <Badge tone="outline" icon={FlaskConical} className="ml-2 align-middle">
                Practice
              </Badge>
            )}
          </h2>
          {thread.campaignName !== null && (
            <p className="text-small text-ink-3">
              Reply to{' '}
              {thread.campaignId === null ? (
                thread.campaignName
              ) : (
                <Link to="/campaigns" search={{ campaign: thread.campaignId }} className="link">
                  {thread.campaignName}
                </Link>
              )}
              {thread.channel !== 'email' && ` over ${CHANNEL_LABELS[thread.channel]}`}
            </p>
          )}
        </div>
        {canChange && (
          <div className="flex flex-wrap items-center gap-2">
            <Select
              look="filter"
              prefix="Label"
              aria-label="Label of this reply"
              value={thread.label ?? UNLABELLED}
              disabled={update.isPending}
              onValueChange={(value) =>
                update.mutate(
                  { label: value === UNLABELLED ? null : value },
                  {
                    onError: fail,
                    onSuccess: (changed) => {
                      if (thread.label === 'stop' && changed.label !== 'stop') tellUndone(changed);
                    },
                  },
                )
              }
              options={[
                { value: UNLABELLED, label: 'none' },
                ...REPLY_LABELS.map((value) => ({
                  value,
                  label: REPLY_LABEL_WORDS[value],
                  ...(value === 'stop' ? { hint: 'Unsubscribes them' } : {}),
                })),
              ]}
            />
            <Button
              size="row"
              isPending={update.isPending}
              onClick={() => update.mutate({ isDone: !thread.isDone }, { onError: fail })}
            >
              {thread.isDone ? 'Reopen' : 'Mark as done'}
            </Button>
            {/* The button that was pressed keeps the focus, and its new name is not heard. */}
            <p role="status" className="sr-only">
              {update.isSuccess &&
                update.variables.isDone !== undefined &&
                (thread.isDone ? 'The reply is done.' : 'The reply is open again.')}
            </p>
          </div>
        )}
        {thread.labelledBy !== null && thread.label !== null && (
          <p className="basis-full text-small text-ink-3">
            {REPLY_LABEL_WORDS[thread.label]}: labelled by{' '}
            {thread.labelledBy === BUILT_IN_ENGINE ? 'the built-in engine' : thread.labelledBy}
          </p>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6">
        <ol className="space-y-4">
          {thread.items.map((item, index) => (
            <ReplyItemView
              key={item.id}
              item={item}
              leadName={thread.leadName}
              ref={index === theirLast ? words : undefined}
            />
          ))}
        </ol>
        {canChange &&
          (thread.obstacle === null ? (
            <Answer key={thread.leadId} thread={thread} />
          ) : (
            <p className="mt-5 border-t border-line pt-4 text-ink-2">{thread.obstacle}</p>
          ))}
        <div ref={end} />
      </div>
    </>
  );
}

function Answer({ thread }: { thread: ReplyThread }) {
  // By the person: they may write once more meanwhile, which makes their newest mail another one.
  const [text, setText] = useKeptText(useOwnWork(draftNameOf(thread.leadId, 'reply')));
  const answers = thread.items.flatMap(({ id, kind }) => (kind === 'answer' ? id : []));
  /** Those that stood there when somebody wrote last: pressed again it is the same call. */
  const [seen, setSeen] = useState<string[] | null>(answers);
  const answer = useAnswerReply(thread.id, {
    onAnswered: (answered) => {
      toast(answerToast(answered));
      // What was not sent stays in the box, so that it need not be written twice.
      if (answered.isDone) setText('');
    },
    onError: (error) => {
      tellFailure('The answer was not sent')(error);
      if (error instanceof ApiError && error.body?.reason === 'answered_meanwhile') setSeen(null);
    },
  });
  const claims = useHeldText(text, 'mail_body');
  const isEmpty = text.trim() === '';
  const takeDraft = (): void => {
    setText(thread.draft?.text ?? '');
    setSeen(answers);
  };
  const reply = (overrideReason?: string) =>
    answer.mutate({
      text,
      seenAnswerIds: seen ?? answers,
      ...(overrideReason === undefined ? {} : { overrideReason }),
    });
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Field label="Your answer">
        {(control) => (
          <ClaimsFieldPanel
            {...control}
            claims={claims}
            isEnforced
            addsRequired
            rows={8}
            maxLength={20_000}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setSeen(answers);
            }}
          />
        )}
      </Field>
      {thread.isPractice && (
        <p className="mt-1.5 text-small text-ink-3">
          Practice address: your answer is stored in the outbox and not sent.
        </p>
      )}
      {thread.isKept && (
        <p className="mt-1.5 text-small text-amber-ink">
          No mail server is configured (SMTP_URL). Your answer stays in the outbox and the reply stays open.
        </p>
      )}
      <div data-action-bar="">
        <HeldPanel
          blocks={claims.blocks}
          deed="Send answer"
          obstacle={
            isEmpty && (
              <span className="text-small text-ink-3">
                {thread.draftObstacle ??
                  (thread.draft ? 'Write an answer or start from the draft.' : 'Write an answer.')}
              </span>
            )
          }
          onOverride={reply}
          className="mt-2"
        >
          {(send) => (
            <>
              {thread.draft && isEmpty && (
                <Button
                  onClick={({ currentTarget }) => {
                    stayNear(currentTarget);
                    takeDraft();
                  }}
                >
                  Draft by {thread.draft.by}
                </Button>
              )}
              <Button
                variant="primary"
                isPending={answer.isPending}
                pendingLabel="Sending…"
                onClick={() => reply()}
                {...send}
              >
                Send answer
              </Button>
            </>
          )}
        </HeldPanel>
      </div>
    </div>
  );
}
