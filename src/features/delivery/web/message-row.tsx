import { Link } from '@tanstack/react-router';
import { ChevronDown, ExternalLink, FileCode, Send } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { CHANNEL_LABELS } from '#features/campaigns/rules.ts';
import { factWords } from '#features/campaigns/rules-personal.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { cn } from '#ui/class-names.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { RingGlyph } from '#ui/drawings/ring-glyph.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { Message } from '../contract.ts';
import { MESSAGE_STATUS_LABELS, RECEIPT_WORDS } from '../rules.ts';
import { useMarkMessageSent, useSendMessageAgain } from './api.ts';
import { MessageSourceDialog } from './message-source-panel.tsx';
import { MESSAGE_LOOK } from './message-words.ts';

type MessageRowProps = { message: Message; isOpen: boolean; onToggle: () => void; canChange: boolean };

/** One message: to whom, how far it came and why; opened its exact text. */
export function MessageRow({ message, isOpen, onToggle, canChange }: MessageRowProps) {
  const id = useId();
  const look = MESSAGE_LOOK[message.status];
  const name = message.leadName ?? 'Removed person';
  return (
    <li className="border-b border-line" data-message={message.id}>
      <div className="relative px-5 py-2.5 hover:bg-hover/50">
        <div className="flex items-center gap-2">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-text`}
            // Of many people several messages stand here, and of those who are gone no name.
            aria-describedby={`${id}-what ${id}-state`}
            onClick={onToggle}
            className="min-w-0 flex-1 truncate text-left text-label font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {name}
          </button>
          <span id={`${id}-state`} className="contents">
            <Badge tone={look.tone} glyph={<RingGlyph step={look.ring} className="size-3.5 text-current!" />}>
              {MESSAGE_STATUS_LABELS[message.status]}
              {message.receipt !== null && ` · ${RECEIPT_WORDS[message.receipt]}`}
            </Badge>
          </span>
          <ChevronDown
            className={cn('size-4 text-ink-3 transition-transform duration-120', isOpen && 'rotate-180')}
          />
        </div>
        <p id={`${id}-what`} className="mt-0.5 flex items-baseline gap-2 text-small text-ink-3">
          <span className="min-w-0 flex-1 truncate">
            {[
              CHANNEL_LABELS[message.channel],
              ...(message.status === 'held'
                ? ['Waits for the winner']
                : [message.variant && `Variant ${message.variant}`, message.subject ?? message.to]),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="relative z-sticky tabular-nums">
            {message.sentAt === null && message.status === 'queued' && 'due '}
            <RelativeTime value={message.sentAt ?? message.dueAt} isAhead={message.sentAt === null} />
          </span>
        </p>
        {message.note !== null && <p className="mt-1 text-small text-pretty text-ink-2">{message.note}</p>}
      </div>
      {isOpen && (
        <div id={`${id}-text`} className="px-5 pt-1 pb-4">
          <MessageText message={message} />
          <MessageActions message={message} canChange={canChange} />
        </div>
      )}
    </li>
  );
}

function MessageText({ message }: { message: Message }) {
  return (
    <div className="rounded-panel border border-line-2 bg-surface">
      {message.status === 'held' && message.variant !== null && (
        <p className="border-b border-line px-3 py-2 text-small text-ink-3">
          They get the variant that wins. Without a winner it is {message.variant}:
        </p>
      )}
      <dl className="space-y-0.5 border-b border-line px-3 py-2 text-small">
        {message.to !== null && <Line label="To">{message.to}</Line>}
        {message.subject !== null && (
          <Line label="Subject">
            <strong>{message.subject}</strong>
          </Line>
        )}
      </dl>
      <p className="px-3 py-2.5 text-body whitespace-pre-wrap wrap-anywhere">{message.body}</p>
      {message.personal !== null && (
        <p className="border-t border-line px-3 py-2 text-small wrap-anywhere text-ink-3">
          “{message.personal.sentence}” comes from {message.personal.facts.map(factWords).join(', ')}.
        </p>
      )}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="w-12 shrink-0 text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function MessageActions({ message, canChange }: { message: Message; canChange: boolean }) {
  const [isSourceOpen, setIsSourceOpen] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {message.status === 'manual' && (
        <>
          <CopyButton text={message.body} label="Copy text" />
          {message.deepLink !== null && (
            <a
              href={message.deepLink}
              target="_blank"
              rel="noreferrer"
              className={linkButtonClass({ size: 'row' })}
            >
              <ExternalLink className="size-4" />
              Open {CHANNEL_LABELS[message.channel]}
            </a>
          )}
          {canChange ? (
            <MarkSent message={message} variant="primary" />
          ) : (
            <p className="text-small text-ink-3">Your role reads; members mark messages as sent.</p>
          )}
        </>
      )}
      {message.status === 'unconfirmed' && <Unconfirmed message={message} canChange={canChange} />}
      {message.status === 'outbox' && (
        <Button size="row" icon={FileCode} onClick={() => setIsSourceOpen(true)}>
          Show the whole message
        </Button>
      )}
      {message.leadId !== null && (
        <Link to="/leads" search={{ lead: message.leadId }} className="link text-small">
          Open the lead
        </Link>
      )}
      {isSourceOpen && <MessageSourceDialog message={message} onClose={() => setIsSourceOpen(false)} />}
    </div>
  );
}

/** Somebody has to look, and says what they found. */
function Unconfirmed({ message, canChange }: { message: Message; canChange: boolean }) {
  const sending = useSendMessageAgain();
  const where =
    message.channel === 'email'
      ? 'in the mail server’s log or the sender’s Sent folder'
      : `in the conversation on ${CHANNEL_LABELS[message.channel]}`;
  if (!canChange)
    return <p className="text-small text-ink-3">Your role reads; members say whether it arrived.</p>;
  return (
    <>
      <p className="w-full text-small text-pretty text-ink-2">
        Look {where} whether it left, so that nobody gets it twice.
      </p>
      <Button
        size="row"
        icon={Send}
        isPending={sending.isPending}
        pendingLabel="Queuing…"
        onClick={(event) =>
          sending.mutate(message.id, {
            onSuccess: focusRowOf(event),
            onError: tellFailure('The message could not be sent again.'),
          })
        }
      >
        Send again
      </Button>
      <MarkSent message={message} />
    </>
  );
}

function MarkSent({
  message,
  variant = 'secondary',
}: {
  message: Message;
  variant?: 'primary' | 'secondary';
}) {
  const marking = useMarkMessageSent();
  return (
    <Button
      size="row"
      variant={variant}
      isPending={marking.isPending}
      pendingLabel="Saving…"
      onClick={(event) =>
        marking.mutate(message.id, {
          onSuccess: focusRowOf(event),
          onError: tellFailure('The message could not be marked as sent.'),
        })
      }
    >
      Mark as sent
    </Button>
  );
}

/** A button goes with what it did; the keyboard goes on from its row. */
function focusRowOf(event: MouseEvent<HTMLElement>): () => void {
  const row = event.currentTarget.closest('li')?.querySelector('button');
  return () => row?.focus();
}
