import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { memo } from 'react';
import { colleaguesQuery } from '#features/access/web/api.ts';
import { Button } from '#ui/button.tsx';
import type { Sort } from '#ui/data-table/data-table-props.ts';
import { DayRange } from '#ui/day-range-field.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select, type SelectOption } from '#ui/select.tsx';
import { sortOf, sortText } from '#ui/sort-text.ts';
import { Swatch } from '#ui/swatch.tsx';
import { ContactStatus, ScoreBand, type SearchPlatform, Stage } from '../../contract.ts';
import { type LeadGroup } from '../../contract-groups.ts';
import { CONTACT_STATUS_LABELS, platformLabel, STAGE_LABELS } from '../../rules.ts';
import { type LeadFilter, tagsQuery } from '../api.ts';

/** What narrows the list inside the chosen group. */
export type LeadNarrowing = Pick<
  LeadFilter,
  | 'band'
  | 'platform'
  | 'contactStatus'
  | 'stage'
  | 'ownerId'
  | 'tag'
  | 'runId'
  | 'consent'
  | 'from'
  | 'to'
  | 'q'
>;

const ANY = 'any';
/** As the server knows it: nobody looks after them. */
const NOBODY = 'none';
type Choice<Value extends string> = Value | typeof ANY;

const BAND_WORDS: Record<ScoreBand, string> = {
  high: 'High: 8 or more',
  medium: 'Medium: 5 to under 8',
  low: 'Low: under 5',
};

const BANDS: SelectOption<Choice<ScoreBand>>[] = [
  { value: ANY, label: 'All scores' },
  ...ScoreBand.options.map((band) => ({ value: band, label: BAND_WORDS[band] })),
];
/** Ways besides the searched platforms in which leads come in. */
const BY_HAND = ['import', 'manual'];
const STATUSES: SelectOption<Choice<ContactStatus>>[] = [
  { value: ANY, label: 'Any status' },
  ...ContactStatus.options.map((status) => ({ value: status, label: CONTACT_STATUS_LABELS[status] })),
];
const STAGES: SelectOption<Choice<Stage>>[] = [
  { value: ANY, label: 'All stages' },
  ...Stage.options.map((stage) => ({ value: stage, label: STAGE_LABELS[stage] })),
];

export const NOT_NARROWED: Record<keyof LeadNarrowing, undefined> = {
  band: undefined,
  platform: undefined,
  contactStatus: undefined,
  stage: undefined,
  ownerId: undefined,
  tag: undefined,
  runId: undefined,
  consent: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
};

export function isNarrowed({ q, ...rest }: LeadNarrowing): boolean {
  return Boolean(q?.trim()) || Object.values(rest).some(Boolean);
}

type LeadFiltersProps = {
  value: LeadNarrowing;
  groups: readonly LeadGroup[];
  /** Those that are searched; discovery knows them. */
  platforms: readonly SearchPlatform[];
  /** The group whose leads are listed; null for those of all groups. */
  groupId: string | null;
  /** The same object from one drawing to the next. */
  does: {
    onChange: (value: LeadNarrowing) => void;
    onClear: () => void;
    onGroupChange: (id: string | null) => void;
  };
};

/** Walking the rows changes no filter, so the many fields are not drawn again for it. */
export const LeadFilters = memo(Fields, (one, other) => {
  const isSameList =
    one.groups === other.groups && one.platforms === other.platforms && one.groupId === other.groupId;
  return isSameList && one.does === other.does && JSON.stringify(one.value) === JSON.stringify(other.value);
});

function Fields({ value, groups, platforms: searched, groupId, does }: LeadFiltersProps) {
  const { onChange, onClear, onGroupChange } = does;
  const colleagues = useQuery(colleaguesQuery());
  const tags = useQuery(tagsQuery());
  const platforms = [...searched, ...BY_HAND];
  return (
    <div
      role="group"
      aria-label="Filter the leads"
      // Where it is narrow the search has a line of its own, and the others move sideways under the finger in one more.
      className="flex flex-wrap items-center gap-1.5"
    >
      <SearchInput
        label="Search leads"
        value={value.q ?? ''}
        onChange={(q) => onChange({ ...value, q: q || undefined })}
        className="w-32 grow @max-xl:w-full @xl:max-w-60"
      />
      <div className="flex items-center gap-1.5 @max-xl:-mx-(--page-inset) @max-xl:w-[calc(100%+2*var(--page-inset))] @max-xl:overflow-x-auto @max-xl:px-(--page-inset) @max-xl:*:shrink-0 @xl:contents">
        <Select
          look="filter"
          aria-label="Listed group"
          value={groupId ?? ANY}
          onValueChange={(id) => onGroupChange(id === ANY ? null : id)}
          options={[
            { value: ANY, label: 'All groups' },
            ...groups.map(({ id, name, color }) => ({
              value: id,
              label: name,
              mark: <Swatch color={color} />,
            })),
          ]}
          // As wide for every name: the chosen group is known a moment later than the rest of the row.
          className="w-36"
        />
        <Select
          look="filter"
          aria-label="Score"
          value={value.band ?? ANY}
          onValueChange={(band) => onChange({ ...value, band: chosen(band) })}
          options={BANDS}
        />
        <Select
          look="filter"
          aria-label="Platform"
          value={value.platform ?? ANY}
          onValueChange={(platform) => onChange({ ...value, platform: chosen(platform) })}
          options={[
            { value: ANY, label: 'All platforms' },
            ...platforms.map((platform) => ({ value: platform, label: platformLabel(platform) })),
          ]}
        />
        <Select
          look="filter"
          aria-label="Contact status"
          value={value.contactStatus ?? ANY}
          onValueChange={(status) => onChange({ ...value, contactStatus: chosen(status) })}
          options={STATUSES}
        />
        <Select
          look="filter"
          aria-label="Stage"
          value={value.stage ?? ANY}
          onValueChange={(stage) => onChange({ ...value, stage: chosen(stage) })}
          options={STAGES}
        />
        <Select
          look="filter"
          aria-label="Owner"
          value={value.ownerId ?? ANY}
          onValueChange={(ownerId) => onChange({ ...value, ownerId: chosen(ownerId) })}
          options={[
            { value: ANY, label: 'Any owner' },
            { value: NOBODY, label: 'Nobody yet' },
            ...(colleagues.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          className="max-w-40"
        />
        {/* In its place until it is known that there are none: the row below would move. */}
        {(value.tag !== undefined || tags.isPending || (tags.data?.length ?? 0) > 0) && (
          <Select
            look="filter"
            aria-label="Tag"
            value={value.tag ?? ANY}
            onValueChange={(tag) => onChange({ ...value, tag: chosen(tag) })}
            options={[
              { value: ANY, label: 'Any tag' },
              ...[...new Set([...(value.tag === undefined ? [] : [value.tag]), ...(tags.data ?? [])])].map(
                (tag) => ({ value: tag, label: tag }),
              ),
            ]}
            className="max-w-40"
          />
        )}
        {value.runId !== undefined && (
          <Button size="row" trailingIcon={X} onClick={() => onChange({ ...value, runId: undefined })}>
            Added by one search
          </Button>
        )}
        {value.consent !== undefined && (
          <Button size="row" trailingIcon={X} onClick={() => onChange({ ...value, consent: undefined })}>
            Agreed, not said to what
          </Button>
        )}
        <DayRange from={value.from} to={value.to} onChange={(days) => onChange({ ...value, ...days })} />
        {isNarrowed(value) && (
          <Button variant="ghost" size="row" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

function chosen<Value extends string>(choice: Choice<Value>): Value | undefined {
  return choice === ANY ? undefined : choice;
}

const ORDERS: SelectOption<string>[] = [
  { value: 'aiScore:desc', label: 'Highest score first' },
  { value: 'aiScore:asc', label: 'Lowest score first' },
  { value: 'createdAt:desc', label: 'Newest first' },
  { value: 'createdAt:asc', label: 'Oldest first' },
  { value: 'lastContact:desc', label: 'Last contacted first' },
  { value: 'lastContact:asc', label: 'Longest not contacted first' },
  { value: 'name:asc', label: 'Name, A to Z' },
  { value: 'name:desc', label: 'Name, Z to A' },
  { value: 'owner:asc', label: 'Owner, A to Z' },
  { value: 'owner:desc', label: 'Owner, Z to A' },
  { value: 'stage:asc', label: 'Earliest stage first' },
  { value: 'stage:desc', label: 'Latest stage first' },
  { value: 'contactStatus:asc', label: 'Contact status, A to Z' },
  { value: 'contactStatus:desc', label: 'Contact status, Z to A' },
  { value: 'platform:asc', label: 'Platform, A to Z' },
  { value: 'platform:desc', label: 'Platform, Z to A' },
];

/** Every order there is: not each of them has a column to press, and cards have none. */
export function LeadOrderField({ sort, onSortChange }: { sort: Sort; onSortChange: (sort: Sort) => void }) {
  return (
    <Select
      look="filter"
      aria-label="Order"
      value={sortText(sort)}
      onValueChange={(order) => onSortChange(sortOf(order))}
      options={ORDERS}
    />
  );
}
