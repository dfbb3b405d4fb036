import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { AgentsSearch } from '#features/agents/web/agents-search.ts';
import { InboxSearch } from '#features/conversations/web/inbox-search.ts';
import { shellRoute } from './shell.tsx';

const TrainingPanel = lazy(() =>
  import('#features/conversations/web/training-panel.tsx').then((part) => ({ default: part.TrainingPanel })),
);
const DraftChatPanel = lazy(() =>
  import('#features/conversations/web/draft-chat-panel.tsx').then((part) => ({
    default: part.DraftChatPanel,
  })),
);

// An agent's conversations are unknown to the feature of the agents: they meet here.
const AgentsWithConversations = lazyRouteComponent(async () => {
  const [{ AgentsScreen }, { AgentStatsTiles }, { InboxLink }] = await Promise.all([
    import('#features/agents/web/agents-screen.tsx'),
    import('#features/conversations/web/agent-stats-tiles.tsx'),
    import('#features/conversations/web/inbox-link.tsx'),
  ]);
  return {
    default: () => (
      <AgentsScreen
        renderStats={(agentCount) => <AgentStatsTiles agentCount={agentCount} />}
        inboxLink={<InboxLink />}
        renderTraining={(agent, options) => <TrainingPanel agent={agent} {...options} />}
        renderTestChat={(agent, draft) => (
          <DraftChatPanel
            agent={agent}
            draft={draft}
            className="max-h-96 rounded-panel border border-line-2 p-4"
          />
        )}
      />
    ),
  };
});

export const chatbotRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chatbot',
  staticData: { title: 'AI Agent Manager' },
  validateSearch: AgentsSearch,
  component: AgentsWithConversations,
});

export const chatbotInboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chatbot/inbox',
  staticData: { title: 'AI Agent Inbox' },
  validateSearch: InboxSearch,
  component: lazyRouteComponent(() => import('#features/conversations/web/inbox-screen.tsx'), 'InboxScreen'),
});
