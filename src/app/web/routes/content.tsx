import { createRoute } from '@tanstack/react-router';
import { LaterScreen } from '../shell/later-screen.tsx';
import { shellRoute } from './shell.tsx';

export const contentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content',
  staticData: { title: 'Content Manager' },
  component: () => (
    <LaterScreen
      title="Content Manager"
      missing="The library and the writing workspace are not part of this version."
      meanwhile="Texts are written where they are sent: in a campaign, from a template or from nothing."
      to="/campaigns"
      action="Write in a campaign"
    />
  ),
});

export const contentGenerationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content-generation',
  staticData: { title: 'Create New' },
  component: () => (
    <LaterScreen
      title="Create New"
      missing="The writing workspace is not part of this version."
      meanwhile="Texts are written where they are sent: in a campaign, from a template or from nothing."
      to="/campaigns"
      action="Write in a campaign"
    />
  ),
});
