import { createHash, randomBytes } from 'node:crypto';
import type { Campaigns } from '#features/campaigns/server/service.ts';
import { approvalOf, type Compliance } from '#features/compliance/server/service.ts';
import type { Consulted, MailTeam } from '#features/conversations/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, dateInZone } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import type { Egress } from '#platform/egress.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce, type LiveHub } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { CommunitySource as Platform } from '#providers/community-sources/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type {
  AiExpert,
  Community,
  CommunityChange,
  CommunityDay,
  KEY_KINDS,
  NewCommunity,
} from '../contract.ts';
import { metricsOf } from '../rules.ts';
import { createInvitations, type MailSender } from './invitation-service.ts';
import { moderateJob } from './jobs.ts';
import { purgeLimits } from './limit-store.ts';
import { createMembers } from './member-service.ts';
import { ofAnybody, ofLeads } from './member-store.ts';
import { createModerator } from './moderator-service.ts';
import { createPosts } from './post-service.ts';
import { createPreviews } from './preview-service.ts';
import { createPublicSide } from './public-service.ts';
import { communityNotFound } from './refusals.ts';
import { createReports } from './report-service.ts';
import { createSources } from './source-service.ts';
import { createStandings } from './standing.ts';
import {
  type CommunityRow,
  findCommunity,
  findExpert,
  giveUpPossiblySent,
  insertCommunity,
  listCommunityRows,
  listDays,
  listExperts,
  lockCommunity,
  markDeleted,
  markRestored,
  purgeCommunities,
  updateCommunityRow,
} from './store.ts';

export type CommunitiesDependencies = {
  db: Database;
  queue: JobQueue;
  hub: Pick<LiveHub, 'subscribe'>;
  log: Log;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Compliance;
  tracking: Tracking;
  leads: Pick<Leads, 'addLead'>;
  transports: MailTransports;
  mailboxes: Pick<Campaigns['mailboxes'], 'listSendingSingle' | 'takeFor' | 'giveBack' | 'roomAt'>;
  egress: Egress;
  /** Platforms that can be mirrored, those that are off included. */
  platforms: readonly Platform[];
  /** Who mails come from, as the settings are now. */
  sender: () => Promise<MailSender>;
  publicUrl: string;
  /** What an agent says to a post; nothing of it is stored there. */
  consult: (asked: { agentId: string; message: string }) => Promise<Consulted>;
  mailTeam: MailTeam;
  /** Keys what visitors carry: challenges. */
  secret: string;
  /** The clock; another one in tests. */
  now?: () => Date;
};

const ARRIVALS = ['lead.added', 'lead.discovered'] as const;

/** A new key of either kind: 192 random bits. */
const newKey = (kind: (typeof KEY_KINDS)[number]): string =>
  `${kind === 'public' ? 'ycm' : 'ycs'}_${randomBytes(24).toString('base64url')}`;

const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Communities: who is in them, what is said there, and how other sites show them. */
export function createCommunities(dependencies: CommunitiesDependencies) {
  const { db, settings, compliance, tracking, now = () => new Date() } = dependencies;
  const standings = createStandings(tracking, now);
  // Who is in a community already and becomes known as a lead only now.
  tracking.subscribe(ARRIVALS, (tx, events) =>
    standings.knowLeads(tx, ofLeads(events.flatMap(({ leadId }) => leadId ?? []))),
  );
  const clocked = { ...dependencies, standings, now };
  const invitations = createInvitations(clocked);
  const members = createMembers(clocked);
  const sources = createSources(clocked);
  const posts = createPosts({ ...clocked, sources });
  const previews = createPreviews(clocked);
  const moderator = createModerator({ ...clocked, sources });
  const reports = createReports({ ...clocked, posts });
  const publicSide = createPublicSide({ ...clocked, invitations, posts, reports });

  const getCommunity = async (tx: Queryable, id: string): Promise<Community> => {
    const [row] = await listCommunityRows(tx, now(), id);
    if (!row) throw communityNotFound();
    return toCommunity(row);
  };

  /** One that was put in charge while it was active stays so. */
  const assertExpert = async (
    tx: Queryable,
    expertId: string | null | undefined,
    before: string | null = null,
  ): Promise<void> => {
    if (expertId == null || expertId === before) return;
    const expert = await findExpert(tx, expertId);
    if (expert?.isActive) return;
    const message = expert
      ? 'This agent is inactive and answers nobody. Choose another one.'
      : 'This agent does not exist any more. Choose another one.';
    throw new AppError('invalid_input', message, { fields: { moderatorExpertId: message } });
  };

  /** Readers of the community see them, on pages of others too. */
  const assertTexts = async (
    tx: Transaction,
    texts: { name?: string | undefined; description?: string | undefined },
    { id, overrideReason, actor }: { id: string; overrideReason: string | undefined; actor: Actor },
  ): Promise<void> => {
    const { jurisdictions } = await settings.getWorkspace(tx);
    for (const field of ['name', 'description'] as const) {
      const text = texts[field];
      if (text === undefined) continue;
      await compliance.assertMayLeave(tx, {
        text,
        kind: 'community_post',
        jurisdictions,
        actor,
        approval: approvalOf(overrideReason, actor),
        subject: { kind: 'workspace', id: null },
        field,
        details: { communityId: id },
      });
    }
  };

  /** Does it, tells everybody, and lets go of what was kept of the feed. */
  const change = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const result = await inTransaction(db, async (tx) => {
      const done = await work(tx);
      await announce(tx, ['communities']);
      return done;
    });
    publicSide.forgetKept();
    return result;
  };

  return {
    ...members,
    ...invitations,
    ...posts,
    ...previews,
    ...sources,
    ...publicSide,
    ...moderator,
    ...reports,

    listCommunities: async (): Promise<Community[]> => (await listCommunityRows(db, now())).map(toCommunity),

    listAiExperts: (): Promise<AiExpert[]> => listExperts(db),

    async listDays(id: string): Promise<CommunityDay[]> {
      if (!(await findCommunity(db, id))) throw communityNotFound();
      const { timeZone } = await settings.getWorkspace();
      return listDays(db, id, { today: dateInZone(now(), timeZone), timeZone });
    },

    createCommunity: (
      { socialMediaLinks, overrideReason, ...given }: NewCommunity,
      actor: Actor,
    ): Promise<Community> =>
      change(async (tx) => {
        await assertExpert(tx, given.moderatorExpertId);
        const id = newId();
        await assertTexts(tx, given, { id, overrideReason, actor });
        await insertCommunity(tx, {
          ...given,
          id,
          socialLinks: socialMediaLinks,
          apiKey: newKey('public'),
          moderatorSince: now(),
          createdAt: now(),
        });
        return getCommunity(tx, id);
      }),

    changeCommunity: (
      id: string,
      { socialMediaLinks, settings: wishes, overrideReason, ...plain }: CommunityChange,
      actor: Actor,
    ) =>
      change(async (tx) => {
        const row = await lockCommunity(tx, id);
        if (!row) throw communityNotFound();
        await assertExpert(tx, plain.moderatorExpertId, row.moderatorExpertId);
        const changed = {
          ...(plain.name === row.name ? {} : { name: plain.name }),
          ...(plain.description === row.description ? {} : { description: plain.description }),
        };
        await assertTexts(tx, changed, { id, overrideReason, actor });
        const after = { ...row, ...plain };
        const isModerated = (one: Pick<typeof row, 'isActive' | 'moderatorExpertId'>): boolean =>
          one.isActive && one.moderatorExpertId !== null;
        await updateCommunityRow(tx, id, {
          ...plain,
          // Whoever puts an agent in charge does not ask it to answer what is there already.
          ...(isModerated(after) && !isModerated(row) ? { moderatorSince: now() } : {}),
          ...(socialMediaLinks === undefined ? {} : { socialLinks: socialMediaLinks }),
          ...(wishes === undefined ? {} : { settings: { ...row.settings, ...wishes } }),
        });
        return getCommunity(tx, id);
      }),

    /** Hides the community for a day, then it is gone. Its key is dead from this moment. */
    deleteCommunity: (id: string): Promise<void> =>
      change(async (tx) => {
        if (!(await markDeleted(tx, id, now()))) throw communityNotFound();
        await standings.moveAll(tx, id, 'community.left');
      }),

    /** Undo of `deleteCommunity`: everything is as before, the key included. */
    restoreCommunity: (id: string): Promise<Community> =>
      change(async (tx) => {
        if (await markRestored(tx, id)) await standings.moveAll(tx, id, 'community.joined');
        return getCommunity(tx, id);
      }),

    /** A new key in place of the old one, which is dead from this moment. */
    rotateKey: (id: string, kind: (typeof KEY_KINDS)[number]): Promise<{ key: string }> =>
      change(async (tx) => {
        if (!(await lockCommunity(tx, id))) throw communityNotFound();
        const key = newKey(kind);
        await updateCommunityRow(
          tx,
          id,
          kind === 'public' ? { apiKey: key } : { secretHash: hashOfKey(key) },
        );
        return { key };
      }),

    /**
     * After a backup was restored: what was on its way to people then may have reached them since, so nothing of it
     * goes out again; the moderator agent begins with what is said from now on.
     */
    async holdRestored(tx: Transaction): Promise<void> {
      await giveUpPossiblySent(tx, now());
      await dependencies.queue.dropWaiting(tx, moderateJob);
    },

    /** Privacy wants what was removed gone soon: a day is enough for Undo. */
    async tidy(): Promise<void> {
      // Whose address was found, or put right, since.
      await inTransaction(db, (tx) => standings.knowLeads(tx, ofAnybody));
      const dayAgo = new Date(now().getTime() - DAY_MS);
      await members.forgetRemoved(dayAgo);
      await posts.forgetRemovedPosts(dayAgo);
      await invitations.giveUp(dayAgo);
      await purgeCommunities(db, dayAgo);
      await purgeLimits(db);
      await reports.tidyReports();
    },
  };
}
export type Communities = ReturnType<typeof createCommunities>;

function toCommunity({
  socialLinks,
  members,
  posts,
  active,
  membersBefore,
  netJoins,
  isDemo: _isDemo,
  ...row
}: CommunityRow): Community {
  return {
    ...row,
    socialMediaLinks: socialLinks,
    metrics: metricsOf({ members, posts, active, membersBefore, netJoins }),
  };
}
