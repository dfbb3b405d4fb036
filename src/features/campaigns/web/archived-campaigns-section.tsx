import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Campaign } from '../contract.ts';
import { ofWhichToOutbox } from '../rules.ts';
import { archivedCampaignsQuery } from './api.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import { responseLine } from './campaign-words.ts';
import type { CampaignActions } from './use-campaign-actions.ts';

type ArchivedCampaignsProps = { canChange: boolean; deeds: CampaignActions };

/** What was put away, out of sight until somebody asks for it. */
export function ArchivedCampaigns(props: ArchivedCampaignsProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-3">
      <Button
        size="row"
        variant="ghost"
        icon={Archive}
        className="-ml-2"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide the archive' : 'Show the archive'}
      </Button>
      <div id={id}>{isOpen && <List {...props} />}</div>
    </div>
  );
}

function List({ canChange, deeds }: ArchivedCampaignsProps) {
  const list = useQuery(archivedCampaignsQuery());
  if (list.isPending) {
    return (
      <Loading label="Loading the archive" className="mt-2 space-y-2">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </Loading>
    );
  }
  if (list.isError) {
    return <ErrorState isCompact title="The archive could not be loaded" query={list} />;
  }
  if (list.data.length === 0) {
    return (
      <p className="mt-1 text-small text-pretty text-ink-3">
        Empty. Put away what is over with Archive, in the menu of a campaign that does not run.
      </p>
    );
  }
  return (
    <ul aria-label="Archived campaigns" className="mt-1">
      {list.data.map((campaign) => (
        <ArchivedRow key={campaign.id} campaign={campaign} canChange={canChange} deeds={deeds} />
      ))}
    </ul>
  );
}

function ArchivedRow({ campaign, canChange, deeds }: ArchivedCampaignsProps & { campaign: Campaign }) {
  const sent = campaign.messagesSent;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium wrap-anywhere">{campaign.name}</span>
        <CampaignBadge status={campaign.status} />
      </span>
      <span className="text-small text-ink-3 tabular-nums">
        {sent === 0
          ? 'Nothing sent'
          : `${formatCount(sent)} sent${ofWhichToOutbox(campaign.messages.outbox)}, ${responseLine(campaign).figure} response`}
        {campaign.archivedAt !== null && (
          <>
            , archived <RelativeTime value={campaign.archivedAt} />
          </>
        )}
      </span>
      {canChange && (
        <Button
          size="row"
          icon={ArchiveRestore}
          className="ml-auto"
          onClick={() => deeds.unarchive(campaign)}
        >
          Take out<span className="sr-only"> {campaign.name}</span>
        </Button>
      )}
    </li>
  );
}
