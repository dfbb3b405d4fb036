import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ACCESS_JOBS, workAccess } from '#features/access/server/jobs.ts';
import { mountAccess } from '#features/access/server/routes.ts';
import { createAccess } from '#features/access/server/service.ts';
import { AGENT_JOBS } from '#features/agents/server/jobs.ts';
import { ANALYTICS_JOBS, workAnalytics } from '#features/analytics/server/jobs.ts';
import { mountAnalytics } from '#features/analytics/server/routes.ts';
import { createAnalytics } from '#features/analytics/server/service.ts';
import { haltNote } from '#features/campaigns/rules-pause-words.ts';
import { CAMPAIGN_JOBS, workCampaigns } from '#features/campaigns/server/jobs.ts';
import { resolveSender } from '#features/campaigns/server/mail/sender.ts';
import { mountCampaigns } from '#features/campaigns/server/routes.ts';
import { createCampaigns } from '#features/campaigns/server/service.ts';
import { COMMUNITY_JOBS, workCommunities } from '#features/communities/server/jobs.ts';
import { mountCommunities } from '#features/communities/server/routes.ts';
import { createCommunities } from '#features/communities/server/service.ts';
import { createAudit } from '#features/compliance/server/audit-service.ts';
import { createEvidence } from '#features/compliance/server/evidence-service.ts';
import { mountCompliance } from '#features/compliance/server/routes.ts';
import { createCompliance } from '#features/compliance/server/service.ts';
import { CONTENT_JOBS, workContent } from '#features/content/server/jobs.ts';
import { mountContent } from '#features/content/server/routes.ts';
import { createContent } from '#features/content/server/service.ts';
import { createTeamMail } from '#features/conversations/server/inbox/team-mail.ts';
import { CONVERSATION_JOBS } from '#features/conversations/server/jobs.ts';
import { communityStories, conversationStories, mailStories } from '#features/crm/rules-stories.ts';
import { mountCrm } from '#features/crm/server/routes.ts';
import { createCrm } from '#features/crm/server/service.ts';
import { KNOWLEDGE_JOBS } from '#features/knowledge/server/jobs.ts';
import { LEAD_JOBS, workLeads } from '#features/leads/server/jobs.ts';
import { mountLeads } from '#features/leads/server/routes.ts';
import { createLeads } from '#features/leads/server/service.ts';
import { forgetModelTrouble, watchModel } from '#features/settings/server/model-watch.ts';
import { mountSettings } from '#features/settings/server/routes.ts';
import { createSettings } from '#features/settings/server/service.ts';
import { createIngest } from '#features/tracking/server/ingest.ts';
import { keepUp, trackingUpkeep, workTracking } from '#features/tracking/server/jobs.ts';
import { createLinks } from '#features/tracking/server/links.ts';
import { mountTracking } from '#features/tracking/server/routes.ts';
import { createSaleCheck } from '#features/tracking/server/sale-check.ts';
import { createTracking } from '#features/tracking/server/service.ts';
import { UPLOAD_JOBS, workUploads } from '#features/uploads/server/jobs.ts';
import { mountUploads } from '#features/uploads/server/routes.ts';
import { createUploads } from '#features/uploads/server/service.ts';
import { type Settings, trustedAddresses } from '#platform/config.ts';
import { Courtesy } from '#platform/courtesy.ts';
import { whenRestored } from '#platform/database-home.ts';
import { openDatabase } from '#platform/db.ts';
import { createEgress } from '#platform/egress.ts';
import { createHttpServer, type HttpServer } from '#platform/http.ts';
import { idempotencyUpkeep, workIdempotency } from '#platform/idempotency.ts';
import { JobQueue } from '#platform/jobs.ts';
import { LiveHub } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import { createVault, sharedSecret } from '#platform/secrets.ts';
import { rateLimitUpkeep, workRateLimits } from '#platform/shared-rate-limit.ts';
import { openTemporaryFolder } from '#platform/temporary-files.ts';
import { createBreachedPasswords } from '#providers/breached-passwords/registry.ts';
import { createCommunitySources } from '#providers/community-sources/registry.ts';
import { createEnrichment } from '#providers/enrichment/registry.ts';
import { createFileStore } from '#providers/files/registry.ts';
import { createLanguageModel } from '#providers/language-model/registry.ts';
import { createSourceInbox } from '#providers/lead-sources/inbox.ts';
import { createLeadSources } from '#providers/lead-sources/registry.ts';
import { createMailTransports } from '#providers/mail/registry.ts';
import { createMessaging } from '#providers/messaging/registry.ts';
import { wireAgents } from './agent-wiring.ts';
import { campaignNames } from './campaign-names.ts';
import { ALL_ENDPOINTS } from './contract.ts';
import { seedOnFirstStart } from './demo/first-start.ts';
import { removeDemo } from './demo/remove.ts';
import { adoptDemoWork } from './demo/work.ts';
import { providerList } from './provider-list.ts';
import { mountSystem } from './system-routes.ts';

type WiringOptions = {
  settings: Settings;
  databaseUrl: string;
  /** The same without a pooler in between; none: `databaseUrl` is no pooler in transaction mode. */
  directUrl?: string | undefined;
  /** Address that people and mail links use, without a trailing slash. */
  publicUrl: string;
  log: Log;
};

/** Builds the application from its settings: providers, then features from left to right. Starts nothing. */
export async function wire({ settings, databaseUrl, directUrl, publicUrl, log }: WiringOptions) {
  const db = openDatabase({ url: databaseUrl, log, isPooled: directUrl !== undefined });
  // Whoever listens needs a connection of its own.
  const ownUrl = directUrl ?? databaseUrl;
  const hub = new LiveHub({ url: ownUrl, db, log });
  const courtesy = new Courtesy();
  const isWorker = settings.ROLE !== 'web';
  const queue = new JobQueue({ url: ownUrl, db, log, isWorker });

  // Undefined: not configured, so each feature writes with its built-in engine and says so.
  const closing = new AbortController();
  const configuredModel = await createLanguageModel(settings, {
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    closing: closing.signal,
  });
  const embeddingModel = settings.LLM_EMBEDDING_MODEL;
  const languageModel = configuredModel && watchModel(configuredModel, { db, log, embeddingModel });

  const secret = settings.SESSION_SECRET ?? (await sharedSecret(db, 'vault'));
  const vault = createVault(secret);
  const egress = createEgress({ trusted: trustedAddresses(settings) });
  const access = await createAccess({
    db,
    log,
    settings,
    vault,
    publicUrl,
    breachedPasswords: createBreachedPasswords({ settings, egress }),
    onFirst: adoptDemoWork,
  });
  const compliance = createCompliance({
    pepper: await sharedSecret(db, 'contact_hash_pepper'),
    languageModel,
    log,
  });
  const settingsService = createSettings({
    db,
    providers: providerList(settings),
    labels: { language_model: languageModel?.label, embedding_model: embeddingModel },
    removeDemoRows: removeDemo,
    recordRegions: (tx, actor, details) =>
      compliance.recordAudit(tx, {
        actor,
        action: 'regions.changed',
        subject: { kind: 'workspace', id: null },
        details,
      }),
  });
  const tracking = createTracking({ tokenSecret: await sharedSecret(db, 'contact_tokens') });
  const links = createLinks({ db, tracking, compliance, hub });
  const temporaryFolder = openTemporaryFolder(resolve(settings.DATA_DIR));
  const saleCheck = createSaleCheck({
    secret: await sharedSecret(db, 'sale_reporters'),
    limits: { perHour: settings.PURCHASES_PER_HOUR, valuePerDay: settings.PURCHASE_VALUE_PER_DAY },
    listOwnPages: tracking.listOwnPages,
  });
  const ingest = createIngest({ db, tracking, hub, saleCheck });
  const inbox = createSourceInbox({ db, secret: await sharedSecret(db, 'source_inbox'), publicUrl });
  const leads = createLeads({
    db,
    queue,
    compliance,
    tracking,
    enrichment: createEnrichment({ settings, publicUrl, egress }),
    enrichmentWaitHours: settings.ENRICHMENT_WAIT_HOURS,
    sources: createLeadSources({
      settings,
      egress,
      inbox,
      wait: (ms, signal) => wait(ms, undefined, { signal }),
    }),
    inbox,
    budget: { runUsd: settings.DISCOVERY_RUN_BUDGET_USD, dayUsd: settings.DISCOVERY_DAY_BUDGET_USD },
    languageModel,
    log,
  });
  const crm = createCrm({
    db,
    tracking,
    leads,
    settings: settingsService,
    campaignNames: (ids) => campaignNames(db, ids),
  });
  const uploads = createUploads({
    db,
    files: createFileStore({ settings, temporaryFolder, egress, wait: (ms) => wait(ms) }),
    temporaryFolder,
    companionUrl: settings.COMPANION_URL,
    companionPrefix: settings.COMPANION_PREFIX,
    mostBytes: settings.STORAGE_GB * 1_073_741_824,
  });
  const content = createContent({
    db,
    languageModel,
    uploads,
    settings: settingsService,
    compliance,
    leads,
    tracking,
    publicUrl,
  });
  const transports = createMailTransports(settings, db);
  const campaigns = createCampaigns({
    db,
    queue,
    hub,
    courtesy,
    log,
    settings: settingsService,
    compliance,
    tracking,
    leads,
    links,
    uploads,
    publicUrl,
    mailFrom: settings.MAIL_FROM,
    languageModel,
    transports,
    messaging: createMessaging(settings, egress),
    egress: createEgress({ trusted: settings.EGRESS_ALLOW }),
    vault,
    server: { hasSmtp: settings.SMTP_URL !== undefined, hasImap: settings.IMAP_URL !== undefined },
    webhooks: {
      postmarkSecret: settings.POSTMARK_WEBHOOK_SECRET,
      sendgridKey: settings.SENDGRID_WEBHOOK_KEY,
    },
  });
  leads.keepsPersonalData(crm.personalData);
  leads.keepsPersonalData(campaigns.personalData);
  leads.keepsPersonalData(campaigns.replies.personalData);
  leads.keepsPersonalData(campaigns.noticeData);
  leads.keepsPersonalData(campaigns.sentenceData);
  const sender = async () =>
    resolveSender({
      mailFrom: settings.MAIL_FROM,
      workspace: await settingsService.getWorkspace(),
      publicUrl,
    });
  const mailTeam = createTeamMail({
    db,
    listUsers: access.people.listUsers,
    transports,
    sender,
    mailboxes: campaigns.mailboxes,
    log,
  });
  const ownOrigins = [new URL(publicUrl).origin];
  const agents = await wireAgents({
    db,
    queue,
    log,
    access,
    settings: settingsService,
    compliance,
    leads,
    tracking,
    uploads,
    mailTeam,
    languageModel,
    embeddingModel,
    databaseUrl: ownUrl,
    publicUrl,
    ownOrigins,
  });
  const { chat } = agents.features;
  crm.tellsOfLeads(async (leadId) => mailStories(await campaigns.replies.personalData.read(leadId)));
  crm.tellsOfLeads(async (leadId) => conversationStories(await chat.personalData.read(leadId)));
  const communities = createCommunities({
    db,
    queue,
    hub,
    log,
    settings: settingsService,
    compliance,
    tracking,
    leads,
    transports,
    sender,
    mailboxes: campaigns.mailboxes,
    // Links come from anybody: what the operator allows for feeds and providers is none of their business.
    egress: createEgress(),
    consult: chat.consult,
    mailTeam,
    platforms: createCommunitySources({
      settings,
      egress,
      outside: createEgress({ trusted: settings.EGRESS_ALLOW }),
      wait: (ms, signal) => wait(ms, undefined, { signal }),
    }),
    publicUrl,
    secret: await sharedSecret(db, 'communities'),
  });
  agents.features.agentInbox.registerQuestionSource(communities.unknownQuestions);
  leads.keepsPersonalData(communities.personalData);
  crm.tellsOfLeads(async (leadId) => communityStories(await communities.listDeedsOf(leadId)));
  leads.writesToPeople((leadId) => campaigns.textsTo(leadId));
  leads.writesToPeople((leadId) => chat.textsTo(leadId));
  leads.writesToPeople((leadId) => communities.textsTo(leadId));
  const analytics = createAnalytics({
    db,
    tracking,
    leads,
    communities,
    settings: settingsService,
    queue,
    languageModel,
    log,
  });
  leads.keepsPersonalData(analytics.followUpData);

  return {
    db,
    hub,
    queue,
    features: {
      access,
      settings: settingsService,
      compliance,
      tracking,
      leads,
      crm,
      content,
      campaigns,
      ...agents.features,
      uploads,
      communities,
      analytics,
    },

    /** The server with every route of the contract. */
    async createServer(isShuttingDown: () => boolean): Promise<HttpServer> {
      const server = await createHttpServer({
        log,
        db,
        identify: access.identify,
        ownOrigins,
        isSecure: publicUrl.startsWith('https:'),
        secret,
        storageOrigins: [settings.S3_ENDPOINT, settings.COMPANION_URL]
          .filter((url) => url !== undefined)
          .map((url) => new URL(url).origin),
        trustProxy: settings.TRUST_PROXY,
        temporaryFolder,
        courtesy,
      });
      mountSystem(server, {
        db,
        hub,
        visitorOf: access.visitorOf,
        metricsToken: settings.METRICS_TOKEN,
        isShuttingDown,
      });
      mountAccess(server, access, ownOrigins);
      mountSettings(server, settingsService);
      mountCompliance(server, {
        audit: createAudit({ db, reasonWords: { 'campaign.paused': haltNote } }),
        evidence: createEvidence({ db, compliance }),
        readNetImpression: compliance.readNetImpression,
      });
      mountTracking(server, {
        links,
        ingest,
        serverKey: settings.TRACK_KEY,
        pageEventLimits: { perAddress: settings.TRACK_LIMIT_PER_ADDRESS, total: settings.TRACK_LIMIT },
        senderName: async () => (await settingsService.getWorkspace()).name,
      });
      mountLeads(server, leads);
      mountUploads(server, uploads);
      mountCrm(server, crm);
      mountContent(server, content);
      mountCampaigns(server, campaigns);
      agents.mount(server);
      mountCommunities(server, communities);
      mountAnalytics(server, analytics);
      assertComplete(server);
      return server;
    },

    /** Once per start, before anything is served: first admin, demo workspace, no trouble of before. Safe in several processes at once. */
    async initialise(): Promise<void> {
      await whenRestored(db, async (tx) => {
        const held = await campaigns.holdRestored(tx);
        await communities.holdRestored(tx);
        log.warn(held, 'restored from a backup: campaigns are paused, what may have left is unconfirmed');
      });
      await access.initialise();
      await forgetModelTrouble(db);
      await keepUp(db);
      await seedOnFirstStart(db, {
        isDemo: settings.DEMO ?? settings.DATABASE_URL === undefined,
        compliance,
      });
    },

    /** What the console says once everything is up. */
    welcome: () => access.welcome(),

    /** Opens the queue and, in a worker, takes up background work. */
    async startQueue(): Promise<void> {
      await queue.start([
        idempotencyUpkeep,
        rateLimitUpkeep,
        ...ACCESS_JOBS,
        trackingUpkeep,
        ...LEAD_JOBS,
        ...CONTENT_JOBS,
        ...CAMPAIGN_JOBS,
        ...UPLOAD_JOBS,
        ...AGENT_JOBS,
        ...KNOWLEDGE_JOBS,
        ...CONVERSATION_JOBS,
        ...COMMUNITY_JOBS,
        ...ANALYTICS_JOBS,
      ]);
      if (!isWorker) return;
      await workIdempotency(queue, db);
      await workRateLimits(queue, db);
      await workAccess(queue, access);
      await workTracking(queue, db);
      await workLeads(queue, leads);
      await workContent(queue, content);
      await workCampaigns(queue, db, campaigns.delivery);
      await workUploads(queue, uploads);
      await agents.work();
      await workCommunities(queue, communities);
      await workAnalytics(queue, analytics);
    },

    async close(): Promise<void> {
      closing.abort();
      await campaigns.delivery.stop();
      await queue.stop();
      await hub.close();
      await db.$client.end();
    },
  };
}
export type App = Awaited<ReturnType<typeof wire>>;

/** A route that is served must be in the contract and the reverse. */
function assertComplete(server: HttpServer): void {
  const missing = ALL_ENDPOINTS.filter((endpoint) => !server.mounted.includes(endpoint));
  const extra = server.mounted.filter((endpoint) => !ALL_ENDPOINTS.includes(endpoint));
  const names = [...missing, ...extra].map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  if (names.length > 0) throw new Error(`the contract and the routes differ: ${names.join(', ')}`);
}
