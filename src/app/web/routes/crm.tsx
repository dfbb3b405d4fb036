import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CrmSearch } from '#features/crm/web/crm-search.ts';
import { shellRoute } from './shell.tsx';

const CrmWithNotice = lazyRouteComponent(async () => {
  const [{ CrmScreen }, { SourceNoticePanel }, { DraftedLetters }] = await Promise.all([
    import('#features/crm/web/crm-screen.tsx'),
    import('#features/source-notices/web/source-notice-panel.tsx'),
    import('#features/source-notices/web/manual-messages-panel.tsx'),
  ]);
  return {
    default: () => (
      <DraftedLetters>
        <CrmScreen renderNotice={(lead) => <SourceNoticePanel lead={lead} />} />
      </DraftedLetters>
    ),
  };
});

export const crmRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/crm',
  staticData: { title: 'CRM & Tracking' },
  validateSearch: CrmSearch,
  component: CrmWithNotice,
});
