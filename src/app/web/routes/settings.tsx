import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.tsx';

// What is kept about people, where mail leaves and what claims stand on is known to features that the settings do not
// know: they meet here.
const WholeSettings = lazyRouteComponent(async () => {
  const [
    { SettingsScreen },
    { MailboxPanel },
    { SuppressionPanel },
    { PrivacyPanel },
    { EvidencePanel },
    { TrackerCodePanel },
    { WebhooksPanel },
    { TokensPanel },
  ] = await Promise.all([
    import('#features/settings/web/settings-screen.tsx'),
    import('#features/mailboxes/web/mailbox-panel.tsx'),
    import('#features/suppressions/web/suppression-panel.tsx'),
    import('#features/privacy/web/privacy-panel.tsx'),
    import('#features/compliance/web/evidence-panel.tsx'),
    import('#features/tracking/web/tracker-code-panel.tsx'),
    import('#features/webhooks/web/webhooks-panel.tsx'),
    import('#features/access/web/tokens-panel.tsx'),
  ]);
  return {
    default: () => (
      <SettingsScreen
        renderMailboxes={(isAdmin) => <MailboxPanel isAdmin={isAdmin} />}
        renderSuppressions={() => <SuppressionPanel />}
        renderTrackerCode={() => <TrackerCodePanel />}
        renderPrivacy={(isAdmin) => <PrivacyPanel isAdmin={isAdmin} />}
        renderEvidence={(isAdmin) => <EvidencePanel isAdmin={isAdmin} />}
        renderWebhooks={() => <WebhooksPanel />}
        renderTokens={(isAdmin) => <TokensPanel isAdmin={isAdmin} />}
      />
    ),
  };
});

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: WholeSettings,
});
