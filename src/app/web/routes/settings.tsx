import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.tsx';

// What is kept about people and where mail leaves is known to features that the settings do not know: they meet here.
const WholeSettings = lazyRouteComponent(async () => {
  const [{ SettingsScreen }, { MailboxPanel }, { PrivacyPanel }] = await Promise.all([
    import('#features/settings/web/settings-screen.tsx'),
    import('#features/campaigns/web/mailbox-panel.tsx'),
    import('#features/leads/web/privacy-panel.tsx'),
  ]);
  return {
    default: () => (
      <SettingsScreen
        renderMailboxes={(isAdmin) => <MailboxPanel isAdmin={isAdmin} />}
        renderPrivacy={(isAdmin) => <PrivacyPanel isAdmin={isAdmin} />}
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
