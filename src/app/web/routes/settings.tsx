import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: lazyRouteComponent(() => import('#features/settings/web/settings-screen.tsx'), 'SettingsScreen'),
});
