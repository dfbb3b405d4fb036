import { useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, ListChecks, type LucideIcon, MessageSquare, Pencil, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { withoutMarks } from '#engines/answers/passages.ts';
import type { KnowledgeItem } from '#features/knowledge/contract.ts';
import { knowledgeQuery } from '#features/knowledge/web/api.ts';
import { originOf, PREVIEW_CHARACTERS, TYPE_ICONS } from '#features/knowledge/web/knowledge-words.ts';
import { countOf, truncate } from '#kit/text.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { isByKeyboard } from '#ui/focus/last-input.ts';
import { focusQuietly } from '#ui/focus/use-focus-on-open.ts';
import { usePageSubject } from '#ui/page-subject.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { GoldenQuestionsSection } from './golden-questions-section.tsx';
import { type ChatTurn, useTestChat } from './test-chat.ts';
import { TestChatPanel } from './test-chat-panel.tsx';

const KnowledgeDialog = lazy(() =>
  import('#features/knowledge/web/knowledge-dialog.tsx').then((part) => ({ default: part.KnowledgeDialog })),
);
const UploadDialog = lazy(() =>
  import('#features/knowledge/web/upload-dialog.tsx').then((part) => ({ default: part.UploadDialog })),
);
const KnowledgeItemDialog = lazy(() =>
  import('#features/knowledge/web/knowledge-item-dialog.tsx').then((part) => ({
    default: part.KnowledgeItemDialog,
  })),
);

type TrainingPanelProps = { agent: { id: string; name: string }; canManage: boolean };

/** Opened below this share of the window nobody sees that it did. */
const OUT_OF_SIGHT = 0.75;

type Task =
  | { kind: 'manual' | 'custom_training' | 'upload' }
  | { kind: 'chat_training'; draft: { title: string; content: string } }
  | { kind: 'item'; id: string; quote?: string };

/** The selected agent at work: on the left what it knows, on the right how it answers. */
export function TrainingPanel({
  agent,
  canManage,
  isShown = false,
}: TrainingPanelProps & {
  /** Comes into sight as it opens. */
  isShown?: boolean;
}) {
  const panel = useRef<HTMLDivElement>(null);
  usePageSubject(agent.name);
  useEffect(() => {
    const heading = panel.current?.querySelector('h2');
    const top = panel.current?.getBoundingClientRect().top ?? 0;
    const isOutOfSight = top >= window.innerHeight * OUT_OF_SIGHT;
    // What had the focus goes out of sight itself where the page moves.
    if (isShown && heading && (isByKeyboard() || isOutOfSight)) focusQuietly(heading);
    if (!isShown || !isOutOfSight) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    panel.current?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' });
  }, [isShown]);
  const [task, setTask] = useState<Task | null>(null);
  const chat = useTestChat(agent.id);
  const close = () => setTask(null);
  const keep = ({ question, answer }: { question: string; answer: string }): void =>
    setTask({ kind: 'chat_training', draft: { title: question.slice(0, 200), content: answer } });

  return (
    <div
      ref={panel}
      className="mt-6 grid lg:scroll-mt-14 grid-cols-[minmax(0,1fr)] border-t border-line lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
    >
      <TrainingCenter
        agent={agent}
        canManage={canManage}
        onOpen={(id) => setTask({ kind: 'item', id })}
        onAdd={(kind) => setTask({ kind })}
        onUpload={() => setTask({ kind: 'upload' })}
        onTrainFromChat={() => {
          const last = chat.turns.findLast((turn) => turn.type === 'bot' && isKept(turn));
          if (last?.type === 'bot' && last.reply) {
            keep({ question: last.question, answer: answerOf(last) });
          } else {
            toast({
              title: 'No answer to keep yet',
              description: `Ask ${agent.name} in the test chat; its last good answer is kept from here.`,
            });
          }
        }}
      />
      <TestChatPanel
        agent={agent}
        chat={chat}
        onOpenSource={({ knowledgeId, quote }) => setTask({ kind: 'item', id: knowledgeId, quote })}
        onKeep={canManage ? keep : undefined}
        className="pt-5 lg:h-[40rem] lg:border-l lg:border-line lg:pl-6"
      />
      <Suspense>
        {(task?.kind === 'manual' || task?.kind === 'custom_training') && (
          <KnowledgeDialog agent={agent} type={task.kind} onClose={close} />
        )}
        {task?.kind === 'chat_training' && (
          <KnowledgeDialog agent={agent} type="chat_training" draft={task.draft} onClose={close} />
        )}
        {task?.kind === 'upload' && <UploadDialog agent={agent} onClose={close} />}
        {task?.kind === 'item' && (
          <KnowledgeItemDialog id={task.id} quote={task.quote} canManage={canManage} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

function isKept(turn: ChatTurn): boolean {
  return turn.type === 'bot' && turn.reply !== null && turn.reply.answered && turn.reply.escalation === null;
}

function answerOf(turn: ChatTurn & { type: 'bot' }): string {
  const quotes = turn.reply?.citations.map(({ quote }) => quote) ?? [];
  return quotes.length > 0 ? quotes.join('\n\n') : turn.message;
}

type TrainingCenterProps = TrainingPanelProps & {
  onOpen: (id: string) => void;
  onAdd: (kind: 'manual' | 'custom_training') => void;
  onTrainFromChat: () => void;
  onUpload: () => void;
};

function TrainingCenter({ agent, canManage, onOpen, onAdd, onTrainFromChat, onUpload }: TrainingCenterProps) {
  const list = useInfiniteQuery(knowledgeQuery(agent.id));
  const { rows: items, total } = pagedSource(list);
  return (
    <section aria-label="Training Center" className="min-w-0 pt-5 pb-6 lg:pr-8">
      <SectionHeading
        title="Training Center"
        note={`${agent.name}, ${total === null ? '–' : countOf(total, 'item')}`}
        hasLine={false}
      />
      {canManage && (
        <div className="mb-4 grid grid-cols-2 gap-2 xl:grid-cols-4">
          <Way icon={Pencil} title="Add knowledge" text="Title and text" onClick={() => onAdd('manual')} />
          <Way icon={FileUp} title="Upload files" text="5 files, 10 MB each" onClick={onUpload} />
          <Way
            icon={MessageSquare}
            title="Train from chat"
            text="Keep a good answer"
            onClick={onTrainFromChat}
          />
          <Way
            icon={ListChecks}
            title="Custom training"
            text="Guided questions"
            onClick={() => onAdd('custom_training')}
          />
        </div>
      )}
      <GoldenQuestionsSection agent={agent} canManage={canManage} />
      {list.isPending ? (
        <Loading label="Loading what it knows" className="space-y-3 py-3">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </Loading>
      ) : list.isLoadingError ? (
        <ErrorState
          title="The knowledge could not be loaded"
          query={list}
          text="The agent goes on answering from it; only this list is missing."
        />
      ) : items.length === 0 ? (
        <EmptyState
          isCompact
          title="Nothing taught yet"
          text={
            canManage
              ? `Add what customers ask most; ${agent.name} answers from nothing else.`
              : 'An admin can teach it.'
          }
        />
      ) : (
        <ul aria-label={`What ${agent.name} knows`}>
          {items.map((item) => (
            <KnowledgeRow key={item.id} item={item} onOpen={() => onOpen(item.id)} />
          ))}
          {list.hasNextPage && (
            <li>
              <ShowMore query={list} className="mt-2" />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

type WayProps = { icon: LucideIcon; title: string; text: string; onClick: () => void };

/** One of the ways to teach. */
function Way({ icon: Icon, title, text, onClick }: WayProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex flex-col items-start rounded-panel border border-line-2 px-3 py-2.5 text-left transition-colors duration-80 hover:border-control hover:bg-sunk focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus"
    >
      <Icon aria-hidden className="mb-2 size-4 text-green-ink" />
      <span className="block text-label">{title}</span>
      <span className="block text-small text-ink-3">{text}</span>
    </button>
  );
}

function KnowledgeRow({ item, onOpen }: { item: KnowledgeItem; onOpen: () => void }) {
  const Icon = TYPE_ICONS[item.type];
  const preview = truncate(withoutMarks(item.content), PREVIEW_CHARACTERS);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full gap-3 py-2.5 text-left transition-colors duration-80 hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus"
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span
              className={`text-label wrap-anywhere ${item.retiredAt === null ? '' : 'text-ink-3 line-through'}`}
            >
              {item.title}
            </span>
            <span className="text-small text-ink-3">{originOf(item)}</span>
            {item.retiredAt !== null && <span className="text-small text-ink-3">Retired</span>}
            {item.retiredAt === null && item.remarks.length > 0 && (
              <span className="flex items-center gap-1 text-small text-amber-ink">
                <TriangleAlert aria-hidden className="size-3.5" />
                {REMARK_WORDS[item.remarks[0]?.kind ?? 'contradiction']}
              </span>
            )}
          </span>
          <span data-part="preview" className="block truncate text-small text-ink-2">
            {preview}
          </span>
          <span className="block text-small text-ink-3">
            {countOf(item.passageCount, 'passage')},{' '}
            {item.lastUsedAt === null ? (
              'not used yet'
            ) : (
              <>
                last used <RelativeTime value={item.lastUsedAt} isPlain />
              </>
            )}
            {item.validUntil !== null && `, valid until ${item.validUntil}`}
          </span>
        </span>
        <RelativeTime value={item.createdAt} isPlain className="shrink-0 text-small text-ink-3" />
      </button>
    </li>
  );
}

const REMARK_WORDS = {
  expired: 'Past its last day',
  outdated: 'Out of date',
  contradiction: 'Contradicts another item',
  instruction: 'Gives orders',
  superseded: 'Superseded',
} as const;
