import { createRow, type Row, type RowData, type RowModel, type Table } from '@tanstack/react-table';

/**
 * The library's model of all rows makes each of them anew whenever one is added: a list that grows page by page would
 * pay for all that it has with every page. This one makes only those that are new or other than before.
 */
export function growingRowModel<Data extends RowData>(): (table: Table<Data>) => () => RowModel<Data> {
  return (table) => {
    let known: readonly Data[] | undefined;
    let model: RowModel<Data> = { rows: [], flatRows: [], rowsById: {} };
    return () => {
      const { data } = table.options;
      if (data === known) return model;
      const before = { data: known ?? [], rows: model.rows };
      known = data;
      const rows: Row<Data>[] = [];
      let isGrown = data.length >= before.data.length;
      for (const [index, original] of data.entries()) {
        const kept = before.data[index] === original ? before.rows[index] : undefined;
        isGrown &&= kept !== undefined || index >= before.data.length;
        rows.push(kept ?? createRow(table, table._getRowId(original, index), original, index, 0));
      }
      const rowsById = isGrown ? model.rowsById : {};
      for (const row of isGrown ? rows.slice(before.rows.length) : rows) rowsById[row.id] = row;
      model = { rows, flatRows: rows, rowsById };
      return model;
    };
  };
}
