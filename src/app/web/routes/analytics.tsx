import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { Period } from '#features/analytics/contract.ts';
import { Dimension } from '#features/analytics/contract-funnel.ts';
import { shellRoute } from './shell.tsx';

const Search = z.object({
  period: Period.optional().catch(undefined),
  campaign: z.uuid().optional().catch(undefined),
  by: Dimension.optional().catch(undefined),
});

export const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  staticData: { title: 'Analytics' },
  validateSearch: Search,
  component: lazyRouteComponent(
    () => import('#features/analytics/web/analytics-screen.tsx'),
    'AnalyticsScreen',
  ),
});
