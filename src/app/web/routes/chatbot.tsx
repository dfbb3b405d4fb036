import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { AgentsSearch } from '#features/agents/web/agents-search.ts';
import { InboxSearch } from '#features/conversations/web/inbox-search.ts';
import { shellRoute } from './shell.tsx';

export const chatbotRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chatbot',
  staticData: { title: 'AI Agent Manager' },
  validateSearch: AgentsSearch,
  component: lazyRouteComponent(() => import('#features/agents/web/agents-screen.tsx'), 'AgentsScreen'),
});

export const chatbotInboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chatbot/inbox',
  staticData: { title: 'AI Agent Inbox' },
  validateSearch: InboxSearch,
  component: lazyRouteComponent(() => import('#features/conversations/web/inbox-screen.tsx'), 'InboxScreen'),
});
