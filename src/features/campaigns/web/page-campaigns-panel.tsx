import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageQuery } from '#features/content/web/api.ts';
import { countOf } from '#kit/text.ts';
import { campaignsQuery } from './api.ts';
import { CampaignBadge } from './campaign-badge.tsx';

/** The campaigns that lead to the landing page of an asset, with what came of each; nothing where it is no page. */
export function PageCampaignsPanel({ assetId }: { assetId: string }) {
  const page = useQuery(pageQuery(assetId)).data?.page;
  const campaigns = useQuery(campaignsQuery()).data;
  if (!page?.publishedAt || !campaigns) return null;
  const counted = new Map(page.campaigns.map((count) => [count.campaignId, count]));
  const leading = campaigns.filter(
    ({ id, landingPageUrl }) => landingPageUrl === page.url || counted.has(id),
  );
  return (
    <section aria-labelledby="page-campaigns" className="border-t border-line pt-4">
      <h3 id="page-campaigns" className="text-h2">
        Campaigns that lead to the page
      </h3>
      {leading.length === 0 ? (
        <p className="mt-1 text-small text-pretty text-ink-3">
          – None yet. Choose it as the landing page of a{' '}
          <Link to="/campaigns" className="link">
            campaign
          </Link>
          .
        </p>
      ) : (
        <ul className="mt-1">
          {leading.map((campaign) => {
            const { visits = 0, conversions = 0 } = counted.get(campaign.id) ?? {};
            return (
              <li key={campaign.id} className="border-b border-line py-2 last:border-b-0">
                <div className="flex flex-wrap items-center gap-2">
                  <Link
                    to="/campaigns"
                    search={{ campaign: campaign.id }}
                    className="link text-body wrap-anywhere"
                  >
                    {campaign.name}
                  </Link>
                  <CampaignBadge status={campaign.status} />
                </div>
                <p className="text-small text-ink-2 tabular-nums">
                  {visits === 0 && conversions === 0
                    ? '– No visit yet'
                    : `${countOf(visits, 'visit')}, ${countOf(conversions, 'conversion')}`}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
