import { useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, ListChecks, type LucideIcon, MessageSquare, Pencil, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { withoutMarks } from '#engines/answers/passages.ts';
import { countOf, truncate } from '#kit/text.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { KnowledgeItem } from '../contract.ts';
import { knowledgeQuery } from './api.ts';
import { originOf, PREVIEW_CHARACTERS, TYPE_ICONS } from './knowledge-words.ts';
import type { TrainingTask } from './training-task-panel.tsx';

type TrainingCenterPanelProps = {
  agent: { id: string; name: string };
  canManage: boolean;
  onTask: (task: TrainingTask) => void;
  onTrainFromChat: () => void;
  /** Stands above the list. */
  children: ReactNode;
};

/** What an agent knows and the ways to teach it. */
export function TrainingCenterPanel({
  agent,
  canManage,
  onTask,
  onTrainFromChat,
  children,
}: TrainingCenterPanelProps) {
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
          <Way
            icon={Pencil}
            title="Add knowledge"
            text="Title and text"
            onClick={() => onTask({ kind: 'manual' })}
          />
          <Way
            icon={FileUp}
            title="Upload files"
            text="5 files, 10 MB each"
            onClick={() => onTask({ kind: 'upload' })}
          />
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
            onClick={() => onTask({ kind: 'custom_training' })}
          />
        </div>
      )}
      {children}
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
            <KnowledgeRow key={item.id} item={item} onOpen={() => onTask({ kind: 'item', id: item.id })} />
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
                {WARNING_LABELS[item.remarks[0]?.kind ?? 'contradiction']}
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

const WARNING_LABELS = {
  expired: 'Past its last day',
  outdated: 'Out of date',
  contradiction: 'Contradicts another item',
  instruction: 'Gives orders',
  superseded: 'Superseded',
} as const;
