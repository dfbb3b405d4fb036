import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { agents } from '#features/agents/server/tables.ts';
import { contentAssets } from '#features/content/server/tables.ts';
import { type Queryable, sql } from '#platform/db.ts';
import { knowledgeItems } from './tables.ts';

/** Of the text alone: a new tag or a review makes nothing out of date. */
const textKey = sql<string>`md5(${contentAssets.content})`;

/** An asset of the library as far as agents are taught from it. */
export async function findTeachable(db: Queryable, id: string) {
  const { name, content, status } = contentAssets;
  const [row] = await db
    .select({ id: contentAssets.id, name, content, status, key: textKey })
    .from(contentAssets)
    .where(and(eq(contentAssets.id, id), isNull(contentAssets.deletedAt)));
  return row;
}
export type Teachable = NonNullable<Awaited<ReturnType<typeof findTeachable>>>;

/** Of these assets the ones that are still there, each with its name and the key of its text. */
export async function listAssetStates(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, { name: string; key: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: contentAssets.id, name: contentAssets.name, key: textKey })
    .from(contentAssets)
    .where(and(inArray(contentAssets.id, [...ids]), isNull(contentAssets.deletedAt)));
  return new Map(rows.map(({ id, name, key }) => [id, { name, key }]));
}

/** Locks the agent, so that its assets are taught one at a time; undefined if it does not exist. */
export async function lockAgent(db: Queryable, id: string): Promise<{ name: string } | undefined> {
  const [row] = await db
    .select({ name: agents.name })
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.deletedAt)))
    .for('no key update');
  return row;
}

/** What agents that are there were taught of an asset; of one agent when told. */
export function listTaught(db: Queryable, assetId: string, agentId?: string) {
  return db
    .select({ item: knowledgeItems, agentName: agents.name })
    .from(knowledgeItems)
    .innerJoin(agents, eq(agents.id, knowledgeItems.agentId))
    .where(
      and(
        eq(knowledgeItems.assetId, assetId),
        isNull(agents.deletedAt),
        agentId === undefined ? undefined : eq(knowledgeItems.agentId, agentId),
      ),
    )
    .orderBy(asc(agents.name), asc(agents.id));
}
