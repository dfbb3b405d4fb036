import type { Database } from '#platform/db.ts';
import type { ContentAsset } from '../contract.ts';
import { listAssets } from './store.ts';

/** The content library. */
export function createContent({ db }: { db: Database }) {
  return {
    listAssets: async (): Promise<ContentAsset[]> =>
      (await listAssets(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  };
}
export type Content = ReturnType<typeof createContent>;
