import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openAccess } from '#features/access/server/access-state.ts';
import { describeSignIn } from '#features/access/server/describe-sign-in.ts';
import { ensureFirstAdmin } from '#features/access/server/first-admin.ts';
import { ACCESS_JOBS, workAccess } from '#features/access/server/jobs.ts';
import { mountAccess, mountTokens } from '#features/access/server/routes.ts';
import { tokenCalls } from '#features/access/server/token-visitors.ts';
import { identifyVisitor, visitorOf } from '#features/access/server/visitors.ts';
import { AGENT_JOBS, workAgents } from '#features/agents/server/jobs.ts';
import { mountAgents } from '#features/agents/server/routes.ts';
import { mountWidget } from '#features/agents/server/widget-routes.ts';
import { DraftBreaker, followUpData } from '#features/analytics/server/draft-follow-ups.ts';
import { ANALYTICS_JOBS, workAnalytics } from '#features/analytics/server/jobs.ts';
import { mountAnalytics } from '#features/analytics/server/routes.ts';
import { haltNote } from '#features/campaigns/rules-pause-words.ts';
import { listLandingUrls } from '#features/campaigns/server/campaign-store.ts';
import { sentenceData } from '#features/campaigns/server/composing/personal-sentences.ts';
import { CAMPAIGN_JOBS, workCampaigns } from '#features/campaigns/server/jobs.ts';
import { beginAgain } from '#features/campaigns/server/recipients/recipient-store.ts';
import { mountCampaigns } from '#features/campaigns/server/routes.ts';
import { ImageCache } from '#features/communities/server/fetch-preview.ts';
import { COMMUNITY_JOBS, workCommunities } from '#features/communities/server/jobs.ts';
import { communityData, listDeedsOf } from '#features/communities/server/member-data.ts';
import { arrivals } from '#features/communities/server/membership-sync.ts';
import { unknownQuestions } from '#features/communities/server/moderate-post.ts';
import { communityTextsTo } from '#features/communities/server/posts.ts';
import { FeedCache } from '#features/communities/server/public-feed.ts';
import { mountCommunities } from '#features/communities/server/routes.ts';
import { holdRestoredCommunities } from '#features/communities/server/tidy-communities.ts';
import { createAudit } from '#features/compliance/server/audit-service.ts';
import { createEvidence } from '#features/compliance/server/evidence-service.ts';
import { mountCompliance } from '#features/compliance/server/routes.ts';
import { createCompliance } from '#features/compliance/server/service.ts';
import { createHtmlCleaner } from '#features/content/server/html-cleaner.ts';
import { CONTENT_JOBS, workContent } from '#features/content/server/jobs.ts';
import { mediaUse } from '#features/content/server/media.ts';
import { countPageReports } from '#features/content/server/page-visits.ts';
import { mountContent } from '#features/content/server/routes.ts';
import { withCircuitBreaker } from '#features/conversations/server/answers/circuit-breaker.ts';
import { TIMEOUTS } from '#features/conversations/server/answers/model-answer.ts';
import { anonymousChats, chatData, chatTextsTo } from '#features/conversations/server/chat-data.ts';
import { countChats } from '#features/conversations/server/count-chats.ts';
import {
  bringUpToDate,
  listFailing,
  queueGoldenQuestions,
} from '#features/conversations/server/golden/golden-questions.ts';
import { handBackAllOf } from '#features/conversations/server/inbox/inbox-conversations.ts';
import { mountInbox as mountChatInbox } from '#features/conversations/server/inbox/inbox-routes.ts';
import { CONVERSATION_JOBS, workConversations } from '#features/conversations/server/jobs.ts';
import { mountPublicAgents } from '#features/conversations/server/public/public-routes.ts';
import { mountConversations } from '#features/conversations/server/routes.ts';
import { communityStories, conversationStories, mailStories } from '#features/crm/rules-stories.ts';
import { stageAdvance, stageReturn } from '#features/crm/server/advance-stages.ts';
import { mountCrm } from '#features/crm/server/routes.ts';
import { taskData } from '#features/crm/server/tasks.ts';
import { mountCustomFields } from '#features/custom-fields/server/routes.ts';
import { createMailRenderer } from '#features/delivery/server/channels/mail-renderer.ts';
import { DELIVERY_JOBS, wakeDelivery, workDelivery } from '#features/delivery/server/jobs.ts';
import { messageData } from '#features/delivery/server/messages/message-log.ts';
import { listTextsTo } from '#features/delivery/server/messages/sent-message-log.ts';
import { sequenceStops } from '#features/delivery/server/messages/sequence-stops.ts';
import { createDeliveryLoop } from '#features/delivery/server/queue/delivery-loop.ts';
import { holdRestored } from '#features/delivery/server/queue/restored.ts';
import { mountDelivery } from '#features/delivery/server/routes.ts';
import { DISCOVERY_JOBS, workDiscovery } from '#features/discovery/server/jobs.ts';
import { mountDiscovery } from '#features/discovery/server/routes.ts';
import { scoreSignals } from '#features/discovery/server/scoring-service.ts';
import { deliveredRecords } from '#features/discovery/server/sources.ts';
import { importMarks } from '#features/imports/server/import-consent.ts';
import { IMPORT_JOBS, workImports } from '#features/imports/server/jobs.ts';
import { mountImports } from '#features/imports/server/routes.ts';
import { createMailboxInboxes } from '#features/inbox/server/mailbox-inboxes.ts';
import { createMessengerInboxes } from '#features/inbox/server/messenger-inboxes.ts';
import { listOpenWindows } from '#features/inbox/server/messenger-store.ts';
import { originalUse } from '#features/inbox/server/originals.ts';
import { replyData } from '#features/inbox/server/replies.ts';
import { countUnanswered, findAnswer } from '#features/inbox/server/reply-store.ts';
import { mountInbox } from '#features/inbox/server/routes.ts';
import { KNOWLEDGE_JOBS, workKnowledge } from '#features/knowledge/server/jobs.ts';
import { languageOf } from '#features/knowledge/server/knowledge-items.ts';
import { mountKnowledge } from '#features/knowledge/server/routes.ts';
import { countItems } from '#features/knowledge/server/store.ts';
import { trainingFiles } from '#features/knowledge/server/training-files.ts';
import { LEAD_JOBS, workLeads } from '#features/leads/server/jobs.ts';
import { viewsWithField } from '#features/leads/server/lists/custom-query.ts';
import { mountLeads } from '#features/leads/server/routes.ts';
import { bindLeads } from '#features/leads/server/service.ts';
import { resolveSender } from '#features/mail/server/service.ts';
import { mountMailboxes } from '#features/mailboxes/server/routes.ts';
import { MCP_JOBS, workMcp } from '#features/mcp/server/jobs.ts';
import { mountMcp } from '#features/mcp/server/routes.ts';
import { PRIVACY_JOBS, workPrivacy } from '#features/privacy/server/jobs.ts';
import type { PersonalDataStore } from '#features/privacy/server/personal-data.ts';
import { openPrivacyRequest, requestLinks } from '#features/privacy/server/privacy-requests.ts';
import { getRetention } from '#features/privacy/server/retention.ts';
import { mountPrivacy } from '#features/privacy/server/routes.ts';
import type { Privacy } from '#features/privacy/server/service.ts';
import { forgetModelTrouble, watchModel } from '#features/settings/server/model-watch.ts';
import { mountSettings } from '#features/settings/server/routes.ts';
import { createSettings } from '#features/settings/server/service.ts';
import { mountSourceNotices } from '#features/source-notices/server/routes.ts';
import { noticeData } from '#features/source-notices/server/source-notice.ts';
import { mountSuppressions } from '#features/suppressions/server/routes.ts';
import { createIngest } from '#features/tracking/server/ingest.ts';
import { keepUp, trackingUpkeep, workTracking } from '#features/tracking/server/jobs.ts';
import { createLinks } from '#features/tracking/server/links.ts';
import { mountTracking } from '#features/tracking/server/routes.ts';
import { createSaleCheck } from '#features/tracking/server/sale-check.ts';
import { createTracking } from '#features/tracking/server/service.ts';
import type { FileUse } from '#features/uploads/server/file-uses.ts';
import { UPLOAD_JOBS, workUploads } from '#features/uploads/server/jobs.ts';
import { mountUploads } from '#features/uploads/server/routes.ts';
import { WEBHOOK_JOBS, workWebhooks } from '#features/webhooks/server/jobs.ts';
import { webhookReports } from '#features/webhooks/server/queue-deliveries.ts';
import { mountWebhooks } from '#features/webhooks/server/routes.ts';
import { type Settings, trustedAddresses } from '#platform/config.ts';
import { type Clock, type Context, systemClock } from '#platform/context.ts';
import { Courtesy } from '#platform/courtesy.ts';
import { whenRestored } from '#platform/database-home.ts';
import { openDatabase, type Queryable } from '#platform/db.ts';
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
import { campaignNames } from './campaign-names.ts';
import './context.ts';
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
  /** The system's clock if not given. */
  clock?: Clock;
};

/** Builds the application from its settings: providers, then features from left to right. Starts nothing. */
export async function wire({
  settings,
  databaseUrl,
  directUrl,
  publicUrl,
  log,
  clock = systemClock,
}: WiringOptions) {
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
  const accessState = await openAccess({
    db,
    clock,
    log,
    config: settings,
    publicUrl,
    onFirstUser: adoptDemoWork,
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
  const enrichment = createEnrichment({ settings, publicUrl, egress });
  const sources = createLeadSources({
    settings,
    egress,
    inbox,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
  });
  /** For the features that are still objects. */
  const leads = bindLeads(() => context);
  /** For the features that are still objects. */
  const privacy: Privacy = {
    openPrivacyRequest: (leadId, kind, actor) => openPrivacyRequest(context, leadId, kind, actor),
    getRetention: () => getRetention(context),
  };
  for (const subscriber of [stageAdvance, stageReturn])
    tracking.subscribe(subscriber.types, (tx, events) => subscriber.handle(context, tx, events));
  const fileUses: FileUse[] = [mediaUse, originalUse, trainingFiles];
  tracking.countsPages((tx, reports) => countPageReports(context, tx, reports));
  const transports = createMailTransports(settings, db);
  const messaging = createMessaging(settings, egress);
  const wake = (tx: Queryable) => queue.send(wakeDelivery, {}, { tx });
  tracking.namesOwnPages(async (from, campaignId) => [
    publicUrl,
    ...(await listLandingUrls(from, campaignId)),
  ]);
  tracking.subscribe(sequenceStops.types, (tx, events) => sequenceStops.handle(tx, events));
  const sender = async () =>
    resolveSender({
      mailFrom: settings.MAIL_FROM,
      workspace: await settingsService.getWorkspace(),
      publicUrl,
    });
  for (const subscriber of [arrivals, webhookReports])
    tracking.subscribe(subscriber.types, (tx, events) => subscriber.handle(context, tx, events));
  const personalDataStores: PersonalDataStore[] = [
    {
      ...deliveredRecords,
      read: (leadId) => deliveredRecords.read(context, leadId),
      forget: (tx, leadIds) => deliveredRecords.forget(context, tx, leadIds),
    },
    { ...taskData, read: (leadId) => taskData.read(context, leadId) },
    {
      ...messageData,
      read: (leadId) => messageData.read(context, leadId),
      renew: (tx, leadIds) => messageData.renew(context, tx, leadIds),
    },
    { ...replyData, read: (leadId) => replyData.read(context, leadId) },
    { ...noticeData, read: (leadId) => noticeData.read(context, leadId) },
    { ...sentenceData, read: (leadId) => sentenceData.read(context, leadId) },
    { ...chatData, read: (leadId) => chatData.read(context, leadId) },
    { ...communityData, read: (leadId) => communityData.read(context, leadId) },
    { ...followUpData, read: (leadId) => followUpData.read(context, leadId) },
  ];

  const context: Context = {
    db,
    clock,
    log,
    jobs: queue,
    live: hub,
    courtesy,
    config: settings,
    vault,
    publicUrl,
    temporaryFolder,
    files: createFileStore({ settings, temporaryFolder, egress, wait: (ms) => wait(ms) }),
    fileUses,
    htmlCleaner: createHtmlCleaner(),
    webhookEgress: createEgress({ allowsPrivate: settings.WEBHOOK_ALLOW_PRIVATE }),
    languageModel,
    enrichment,
    leadSources: sources,
    sourceInbox: inbox,
    visitorModel: languageModel && withCircuitBreaker(languageModel, { log }),
    answerTimeouts: TIMEOUTS,
    mailTransports: transports,
    communitySources: createCommunitySources({
      settings,
      egress,
      outside: createEgress({ trusted: settings.EGRESS_ALLOW }),
      wait: (ms, signal) => wait(ms, undefined, { signal }),
    }),
    communitySecret: await sharedSecret(db, 'communities'),
    linkEgress: createEgress(),
    imageCache: new ImageCache(),
    feedCache: new FeedCache(hub),
    draftBreaker: new DraftBreaker(),
    access: accessState,
    breachedPasswords: createBreachedPasswords({ settings, egress }),
    onFirstUser: adoptDemoWork,
    onUserRemoved: [handBackAllOf],
    askedElsewhere: [unknownQuestions],
    settings: settingsService,
    compliance,
    tracking,
    links,
    leads,
    privacy,
    goldenQuestions: {
      bringUpToDate: (agentId) => bringUpToDate(context, agentId),
      listFailing,
      markDue: (tx, agentId) => queueGoldenQuestions(context, tx, agentId),
    },
    countAgentFigures: async (from, agentId) => {
      const [items, chats] = await Promise.all([countItems(from, agentId), countChats(from, agentId)]);
      return new Map(
        [...chats].map(([id, counts]) => [id, { ...counts, knowledgeCount: items.get(id) ?? 0 }]),
      );
    },
    knowledgeLanguage: (agentId) => languageOf(db, agentId),
    visitorTokenSecret: await sharedSecret(db, 'visitor_tokens'),
    directDatabaseUrl: ownUrl,
    wakeDelivery: wake,
    checkEgress: createEgress({ trusted: settings.EGRESS_ALLOW }),
    countUnanswered: (groupIds) => countUnanswered(db, groupIds),
    messaging,
    mailRenderer: createMailRenderer({
      db,
      publicUrl,
      tokenFor: tracking.tokenFor,
      workspace: settingsService.getWorkspace,
    }),
    findAnswer: (id) => findAnswer(db, id),
    readOpenWindows: (of) => listOpenWindows(db, of),
    sender,
    campaignNames: (ids) => campaignNames(db, ids),
    scoreSignals,
    linkedRecords: [requestLinks, importMarks, ...personalDataStores],
    groupReturns: [beginAgain],
    customFieldUses: [viewsWithField],
    personalDataStores,
    textSources: [
      (leadId) => listTextsTo(context, leadId),
      (leadId) => chatTextsTo(context, leadId),
      (leadId) => communityTextsTo(context, leadId),
    ],
    strangersChats: {
      forget: (before) => anonymousChats.forget(context, before),
      count: (before) => anonymousChats.count(context, before),
    },
    timelineSources: [
      async (leadId) => mailStories(await replyData.read(context, leadId)),
      async (leadId) => conversationStories(await chatData.read(context, leadId)),
      async (leadId) => communityStories(await listDeedsOf(context, leadId)),
    ],
  };

  const deliveryLoop = createDeliveryLoop(context);
  const mailboxInboxes = createMailboxInboxes(context);
  const messengerInboxes = createMessengerInboxes(context);

  return {
    context,
    db,
    hub,
    queue,
    features: {
      settings: settingsService,
      compliance,
      tracking,
      leads,
      delivery: { queue: deliveryLoop },
      inbox: { mailboxInboxes, messengerInboxes },
    },

    /** The server with every route of the contract. */
    async createServer(isShuttingDown: () => boolean): Promise<HttpServer> {
      const server = await createHttpServer({
        log,
        db,
        identify: (request) => identifyVisitor(context, request),
        ownOrigins: [new URL(publicUrl).origin],
        isSecure: publicUrl.startsWith('https:'),
        secret,
        storageOrigins: [settings.S3_ENDPOINT, settings.COMPANION_URL]
          .filter((url) => url !== undefined)
          .map((url) => new URL(url).origin),
        trustProxy: settings.TRUST_PROXY,
        temporaryFolder,
        courtesy,
        tokens: tokenCalls(context),
      });
      mountSystem(server, {
        db,
        hub,
        visitorOf: (cookies) => visitorOf(context, cookies),
        metricsToken: settings.METRICS_TOKEN,
        isShuttingDown,
      });
      mountAccess(server, context);
      mountTokens(server, context);
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
      mountCustomFields(server, context);
      mountLeads(server, context);
      mountPrivacy(server, context);
      mountImports(server, context);
      mountDiscovery(server, context);
      mountUploads(server, context);
      mountCrm(server, context);
      mountContent(server, context);
      mountMailboxes(server, context);
      mountSuppressions(server, context);
      mountCampaigns(server, context);
      mountDelivery(server, context);
      mountSourceNotices(server, context);
      mountInbox(server, context);
      mountAgents(server, context);
      mountChatInbox(server, context);
      mountWidget(server, context);
      mountPublicAgents(server, context);
      mountKnowledge(server, context);
      mountConversations(server, context);
      mountCommunities(server, context);
      mountWebhooks(server, context);
      mountAnalytics(server, context);
      mountMcp(server, context);
      assertComplete(server);
      return server;
    },

    /** Once per start, before anything is served: first admin, demo workspace, no trouble of before. Safe in several processes at once. */
    async initialise(): Promise<void> {
      await whenRestored(db, async (tx) => {
        const held = await holdRestored(context, tx);
        await holdRestoredCommunities(context, tx);
        log.warn(held, 'restored from a backup: campaigns are paused, what may have left is unconfirmed');
      });
      await ensureFirstAdmin(context);
      await forgetModelTrouble(db);
      await keepUp(db);
      await seedOnFirstStart(db, {
        isDemo: settings.DEMO ?? settings.DATABASE_URL === undefined,
        compliance,
      });
    },

    /** What the console says once everything is up. */
    welcome: () => describeSignIn(context),

    /** Opens the queue and, in a worker, takes up background work. */
    async startQueue(): Promise<void> {
      await queue.start([
        idempotencyUpkeep,
        rateLimitUpkeep,
        ...ACCESS_JOBS,
        trackingUpkeep,
        ...LEAD_JOBS,
        ...PRIVACY_JOBS,
        ...IMPORT_JOBS,
        ...DISCOVERY_JOBS,
        ...CONTENT_JOBS,
        ...CAMPAIGN_JOBS,
        ...DELIVERY_JOBS,
        ...UPLOAD_JOBS,
        ...AGENT_JOBS,
        ...KNOWLEDGE_JOBS,
        ...CONVERSATION_JOBS,
        ...COMMUNITY_JOBS,
        ...WEBHOOK_JOBS,
        ...ANALYTICS_JOBS,
        ...MCP_JOBS,
      ]);
      if (!isWorker) return;
      await workIdempotency(queue, db);
      await workRateLimits(queue, db);
      await workAccess(context);
      await workTracking(queue, db);
      await workLeads(context);
      await workPrivacy(context);
      await workImports(context);
      await workDiscovery(context);
      await workContent(context);
      await workCampaigns(context);
      await workDelivery(context, deliveryLoop);
      mailboxInboxes.start();
      messengerInboxes.start();
      await workUploads(context);
      await workAgents(context);
      await workKnowledge(context);
      await workConversations(context);
      await workCommunities(context);
      await workWebhooks(context);
      await workAnalytics(context);
      await workMcp(context);
    },

    async close(): Promise<void> {
      closing.abort();
      await Promise.all([deliveryLoop.stop(), mailboxInboxes.stop(), messengerInboxes.stop()]);
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
