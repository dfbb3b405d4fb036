import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, LifeBuoy, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { currentUserQuery } from '#features/access/web/api.ts';
import { ClaimsFieldPanel, useHeldText } from '#features/compliance/web/claims-field-panel.tsx';
import { HeldPanel } from '#features/compliance/web/claims-override-panel.tsx';
import { newId } from '#kit/id.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { isGone } from '#ui/calls/call-api.ts';
import { cn } from '#ui/class-names.ts';
import { AgentFloret } from '#ui/drawings/agent-floret.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { focusQuietly } from '#ui/focus/use-focus-on-open.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { usePageSubject } from '#ui/page-subject.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { ConversationDetail } from '../contract-inbox.ts';
import type { TranscriptLine } from '../contract-public.ts';
import { stopsSelling } from '../rules-escalation.ts';
import { reasonOf, sourcesOf } from '../rules-inbox.ts';
import { ConversationBadge } from './conversation-badge.tsx';
import {
  conversationQuery,
  useDecideOnLead,
  useHandBack,
  useJoin,
  useResolve,
  useWrite,
} from './inbox-api.ts';

type ConversationPanelProps = { id: string; onClose: () => void };

/** What was said, and the way to say something oneself. */
export function ConversationPanel({ id, onClose }: ConversationPanelProps) {
  const conversation = useQuery(conversationQuery(id));
  if (conversation.isPending) {
    return (
      <Loading label="Loading the conversation" className="space-y-4 p-6">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="ml-auto h-10 w-1/2" />
      </Loading>
    );
  }
  if (conversation.isLoadingError || isGone(conversation.error)) {
    return <ErrorState title="The conversation could not be loaded" query={conversation} />;
  }
  return <Opened key={id} conversation={conversation.data} onClose={onClose} />;
}

type OpenedProps = { conversation: ConversationDetail; onClose: () => void };

function Opened({ conversation, onClose }: OpenedProps) {
  const end = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { lines } = conversation;
  usePageSubject(`${conversation.visitor} and ${conversation.agentName}`);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is nothing to clean up with.
    end.current?.scrollIntoView({ block: 'end' });
  }, [lines.length]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <IconButton icon={ArrowLeft} label="Back to the list" onClick={onClose} className="-ml-2 lg:hidden" />
        <AgentFloret id={conversation.expertId} />
        <div className="min-w-0 flex-1 basis-40">
          <h2 ref={heading} className="text-h2 wrap-anywhere">
            {conversation.visitor} and {conversation.agentName}
          </h2>
          <p className="text-small text-ink-3">
            {countOf(conversation.messages, 'message')}, began <RelativeTime value={conversation.startedAt} />
          </p>
        </div>
        <ConversationBadge state={conversation.state} />
        {conversation.leadId !== null && (
          <Link
            to="/leads"
            search={{ lead: conversation.leadId }}
            className={linkButtonClass({ size: 'row' })}
          >
            <UserRound className="size-4" />
            Open lead
          </Link>
        )}
      </header>
      <Care conversation={conversation} />
      <Proposal conversation={conversation} />
      <div
        role="log"
        aria-label="Conversation"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and those without a mouse have to
        tabIndex={0}
        className="min-h-0 flex-1 space-y-4 overflow-y-auto px-4 py-5 sm:px-6"
      >
        {lines.map((line) => (
          <Line key={line.id} line={line} conversation={conversation} />
        ))}
        <div ref={end} />
      </div>
      <Composer
        conversation={conversation}
        // The buttons disappear after use; the heading with the new state stays.
        // Focus that has moved on before the response is left alone.
        onLeft={(pressed) => {
          const { activeElement } = document;
          if (activeElement !== document.body && activeElement !== pressed) return;
          if (heading.current) focusQuietly(heading.current);
        }}
      />
    </div>
  );
}

/** Anybody can type any address: a person decides whose conversation this is. */
function Proposal({ conversation: { id, proposal } }: { conversation: ConversationDetail }) {
  const decide = useDecideOnLead();
  if (!proposal) return null;
  const say = (isSame: boolean) =>
    decide.mutate(
      { id, isSame },
      {
        onError: tellFailure('Not done'),
      },
    );
  return (
    <section
      aria-label="Address left by the visitor"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunk px-4 py-2.5 text-small sm:px-6"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        The visitor left <strong>{proposal.email}</strong>, the address of{' '}
        <Link to="/leads" search={{ lead: proposal.leadId }} className="underline underline-offset-2">
          {proposal.leadName}
        </Link>
        . The address is not verified.
      </p>
      <span className="flex gap-2">
        <Button size="row" disabled={decide.isPending} onClick={() => say(true)}>
          It is {proposal.leadName}
        </Button>
        <Button size="row" variant="ghost" disabled={decide.isPending} onClick={() => say(false)}>
          Someone else
        </Button>
      </span>
    </section>
  );
}

/** Why a person is needed. */
function Care({ conversation: { escalation, state, agentName } }: { conversation: ConversationDetail }) {
  if (!escalation || (state !== 'waiting' && state !== 'person')) return null;
  return (
    <p className="flex items-start gap-2 border-b border-amber-l bg-amber-t px-4 py-2.5 text-small text-amber-ink sm:px-6">
      <LifeBuoy className="mt-px size-4 shrink-0" />
      <span>
        <strong>{reasonOf(escalation)}.</strong>{' '}
        {stopsSelling(escalation)
          ? `${agentName} has stopped selling in this conversation.`
          : state === 'person'
            ? `${agentName} is silent until you hand back.`
            : `${agentName} goes on answering until you join.`}
      </span>
    </p>
  );
}

type LineProps = { line: TranscriptLine; conversation: ConversationDetail };

function Line({ line, conversation: { visitor, agentName } }: LineProps) {
  const isOurs = line.role !== 'visitor';
  const who =
    line.role === 'visitor' ? visitor : line.role === 'agent' ? agentName : (line.author ?? 'Someone');
  return (
    <div
      data-line={line.role}
      className={cn('flex max-w-[46rem] flex-col', isOurs ? 'ml-auto items-end' : 'items-start')}
    >
      <p className="mb-1 flex gap-2 text-small text-ink-3">
        <span className="font-medium text-ink-2">{who}</span>
        <RelativeTime isPlain value={line.at} />
      </p>
      <div
        className={cn(
          'rounded-panel px-3 py-2 text-body whitespace-pre-line wrap-anywhere',
          line.role === 'visitor' && 'bg-hover',
          line.role === 'agent' && 'border border-line-2',
          line.role === 'person' && 'bg-green-t text-green-ink',
        )}
      >
        {line.text}
      </div>
      {line.citations.length > 0 && (
        <p className="mt-1 text-small text-ink-3">From {sourcesOf(line.citations)}</p>
      )}
    </div>
  );
}

type ComposerProps = { conversation: ConversationDetail; onLeft: (pressed: Element) => void };

function Composer({ conversation, onLeft }: ComposerProps) {
  const me = useQuery(currentUserQuery());
  const join = useJoin();
  const handBack = useHandBack();
  const resolve = useResolve();
  const isMine = conversation.person !== null && conversation.person.id === me.data?.id;
  const { id, agentName, state } = conversation;
  if (isMine) {
    return (
      <WriteForm
        id={id}
        actions={
          <>
            <Button
              size="row"
              isPending={handBack.isPending}
              onClick={({ currentTarget }) =>
                tell(handBack.mutateAsync(id).then(() => onLeft(currentTarget)))
              }
            >
              Hand back to {agentName}
            </Button>
            <Button
              size="row"
              isPending={resolve.isPending}
              onClick={({ currentTarget }) => tell(resolve.mutateAsync(id).then(() => onLeft(currentTarget)))}
            >
              Mark resolved
            </Button>
          </>
        }
      />
    );
  }
  return (
    <div
      data-action-bar=""
      className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 sm:px-6"
    >
      <p className="min-w-0 flex-1 basis-48 text-small text-ink-3 max-sm:basis-full">
        {conversation.person
          ? `${conversation.person.name} is answering.`
          : `${agentName} answers. Once you join, it is silent until you hand back.`}
      </p>
      {state !== 'resolved' && !conversation.person && (
        <Button
          isPending={resolve.isPending}
          onClick={({ currentTarget }) => tell(resolve.mutateAsync(id).then(() => onLeft(currentTarget)))}
        >
          Mark resolved
        </Button>
      )}
      {!conversation.person && (
        <Button variant="primary" isPending={join.isPending} onClick={() => tell(join.mutateAsync(id))}>
          Join conversation
        </Button>
      )}
    </div>
  );
}

function WriteForm({ id, actions }: { id: string; actions: React.ReactNode }) {
  const write = useWrite();
  const field = useRef<HTMLTextAreaElement>(null);
  // A person who has joined is about to write.
  useEffect(() => {
    field.current?.focus();
  }, []);
  const [text, setText] = useState('');
  // The same message keeps its id until it has arrived, so that sending it again stores it once.
  const [messageId, setMessageId] = useState(() => newId());
  const claims = useHeldText(text, 'agent_answer');
  const isEmpty = text.trim() === '';
  const canSend = !isEmpty && claims.blocks.length === 0 && !write.isPending;

  function send(overrideReason?: string): void {
    tell(
      write
        .mutateAsync({ id, text, messageId, ...(overrideReason === undefined ? {} : { overrideReason }) })
        .then(() => {
          setText('');
          setMessageId(newId());
        }),
    );
  }
  function submit(event: { preventDefault: () => void }): void {
    event.preventDefault();
    if (canSend) send();
  }
  return (
    <form
      data-action-bar=""
      onSubmit={submit}
      className="max-h-3/5 overflow-y-auto border-t border-line px-4 py-3 sm:px-6"
    >
      <div className="flex items-start gap-2">
        <ClaimsFieldPanel
          claims={claims}
          isEnforced
          className="flex-1"
          ref={field}
          aria-label="Write to the visitor"
          aria-required
          placeholder="Write to the visitor"
          maxLength={4_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          }}
        />
      </div>
      <HeldPanel
        blocks={claims.blocks}
        deed="Send message"
        obstacle={isEmpty && <p className="text-small text-ink-3">Write a message to send.</p>}
        onOverride={send}
        className="mt-2"
        note={<div className="flex flex-wrap gap-2">{actions}</div>}
      >
        {({ disabled, ...held }) => (
          <Button type="submit" variant="primary" disabled={disabled} isPending={write.isPending} {...held}>
            Send
          </Button>
        )}
      </HeldPanel>
    </form>
  );
}

function tell(deed: Promise<unknown>): void {
  deed.catch(tellFailure('That did not work'));
}
