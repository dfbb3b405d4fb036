import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ModelTroublePanel } from '#features/settings/web/model-trouble-panel.tsx';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Select } from '#ui/select.tsx';
import { Loading } from '#ui/skeleton.tsx';
import type { Agent, AgentCategory } from '../contract.ts';
import { type AgentSort, arrangeAgents } from '../rules.ts';
import { AgentCard, AgentCardSkeleton } from './agent-card.tsx';
import { CATEGORY_FILTER_OPTIONS, SORT_OPTIONS } from './agent-choices.ts';
import { AgentsSearch } from './agents-search.ts';
import { agentsQuery, useCanManageAgents } from './api.ts';
import { useAgentDeletion } from './use-agent-deletion.ts';

// The dialogs are fetched when they are first needed.
const loadDialog = () => import('./agent-dialog.tsx');
const AgentDialog = lazy(() => loadDialog().then((part) => ({ default: part.AgentDialog })));
const IntegrationDialog = lazy(() =>
  import('./integration-dialog.tsx').then((part) => ({ default: part.IntegrationDialog })),
);
const ReviseDialog = lazy(() =>
  import('./revise-dialog.tsx').then((part) => ({ default: part.ReviseDialog })),
);

type Task = { kind: 'create' } | { kind: 'edit' | 'revise' | 'integrate'; id: string };

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3';

type AgentsScreenProps = {
  /** The figures in the header; the count is undefined until it is known. */
  renderStats: (agentCount: number | undefined) => ReactNode;
  inboxLink: ReactNode;
  /** Where the selected agent is taught and tried; `isShown` brings it into sight. */
  renderTraining: (agent: Agent, options: { canManage: boolean; isShown: boolean }) => ReactNode;
  /** A test chat with an agent as it stands unsaved in a form. */
  renderTestChat: (agent: Agent, draft: object) => ReactNode;
};

/** The agents: who they are, what they did, and the way to train, try and embed each. */
export function AgentsScreen({ renderStats, inboxLink, renderTraining, renderTestChat }: AgentsScreenProps) {
  const list = useQuery(agentsQuery());
  const canManage = useCanManageAgents();
  const [task, setTask] = useState<Task | null>(null);
  const [category, setCategory] = useState<AgentCategory | 'all'>('all');
  const [sort, setSort] = useState<AgentSort>('recent');
  const { selectedId, select: choose } = useSelection();
  // A link that names an agent leaves the page where it is; pressing a card shows what it opened.
  const [isShown, setIsShown] = useState(false);
  const select = (id: string) => {
    setIsShown(true);
    choose(id);
  };
  const remove = useAgentDeletion();

  const agents = list.data ?? [];
  const shown = arrangeAgents(agents, { category, sort });
  const ofTask = task && task.kind !== 'create' ? agents.find(({ id }) => id === task.id) : undefined;
  const selected = agents.find(({ id }) => id === selectedId);
  const close = () => setTask(null);

  const createButton = canManage && (
    <Button
      variant="primary"
      icon={Plus}
      onPointerEnter={() => void loadDialog()}
      onClick={() => setTask({ kind: 'create' })}
    >
      Create AI Expert
    </Button>
  );

  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 py-6 sm:px-8">
      <header className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <h1 className="flex-1 text-h1 whitespace-nowrap">AI Agent Manager</h1>
        {renderStats(list.data?.length)}
        <div className="flex flex-wrap gap-2">
          {inboxLink}
          {createButton}
        </div>
      </header>
      <ModelTroublePanel className="mt-5">
        Until it works, visitors get quotes from what each agent knows, and a person is asked for where there
        is none.
      </ModelTroublePanel>
      {list.isPending ? (
        <Loading label="Loading the agents" className={`mt-14 ${GRID}`}>
          {[0, 1, 2, 3].map((card) => (
            <AgentCardSkeleton key={card} />
          ))}
        </Loading>
      ) : list.isError ? (
        <ErrorState
          title="The agents could not be loaded"
          query={list}
          text="Those on websites go on answering; only this list is missing."
          className="mt-6 border-y border-line-2"
        />
      ) : agents.length === 0 ? (
        <EmptyState
          title="No AI Experts Yet"
          text={
            canManage
              ? 'Create one, give it what it should know, and put it on your website.'
              : 'An admin can create the first one.'
          }
          {...(canManage
            ? {
                action: (
                  <Button onClick={() => setTask({ kind: 'create' })}>Create your first AI expert</Button>
                ),
              }
            : {})}
          className="mt-6 border-y border-line-2"
        />
      ) : (
        <>
          <h2 className="sr-only">Agents</h2>
          <div className="mt-5 flex flex-wrap items-center gap-2">
            <Select
              look="filter"
              prefix="Category"
              aria-label="Category"
              value={category}
              onValueChange={setCategory}
              options={CATEGORY_FILTER_OPTIONS}
            />
            <Select
              look="filter"
              prefix="Sort by"
              aria-label="Sort by"
              value={sort}
              onValueChange={setSort}
              options={SORT_OPTIONS}
            />
            <p role="status" className="ml-auto text-small text-ink-3 tabular-nums">
              {countOf(shown.length, 'agent')}, {shown.filter(({ isActive }) => isActive).length} active
            </p>
          </div>
          {shown.length === 0 ? (
            <EmptyState
              isCompact
              title="No agent in this category"
              action={<Button onClick={() => setCategory('all')}>Show all agents</Button>}
              className="mt-4 border-y border-line-2"
            />
          ) : (
            <ul aria-label="Agents" className={`mt-4 ${GRID}`}>
              {shown.map((agent) => (
                <AgentCard
                  key={agent.id}
                  agent={agent}
                  isSelected={agent.id === selectedId}
                  onSelect={() => select(agent.id)}
                  canManage={canManage}
                  actions={{
                    onRevise: ({ id }) => setTask({ kind: 'revise', id }),
                    onEdit: ({ id }) => setTask({ kind: 'edit', id }),
                    onIntegrate: ({ id }) => setTask({ kind: 'integrate', id }),
                    onDelete: remove,
                  }}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {selected && <Suspense key={selected.id}>{renderTraining(selected, { canManage, isShown })}</Suspense>}
      <Suspense>
        {canManage && task?.kind === 'create' && (
          <AgentDialog agent={undefined} onClose={close} onSaved={(agent: Agent) => select(agent.id)} />
        )}
        {canManage && ofTask && task?.kind === 'edit' && (
          <AgentDialog
            key={ofTask.id}
            agent={ofTask}
            onClose={close}
            onSaved={(agent: Agent) => select(agent.id)}
          />
        )}
        {canManage && ofTask && task?.kind === 'revise' && (
          <ReviseDialog
            key={ofTask.id}
            agent={ofTask}
            renderTestChat={(draft) => renderTestChat(ofTask, draft)}
            onClose={close}
          />
        )}
        {ofTask && task?.kind === 'integrate' && (
          <IntegrationDialog key={ofTask.id} agent={ofTask} canManage={canManage} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

/** The address names the selected agent, so a reload and a link keep it. */
function useSelection() {
  const navigate = useNavigate();
  const { agent } = AgentsSearch.parse(useSearch({ strict: false }));
  return {
    selectedId: agent,
    select: (id: string) => void navigate({ to: '/chatbot', search: { agent: id }, replace: true }),
  };
}
