import type { z } from 'zod';
import { listCustomFields } from '#features/custom-fields/server/custom-fields.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import type { Context } from '#platform/context.ts';
import { download } from '#platform/download.ts';
import type * as contract from '../../contract.ts';
import { readSort } from '../../rules.ts';
import { listGroups } from '../groups/group-store.ts';
import { listColleagueNames } from '../notes-store.ts';
import { toLead } from '../to-lead.ts';
import { readCustomQuery } from './custom-query.ts';
import { csvOfLeads, xlsxOfLeads } from './lead-export.ts';
import { listLeadRows } from './list-store.ts';

const EXPORTED_AT_ONCE = 200;

/** One page of the list. */
export async function listLeads(
  { db }: Pick<Context, 'db'>,
  query: contract.LeadQuery,
): Promise<Page<contract.Lead>> {
  const { isNumeric } = await readCustomQuery(db, query);
  const { rows, ...page } = await listLeadRows(db, query, readSort(query.sort), isNumeric);
  return { ...page, items: rows.map(toLead) };
}

/** The whole list as a file, read while it is sent. */
export async function exportLeads(
  { db }: Pick<Context, 'db'>,
  { format, ...query }: z.output<typeof contract.exportLeads.query>,
): Promise<RawAnswer> {
  const names = {
    groups: new Map((await listGroups(db)).map(({ id, name }) => [id, name])),
    colleagues: await listColleagueNames(db),
  };
  const fields = await listCustomFields({ db }, { entity: 'lead' });
  async function* batches() {
    let cursor: string | undefined;
    do {
      const page = await listLeads({ db }, { ...query, limit: EXPORTED_AT_ONCE, cursor });
      yield page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  const write = format === 'csv' ? csvOfLeads : xlsxOfLeads;
  return download({ name: 'leads', format, body: write(batches(), { names, fields }) });
}
