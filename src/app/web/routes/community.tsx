import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CommunitiesSearch } from '#features/communities/web/communities-search.ts';
import { shellRoute } from './shell.tsx';

export const communityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/community',
  staticData: { title: 'Community' },
  validateSearch: CommunitiesSearch,
  component: lazyRouteComponent(
    () => import('#features/communities/web/communities-screen.tsx'),
    'CommunitiesScreen',
  ),
});
