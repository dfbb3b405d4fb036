import { LifeBuoy, Plus, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { AgentFloret } from '#ui/drawings/agent-floret.tsx';
import { Input } from '#ui/input.tsx';
import type { Citation, Escalation, TestReply } from '../contract.ts';
import { stopsSelling } from '../rules-escalation.ts';
import type { ChatTurn, TestChat } from './test-chat.ts';

type TestChatPanelProps = {
  agent: { id: string; name: string };
  chat: TestChat;
  /** Opens a knowledge item at the quoted words. */
  onOpenSource?: ((citation: { knowledgeId: string; quote: string }) => void) | undefined;
  /** Turns an answer into knowledge. */
  onKeep?: ((turn: { question: string; answer: string }) => void) | undefined;
  className?: string;
};

const CATEGORY_WORDS: Record<Escalation['category'], string> = {
  self_harm: 'someone may hurt themselves',
  emergency: 'a medical emergency',
  overdose: 'someone may be poisoned',
  violence: 'violence',
  pregnancy: 'question about pregnancy',
  eating_disorder: 'signs of an eating disorder',
  mental_health: 'question about mental health',
  children: 'question about a child',
  medication_interaction: 'question about a medicine',
  diagnosis: 'asks for a diagnosis',
  adverse_event: 'reports a reaction',
  chronic_illness: 'question about an illness',
  unread_language: 'written in a language the agent does not read',
  asked_for_person: 'asked for a person',
  low_confidence: 'the agent is not sure',
  anger: 'the visitor is angry',
  large_order: 'asks about a large order',
};

/** A conversation with the agent as visitors have it, with what each answer rests on. */
export function TestChatPanel({ agent, chat, onOpenSource, onKeep, className = '' }: TestChatPanelProps) {
  const [text, setText] = useState('');
  const headingId = useId();
  const end = useRef<HTMLDivElement>(null);
  const canSend = text.trim() !== '' && !chat.isPending;
  const last = chat.turns.at(-1);
  const isEscalated = chat.turns.some((turn) => turn.type === 'bot' && turn.reply?.escalation);
  useEffect(() => {
    if (last) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);

  const send = async (): Promise<void> => {
    if (!canSend) return;
    const question = text;
    setText('');
    // A question that was not answered returns to its field.
    if (!(await chat.ask(question))) setText(question);
  };

  return (
    <section aria-labelledby={headingId} className={`flex min-h-0 min-w-0 flex-col ${className}`}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 pb-2">
        <h2 id={headingId} className="text-h2">
          Test chat
        </h2>
        <span className="text-small text-ink-3">Not counted in the figures</span>
        <span className="ml-auto flex items-center gap-1">
          <Badge>{engineOf(chat.turns)}</Badge>
          {chat.turns.length > 0 && !isEscalated && (
            <Button variant="ghost" size="row" icon={RotateCcw} onClick={chat.restart}>
              Start over
            </Button>
          )}
        </span>
      </div>
      <div
        role="log"
        aria-label={`Conversation with ${agent.name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard must reach it
        tabIndex={0}
        className="min-h-48 flex-1 space-y-4 overflow-y-auto border-t border-line py-4 focus-visible:outline-2 focus-visible:outline-focus"
      >
        {chat.turns.length === 0 && (
          <p className="text-ink-3">
            Ask {agent.name} what a customer would ask. Each answer shows the words it rests on.
          </p>
        )}
        {chat.turns.map((turn) =>
          turn.type === 'user' ? (
            <p
              key={turn.id}
              className="ml-auto w-fit max-w-[85%] rounded-panel bg-hover px-3 py-2 whitespace-pre-wrap wrap-anywhere"
            >
              <span className="sr-only">You: </span>
              {turn.message}
            </p>
          ) : (
            <BotTurn key={turn.id} agent={agent} turn={turn} onOpenSource={onOpenSource} onKeep={onKeep} />
          ),
        )}
        {chat.isPending && last?.type === 'user' && (
          // The surrounding log says it.
          <p className="text-small text-ink-3">{agent.name} is looking it up…</p>
        )}
        <div ref={end} />
      </div>
      {isEscalated && (
        <p
          role="note"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 text-small text-ink-2"
        >
          <span className="min-w-0 flex-1 basis-48">
            Test mode: your team isn't notified. Visitors see this text, and your team finds the chat in the
            inbox.
          </span>
          <Button size="row" icon={RotateCcw} onClick={chat.restart}>
            Start over
          </Button>
        </p>
      )}
      <form
        data-action-bar=""
        className="flex gap-2 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void send();
        }}
      >
        <Input
          aria-label={`Ask ${agent.name} something`}
          placeholder={`Ask ${agent.name} something`}
          value={text}
          maxLength={4_000}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            // Some browsers submit no form whose button is disabled: say it once, here.
            if (event.key === 'Enter' && !canSend) event.preventDefault();
          }}
          className="flex-1"
        />
        <Button type="submit" disabled={!canSend}>
          Send
        </Button>
      </form>
    </section>
  );
}

function engineOf(turns: readonly ChatTurn[]): string {
  const replies = turns.flatMap((turn) => (turn.type === 'bot' && turn.reply ? [turn.reply] : []));
  return replies.at(-1)?.engine ?? BUILT_IN_ENGINE;
}

type BotTurnProps = {
  agent: { id: string; name: string };
  turn: ChatTurn & { type: 'bot' };
  onOpenSource: TestChatPanelProps['onOpenSource'];
  onKeep: TestChatPanelProps['onKeep'];
};

function BotTurn({ agent, turn, onOpenSource, onKeep }: BotTurnProps) {
  const { reply, message } = turn;
  const escalation = reply?.escalation;
  return (
    <div className="flex gap-3">
      <span className="grid size-6 shrink-0 place-items-center rounded-control bg-green-t text-green-ink">
        <AgentFloret id={agent.id} size="small" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-small font-medium text-ink-2">{agent.name}</p>
        {escalation ? (
          <div className="mt-1 rounded-panel border border-amber-l bg-amber-t px-3 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 text-label text-amber-ink">
              <LifeBuoy aria-hidden className="size-4" />
              {escalation.level === 'emergency' ? 'Emergency' : 'Escalated'}:{' '}
              {CATEGORY_WORDS[escalation.category]}
              {stopsSelling(escalation) && (
                <span className="ml-auto text-small font-normal text-ink-2">Selling stopped</span>
              )}
            </p>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{message}</p>
          </div>
        ) : (
          <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{message}</p>
        )}
        {reply && reply.citations.length > 0 && (
          <Sources citations={reply.citations} onOpenSource={onOpenSource} />
        )}
        {reply && (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-3">
            <span className="tabular-nums">{(reply.responseMs / 1000).toFixed(1)} s</span>
            {onKeep && !escalation && reply.answered && reply.citations.length > 0 && (
              <Button
                variant="ghost"
                size="row"
                icon={Plus}
                onClick={() => onKeep({ question: turn.question, answer: wordsOf(reply) })}
              >
                Keep as knowledge
              </Button>
            )}
            {reply.retrieved.length > 0 && <Retrieved reply={reply} />}
          </div>
        )}
        {reply?.modelFailure && (
          <p className="mt-1 text-small text-amber-ink">
            {reply.modelFailure} The {BUILT_IN_ENGINE.toLowerCase()} answered with quotes instead.
          </p>
        )}
      </div>
    </div>
  );
}

/** The quoted words, without the marks and the disclosure of the first turn. */
function wordsOf(reply: TestReply): string {
  return reply.citations.map(({ quote }) => quote).join('\n\n');
}

function Sources({
  citations,
  onOpenSource,
}: {
  citations: readonly Citation[];
  onOpenSource: TestChatPanelProps['onOpenSource'];
}) {
  return (
    <ol aria-label="Sources" className="mt-2 border-t border-line">
      {citations.map((citation, index) => {
        const line = (
          <>
            <span className="grid size-4.5 shrink-0 place-items-center rounded-badge bg-green-t text-small text-green-ink tabular-nums">
              {index + 1}
            </span>
            <span className="shrink-0 font-medium">{citation.title}</span>
            <span className="truncate text-ink-3">“{citation.quote.replaceAll('\n', ' ')}”</span>
          </>
        );
        const key = `${citation.knowledgeId} ${citation.quote}`;
        return (
          <li key={key} className="border-b border-line">
            {onOpenSource ? (
              <button
                type="button"
                onClick={() => onOpenSource(citation)}
                className="flex w-full items-center gap-2 py-1.5 text-left text-small hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus"
              >
                {line}
              </button>
            ) : (
              <span className="flex items-center gap-2 py-1.5 text-small">{line}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Retrieved({ reply }: { reply: TestReply }) {
  return (
    <details className="w-full">
      <summary className="w-fit cursor-pointer rounded-badge focus-visible:outline-2 focus-visible:outline-focus">
        What was looked at
      </summary>
      <ol className="mt-1 space-y-1">
        {reply.retrieved.map((passage) => (
          <li key={`${passage.knowledgeId} ${passage.position} ${passage.text}`} className="flex gap-2">
            <span className="w-9 shrink-0 text-right tabular-nums">{passage.score.toFixed(2)}</span>
            <span className="min-w-0 truncate">
              {passage.title}
              {passage.headings !== '' && ` › ${passage.headings}`}: {passage.text.replaceAll('\n', ' ')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
