import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { analyticsRoute } from './routes/analytics.tsx';
import { campaignsRoute, repliesRoute } from './routes/campaigns.tsx';
import { chatbotInboxRoute, chatbotRoute } from './routes/chatbot.tsx';
import { communityRoute } from './routes/community.tsx';
import { contentGenerationRoute, contentRoute } from './routes/content.tsx';
import { crmRoute } from './routes/crm.tsx';
import { dashboardRoute, homeRoute } from './routes/dashboard.tsx';
import { firstAdminRoute, invitationRoute, passwordResetRoute, signInRoute } from './routes/entrance.tsx';
import { landingRoute } from './routes/landing.tsx';
import { leadsRoute } from './routes/leads.tsx';
import { rootRoute } from './routes/root.tsx';
import { settingsRoute } from './routes/settings.tsx';
import { shellRoute } from './routes/shell.tsx';
import { ScreenError } from './shell/screen-error.tsx';
import { ScreenSkeleton } from './shell/screen-skeleton.tsx';

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    homeRoute,
    dashboardRoute,
    leadsRoute,
    campaignsRoute,
    repliesRoute,
    contentRoute,
    contentGenerationRoute,
    crmRoute,
    chatbotRoute,
    chatbotInboxRoute,
    communityRoute,
    analyticsRoute,
    landingRoute,
    settingsRoute,
  ]),
  signInRoute,
  firstAdminRoute,
  invitationRoute,
  passwordResetRoute,
]);

/** All routes. Each loads its screen when it is first opened, so that the first download stays small. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: ScreenSkeleton,
    // Skeletons wait 200 ms by themselves.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** In the header and the browser's tab. */
    title?: string;
  }
}
