import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ContentSearch } from '#features/content/web/content-search.ts';
import { shellRoute } from './shell.tsx';

// How an asset did is told by the campaigns, which the content does not know: they meet here.
const ContentWithPerformance = lazyRouteComponent(async () => {
  const [{ ContentScreen }, { AssetPerformancePanel }] = await Promise.all([
    import('#features/content/web/content-screen.tsx'),
    import('#features/campaigns/web/asset-performance-panel.tsx'),
  ]);
  return {
    default: () => (
      <ContentScreen renderPerformance={(assetId) => <AssetPerformancePanel assetId={assetId} />} />
    ),
  };
});

export const contentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content',
  staticData: { title: 'Content Manager' },
  validateSearch: ContentSearch,
  component: ContentWithPerformance,
});

export const contentGenerationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content-generation',
  staticData: { title: 'Create New' },
  validateSearch: ContentSearch,
  component: lazyRouteComponent(
    () => import('#features/content/web/workspace-screen.tsx'),
    'WorkspaceScreen',
  ),
});
