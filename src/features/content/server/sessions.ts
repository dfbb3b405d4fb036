import { type Actor, actorName } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { BrandVoice } from '../contract.ts';
import type {
  ContentSession,
  ContentSessionDetail,
  ContentVersion,
  GenerationRequest,
  NewContentSession,
  RefinementRequest,
  WritingEvent,
} from '../contract-sessions.ts';
import { SET_TYPES, suggestionsFor, TYPE_LABELS } from '../rules.ts';
import { type GivenText, type HtmlCleaner, writtenOf } from './html-cleaner.ts';
import {
  advanceSession,
  beginSet,
  findBrandVoice,
  findSession,
  findVersion,
  insertSessions,
  insertVersion,
  type ListedVersion,
  listSessions,
  listUnrenderedVersions,
  listVersions,
  markSessionDeleted,
  markSessionRestored,
  type NewVersionRow,
  putBrandVoice,
  putVersionHtml,
  type SessionRow,
  type VersionRow,
} from './session-store.ts';
import { changeContent, type Writing, writeContent } from './writing.ts';

type Dependencies = {
  db: Database;
  languageModel: LanguageModel | undefined;
  now: () => Date;
  html: HtmlCleaner;
};

const RENDERED_AT_ONCE = 100;

const EMPTY_VOICE: BrandVoice = { samples: '', doWords: [], dontWords: [], facts: [] };

type Step = Pick<NewVersionRow, 'kind' | 'request'> & { session: SessionRow; change?: Partial<SessionRow> };

/** Content while it is written: sessions, their versions, and the voice that every text is written in. */
export function createSessions({ db, languageModel, now, html: cleaner }: Dependencies) {
  const getVoice = async (): Promise<{ voice: BrandVoice; version: number }> =>
    (await findBrandVoice(db)) ?? { voice: EMPTY_VOICE, version: 0 };

  /** Stores the next version, if the session still stands where the writer began. */
  const storeVersion = (
    tx: Queryable,
    { session, change = {}, ...row }: Step & Omit<NewVersionRow, 'sessionId' | 'number' | 'suggestions'>,
  ): Promise<VersionRow> =>
    advanceSession(tx, session.id, session.currentVersion, { ...change, updatedAt: now() }).then(
      (isFirst) => {
        if (!isFirst) throw changedMeanwhile();
        return insertVersion(tx, {
          ...row,
          sessionId: session.id,
          number: session.currentVersion + 1,
          suggestions: suggestionsFor(session.contentType, row.content),
          createdAt: now(),
        });
      },
    );

  /** Passes the words on and stores the whole; what breaks off in between stores nothing. */
  async function* perform(writing: Writing, step: Step): AsyncGenerator<WritingEvent> {
    let next = await writing.next();
    while (!next.done) {
      yield { type: 'piece', text: next.value };
      next = await writing.next();
    }
    const { content, explanation, facts, writtenBy } = next.value;
    const [html] = await cleaner.render([content]);
    const stored = await inTransaction(db, async (tx) => {
      const row = await storeVersion(tx, { ...step, content, html, explanation, facts, writtenBy });
      await announce(tx, ['content']);
      return row;
    });
    yield {
      type: 'done',
      content: stored.content,
      suggestions: stored.suggestions ?? [],
      explanation: stored.explanation,
      version: stored.number,
    };
  }

  return {
    async listSessions(query: { limit: number; cursor?: string | undefined }): Promise<Page<ContentSession>> {
      const { rows, nextCursor, total } = await listSessions(db, query);
      return { items: rows.map(toSession), nextCursor, total };
    },

    async getSession(id: string): Promise<ContentSessionDetail> {
      const session = await getLiveSession(db, id);
      const versions = await listVersions(db, id);
      return {
        ...toSession(session),
        versions: versions.map(toVersion),
        writer: languageModel?.label ?? BUILT_IN_ENGINE,
      };
    },

    createSession: (input: NewContentSession): Promise<ContentSession> =>
      inTransaction(db, async (tx) => {
        const [session] = await insertSessions(tx, [
          { id: newId(), ...input, createdAt: now(), updatedAt: now() },
        ]);
        if (!session) throw new Error('the session was not stored');
        await announce(tx, ['content']);
        return toSession(session);
      }),

    deleteSession: (id: string): Promise<undefined> =>
      inTransaction(db, async (tx) => {
        if (!(await markSessionDeleted(tx, id, now()))) throw sessionNotFound();
        await announce(tx, ['content']);
        return undefined;
      }),

    restoreSession: (id: string): Promise<ContentSession> =>
      inTransaction(db, async (tx) => {
        await markSessionRestored(tx, id);
        await announce(tx, ['content']);
        return toSession(await getLiveSession(tx, id));
      }),

    /** Begins to write; what is refused is thrown before the first word. */
    async startGeneration(
      request: GenerationRequest,
      signal: AbortSignal,
    ): Promise<AsyncGenerator<WritingEvent>> {
      const found = await getLiveSession(db, request.sessionId);
      assertLatest(found, request.baseVersion);
      const session = { ...found, contentType: request.contentType ?? found.contentType };
      const { targetAudience, tone, prompt } = request;
      const { voice } = await getVoice();
      const writing = writeContent(languageModel, { session, voice, prompt, targetAudience, tone, signal });
      const change = { targetAudience, tone, contentType: session.contentType };
      return perform(writing, { session, change, kind: 'generated', request: prompt });
    },

    /** Begins to change what is there. `currentContent` may hold what its author has not stored yet. */
    async startRefinement(
      request: RefinementRequest,
      signal: AbortSignal,
    ): Promise<AsyncGenerator<WritingEvent>> {
      const session = await getLiveSession(db, request.sessionId);
      if (session.currentVersion === 0)
        throw new AppError('refused', 'Please enter refinement instructions.');
      const { currentContent: content } = request;
      const versions = await listVersions(db, session.id);
      const latest = versions.at(-1);
      const isOlder = versions.slice(0, -1).some((version) => version.content === content);
      if (request.baseVersion === undefined && content !== latest?.content && isOlder)
        throw changedMeanwhile();
      assertLatest(session, request.baseVersion);
      const { voice } = await getVoice();
      const writing = changeContent(languageModel, {
        session,
        voice,
        content,
        request: request.refinementRequest,
        signal,
      });
      return perform(writing, { session, kind: 'refined', request: request.refinementRequest });
    },

    /** What somebody wrote, as text or as HTML from another editor. */
    async editContent(
      id: string,
      { baseVersion, ...given }: GivenText & { baseVersion: number },
      actor: Actor,
    ): Promise<ContentVersion> {
      const written = await writtenOf(cleaner, given);
      return inTransaction(db, async (tx) => {
        const session = await getLiveSession(tx, id);
        assertLatest(session, baseVersion);
        const step = {
          session,
          kind: 'edited' as const,
          request: '',
          ...written,
          explanation: '',
          writtenBy: actorName(actor),
        };
        const row = await storeVersion(tx, step);
        await announce(tx, ['content']);
        return toVersion(row);
      });
    },

    returnToVersion: (id: string, number: number, baseVersion: number): Promise<ContentVersion> =>
      inTransaction(db, async (tx) => {
        const session = await getLiveSession(tx, id);
        assertLatest(session, baseVersion);
        const earlier = await findVersion(tx, id, number);
        if (!earlier) throw new AppError('not_found', 'This version does not exist.');
        const { content, html, facts, writtenBy } = earlier;
        const explanation = `Back to version ${number}.`;
        const step = {
          session,
          kind: 'restored' as const,
          request: '',
          content,
          html,
          explanation,
          facts,
          writtenBy,
        };
        const row = await storeVersion(tx, step);
        await announce(tx, ['content']);
        return toVersion(row);
      }),

    /** The latest content of a session. Throws `refused` before there is any. */
    async latestContent(
      tx: Queryable,
      sessionId: string,
    ): Promise<{ session: SessionRow; content: string; html: string | null }> {
      const session = await getLiveSession(tx, sessionId);
      const version = await findVersion(tx, sessionId, session.currentVersion);
      if (!version) throw new AppError('refused', 'Please enter an asset name.', { reason: 'no_content' });
      return { session, content: version.content, html: version.html };
    },

    /** A session for each channel of the set that this one does not serve; those that exist already stay. */
    createSet: (id: string): Promise<ContentSession[]> =>
      inTransaction(db, async (tx) => {
        const session = await getLiveSession(tx, id);
        if (session.setId) throw hasSet();
        const setId = newId();
        const others = SET_TYPES.filter((type) => type !== session.contentType);
        if (!(await beginSet(tx, id, setId))) throw hasSet();
        const { requirements, targetAudience, tone } = session;
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
            createdAt: now(),
            // The order of the set, in a list that shows the last changed first.
            updatedAt: new Date(now().getTime() - index - 1),
          })),
        );
        await announce(tx, ['content']);
        return rows.map(toSession);
      }),

    /** Gives versions of before there was any their HTML. Answers whether there may be more. */
    async renderVersions(): Promise<boolean> {
      const rows = await listUnrenderedVersions(db, RENDERED_AT_ONCE);
      const rendered = await cleaner.render(rows.map(({ content }) => content));
      for (const [index, row] of rows.entries())
        await putVersionHtml(db, { ...row, html: rendered[index] ?? '' });
      return rows.length === RENDERED_AT_ONCE;
    },

    async getBrandVoice(): Promise<BrandVoice & { version: number }> {
      const { voice, version } = await getVoice();
      return { ...voice, version };
    },

    changeBrandVoice: ({ version, ...voice }: BrandVoice & { version: number }) =>
      inTransaction(db, async (tx) => {
        if (!(await putBrandVoice(tx, voice, version))) {
          throw new AppError('conflict', 'Somebody else changed the brand voice. Load it again.');
        }
        await announce(tx, ['content']);
        return { ...voice, version: version + 1 };
      }),
  };
}

/** Nobody else has changed the session since it was read. */
function assertLatest(session: SessionRow, baseVersion: number | undefined): void {
  if (baseVersion !== undefined && baseVersion !== session.currentVersion) throw changedMeanwhile();
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody else changed this content meanwhile. Nothing of theirs or yours is lost: look at the latest version and try again.',
  );
}

async function getLiveSession(db: Queryable, id: string): Promise<SessionRow> {
  const session = await findSession(db, id);
  if (!session) throw sessionNotFound();
  return session;
}

function hasSet(): AppError {
  return new AppError('refused', 'This brief has its set already.');
}

function sessionNotFound(): AppError {
  return new AppError('not_found', 'This content session does not exist any more.');
}

function toSession({ createdAt, updatedAt, ...row }: SessionRow): ContentSession {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function toVersion({ createdAt, ...row }: ListedVersion): ContentVersion {
  return { ...row, createdAt: createdAt.toISOString() };
}
