import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CrmSearch } from '#features/crm/web/crm-search.ts';
import { shellRoute } from './shell.tsx';

export const crmRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/crm',
  staticData: { title: 'CRM & Tracking' },
  validateSearch: CrmSearch,
  component: lazyRouteComponent(() => import('#features/crm/web/crm-screen.tsx'), 'CrmScreen'),
});
