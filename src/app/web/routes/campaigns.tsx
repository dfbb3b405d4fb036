import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { z } from 'zod';
import { shellRoute } from './shell.tsx';

const Search = z.object({
  campaign: z.uuid().optional().catch(undefined),
  compose: z.string().max(60).optional().catch(undefined),
  copy: z.string().max(20).optional().catch(undefined),
  edit: z.uuid().optional().catch(undefined),
});

// Fetched when they are first opened.
const MessagesDrawer = lazy(() =>
  import('#features/delivery/web/messages-panel.tsx').then((part) => ({ default: part.MessagesDrawer })),
);
const SentMessageLogDrawer = lazy(() =>
  import('#features/delivery/web/sent-message-log-panel.tsx').then((part) => ({
    default: part.SentMessageLogDrawer,
  })),
);

// What became of messages is known to a feature that the campaigns do not know: they meet here.
const CampaignsWithMessages = lazyRouteComponent(async () => {
  const { CampaignsScreen } = await import('#features/campaigns/web/campaigns-screen.tsx');
  return {
    default: () => (
      <CampaignsScreen
        renderMessages={(props) => <MessagesDrawer key={props.campaign.id} {...props} />}
        renderSentMessages={(props) => <SentMessageLogDrawer key={props.campaign.id} {...props} />}
      />
    ),
  };
});

export const campaignsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns',
  staticData: { title: 'Campaign Builder' },
  validateSearch: Search,
  component: CampaignsWithMessages,
});

const RepliesSearch = z.object({
  state: z.enum(['open', 'done', 'all']).optional().catch(undefined),
  label: z.string().max(40).optional().catch(undefined),
  reply: z.uuid().optional().catch(undefined),
});

export const repliesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns/replies',
  staticData: { title: 'Replies' },
  validateSearch: RepliesSearch,
  component: lazyRouteComponent(() => import('#features/inbox/web/replies-screen.tsx'), 'RepliesScreen'),
});
