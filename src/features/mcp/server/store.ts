import { and, eq, lt } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { mcpSessions } from './tables.ts';

type Session = { id: string; tokenId: string };

export async function insertSession(db: Queryable, session: Session & { lastUsedAt: Date }): Promise<void> {
  await db.insert(mcpSessions).values(session);
}

/** True where this token has such a session. */
export async function touchSession(db: Queryable, { id, tokenId }: Session, at: Date): Promise<boolean> {
  const rows = await db
    .update(mcpSessions)
    .set({ lastUsedAt: at })
    .where(and(eq(mcpSessions.id, id), eq(mcpSessions.tokenId, tokenId)))
    .returning({ id: mcpSessions.id });
  return rows.length > 0;
}

export async function deleteSession(db: Queryable, { id, tokenId }: Session): Promise<boolean> {
  const rows = await db
    .delete(mcpSessions)
    .where(and(eq(mcpSessions.id, id), eq(mcpSessions.tokenId, tokenId)))
    .returning({ id: mcpSessions.id });
  return rows.length > 0;
}

export async function deleteUnused(db: Queryable, before: Date): Promise<void> {
  await db.delete(mcpSessions).where(lt(mcpSessions.lastUsedAt, before));
}
