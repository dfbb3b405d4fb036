import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LeadsSearch } from '#features/leads/web/leads-search.ts';
import { shellRoute } from './shell.tsx';

// What happened with a lead is told by the CRM, what was sent by the campaigns; the leads know neither: they meet here.
const LeadsWithTimeline = lazyRouteComponent(async () => {
  const [{ LeadsScreen }, { TaskPanel }, { TimelinePanel }, { PurchaseBadge }, notices, letters] =
    await Promise.all([
      import('#features/leads/web/leads-screen.tsx'),
      import('#features/crm/web/task-panel.tsx'),
      import('#features/crm/web/timeline-panel.tsx'),
      import('#features/crm/web/purchase-badge.tsx'),
      import('#features/source-notices/web/source-notice-panel.tsx'),
      import('#features/source-notices/web/manual-messages-panel.tsx'),
    ]);
  const { SendNoticesButton, SourceNoticePanel } = notices;
  const { DraftedLetters } = letters;
  return {
    default: () => (
      <DraftedLetters>
        <LeadsScreen
          renderTimeline={(leadId) => (
            <>
              <TaskPanel key={leadId} leadId={leadId} />
              <TimelinePanel leadId={leadId} />
            </>
          )}
          renderPurchases={(leadId) => <PurchaseBadge leadId={leadId} />}
          renderNotice={(lead) => <SourceNoticePanel lead={lead} />}
          renderBulkActs={(leads, onDone) => <SendNoticesButton leads={leads} onDone={onDone} />}
        />
      </DraftedLetters>
    ),
  };
});

export const leadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/leads',
  staticData: { title: 'Lead Manager' },
  validateSearch: LeadsSearch,
  component: LeadsWithTimeline,
});
