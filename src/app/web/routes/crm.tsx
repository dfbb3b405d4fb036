import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CrmSearch } from '#features/crm/web/crm-search.ts';
import { shellRoute } from './shell.tsx';

const CrmWithNotice = lazyRouteComponent(async () => {
  const [{ CrmScreen }, { SourceNoticePanel }] = await Promise.all([
    import('#features/crm/web/crm-screen.tsx'),
    import('#features/campaigns/web/source-notice-panel.tsx'),
  ]);
  return { default: () => <CrmScreen renderNotice={(lead) => <SourceNoticePanel lead={lead} />} /> };
});

export const crmRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/crm',
  staticData: { title: 'CRM & Tracking' },
  validateSearch: CrmSearch,
  component: CrmWithNotice,
});
