import { createTable } from '@tanstack/react-table';
import { expect, it } from 'vitest';
import { growingRowModel } from './growing-row-model.ts';

type Person = { id: string; name: string };
const people = (count: number): Person[] =>
  Array.from({ length: count }, (_none, index) => ({ id: `p${index}`, name: `Person ${index}` }));

function tableOf(data: Person[]) {
  const table = createTable<Person>({
    data,
    columns: [{ id: 'name', accessorKey: 'name' }],
    getRowId: ({ id }) => id,
    getCoreRowModel: growingRowModel(),
    state: {},
    onStateChange: () => undefined,
    renderFallbackValue: null,
  });
  return {
    show: (next: Person[]) => table.setOptions((options) => ({ ...options, data: next })),
    model: () => table.getCoreRowModel(),
  };
}

it('keeps the rows it has when a page is added', () => {
  const all = people(4);
  const table = tableOf(all.slice(0, 2));
  const before = table.model().rows;
  table.show([...all]);
  const after = table.model();
  expect(after.rows.map(({ id, index }) => [id, index])).toEqual([
    ['p0', 0],
    ['p1', 1],
    ['p2', 2],
    ['p3', 3],
  ]);
  expect(after.rows[1]).toBe(before[1]);
  expect(after.rows).not.toBe(before);
  expect(Object.keys(after.rowsById)).toEqual(['p0', 'p1', 'p2', 'p3']);
});

it('makes those anew that changed, moved or left', () => {
  const all = people(4);
  const table = tableOf(all);
  const before = table.model().rows;
  const changed = { id: 'p1', name: 'Renamed' };
  table.show([all[0], changed, all[3]].flatMap((person) => person ?? []));
  const after = table.model();
  expect(after.rows[0]).toBe(before[0]);
  expect(after.rows.map(({ id, index, original }) => [id, index, original.name])).toEqual([
    ['p0', 0, 'Person 0'],
    ['p1', 1, 'Renamed'],
    ['p3', 2, 'Person 3'],
  ]);
  expect(Object.keys(after.rowsById)).toEqual(['p0', 'p1', 'p3']);
  // As many as before, and others.
  table.show([{ id: 'p0', name: 'Again' }, changed, { id: 'p3', name: 'Also' }]);
  const byId = Object.values(table.model().rowsById);
  expect(byId.map(({ original }) => original.name)).toEqual(['Again', 'Renamed', 'Also']);
  table.show([]);
  expect(table.model()).toEqual({ rows: [], flatRows: [], rowsById: {} });
});
