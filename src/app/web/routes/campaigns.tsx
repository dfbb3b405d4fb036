import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { shellRoute } from './shell.tsx';

const Search = z.object({ campaign: z.uuid().optional().catch(undefined) });

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
