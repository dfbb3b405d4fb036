import { AudioLines, Code, MessageSquare, Pencil, SlidersHorizontal, Trash2, UserRound } from 'lucide-react';
import { useId } from 'react';
import { countOf } from '#kit/text.ts';
import { Badge } from '#ui/badge.tsx';
import { cn } from '#ui/class-names.ts';
import { AgentFloret } from '#ui/drawings/agent-floret.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Agent } from '../contract.ts';
import { choiceLabel } from '../rules.ts';

type AgentActions = {
  onRevise: (agent: Agent) => void;
  onEdit: (agent: Agent) => void;
  onIntegrate: (agent: Agent) => void;
  onDelete: (agent: Agent) => void;
};

type AgentCardProps = {
  agent: Agent;
  isSelected: boolean;
  onSelect: () => void;
  canManage: boolean;
  actions: AgentActions;
};

const MODE_ICON = { chat: MessageSquare, voice: AudioLines, avatar: UserRound };

/** An agent: pressing it shows how it is trained and lets it be tried. */
export function AgentCard({ agent, isSelected, onSelect, canManage, actions }: AgentCardProps) {
  const id = useId();
  const ModeIcon = MODE_ICON[agent.interactionMode];
  return (
    <li
      data-agent={agent.id}
      className={cn(
        'group/agent relative flex flex-col rounded-panel border bg-surface p-4 transition-colors duration-80',
        isSelected ? 'border-green outline-1 outline-green' : 'border-line-2 hover:border-control',
      )}
    >
      <div className="flex items-start gap-3 pointer-coarse:flex-wrap">
        <AgentFloret id={agent.id} />
        <div className="min-w-0 flex-1 pointer-coarse:basis-40">
          <div className="flex flex-wrap items-center gap-x-2">
            <h3 className="min-w-0 text-h3 wrap-anywhere">
              {/* The whole card selects. */}
              <button
                type="button"
                aria-pressed={isSelected}
                aria-describedby={`${id}-area`}
                onClick={onSelect}
                className="text-left after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
              >
                {agent.name}
              </button>
            </h3>
            <ActiveDot isActive={agent.isActive} />
          </div>
          <Badge tone="outline" className="mt-1 max-w-full border-none px-0! text-ink-3">
            <span id={`${id}-area`} className="truncate font-normal">
              {agent.expertiseArea}
            </span>
          </Badge>
        </div>
        <div className="relative z-1 -mt-1 -mr-1.5 ml-auto flex pointer-coarse:-my-2">
          {canManage && (
            <>
              <IconButton
                icon={SlidersHorizontal}
                label={`Revise voice and appearance of ${agent.name}`}
                onClick={() => actions.onRevise(agent)}
              />
              <IconButton icon={Pencil} label={`Edit ${agent.name}`} onClick={() => actions.onEdit(agent)} />
            </>
          )}
          <IconButton
            icon={Code}
            label={`API integration of ${agent.name}`}
            onClick={() => actions.onIntegrate(agent)}
          />
          {canManage && (
            <IconButton
              icon={Trash2}
              label={`Delete ${agent.name}`}
              onClick={() => actions.onDelete(agent)}
            />
          )}
        </div>
      </div>
      <p className="mt-3 mb-3 line-clamp-3 min-h-10 text-body text-ink-2 wrap-anywhere">
        {agent.description === '' ? (
          <span className="text-ink-3">No description yet.</span>
        ) : (
          agent.description
        )}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-small text-ink-2">
        <Badge tone="outline" icon={ModeIcon} className="border-none px-0!">
          {choiceLabel(agent.interactionMode)}
        </Badge>
        <span>{choiceLabel(agent.communicationStyle)}</span>
        {agent.knowledgeCount === 0 ? (
          <span className="text-amber-ink">No knowledge yet</span>
        ) : (
          <span className="tabular-nums">{countOf(agent.knowledgeCount, 'knowledge item')}</span>
        )}
        {agent.failingQuestions > 0 && (
          <span className="text-red-ink tabular-nums">
            {countOf(agent.failingQuestions, 'golden question')} wrong
          </span>
        )}
      </div>
    </li>
  );
}

/** Filled and green while the agent answers visitors, a ring while it does not; the word says it too. */
function ActiveDot({ isActive }: { isActive: boolean }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 text-small',
        isActive ? 'font-medium text-green-ink' : 'text-ink-3',
      )}
    >
      <span
        aria-hidden="true"
        className={cn('size-1.5 rounded-full', isActive ? 'bg-green' : 'border border-control')}
      />
      {isActive ? 'Active' : 'Inactive'}
    </span>
  );
}

export function AgentCardSkeleton() {
  return (
    <div className="rounded-panel border border-line-2 p-4">
      <div className="flex items-start gap-3">
        <Skeleton className="size-8" />
        <div className="flex-1">
          <Skeleton className="my-1 h-4 w-24" />
          <Skeleton className="mt-2 h-3 w-32" />
        </div>
      </div>
      <Skeleton className="mt-4 h-3 w-full" />
      <Skeleton className="mt-2 h-3 w-3/4" />
      <Skeleton className="mt-5 h-3 w-40" />
    </div>
  );
}
