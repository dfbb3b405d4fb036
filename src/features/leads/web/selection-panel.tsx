import { useQuery } from '@tanstack/react-query';
import { FolderInput, Merge, Tag as TagIcon, Trash2, UserRound, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { colleaguesQuery } from '#features/access/web/api.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/dropdown-menu.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { type Lead, STAGES } from '../contract.ts';
import { type BulkAction, MOST_CHOSEN } from '../contract-bulk-actions.ts';
import { type LeadGroup } from '../contract-groups.ts';
import { STAGE_LABELS } from '../rules.ts';
import type { LeadFilter } from './api.ts';
import { useBulkAction } from './bulk-actions/bulk-actions.ts';
import { TagField } from './lead/tag-field.tsx';

type SelectionBarProps = {
  leads: readonly Lead[];
  groups: readonly LeadGroup[];
  /** How many leads the list has on the server. */
  total: number | null;
  /** All that this filter finds are chosen; null where only `leads` are. */
  filter: LeadFilter | null;
  onSelectAll: () => void;
  onClear: () => void;
  /** Compares two rows, to make one of them; left out where the list offers no merge. */
  onMerge?: (ids: readonly [string, string]) => void;
  /** Further acts for the rows chosen one by one. */
  children?: ReactNode;
};

const DEED = '@max-md:grow @max-md:px-1.5 @max-md:[&_svg]:hidden';

/** How much of the list it covers where all stands in one line. */
export const SELECTION_BAR_PX = 45;

/** Says how many are chosen to those who do not see the bar come; it stands in the page before anything is chosen. */
export function SelectionStatus({
  count,
  total,
}: {
  count: number /** Of all that match, where all are chosen. */;
  total: number | null;
}) {
  return (
    <p role="status" className="sr-only">
      {count > 0 &&
        (total === null
          ? `${countOf(count, 'lead')} selected`
          : `All ${formatCount(total)} that match selected`)}
    </p>
  );
}

/**
 * What can be done with the chosen rows, or with all that match. It stands at the lower edge of the window however far
 * the list is scrolled, and after the list for the Tab key.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { leads, groups, total, filter, onSelectAll, onClear, onMerge } = props;
  const { act, isPending } = useBulkAction();
  const colleagues = useQuery(colleaguesQuery());
  const [isTagging, setIsTagging] = useState(false);
  const count = filter === null ? leads.length : (total ?? leads.length);
  const isTooMany = filter === null && leads.length > MOST_CHOSEN;
  const run = (what: BulkAction) =>
    void act(what, filter === null ? { ids: leads.map(({ id }) => id) } : { filter }).then(
      (isBegun) => isBegun && onClear(),
    );
  const worn = [...new Set(leads.flatMap(({ tags }) => tags))].toSorted();
  const [first, second] = leads;
  const more: MenuItem[] = [
    ...(onMerge && filter === null && leads.length === 2 && first && second
      ? [
          { label: 'Merge the two', icon: Merge, onSelect: () => onMerge([first.id, second.id]) },
          { kind: 'line' as const, id: 'merge' },
        ]
      : []),
    { kind: 'heading', label: 'Stage' },
    ...STAGES.map((stage) => ({ label: STAGE_LABELS[stage], onSelect: () => run({ kind: 'stage', stage }) })),
    { kind: 'line', id: 'fit' },
    { label: 'Score again', onSelect: () => run({ kind: 'rescore' }) },
    { label: 'Mark not a fit', onSelect: () => run({ kind: 'fit', isNotFit: true }) },
    { label: 'Take the mark away', onSelect: () => run({ kind: 'fit', isNotFit: false }) },
    ...worn.map((tag) => ({
      label: `Remove tag ${tag}`,
      onSelect: () => run({ kind: 'remove_tags', tags: [tag] }),
    })),
  ];
  return (
    <div
      role="group"
      aria-label="Chosen leads"
      data-action-bar
      className="sticky bottom-0 z-sticky flex flex-wrap items-center gap-2 border-t border-line-2 bg-raised px-(--page-inset) py-2 @max-md:gap-1.5"
    >
      {/* Where it is narrow the deeds stand below, as words alone. */}
      <div className="contents @max-md:flex @max-md:w-full @max-md:items-center @max-md:gap-1.5">
        <IconButton icon={X} label="Clear selection" onClick={onClear} className="-ml-1.5" />
        <span className="shrink-0 grow-0 text-small font-medium tabular-nums @max-md:grow">
          {filter === null
            ? `${formatCount(count)} selected`
            : `All ${formatCount(count)} that match selected`}
        </span>
        {filter === null && total !== null && total > leads.length && (
          <Button size="row" variant="ghost" onClick={onSelectAll}>
            <span>
              Select all {formatCount(total)}
              <span className="@max-md:sr-only"> that match</span>
            </span>
          </Button>
        )}
      </div>
      {isTooMany ? (
        <span className="text-small text-ink-2">
          At most {formatCount(MOST_CHOSEN)} one by one, or all that match.
        </span>
      ) : (
        <>
          <DropdownMenu
            trigger={
              <Button size="row" icon={FolderInput} isPending={isPending} className={DEED}>
                <span>
                  Move<span className="@max-md:sr-only"> to group</span>
                </span>
              </Button>
            }
            items={groups.map(({ id, name }) => ({
              label: name,
              onSelect: () => run({ kind: 'move', groupId: id }),
            }))}
          />
          <DropdownMenu
            trigger={
              <Button size="row" icon={UserRound} isPending={isPending} className={DEED}>
                Owner
              </Button>
            }
            items={[
              ...(colleagues.data ?? []).map(({ id, name }) => ({
                label: name,
                onSelect: () => run({ kind: 'owner', ownerId: id }),
              })),
              { kind: 'line', id: 'nobody' },
              { label: 'Nobody', onSelect: () => run({ kind: 'owner', ownerId: null }) },
            ]}
          />
          <Popover
            label="Tag the chosen leads"
            open={isTagging}
            onOpenChange={setIsTagging}
            className="w-64"
            trigger={
              <Button size="row" icon={TagIcon} isPending={isPending} className={DEED}>
                Tag
              </Button>
            }
          >
            <TagField
              label="Add a tag"
              onAdd={(tag) => {
                setIsTagging(false);
                run({ kind: 'add_tags', tags: [tag] });
              }}
            />
          </Popover>
          {props.children}
          <DropdownMenu
            trigger={
              <Button size="row" className={DEED}>
                More
              </Button>
            }
            items={more}
          />
          <Button
            size="row"
            variant="loss"
            icon={Trash2}
            isPending={isPending}
            onClick={() => run({ kind: 'delete' })}
            className={DEED}
          >
            Delete
          </Button>
        </>
      )}
    </div>
  );
}
