import type { Sort } from './data-table/data-table-props.ts';

/** An order as the address and the calls write it: "aiScore:desc". */
export function sortText({ id, direction }: Sort): string {
  return `${id}:${direction}`;
}

export function sortOf(text: string): Sort {
  const [id = '', direction] = text.split(':');
  return { id, direction: direction === 'desc' ? 'desc' : 'asc' };
}
