import type { Sort } from '#ui/data-table/data-table-props.ts';
import { Select, type SelectOption } from '#ui/select.tsx';
import { sortOf, sortText } from '#ui/sort-text.ts';

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
