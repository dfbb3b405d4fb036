import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ContentSession, ContentSessionDetail, NewContentSession } from '../contract-sessions.ts';
import { SET_TYPES, TYPE_LABELS } from '../rules.ts';
import {
  beginSet,
  insertSessions,
  listSessionRows,
  listVersions,
  markSessionDeleted,
  markSessionRestored,
  type SessionRow,
} from './session-store.ts';
import { getSessionRow, sessionNotFound, toVersion } from './versions.ts';

type SessionContext = Pick<Context, 'db' | 'clock'>;

export async function listSessions(
  { db }: Pick<Context, 'db'>,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<ContentSession>> {
  const { rows, nextCursor, total } = await listSessionRows(db, query);
  return { items: rows.map(toSession), nextCursor, total };
}

/** A session with its versions and the name of its writer. Refuses with `not_found`. */
export async function getSession(
  { db, languageModel }: Pick<Context, 'db' | 'languageModel'>,
  id: string,
): Promise<ContentSessionDetail> {
  const session = await getSessionRow(db, id);
  const versions = await listVersions(db, id);
  return {
    ...toSession(session),
    versions: versions.map(toVersion),
    writer: languageModel?.label ?? BUILT_IN_ENGINE,
  };
}

export function createSession(
  { db, clock }: SessionContext,
  input: NewContentSession,
): Promise<ContentSession> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const [session] = await insertSessions(tx, [{ id: newId(), ...input, createdAt: now, updatedAt: now }]);
    if (!session) throw new Error('the session was not stored');
    await announce(tx, ['content']);
    return toSession(session);
  });
}

/** Can be undone with `restoreSession`. Refuses with `not_found`. */
export function deleteSession({ db, clock }: SessionContext, id: string): Promise<undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await markSessionDeleted(tx, id, clock.now()))) throw sessionNotFound();
    await announce(tx, ['content']);
    return undefined;
  });
}

/** Refuses with `not_found`. */
export function restoreSession({ db }: Pick<Context, 'db'>, id: string): Promise<ContentSession> {
  return inTransaction(db, async (tx) => {
    await markSessionRestored(tx, id);
    await announce(tx, ['content']);
    return toSession(await getSessionRow(tx, id));
  });
}

/** Creates a session for each other channel of the set. Refuses with `refused` when the brief has its set. */
export function createSet({ db, clock }: SessionContext, id: string): Promise<ContentSession[]> {
  return inTransaction(db, async (tx) => {
    const session = await getSessionRow(tx, id);
    if (session.setId) throw hasSet();
    const setId = newId();
    const others = SET_TYPES.filter((type) => type !== session.contentType);
    if (!(await beginSet(tx, id, setId))) throw hasSet();
    const { requirements, targetAudience, tone } = session;
    const now = clock.now();
    const rows = await insertSessions(
      tx,
      others.map((contentType, index) => ({
        id: newId(),
        sessionName: `${session.sessionName} · ${TYPE_LABELS[contentType]}`.slice(0, 160),
        contentType,
        requirements,
        targetAudience,
        tone,
        setId,
        createdAt: now,
        // The order of the set, in a list that shows the last changed first.
        updatedAt: new Date(now.getTime() - index - 1),
      })),
    );
    await announce(tx, ['content']);
    return rows.map(toSession);
  });
}

function hasSet(): AppError {
  return new AppError('refused', 'This brief has its set already.');
}

function toSession({ createdAt, updatedAt, ...row }: SessionRow): ContentSession {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
