import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type {
  MirroredPost,
  MirrorPage,
  CommunitySource as Platform,
} from '#providers/community-sources/port.ts';
import { SourceError } from '#providers/lead-sources/port.ts';
import type { CommunitySource, SourceKind } from '../contract-sources.ts';
import { DEFAULT_SETTINGS, firstLink, mustWait } from '../rules.ts';
import { flagsOf } from '../rules-moderation.ts';
import { sourceError } from '../rules-source-words.ts';
import { answerJob, previewJob, syncJob } from './jobs.ts';
import { ofPeopleAt } from './member-store.ts';
import type { Standings } from './membership-sync.ts';
import { lockPost, updatePostRow } from './post-store.ts';
import { noteLinks } from './preview-store.ts';
import { communityNotFound } from './refusals.ts';
import {
  findSource,
  hideGone,
  insertSource,
  leaseSource,
  listDueSources,
  listSourceRows,
  markDisconnected,
  noteDelivery,
  purgeDeliveries,
  putMembers,
  putPosts,
  type ReadPost,
  type SourceRow,
  type StoredSource,
  updateSource,
} from './source-store.ts';
import { findCommunity } from './store.ts';

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  log: Log;
  settings: Pick<SettingsService, 'getWorkspace'>;
  platforms: readonly Platform[];
  standings: Standings;
  publicUrl: string;
  secret: string;
  now: () => Date;
};

/** A worker that says nothing for so long is taken for dead. */
const LEASE_MS = 5 * MINUTE_MS;
/** One run ends after that; the next one goes on where it stopped. */
const RUN_MS = 4 * MINUTE_MS;
const AGAIN_AFTER_MS = 5 * MINUTE_MS;
const LONGEST_BACK_OFF_MS = 60 * MINUTE_MS;
/** A source without an end would be read for ever. */
const MOST_PAGES = 20_000;
/** Of what has been read already, with each reading: 100,000 posts are looked at again in a day or two. */
const PAGES_LOOKED_AT_AGAIN = 3;
/** Links of older posts are not looked at by themselves. */
const PREVIEW_DAYS = 14;
const MOST_PREVIEWS_PER_PAGE = 20;
const DUE_AT_ONCE = 20;
/** How far the clock of a source may be from ours. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/** External communities that are mirrored: read on a schedule, told of by webhooks, answered where they allow it. */
export function createSources(dependencies: Dependencies) {
  const { db, queue, log, settings, platforms, standings, publicUrl, secret, now } = dependencies;

  const platformOf = (kind: string): Platform | undefined => platforms.find((one) => one.kind === kind);

  const webhookSecret = (sourceId: string): string =>
    createHmac('sha256', secret).update(`webhook:${sourceId}`).digest('base64url');

  const toSource = (row: SourceRow): CommunitySource => ({
    ...row,
    error: sourceError(row),
    label: platformOf(row.kind)?.label ?? row.kind,
    webhook: platformOf(row.kind)?.readWebhook
      ? { url: `${publicUrl}/api/external/community-sources/${row.id}`, secret: webhookSecret(row.id) }
      : null,
  });

  const getSource = async (tx: Queryable, communityId: string, id: string): Promise<CommunitySource> => {
    const [row] = await listSourceRows(tx, communityId, id);
    if (!row) throw sourceNotFound();
    return toSource(row);
  };

  /** Reads a page into the community, in the caller's transaction. */
  async function take(
    tx: Transaction,
    source: StoredSource,
    page: Pick<MirrorPage, 'posts' | 'members' | 'deletedIds'>,
  ): Promise<{ added: number }> {
    // Disconnected in the midst of a reading.
    if (!(await findSource(tx, source.id))) return { added: 0 };
    await putMembers(tx, source, page.members);
    if (page.members.length > 0) {
      const there = page.members.map(({ id }) => id);
      await standings.knowLeads(tx, ofPeopleAt(source.id, there));
    }
    const community = await findCommunity(tx, source.communityId);
    const { holdsAll } = { ...DEFAULT_SETTINGS, ...community?.settings };
    const { jurisdictions } = await settings.getWorkspace(tx);
    // The first reading finds posts of unknown age: they must not pass for new ones.
    const seenAt = source.lastSyncedAt === null ? new Date(source.createdAt.getTime() - 1) : now();
    const posts = page.posts.map((post): ReadPost => {
      const flags = flagsOf(post.text, jurisdictions);
      return {
        ...post,
        link: firstLink(post.text),
        flags,
        isHeld: mustWait({ role: null, flags, holdsAll }),
        seenAt,
      };
    });
    const result = await putPosts(tx, source, posts);
    if (result.added > 0) await previewNew(tx, posts);
    if (page.deletedIds?.length) await hideGone(tx, source.id, { ids: page.deletedIds });
    return result;
  }

  async function previewNew(tx: Transaction, posts: readonly ReadPost[]): Promise<void> {
    const from = now().getTime() - PREVIEW_DAYS * DAY_MS;
    const links = posts.flatMap(({ link, postedAt }) =>
      link !== null && (postedAt === null || postedAt.getTime() >= from) ? [link] : [],
    );
    for (const previewId of await noteLinks(tx, links.slice(0, MOST_PREVIEWS_PER_PAGE))) {
      await queue.send(previewJob, { previewId }, { tx });
    }
  }

  type Reading = { read: (cursor: string) => Promise<MirrorPage>; isFresh: () => boolean };

  /**
   * Edits and deletions of what is older than the newest page: a few pages with each reading, round and round, since
   * platforms that are polled tell of neither.
   */
  async function lookAgain(
    source: StoredSource,
    from: { cursor: string | null; above: Date | null },
    { read, isFresh }: Reading,
  ): Promise<void> {
    let [at, above] = [from.cursor, from.above];
    for (let pages = 0; pages < PAGES_LOOKED_AT_AGAIN && at !== null && isFresh(); pages += 1) {
      const here: string = at;
      const page: MirrorPage = await read(here);
      const next = page.cursor === here ? null : page.cursor;
      // What was deleted between two pages belongs to the lower one.
      const newest = Math.max(...page.posts.flatMap(({ postedAt }) => postedAt?.getTime() ?? []));
      const until = new Date(above === null ? newest : above.getTime() - 1);
      await inTransaction(db, async (tx) => {
        await take(tx, source, page);
        if (page.coversSince !== null && page.posts.length > 0) {
          const seen = page.posts.map(({ id }) => id);
          await hideGone(tx, source.id, { since: page.coversSince, until, seen });
        }
        // The next reading begins with this page, so that none is missed between the two; at the end with a new round.
        await updateSource(tx, source.id, { cursor: next === null ? null : here });
        await announce(tx, ['communities']);
      });
      [at, above] = [next, page.coversSince];
    }
  }

  /** Everything new, then what is older and has not been read yet. Pages are committed one by one. */
  async function readAll(source: StoredSource, signal: AbortSignal): Promise<void> {
    const reader = platformOf(source.kind)?.reader;
    if (!reader)
      throw new SourceError(`${source.kind} is off: its settings are missing`, { retryable: false });
    const startedAt = Date.now();
    const isFresh = () => Date.now() - startedAt < RUN_MS && !signal.aborted;
    const read = (cursor: string | null, since: Date | null = null) =>
      reader.read({ place: source.place, cursor, since, now: now(), signal });

    // The newest first, back to where the last reading began, so that a connection that was lost catches up.
    const known = source.lastSyncedAt;
    let cursor: string | null = null;
    let isCaughtUp = false;
    /** Down to here what is new has been read. */
    let above: Date | null = null;
    for (let pages = 0; pages < MOST_PAGES && !isCaughtUp && isFresh(); pages += 1) {
      const page: MirrorPage = await read(cursor, known);
      const { added } = await inTransaction(db, async (tx) => {
        const taken = await take(tx, source, page);
        if (page.coversSince !== null && cursor === null) {
          await hideGone(tx, source.id, { since: page.coversSince, seen: page.posts.map(({ id }) => id) });
        }
        await announce(tx, ['communities']);
        return taken;
      });
      const isOld =
        known !== null &&
        page.posts.every(
          ({ postedAt }) => postedAt !== null && postedAt.getTime() < known.getTime() - CLOCKS_DIFFER_MS,
        );
      // A source that turns in a circle gives nothing new: then there is no point in going round.
      isCaughtUp = known === null || page.cursor === null || page.cursor === cursor || isOld || added === 0;
      if (isCaughtUp && known === null) await updateSource(db, source.id, { cursor: page.cursor });
      cursor = page.cursor;
      above = page.coversSince;
    }

    const fresh = await findSource(db, source.id);
    if (!fresh) return;
    if (fresh.isBackfilled) {
      const from = fresh.cursor === null ? { cursor, above } : { cursor: fresh.cursor, above: null };
      return lookAgain(source, from, { read, isFresh });
    }
    let older = fresh.cursor;
    const seen = new Set<string>();
    let emptyPages = 0;
    // The next page is on its way while this one is stored.
    let ahead: { at: string; page: Promise<MirrorPage> } | undefined;
    while (older !== null && isFresh() && seen.size < MOST_PAGES) {
      seen.add(older);
      const at: string = older;
      const page: MirrorPage = await (ahead?.at === at ? ahead.page : read(at));
      ahead = undefined;
      if (page.cursor !== null && !seen.has(page.cursor) && isFresh()) {
        ahead = { at: page.cursor, page: read(page.cursor) };
        // Whoever waits for it hears of its failure.
        ahead.page.catch(() => undefined);
      }
      await inTransaction(db, async (tx) => {
        const { added } = await take(tx, source, page);
        emptyPages = added === 0 && page.members.length === 0 ? emptyPages + 1 : 0;
        const isCircle = page.cursor !== null && (seen.has(page.cursor) || emptyPages >= 3);
        older = isCircle ? null : page.cursor;
        await updateSource(tx, source.id, {
          cursor: older,
          isBackfilled: older === null,
          leasedUntil: new Date(Date.now() + LEASE_MS),
        });
        await announce(tx, ['communities']);
      });
    }
    if (older === null) await updateSource(db, source.id, { isBackfilled: true, cursor: null });
  }

  return {
    listSourceKinds: (): SourceKind[] =>
      platforms.map(({ kind, label, placeLabel, placeHint, canAnswer, needs, reader }) => ({
        kind,
        label,
        placeLabel,
        placeHint,
        canAnswer,
        isConfigured: reader !== undefined,
        note: reader ? null : `Off: set ${needs.join(' and ')}`,
      })),

    async listSources(communityId: string): Promise<CommunitySource[]> {
      if (!(await findCommunity(db, communityId))) throw communityNotFound();
      return (await listSourceRows(db, communityId)).map(toSource);
    },

    connectSource: (
      communityId: string,
      { kind, place }: { kind: string; place: string },
    ): Promise<CommunitySource> =>
      inTransaction(db, async (tx) => {
        if (!(await findCommunity(tx, communityId))) throw communityNotFound();
        const platform = platformOf(kind);
        const refuse = (field: string, message: string): AppError =>
          new AppError('invalid_input', message, { fields: { [field]: message } });
        if (!platform) throw refuse('kind', 'Choose one of the platforms.');
        if (!platform.reader) throw refuse('kind', `Off: set ${platform.needs.join(' and ')}`);
        const problem = platform.placeProblem(place);
        if (problem !== undefined) throw refuse('place', problem);
        const id = await insertSource(tx, { communityId, kind, place });
        if (id === undefined) {
          throw new AppError('conflict', 'This community mirrors that one already.', {
            reason: 'source_exists',
            fields: { place: 'This community mirrors that one already.' },
          });
        }
        await queue.send(syncJob, { sourceId: id }, { tx });
        await announce(tx, ['communities']);
        return getSource(tx, communityId, id);
      }),

    async syncNow(communityId: string, id: string): Promise<CommunitySource> {
      const source = await getSource(db, communityId, id);
      await queue.send(syncJob, { sourceId: id });
      return source;
    },

    disconnectSource: (communityId: string, id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        if (!(await markDisconnected(tx, communityId, id))) throw sourceNotFound();
        await announce(tx, ['communities']);
      }),

    /** Reads a source, unless another worker does. What fails is told on the screen and tried again later. */
    async runSync(sourceId: string, signal: AbortSignal): Promise<void> {
      if (!(await leaseSource(db, sourceId, LEASE_MS))) return;
      const source = await findSource(db, sourceId);
      if (!source) return;
      const startedAt = now();
      try {
        await readAll(source, signal);
        const { isBackfilled = false } = (await findSource(db, sourceId)) ?? {};
        await updateSource(db, sourceId, {
          state: 'connected',
          reason: null,
          details: null,
          failures: 0,
          lastSyncedAt: startedAt,
          nextSyncAt: new Date(now().getTime() + (isBackfilled ? AGAIN_AFTER_MS : 0)),
          leasedUntil: null,
        });
      } catch (error) {
        if (!(error instanceof SourceError))
          log.warn({ err: error, sourceId }, 'a community could not be mirrored');
        const failures = source.failures + 1;
        const backOffMs = Math.min(2 ** failures * MINUTE_MS, LONGEST_BACK_OFF_MS);
        await updateSource(db, sourceId, {
          state: 'failed',
          ...failureOf(error, platformOf(source.kind)?.reader !== undefined),
          failures,
          nextSyncAt: new Date(now().getTime() + backOffMs),
          leasedUntil: null,
        });
      }
      await announce(db, ['communities']);
    },

    /** Wakes up the sources whose time has come. */
    async syncDue(): Promise<void> {
      for (const sourceId of await listDueSources(db, DUE_AT_ONCE)) {
        await queue.send(syncJob, { sourceId }, { key: sourceId });
      }
      await purgeDeliveries(db);
    },

    /** Takes a signed call of a platform, once however often it comes. */
    async receiveWebhook(
      sourceId: string,
      headers: Record<string, string | string[] | undefined>,
      file: ReceivedFile,
    ): Promise<{ taken: boolean }> {
      const source = await findSource(db, sourceId);
      const readWebhook = source && platformOf(source.kind)?.readWebhook;
      if (!source || !readWebhook || !(await findCommunity(db, source.communityId))) throw sourceNotFound();
      const body = await readFile(file.path);
      const news = readWebhook({ headers, body, secret: webhookSecret(sourceId), now: now() });
      if (!news)
        throw new AppError('forbidden', 'The signature is not right.', { reason: 'wrong_signature' });
      if (news.deliveryId === '') return { taken: false };
      return inTransaction(db, async (tx) => {
        if (!(await noteDelivery(tx, sourceId, news.deliveryId))) return { taken: false };
        await take(tx, source, { ...news, members: membersOf(news.posts) });
        await announce(tx, ['communities']);
        return { taken: true };
      });
    },

    /** Whether what is said here can be said there too. */
    canAnswer: (kind: string | null): boolean =>
      kind !== null && platformOf(kind)?.canAnswer === true && platformOf(kind)?.reader?.answer !== undefined,

    /** Says an answer of the team at the source, once: what breaks off in the middle stays unconfirmed. */
    async sayThere(communityId: string, postId: string): Promise<void> {
      const begun = await inTransaction(db, async (tx) => {
        const post = await lockPost(tx, communityId, postId);
        if (!post || post.deletedAt || post.answerState !== 'queued' || post.parentId === null)
          return undefined;
        const parent = await lockPost(tx, communityId, post.parentId);
        const source = parent?.sourceId ? await findSource(tx, parent.sourceId) : undefined;
        const externalId = parent?.externalId;
        if (!source || externalId == null) return undefined;
        await updatePostRow(tx, postId, { answerState: 'unconfirmed' });
        return { post, source, externalId };
      });
      const answer = begun && platformOf(begun.source.kind)?.reader?.answer;
      if (!begun || !answer) return;
      const { post, source, externalId } = begun;
      try {
        const id = await answer({
          place: source.place,
          postId: externalId,
          id: post.id,
          text: post.body,
          signal: AbortSignal.timeout(MINUTE_MS / 2),
        });
        await updatePostRow(db, postId, { answerState: 'sent', sourceId: source.id, externalId: id });
      } catch (error) {
        const isCertain = error instanceof SourceError && !error.retryable;
        if (isCertain) await updatePostRow(db, postId, { answerState: 'failed' });
        log.warn({ err: error, postId }, 'an answer did not reach its source');
      }
      await announce(db, ['communities']);
    },

    /** An answer to a mirrored post is said there too; in the caller's transaction. */
    queueAnswer: (tx: Transaction, communityId: string, postId: string): Promise<void> =>
      queue.send(answerJob, { communityId, postId }, { tx }),
  };
}
/** @param isOn its settings are there */
function failureOf(error: unknown, isOn: boolean): Pick<CommunitySource, 'reason' | 'details'> {
  if (!isOn) return { reason: 'setting_missing', details: null };
  return error instanceof SourceError
    ? { reason: 'source_failed', details: { answer: error.message } }
    : { reason: 'failed_here', details: null };
}

export type Sources = ReturnType<typeof createSources>;

/** Those who wrote, as far as a webhook names them. */
function membersOf(posts: readonly MirroredPost[]) {
  return posts.flatMap(({ authorId, authorName }) =>
    authorId === null ? [] : [{ id: authorId, name: authorName, handle: authorName, joinedAt: null }],
  );
}

function sourceNotFound(): AppError {
  return new AppError('not_found', 'This connection does not exist any more.');
}
