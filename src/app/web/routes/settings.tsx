import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.tsx';

// What is kept about people is known to the leads, which the settings do not know: they meet here.
const SettingsWithPrivacy = lazyRouteComponent(async () => {
  const [{ SettingsScreen }, { PrivacyPanel }] = await Promise.all([
    import('#features/settings/web/settings-screen.tsx'),
    import('#features/leads/web/privacy-panel.tsx'),
  ]);
  return {
    default: () => <SettingsScreen renderPrivacy={(isAdmin) => <PrivacyPanel isAdmin={isAdmin} />} />,
  };
});

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: SettingsWithPrivacy,
});
