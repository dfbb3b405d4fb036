import { createRoute } from '@tanstack/react-router';
import { LaterScreen } from '../shell/later-screen.tsx';
import { shellRoute } from './shell.tsx';

export const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  staticData: { title: 'Analytics' },
  component: () => (
    <LaterScreen
      title="Analytics"
      missing="The analytics engine with its insights is not part of this version."
      meanwhile="The dashboard counts messages, visits, conversions and purchases of each campaign, over four periods."
      to="/dashboard"
      action="Open the dashboard"
    />
  ),
});
