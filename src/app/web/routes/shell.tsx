import { createRoute } from '@tanstack/react-router';
import { currentUserQuery, isSignedOut } from '#features/access/web/api.ts';
import { OpeningScreen } from '#features/access/web/testing-gate.tsx';
import { Shell } from '../shell/shell.tsx';
import { ShellError } from '../shell/shell-error.tsx';
import { rootRoute } from './root.tsx';

/** The application around its screens, for people who are signed in; others get the landing page in its place. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  // Screens ask for their data once it is known who asks.
  beforeLoad: ({ context }) =>
    context.queryClient.query({ ...currentUserQuery(), staleTime: 'static' }).then(
      () => undefined,
      (error: unknown) => {
        if (!isSignedOut(error)) throw error;
      },
    ),
  component: Shell,
  errorComponent: ShellError,
  pendingComponent: OpeningScreen,
});
