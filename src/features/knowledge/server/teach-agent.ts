import { getWorkspace } from '#features/settings/server/workspace.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import type { TaughtAgent } from '../contract-teaching.ts';
import { teachingObstacle, teachingText } from '../rules-teaching.ts';
import { addKnowledgeWithin, changeKnowledgeWithin, type KnowledgeContext } from './knowledge-items.ts';
import type { KnowledgeRow } from './store.ts';
import { findTeachable, listTaught, lockAgent, type Teachable } from './teaching-store.ts';

/** The agents that know an asset, and what stands against teaching it. Refuses with `not_found`. */
export async function listTaughtAgents(
  { db }: Pick<Context, 'db'>,
  assetId: string,
): Promise<{ agents: TaughtAgent[]; obstacle: string | null }> {
  const asset = await findTeachable(db, assetId);
  if (!asset) throw assetNotFound();
  const rows = await listTaught(db, assetId);
  return {
    agents: rows.map(({ item, agentName }) => taughtOf(item, agentName, asset)),
    obstacle: teachingObstacle(asset, await getWorkspace(db)),
  };
}

/**
 * Adds the text of an asset to what an agent knows; repeating renews what is out of date. Refuses with `not_found`, or
 * where something stands against it.
 */
export function teachAgent(ctx: KnowledgeContext, assetId: string, agentId: string): Promise<TaughtAgent> {
  return inTransaction(ctx.db, async (tx) => {
    const agent = await lockAgent(tx, agentId);
    if (!agent) throw new AppError('not_found', 'This agent does not exist.');
    const asset = await findTeachable(tx, assetId);
    if (!asset) throw assetNotFound();
    const obstacle = teachingObstacle(asset, await getWorkspace(tx));
    if (obstacle !== null) throw new AppError('refused', obstacle, { reason: 'not_teachable' });
    const text = { title: asset.name, content: teachingText(asset.content), assetKey: asset.key };
    const [known] = await listTaught(tx, assetId, agentId);
    if (!known) {
      const added = await addKnowledgeWithin(ctx, tx, { ...text, agentId, type: 'manual', assetId });
      return taughtOf(added, agent.name, asset);
    }
    const { item } = known;
    if (item.assetKey === asset.key && item.retiredAt === null) return taughtOf(item, agent.name, asset);
    // What a person wrote into it since stays, unless the text it came from is another one.
    const change = item.assetKey === asset.key ? {} : text;
    const renewed = await changeKnowledgeWithin(ctx, tx, { id: item.id, ...change, isRetired: false });
    return taughtOf(renewed, agent.name, asset);
  });
}

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
