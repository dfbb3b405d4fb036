import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { LoadingStatus } from '#ui/loading-status.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { PageTitle } from '../shell/page-title.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <>
      <PageTitle />
      <LoadingStatus />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFoundScreen,
});
