import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentProps, lazy } from 'react';
import { LeadsSearch } from '#features/leads/web/leads-search.ts';
import { shellRoute } from './shell.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('#features/imports/web/import-dialog.tsx')).ImportDialog,
}));

// The leads know neither what later features show of a lead nor how people come in: they meet here.
const LeadsWithTimeline = lazyRouteComponent(async () => {
  const [
    { LeadsScreen },
    { usePlatforms },
    { StatusCard },
    { DiscoverySection },
    { ConsentPanel },
    { LeadPrivacyPanel },
    { endManualMessage },
    { NextActionLink },
    { TaskPanel },
    { TimelinePanel },
    { PurchaseBadge },
    notices,
    letters,
  ] = await Promise.all([
    import('#features/leads/web/leads-screen.tsx'),
    import('#features/discovery/web/api.ts'),
    import('#features/discovery/web/status-card.tsx'),
    import('#features/discovery/web/discovery-section.tsx'),
    import('#features/privacy/web/consent-panel.tsx'),
    import('#features/privacy/web/lead-privacy-panel.tsx'),
    import('#features/crm/web/manual-message-drafts.ts'),
    import('#features/crm/web/next-action-link.tsx'),
    import('#features/crm/web/task-panel.tsx'),
    import('#features/crm/web/timeline-panel.tsx'),
    import('#features/crm/web/purchase-badge.tsx'),
    import('#features/source-notices/web/source-notice-panel.tsx'),
    import('#features/source-notices/web/manual-messages-panel.tsx'),
  ]);
  const { SendNoticesButton, SourceNoticePanel } = notices;
  const { DraftedLetters } = letters;
  const renderDiscovery: ComponentProps<typeof LeadsScreen>['renderDiscovery'] = (props) => (
    <>
      <StatusCard />
      <DiscoverySection {...props} />
    </>
  );
  function WholeLeads() {
    return (
      <DraftedLetters>
        <LeadsScreen
          platforms={usePlatforms()}
          renderDiscovery={renderDiscovery}
          renderImport={(props) => <ImportDialog {...props} />}
          renderNextAction={(lead, canChange, onEdit) => (
            <NextActionLink lead={lead} canChange={canChange} look="button" onFindAddress={onEdit} />
          )}
          renderTimeline={(leadId) => (
            <>
              <TaskPanel key={leadId} leadId={leadId} />
              <TimelinePanel leadId={leadId} />
            </>
          )}
          renderPurchases={(leadId) => <PurchaseBadge leadId={leadId} />}
          renderConsent={(lead, canChange) => <ConsentPanel lead={lead} canChange={canChange} />}
          renderNotice={(lead) => <SourceNoticePanel lead={lead} />}
          renderPrivacy={(lead, onErased) => (
            <LeadPrivacyPanel
              key={lead.id}
              lead={lead}
              onErased={() => {
                endManualMessage(lead.id);
                onErased();
              }}
            />
          )}
          renderBulkActs={(leads, onDone) => <SendNoticesButton leads={leads} onDone={onDone} />}
        />
      </DraftedLetters>
    );
  }
  return { default: WholeLeads };
});

export const leadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/leads',
  staticData: { title: 'Lead Manager' },
  validateSearch: LeadsSearch,
  component: LeadsWithTimeline,
});
