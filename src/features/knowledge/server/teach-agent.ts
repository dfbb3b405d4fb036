import type { SettingsService } from '#features/settings/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import type { TaughtAgent } from '../contract-teaching.ts';
import { teachingObstacle, teachingText } from '../rules-teaching.ts';
import type { Knowledge } from './knowledge-items.ts';
import type { KnowledgeRow } from './store.ts';
import { findTeachable, listTaught, lockAgent, type Teachable } from './teaching-store.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  knowledge: Pick<Knowledge, 'addWithin' | 'changeWithin'>;
};

/** Texts of the content library as knowledge of agents. */
export function createTeaching({ db, settings, knowledge }: Dependencies) {
  return {
    async listTaught(assetId: string): Promise<{ agents: TaughtAgent[]; obstacle: string | null }> {
      const asset = await findTeachable(db, assetId);
      if (!asset) throw assetNotFound();
      const rows = await listTaught(db, assetId);
      return {
        agents: rows.map(({ item, agentName }) => taughtOf(item, agentName, asset)),
        obstacle: teachingObstacle(asset, await settings.getWorkspace()),
      };
    },

    /** Makes the text of an asset what the agent knows; again makes nothing more of it, and renews what is out of date. */
    teach: (assetId: string, agentId: string): Promise<TaughtAgent> =>
      inTransaction(db, async (tx) => {
        const agent = await lockAgent(tx, agentId);
        if (!agent) throw new AppError('not_found', 'This agent does not exist.');
        const asset = await findTeachable(tx, assetId);
        if (!asset) throw assetNotFound();
        const obstacle = teachingObstacle(asset, await settings.getWorkspace(tx));
        if (obstacle !== null) throw new AppError('refused', obstacle, { reason: 'not_teachable' });
        const text = { title: asset.name, content: teachingText(asset.content), assetKey: asset.key };
        const [known] = await listTaught(tx, assetId, agentId);
        if (!known) {
          const added = await knowledge.addWithin(tx, { ...text, agentId, type: 'manual', assetId });
          return taughtOf(added, agent.name, asset);
        }
        const { item } = known;
        if (item.assetKey === asset.key && item.retiredAt === null) return taughtOf(item, agent.name, asset);
        // What a person wrote into it since stays, unless the text it came from is another one.
        const change = item.assetKey === asset.key ? {} : text;
        const renewed = await knowledge.changeWithin(tx, item.id, { ...change, isRetired: false });
        return taughtOf(renewed, agent.name, asset);
      }),
  };
}
export type Teaching = ReturnType<typeof createTeaching>;

function taughtOf(item: KnowledgeRow, agentName: string, asset: Teachable): TaughtAgent {
  return {
    knowledgeId: item.id,
    expertId: item.agentId,
    expertName: agentName,
    isOutdated: item.assetKey !== asset.key,
    isRetired: item.retiredAt !== null,
    taughtAt: item.updatedAt.toISOString(),
  };
}

function assetNotFound(): AppError {
  return new AppError('not_found', 'This asset no longer exists.');
}
