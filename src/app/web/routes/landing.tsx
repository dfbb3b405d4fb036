import { createRoute } from '@tanstack/react-router';
import { LandingScreen } from '#features/access/web/landing-screen.tsx';
import { shellRoute } from './shell.tsx';

export const landingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/landing',
  staticData: { title: 'Landing' },
  component: () => <LandingScreen isInShell />,
});
