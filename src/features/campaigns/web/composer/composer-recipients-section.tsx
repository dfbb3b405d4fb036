import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { leadGroupCountsQuery, leadGroupsQuery } from '#features/leads/web/api.ts';
import { countOf, foldText, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Input } from '#ui/input.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Swatch } from '#ui/swatch.tsx';
import type { CampaignPreview } from '../../contract-preview.ts';
import { CHANNEL_LABELS, GROUPS_HINT } from '../../rules.ts';
import type { CampaignDraft } from './campaign-draft.ts';
import { ExcludedPeopleDialog } from './excluded-people-dialog.tsx';
import { LeadGroupDialog } from './lead-group-dialog.tsx';

/** From this many groups on they can be searched. */
const SEARCH_FROM = 8;

type ComposerRecipientsProps = {
  draft: CampaignDraft;
  /** The campaign that is being changed. */
  campaignId: string | undefined;
  preview: UseQueryResult<CampaignPreview>;
  onChange: (part: Partial<CampaignDraft>) => void;
};

/** Which groups are written to, how many of their people that reaches, and why not the others. */
export function ComposerRecipients({ draft, campaignId, preview, onChange }: ComposerRecipientsProps) {
  const id = useId();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <section aria-labelledby={`${id}-title`} className="border-b border-line px-5 py-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id={`${id}-title`} className="text-h2">
          Recipients
        </h3>
        <Button size="row" variant="ghost" icon={Plus} onClick={() => setIsCreating(true)}>
          New lead group
        </Button>
      </div>
      <GroupChoice
        hintId={`${id}-hint`}
        chosen={draft.targetGroups}
        onChange={(targetGroups) => onChange({ targetGroups })}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-3">
        {GROUPS_HINT}
      </p>
      {draft.targetGroups.length > 0 && <Reach draft={draft} campaignId={campaignId} preview={preview} />}
      <Checkbox
        className="mt-3 w-full"
        checked={draft.skipsBusyPeople}
        onChange={() => onChange({ skipsBusyPeople: !draft.skipsBusyPeople })}
        label="Leave out who is still in another running campaign"
        hint="Nobody is written to by two campaigns at once; the one that was launched first goes first."
      />
      <LeadGroupDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(groupId) => onChange({ targetGroups: [...draft.targetGroups, groupId] })}
      />
    </section>
  );
}

type GroupChoiceProps = { hintId: string; chosen: readonly string[]; onChange: (chosen: string[]) => void };

function GroupChoice({ hintId, chosen, onChange }: GroupChoiceProps) {
  const groups = useQuery(leadGroupsQuery());
  const counts = useQuery(leadGroupCountsQuery());
  const [search, setSearch] = useState('');

  if (groups.isPending) {
    return (
      <Loading label="Loading the lead groups" className="mt-2 space-y-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-36" />
      </Loading>
    );
  }
  if (groups.isLoadingError) {
    return <ErrorState isCompact title="The lead groups could not be loaded" query={groups} />;
  }
  if (groups.data.length === 0) {
    return (
      <p className="mt-2 text-small text-ink-2">
        There is no lead group yet. Create one, or discover leads first.
      </p>
    );
  }
  const found = groups.data.filter((group) => foldText(group.name).includes(foldText(search.trim())));
  return (
    <fieldset aria-describedby={hintId} data-missing={chosen.length === 0 ? '' : undefined} className="mt-1">
      <legend className="sr-only">Lead groups</legend>
      {groups.data.length >= SEARCH_FROM && (
        <Input
          aria-label="Search lead groups"
          placeholder="Search groups"
          className="mb-2"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul className="relative max-h-56 overflow-y-auto">
        {found.map((group) => {
          const count = counts.data?.find((one) => one.id === group.id);
          const isChosen = chosen.includes(group.id);
          return (
            <li key={group.id}>
              <Checkbox
                className="w-full py-1"
                checked={isChosen}
                onChange={() =>
                  onChange(isChosen ? chosen.filter((one) => one !== group.id) : [...chosen, group.id])
                }
                label={
                  <span className="text-body text-ink wrap-anywhere">
                    <Swatch color={group.color} className="mr-1.5 align-middle" />
                    {group.name}
                  </span>
                }
                hint={
                  count && (
                    <span className="tabular-nums">
                      {countOf(count.totalLeads, 'lead')},{' '}
                      <span className="inline-block">
                        {formatCount(count.leadsWithContact)} with a usable email
                      </span>
                    </span>
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      {counts.isError && (
        <ErrorLine query={counts} text="Their leads could not be counted." className="mt-1.5" />
      )}
      {found.length === 0 && <p className="text-small text-ink-3">No group is called that.</p>}
    </fieldset>
  );
}

function Reach({ draft, campaignId, preview }: Omit<ComposerRecipientsProps, 'onChange'>) {
  if (draft.channels.length === 0) {
    return <p className="mt-3 text-small text-ink-3">Choose a channel to see who can be reached.</p>;
  }
  if (preview.isError) {
    return <ErrorState isCompact title="The recipients could not be counted" query={preview} />;
  }
  if (!preview.data) {
    return (
      <Loading label="Counting the recipients" className="mt-3">
        <Skeleton className="h-9 w-32" />
        <Skeleton className="mt-2 h-1.5 w-full" />
      </Loading>
    );
  }
  return (
    <Counted draft={draft} campaignId={campaignId} counts={preview.data} isOld={preview.isPlaceholderData} />
  );
}

function Counted({
  draft,
  campaignId,
  counts,
  isOld,
}: {
  draft: CampaignDraft;
  campaignId: string | undefined;
  counts: CampaignPreview;
  isOld: boolean;
}) {
  const [opened, setOpened] = useState<CampaignPreview['excluded'][number] | null>(null);
  const { recipients, totalLeads, reach, excluded } = counts;
  const excludedSum = excluded.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="mt-3" aria-busy={isOld || undefined}>
      <p className="text-small text-ink-3 tabular-nums">
        <span className="mr-1.5 text-figure text-ink">{formatCount(recipients)}</span>
        of {formatCount(totalLeads)} in {countOf(draft.targetGroups.length, 'group')}
      </p>
      <div aria-hidden="true" className="mt-1.5 flex h-1.5 gap-0.5 overflow-hidden rounded-bar">
        <span
          className="bg-green"
          style={{ width: `${totalLeads === 0 ? 0 : (recipients / totalLeads) * 100}%` }}
        />
        {recipients < totalLeads && (
          <span className="flex-1 border border-line-2 bg-[repeating-linear-gradient(-45deg,var(--line-2)_0_1px,transparent_1px_4px)]" />
        )}
      </div>
      {reach.length > 1 && (
        <p className="mt-1.5 text-small text-pretty text-ink-3 tabular-nums">
          {reach
            .map(({ channel, people }) => `${CHANNEL_LABELS[channel]} reaches ${formatCount(people)}`)
            .join(', ')}
        </p>
      )}
      {excluded.length > 0 && (
        <table className="mt-2.5 w-full text-small tabular-nums">
          <caption className="sr-only">
            {countOf(excludedSum, 'person', 'people')} left out, by reason
          </caption>
          <tbody>
            {excluded.map((exclusion) => (
              <tr key={exclusion.reason}>
                <th scope="row" className="py-0.5 pr-3 text-left font-normal text-ink-2">
                  {exclusion.label}
                </th>
                <td className="text-right">
                  <button
                    type="button"
                    className="link min-w-6 py-0.5 text-right pointer-coarse:min-h-11"
                    aria-label={`${formatCount(exclusion.count)}, show who`}
                    onClick={() => setOpened(exclusion)}
                  >
                    {formatCount(exclusion.count)}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {opened && (
        <ExcludedPeopleDialog
          draft={draft}
          campaignId={campaignId}
          exclusion={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
