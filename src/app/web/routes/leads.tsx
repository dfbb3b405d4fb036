import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LeadsSearch } from '#features/leads/web/leads-search.ts';
import { shellRoute } from './shell.tsx';

// What happened with a lead is told by the CRM, which the leads do not know: they meet here.
const LeadsWithTimeline = lazyRouteComponent(async () => {
  const [{ LeadsScreen }, { TimelinePanel }] = await Promise.all([
    import('#features/leads/web/leads-screen.tsx'),
    import('#features/crm/web/timeline-panel.tsx'),
  ]);
  return {
    default: () => <LeadsScreen renderTimeline={(leadId) => <TimelinePanel leadId={leadId} />} />,
  };
});

export const leadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/leads',
  staticData: { title: 'Lead Manager' },
  validateSearch: LeadsSearch,
  component: LeadsWithTimeline,
});
