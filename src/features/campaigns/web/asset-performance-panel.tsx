import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCanChange } from '#features/access/web/api.ts';
import { formatCount, formatPercent, percentOf } from '#kit/text.ts';
import { ErrorLine } from '#ui/error-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { campaignsQuery } from './api.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** A new campaign is begun that quotes this asset. */
    campaignWithAsset?: string | undefined;
  }
}

/** How the campaigns that quote an asset did: each with its own base, and opened by a press. */
export function AssetPerformancePanel({ assetId }: { assetId: string }) {
  const canChange = useCanChange();
  const campaigns = useQuery(campaignsQuery());
  const used = campaigns.data?.filter(({ selectedContentAssets }) => selectedContentAssets.includes(assetId));
  return (
    <section aria-labelledby="asset-performance" className="border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="asset-performance" className="text-h2">
          Performance
        </h3>
        {canChange && (
          <Link to="/campaigns" state={{ campaignWithAsset: assetId }} className="link text-small">
            New campaign with this asset
          </Link>
        )}
      </div>
      {campaigns.isError ? (
        <ErrorLine query={campaigns} text="The campaigns could not be loaded." className="mt-1" />
      ) : !used ? (
        <Skeleton className="mt-2 h-3 w-48" />
      ) : used.length === 0 ? (
        <p className="mt-1 text-small text-pretty text-ink-3">
          – No campaign uses it yet. Once one does, what comes back shows here.
        </p>
      ) : (
        <ul className="mt-1">
          {used.map((campaign) => (
            <li key={campaign.id} className="border-b border-line py-2 last:border-b-0">
              <Link to="/campaigns" search={{ campaign: campaign.id }} className="link text-body">
                {campaign.name}
              </Link>
              <p className="text-small text-ink-2 tabular-nums">
                {campaign.emailsSent === 0
                  ? '– Nothing sent yet'
                  : `${formatCount(campaign.emailsSent)} e-mails sent, ${formatCount(campaign.clicks)} clicks, ${formatCount(campaign.repliesCount)} replies (${formatPercent(percentOf(campaign.repliesCount, campaign.emailsSent))})`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
