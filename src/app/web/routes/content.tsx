import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ContentSearch } from '#features/content/web/content-search.ts';
import { shellRoute } from './shell.tsx';

// What became of an asset is told by campaigns and agents, which the content does not know: they meet here.
const ContentWithUses = lazyRouteComponent(async () => {
  const [{ ContentScreen }, { PageCampaignsPanel }, { AssetPerformancePanel }, { TaughtAgentsPanel }] =
    await Promise.all([
      import('#features/content/web/content-screen.tsx'),
      import('#features/campaigns/web/page-campaigns-panel.tsx'),
      import('#features/campaigns/web/asset-performance-panel.tsx'),
      import('#features/knowledge/web/taught-agents-panel.tsx'),
    ]);
  return {
    default: () => (
      <ContentScreen
        renderUses={(assetId) => (
          <>
            <PageCampaignsPanel assetId={assetId} />
            <AssetPerformancePanel assetId={assetId} />
            <TaughtAgentsPanel assetId={assetId} />
          </>
        )}
      />
    ),
  };
});

export const contentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content',
  staticData: { title: 'Content Manager' },
  validateSearch: ContentSearch,
  component: ContentWithUses,
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
