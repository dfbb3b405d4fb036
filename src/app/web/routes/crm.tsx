import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { Stage } from '#features/leads/contract.ts';
import { shellRoute } from './shell.tsx';

const Search = z.object({
  stage: Stage.optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  lead: z.uuid().optional().catch(undefined),
});

export const crmRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/crm',
  staticData: { title: 'CRM & Tracking' },
  validateSearch: Search,
  component: lazyRouteComponent(() => import('#features/crm/web/crm-screen.tsx'), 'CrmScreen'),
});
