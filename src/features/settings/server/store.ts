import { eq } from 'drizzle-orm';
import { isDatabase, prepared, type Queryable } from '#platform/db.ts';
import { workspace } from './tables.ts';

export type WorkspaceRow = typeof workspace.$inferSelect;

export async function readWorkspace(db: Queryable): Promise<WorkspaceRow> {
  const [row] = await (isDatabase(db)
    ? // Asked by every turn of every chat.
      prepared(db, 'workspace', (name) => db.select().from(workspace).prepare(name)).execute()
    : db.select().from(workspace));
  if (row) return row;
  // Once in the life of a database, at its first start.
  await db.insert(workspace).values({}).onConflictDoNothing();
  const [made] = await db.select().from(workspace);
  if (!made) throw new Error('the workspace row is missing');
  return made;
}

/** Held until the transaction ends. */
export async function lockWorkspace(tx: Queryable): Promise<WorkspaceRow> {
  await readWorkspace(tx);
  const [row] = await tx.select().from(workspace).for('update');
  if (!row) throw new Error('the workspace row is missing');
  return row;
}

export async function writeWorkspace(
  db: Queryable,
  change: Partial<Omit<WorkspaceRow, 'isOnly'>>,
): Promise<WorkspaceRow> {
  await readWorkspace(db);
  if (Object.keys(change).length > 0) {
    await db.update(workspace).set(change).where(eq(workspace.isOnly, true));
  }
  return readWorkspace(db);
}
