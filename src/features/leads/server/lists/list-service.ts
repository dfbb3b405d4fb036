import type { z } from 'zod';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import type { Database } from '#platform/db.ts';
import { download } from '#platform/download.ts';
import type { exportLeads, Lead, LeadQuery } from '../../contract.ts';
import type { LeadGroup } from '../../contract-groups.ts';
import { readSort } from '../../rules.ts';
import { listColleagueNames } from '../notes-store.ts';
import { toLead } from '../to-lead.ts';
import { csvOfLeads, xlsxOfLeads } from './lead-export.ts';
import { countOutcomes } from './list-counts-store.ts';
import { listLeads } from './list-store.ts';

type Dependencies = { db: Database; listGroups: () => Promise<LeadGroup[]> };

const EXPORTED_AT_ONCE = 200;

/** Leads as the list has them, on the screen and as a file. */
export function createLists({ db, listGroups }: Dependencies) {
  const listPage = async (query: LeadQuery): Promise<Page<Lead>> => {
    const { rows, ...page } = await listLeads(db, query, readSort(query.sort));
    return { ...page, items: rows.map(toLead) };
  };

  return {
    listLeads: listPage,

    /** The whole list, read while it is sent. */
    async exportLeads({ format, ...query }: z.output<typeof exportLeads.query>): Promise<RawAnswer> {
      const names = {
        groups: new Map((await listGroups()).map(({ id, name }) => [id, name])),
        colleagues: await listColleagueNames(db),
      };
      async function* portions() {
        let cursor: string | undefined;
        do {
          const page = await listPage({ ...query, limit: EXPORTED_AT_ONCE, cursor });
          yield page.items;
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
      }
      const write = format === 'csv' ? csvOfLeads : xlsxOfLeads;
      return download({ name: 'leads', format, body: write(portions(), names) });
    },

    listScoreOutcomes: () => countOutcomes(db),
  };
}
