import { Search } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { Select, type SelectOption } from '#ui/select.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { CONTACT_STATUSES, type LeadGroup, Platform, ScoreBand } from '../contract.ts';
import { CONTACT_STATUS_LABELS, PLATFORM_LABELS } from '../rules.ts';
import type { LeadFilter } from './api.ts';

/** What narrows the list inside the chosen group. */
export type LeadNarrowing = Pick<LeadFilter, 'band' | 'platform' | 'contactStatus' | 'q'>;

const ANY = 'any';
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
const PLATFORMS: SelectOption<Choice<Platform>>[] = [
  { value: ANY, label: 'All platforms' },
  ...Platform.options.map((platform) => ({ value: platform, label: PLATFORM_LABELS[platform] })),
];
const STATUSES: SelectOption<Choice<(typeof CONTACT_STATUSES)[number]>>[] = [
  { value: ANY, label: 'Any status' },
  ...CONTACT_STATUSES.map((status) => ({ value: status, label: CONTACT_STATUS_LABELS[status] })),
];

export function isNarrowed({ band, platform, contactStatus, q }: LeadNarrowing): boolean {
  return Boolean(band ?? platform ?? contactStatus ?? (q || undefined));
}

type LeadFiltersProps = {
  value: LeadNarrowing;
  onChange: (value: LeadNarrowing) => void;
  groups: readonly LeadGroup[];
  /** The group whose leads are listed; null for those of all groups. */
  groupId: string | null;
  onGroupChange: (id: string | null) => void;
};

export function LeadFilters({ value, onChange, groups, groupId, onGroupChange }: LeadFiltersProps) {
  return (
    <div role="group" aria-label="Filter the leads" className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        icon={Search}
        aria-label="Search leads"
        placeholder="Search leads"
        value={value.q ?? ''}
        maxLength={200}
        onChange={(event) => onChange({ ...value, q: event.target.value })}
        className="w-44 max-sm:w-full [&>input]:h-7"
      />
      <Select
        look="filter"
        aria-label="Lead group"
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
        className="max-w-48"
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
        options={PLATFORMS}
      />
      <Select
        look="filter"
        aria-label="Contact status"
        value={value.contactStatus ?? ANY}
        onValueChange={(status) => onChange({ ...value, contactStatus: chosen(status) })}
        options={STATUSES}
      />
      {isNarrowed(value) && (
        <Button variant="ghost" size="row" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

function chosen<Value extends string>(choice: Choice<Value>): Value | undefined {
  return choice === ANY ? undefined : choice;
}
