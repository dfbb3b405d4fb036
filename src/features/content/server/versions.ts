import { blanksIn } from '#engines/writing/blanks.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type {
  ContentVersion,
  GenerationRequest,
  RefinementRequest,
  WritingEvent,
} from '../contract-sessions.ts';
import { suggestionsFor } from '../rules.ts';
import { EMPTY_VOICE, getBrandVoice } from './brand-voice.ts';
import { type GivenText, writtenOf } from './html-cleaner.ts';
import {
  advanceSession,
  findBrandVoice,
  findSession,
  findVersion,
  insertVersion,
  type ListedVersion,
  listVersions,
  type NewVersionRow,
  type SessionRow,
  type VersionRow,
} from './session-store.ts';
import { changeContent, doableIdeas, type Writing, writeContent } from './writing.ts';

const MOST_SUGGESTIONS = 4;

type VersionContext = Pick<Context, 'db' | 'clock' | 'languageModel'>;
type WritingContext = VersionContext & Pick<Context, 'htmlCleaner'>;
type Step = Pick<NewVersionRow, 'kind' | 'request'> & { session: SessionRow; change?: Partial<SessionRow> };

/** Starts to write; refusals are thrown before the first word. Refuses with `not_found` or `conflict`. */
export async function startGeneration(
  ctx: WritingContext,
  { sessionId, baseVersion, contentType, targetAudience, tone, prompt }: GenerationRequest,
  signal: AbortSignal,
): Promise<AsyncGenerator<WritingEvent>> {
  const found = await getSessionRow(ctx.db, sessionId);
  assertLatest(found, baseVersion);
  const session = { ...found, contentType: contentType ?? found.contentType };
  const voice = await getBrandVoice(ctx);
  const sender = await senderOf(ctx);
  const brief = { session, voice, sender, prompt, targetAudience, tone, signal };
  const change = { targetAudience, tone, contentType: session.contentType };
  return perform(ctx, writeContent(ctx.languageModel, brief), {
    session,
    change,
    kind: 'generated',
    request: prompt,
  });
}

/** Starts to change the content, which its author may not have saved. Refuses with `not_found`, `refused` or `conflict`. */
export async function startRefinement(
  ctx: WritingContext,
  { sessionId, baseVersion, currentContent: content, refinementRequest }: RefinementRequest,
  signal: AbortSignal,
): Promise<AsyncGenerator<WritingEvent>> {
  const session = await getSessionRow(ctx.db, sessionId);
  if (session.currentVersion === 0) throw new AppError('refused', 'Please enter refinement instructions.');
  const versions = await listVersions(ctx.db, session.id);
  const latest = versions.at(-1);
  const isOlder = versions.slice(0, -1).some((version) => version.content === content);
  if (baseVersion === undefined && content !== latest?.content && isOlder) throw changedMeanwhile();
  assertLatest(session, baseVersion);
  const voice = await getBrandVoice(ctx);
  const request = refinementRequest;
  const sender = await senderOf(ctx);
  const prompt = promptOf(versions);
  const change = { session, voice, sender, prompt, content, request, signal };
  const writing = changeContent(ctx.languageModel, change);
  return perform(ctx, writing, { session, kind: 'refined', request });
}

/** Stores what a person wrote, as text or as HTML from another editor. Refuses with `not_found` or `conflict`. */
export async function editContent(
  ctx: VersionContext & Pick<Context, 'htmlCleaner'>,
  id: string,
  { baseVersion, ...given }: GivenText & { baseVersion: number },
  actor: Actor,
): Promise<ContentVersion> {
  const written = await writtenOf(ctx.htmlCleaner, given);
  return inTransaction(ctx.db, async (tx) => {
    const session = await getSessionRow(tx, id);
    assertLatest(session, baseVersion);
    const row = await storeVersion(ctx, tx, {
      session,
      kind: 'edited',
      request: '',
      ...written,
      explanation: '',
      writtenBy: actorName(actor),
    });
    return toVersion(row);
  });
}

/** Makes an earlier version the latest. Refuses with `not_found` or `conflict`. */
export function returnToVersion(
  ctx: VersionContext,
  id: string,
  { number, baseVersion }: { number: number; baseVersion: number },
): Promise<ContentVersion> {
  return inTransaction(ctx.db, async (tx) => {
    const session = await getSessionRow(tx, id);
    assertLatest(session, baseVersion);
    const earlier = await findVersion(tx, id, number);
    if (!earlier) throw new AppError('not_found', 'This version does not exist.');
    const { content, html, facts, writtenBy } = earlier;
    const row = await storeVersion(ctx, tx, {
      session,
      kind: 'restored',
      request: '',
      content,
      html,
      explanation: `Back to version ${number}.`,
      facts,
      writtenBy,
    });
    return toVersion(row);
  });
}

/** The latest content of a session. Refuses with `not_found`, or with `no_content` before the first version. */
export async function getLatestContent(
  tx: Queryable,
  sessionId: string,
): Promise<{ session: SessionRow; content: string; html: string | null }> {
  const session = await getSessionRow(tx, sessionId);
  const version = await findVersion(tx, sessionId, session.currentVersion);
  if (!version) throw new AppError('refused', 'Please enter an asset name.', { reason: 'no_content' });
  return { session, content: version.content, html: version.html };
}

/** Throws `not_found`. */
export async function getSessionRow(db: Queryable, id: string): Promise<SessionRow> {
  const session = await findSession(db, id);
  if (!session) throw sessionNotFound();
  return session;
}

export function sessionNotFound(): AppError {
  return new AppError('not_found', 'This content session does not exist any more.');
}

export function toVersion({ createdAt, ...row }: ListedVersion): ContentVersion {
  return { ...row, blanks: blanksIn(row.content).length, createdAt: createdAt.toISOString() };
}

/** The name that signs what is written without a model. */
async function senderOf(ctx: Pick<Context, 'db'>): Promise<string> {
  return (await getWorkspace(ctx.db)).name;
}

/** The request of the latest generation. */
function promptOf(versions: readonly Pick<ListedVersion, 'kind' | 'request'>[]): string {
  return versions.findLast(({ kind }) => kind === 'generated')?.request ?? '';
}

/** Passes the words on, then stores the whole text. An interrupted text is not stored. */
async function* perform(ctx: WritingContext, writing: Writing, step: Step): AsyncGenerator<WritingEvent> {
  let next = await writing.next();
  while (!next.done) {
    yield { type: 'piece', text: next.value };
    next = await writing.next();
  }
  const { content, explanation, facts, writtenBy, reason } = next.value;
  if (reason !== undefined) {
    const suggestions = (await findVersion(ctx.db, step.session.id, step.session.currentVersion))
      ?.suggestions;
    yield {
      type: 'done',
      content,
      suggestions: suggestions ?? [],
      explanation,
      version: step.session.currentVersion,
      blanks: blanksIn(content).length,
      reason,
    };
    return;
  }
  const [html] = await ctx.htmlCleaner.render([content]);
  const stored = await inTransaction(ctx.db, (tx) =>
    storeVersion(ctx, tx, { ...step, content, html, explanation, facts, writtenBy }),
  );
  yield {
    type: 'done',
    content: stored.content,
    suggestions: stored.suggestions ?? [],
    explanation: stored.explanation,
    version: stored.number,
    blanks: blanksIn(stored.content).length,
    reason: null,
  };
}

/** Stores the next version. Refuses with `conflict` when the session has changed since the writer began. */
async function storeVersion(
  ctx: VersionContext,
  tx: Transaction,
  { session, change = {}, ...row }: Step & Omit<NewVersionRow, 'sessionId' | 'number' | 'suggestions'>,
): Promise<VersionRow> {
  const now = ctx.clock.now();
  const isFirst = await advanceSession(tx, session.id, session.currentVersion, { ...change, updatedAt: now });
  if (!isFirst) throw changedMeanwhile();
  const stored = await insertVersion(tx, {
    ...row,
    sessionId: session.id,
    number: session.currentVersion + 1,
    suggestions: await suggestionsOf(ctx, tx, { session, ...row }),
    createdAt: now,
  });
  await announce(tx, ['content']);
  return stored;
}

/** What can be asked for next: with a model anything, without one what the built-in engine does. */
async function suggestionsOf(
  ctx: VersionContext,
  tx: Transaction,
  { session, content, kind, request }: Pick<Step, 'session' | 'kind' | 'request'> & { content: string },
): Promise<string[]> {
  const ideas = suggestionsFor(session.contentType, content);
  if (ctx.languageModel) return ideas.slice(0, MOST_SUGGESTIONS);
  const voice = await findBrandVoice(tx);
  const prompt =
    kind === 'generated' && request !== undefined ? request : promptOf(await listVersions(tx, session.id));
  const { name: sender } = await getWorkspace(tx);
  const change = { session, voice: voice?.voice ?? EMPTY_VOICE, sender, content, prompt };
  return doableIdeas(ideas, change).slice(0, MOST_SUGGESTIONS);
}

function assertLatest(session: SessionRow, baseVersion: number | undefined): void {
  if (baseVersion !== undefined && baseVersion !== session.currentVersion) throw changedMeanwhile();
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody else changed this content meanwhile. Nothing of theirs or yours is lost: look at the latest version and try again.',
  );
}
