import { createRoute } from '@tanstack/react-router';
import { LaterScreen } from '../shell/later-screen.tsx';
import { shellRoute } from './shell.tsx';

export const chatbotRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chatbot',
  staticData: { title: 'AI Agent Manager' },
  component: () => (
    <LaterScreen
      title="AI Agent Manager"
      missing="Agents that answer on your own site are not part of this version."
      meanwhile="Who clicked and who replied stands on the timeline of each lead, and the pipeline names the next step for a person to take."
      to="/crm"
      action="Open the pipeline"
    />
  ),
});
