import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from './shell.tsx';

const Search = z.object({
  campaign: z.uuid().optional().catch(undefined),
  compose: z.string().max(60).optional().catch(undefined),
  copy: z.string().max(20).optional().catch(undefined),
  edit: z.uuid().optional().catch(undefined),
});

export const campaignsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/campaigns',
  staticData: { title: 'Campaign Builder' },
  validateSearch: Search,
  component: lazyRouteComponent(
    () => import('#features/campaigns/web/campaigns-screen.tsx'),
    'CampaignsScreen',
  ),
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
