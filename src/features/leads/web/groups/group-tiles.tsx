import { Pencil, Trash2 } from 'lucide-react';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useKeptOpen } from '#ui/kept/use-kept-open.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Swatch } from '#ui/swatch.tsx';
import type { LeadGroup, LeadGroupCount } from '../../contract-groups.ts';

type GroupTilesProps = {
  groups: readonly LeadGroup[];
  counts: readonly LeadGroupCount[] | undefined;
  areCountsUnknown: boolean;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onDelete: (group: LeadGroup) => void;
  onEdit: (group: LeadGroup) => void;
  /** Lists whom the last search of a group added. */
  onNews: (group: LeadGroup) => void;
  canChange: boolean;
};

/** One line of them; more stand behind a button. */
const IN_SIGHT = 4;

/** The lead groups with the people in them; a press selects one. */
export function GroupTiles({
  groups,
  counts,
  selectedId,
  onSelect,
  onDelete,
  onEdit,
  ...rest
}: GroupTilesProps) {
  const { isOpen: isAll, keepOpen: setIsAll } = useKeptOpen('leads-groups', () => false);
  const shown = isAll ? groups : inSight(groups, selectedId);
  return (
    <section
      aria-label="Lead groups"
      className="flex flex-wrap items-center justify-end gap-x-2 border-y border-line-2"
    >
      <div className="min-w-0 flex-1 basis-120 overflow-clip">
        <ul
          className={cn(
            '-mr-2 -mb-px -ml-[13px]',
            // Where it is narrow one line moves sideways under the finger.
            !isAll &&
              '@max-xl:mr-0 @max-xl:flex @max-xl:overflow-x-auto @max-xl:*:w-50 @max-xl:*:shrink-0 @max-xl:pointer-coarse:*:w-70',
            'grid grid-cols-[repeat(auto-fill,minmax(max(8.75rem,24%),1fr))] pointer-coarse:grid-cols-[repeat(auto-fill,minmax(max(16rem,24%),1fr))]',
          )}
        >
          {shown.map((group) => (
            <Tile
              key={group.id}
              group={group}
              count={counts?.find((count) => count.id === group.id)}
              isSelected={group.id === selectedId}
              onSelect={() => onSelect(group.id)}
              isCountUnknown={rest.areCountsUnknown}
              onNews={() => rest.onNews(group)}
              onDelete={rest.canChange ? () => onDelete(group) : undefined}
              onEdit={rest.canChange ? () => onEdit(group) : undefined}
            />
          ))}
        </ul>
      </div>
      {groups.length > IN_SIGHT && (
        <Button
          variant="ghost"
          size="row"
          aria-expanded={isAll}
          onClick={() => setIsAll(!isAll)}
          className="my-1 -mr-2"
        >
          {isAll ? 'Show fewer groups' : `Show all ${formatCount(groups.length)} groups`}
        </Button>
      )}
    </section>
  );
}

/** The newest, and the chosen one wherever it stands. */
function inSight(groups: readonly LeadGroup[], selectedId: string | null): readonly LeadGroup[] {
  const first = groups.slice(0, IN_SIGHT);
  const selected = groups.slice(IN_SIGHT).find(({ id }) => id === selectedId);
  return selected ? [...first.slice(0, -1), selected] : first;
}

type TileProps = {
  group: LeadGroup;
  count: LeadGroupCount | undefined;
  isCountUnknown: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: (() => void) | undefined;
  onEdit: (() => void) | undefined;
  /** Shows whom the last search added. */
  onNews: (() => void) | undefined;
};

function Tile({ group, count, isCountUnknown, isSelected, onSelect, onDelete, onEdit, onNews }: TileProps) {
  return (
    <li
      data-group={group.id}
      className={cn(
        'group/tile relative border-b border-l border-line py-3 pr-2 pl-3 transition-colors duration-80 hover:bg-sunk',
        isSelected && 'after:absolute after:right-3 after:bottom-0 after:left-3 after:h-0.5 after:bg-green',
      )}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className="flex max-w-full items-center gap-2 pointer-coarse:pr-22 text-body font-semibold before:absolute before:inset-0"
      >
        <Swatch color={group.color} />
        <span className="truncate">{group.name}</span>
      </button>
      <p className="mt-0.5 text-small text-ink-2 tabular-nums pointer-coarse:pr-22">
        {count ? (
          <>
            <strong className="text-ink">{formatCount(count.totalLeads)}</strong>{' '}
            {count.totalLeads === 1 ? 'lead' : 'leads'},{' '}
            <span className="inline-block">{formatCount(count.leadsWithContact)} with a usable email</span>
          </>
        ) : isCountUnknown ? (
          'Could not be counted'
        ) : (
          <Skeleton className="my-1 h-2 w-28" />
        )}
      </p>
      {group.news && (
        <p className="text-small text-ink-2 tabular-nums">
          {group.news.newLeads > 0 && onNews ? (
            <button type="button" onClick={onNews} className="link relative">
              {formatCount(group.news.newLeads)} new
            </button>
          ) : (
            `${formatCount(group.news.newLeads)} new`
          )}{' '}
          <RelativeTime value={group.news.finishedAt} />
        </p>
      )}
      <div className="absolute top-2 right-1 flex">
        {onEdit && (
          <IconButton icon={Pencil} label={`Edit ${group.name}`} onClick={onEdit} className={DEED} />
        )}
        {onDelete && (
          <IconButton icon={Trash2} label={`Delete ${group.name}`} onClick={onDelete} className={DEED} />
        )}
      </div>
    </li>
  );
}

/** In sight where somebody points or tabs to. */
const DEED =
  'relative bg-surface text-ink-3 focus-visible:opacity-100 pointer-fine:opacity-0 pointer-fine:group-focus-within/tile:opacity-100 pointer-fine:group-hover/tile:opacity-100';

/** "Group deleted, 17 leads kept". */
export function deletedGroupTitle(count: LeadGroupCount | undefined): string {
  return count && count.totalLeads > 0
    ? `Group deleted, ${countOf(count.totalLeads, 'lead')} kept`
    : 'Group deleted';
}

/** The overview before it arrived. */
export function GroupTilesSkeleton() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-6 border-y border-line-2">
      {[0, 1, 2, 3].map((tile) => (
        <div key={tile} className="min-h-15.5 py-3">
          <Skeleton className="my-1 h-3 w-28" />
          <Skeleton className="my-1 h-2 w-32" />
        </div>
      ))}
    </div>
  );
}

/** The most recently created one: the groups come newest first, but a tie or a late page must not matter. */
export function newestGroup(groups: readonly LeadGroup[]): LeadGroup | undefined {
  return groups.reduce<LeadGroup | undefined>(
    (newest, group) => (newest && newest.createdAt >= group.createdAt ? newest : group),
    undefined,
  );
}
