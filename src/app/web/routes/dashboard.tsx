import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { Period } from '#features/analytics/contract.ts';
import { shellRoute } from './shell.tsx';

const Search = z.object({
  period: Period.optional().catch(undefined),
  campaign: z.uuid().optional().catch(undefined),
});

const component = lazyRouteComponent(
  () => import('#features/analytics/web/dashboard-screen.tsx'),
  'DashboardScreen',
);

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  staticData: { title: 'Dashboard' },
  validateSearch: Search,
  component,
});

/** The same, as campaigns link to it. */
export const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  validateSearch: Search,
  component,
});
