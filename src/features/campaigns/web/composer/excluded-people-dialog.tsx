import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LeadBadge } from '#features/leads/web/lead-badge.tsx';
import { countOf } from '#kit/text.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { CampaignPreview } from '../../contract-preview.ts';
import { excludedPeopleQuery } from '../api.ts';
import type { CampaignDraft } from './campaign-draft.ts';

type ExcludedPeopleDialogProps = {
  draft: Pick<CampaignDraft, 'targetGroups' | 'channels' | 'skipsBusyPeople'>;
  campaignId: string | undefined;
  exclusion: CampaignPreview['excluded'][number];
  onClose: () => void;
};

/** Who is left out for one reason. Each opens in a tab of its own, so that the campaign at hand stays. */
export function ExcludedPeopleDialog({ draft, campaignId, exclusion, onClose }: ExcludedPeopleDialogProps) {
  const people = useInfiniteQuery(excludedPeopleQuery({ ...draft, campaignId }, exclusion.reason));
  const { rows, total: counted } = pagedSource(people);
  const total = counted ?? exclusion.count;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={exclusion.label}
      description={`${countOf(total, 'person', 'people')} of the chosen groups ${total === 1 ? 'gets' : 'get'} no message.`}
    >
      {people.isPending ? (
        <Loading label="Loading the people" className="space-y-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </Loading>
      ) : people.isError ? (
        <ErrorState isCompact title="The people could not be loaded" query={people} />
      ) : rows.length === 0 ? (
        <p className="text-body text-ink-2">Nobody is left out for this reason any more.</p>
      ) : (
        <ul aria-label={exclusion.label}>
          {rows.map((lead) => (
            <li
              key={lead.id}
              className="flex items-center gap-3 border-b border-line py-2 first:pt-0 last:border-b-0"
            >
              <div className="min-w-0 flex-1">
                <LeadBadge lead={lead} />
              </div>
              <Link
                to="/leads"
                search={{ lead: lead.id, ...(lead.groupId === null ? {} : { group: lead.groupId }) }}
                target="_blank"
                className="link"
              >
                Open <span className="sr-only">{lead.name} in a new tab</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={people} />
    </Dialog>
  );
}
