import { createRoute } from '@tanstack/react-router';
import { LaterScreen } from '../shell/later-screen.tsx';
import { shellRoute } from './shell.tsx';

export const communityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/community',
  staticData: { title: 'Community' },
  component: () => (
    <LaterScreen
      title="Community"
      missing="Communities of your own are not part of this version."
      meanwhile="People who asked in public are kept in lead groups, each with the post that they were found by."
      to="/leads"
      action="Open the lead groups"
    />
  ),
});
