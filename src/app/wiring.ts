import { describeSignIn } from '#features/access/server/describe-sign-in.ts';
import { ensureFirstAdmin } from '#features/access/server/first-admin.ts';
import { ACCESS_JOBS, workAccess } from '#features/access/server/jobs.ts';
import { mountAccess, mountTokens } from '#features/access/server/routes.ts';
import { tokenCalls } from '#features/access/server/token-visitors.ts';
import { identifyVisitor, visitorOf } from '#features/access/server/visitors.ts';
import { AGENT_JOBS, workAgents } from '#features/agents/server/jobs.ts';
import { mountAgents } from '#features/agents/server/routes.ts';
import { mountWidget } from '#features/agents/server/widget-routes.ts';
import { ANALYTICS_JOBS, workAnalytics } from '#features/analytics/server/jobs.ts';
import { mountAnalytics } from '#features/analytics/server/routes.ts';
import { CAMPAIGN_JOBS, workCampaigns } from '#features/campaigns/server/jobs.ts';
import { mountCampaigns } from '#features/campaigns/server/routes.ts';
import { COMMUNITY_JOBS, workCommunities } from '#features/communities/server/jobs.ts';
import { mountCommunities } from '#features/communities/server/routes.ts';
import { holdRestoredCommunities } from '#features/communities/server/tidy-communities.ts';
import { mountCompliance } from '#features/compliance/server/routes.ts';
import { CONTENT_JOBS, workContent } from '#features/content/server/jobs.ts';
import { mountContent } from '#features/content/server/routes.ts';
import { mountInbox as mountChatInbox } from '#features/conversations/server/inbox/inbox-routes.ts';
import { CONVERSATION_JOBS, workConversations } from '#features/conversations/server/jobs.ts';
import { mountPublicAgents } from '#features/conversations/server/public/public-routes.ts';
import { mountConversations } from '#features/conversations/server/routes.ts';
import { mountCrm } from '#features/crm/server/routes.ts';
import { mountCustomFields } from '#features/custom-fields/server/routes.ts';
import { DELIVERY_JOBS, workDelivery } from '#features/delivery/server/jobs.ts';
import { createDeliveryLoop } from '#features/delivery/server/queue/delivery-loop.ts';
import { holdRestored } from '#features/delivery/server/queue/restored.ts';
import { mountDelivery } from '#features/delivery/server/routes.ts';
import { DISCOVERY_JOBS, workDiscovery } from '#features/discovery/server/jobs.ts';
import { mountDiscovery } from '#features/discovery/server/routes.ts';
import { IMPORT_JOBS, workImports } from '#features/imports/server/jobs.ts';
import { mountImports } from '#features/imports/server/routes.ts';
import { createMailboxInboxes } from '#features/inbox/server/mailbox-inboxes.ts';
import { createMessengerInboxes } from '#features/inbox/server/messenger-inboxes.ts';
import { mountInbox } from '#features/inbox/server/routes.ts';
import { KNOWLEDGE_JOBS, workKnowledge } from '#features/knowledge/server/jobs.ts';
import { mountKnowledge } from '#features/knowledge/server/routes.ts';
import { LEAD_JOBS, workLeads } from '#features/leads/server/jobs.ts';
import { mountLeads } from '#features/leads/server/routes.ts';
import { mountMailboxes } from '#features/mailboxes/server/routes.ts';
import { MCP_JOBS, workMcp } from '#features/mcp/server/jobs.ts';
import { mountMcp } from '#features/mcp/server/routes.ts';
import { PRIVACY_JOBS, workPrivacy } from '#features/privacy/server/jobs.ts';
import { mountPrivacy } from '#features/privacy/server/routes.ts';
import { forgetModelTrouble } from '#features/settings/server/model-watch.ts';
import { mountSettings } from '#features/settings/server/routes.ts';
import { mountSourceNotices } from '#features/source-notices/server/routes.ts';
import { mountSuppressions } from '#features/suppressions/server/routes.ts';
import { keepUp, trackingUpkeep, workTracking } from '#features/tracking/server/jobs.ts';
import { mountTracking } from '#features/tracking/server/routes.ts';
import { UPLOAD_JOBS, workUploads } from '#features/uploads/server/jobs.ts';
import { mountUploads } from '#features/uploads/server/routes.ts';
import { WEBHOOK_JOBS, workWebhooks } from '#features/webhooks/server/jobs.ts';
import { mountWebhooks } from '#features/webhooks/server/routes.ts';
import { whenRestored } from '#platform/database-home.ts';
import { createHttpServer, type HttpServer } from '#platform/http.ts';
import { idempotencyUpkeep, workIdempotency } from '#platform/idempotency.ts';
import { rateLimitUpkeep, workRateLimits } from '#platform/shared-rate-limit.ts';
import { buildContext, type ContextOptions } from './context.ts';
import { ALL_ENDPOINTS } from './contract.ts';
import { seedOnFirstStart } from './demo/first-start.ts';
import { mountSystem } from './system-routes.ts';

/** Builds the application from its settings: the Context, then what runs on its own. Starts nothing. */
export async function wire(options: ContextOptions) {
  const { settings, publicUrl, log } = options;
  const { context, secret, courtesy, closing } = await buildContext(options);
  const { db, live: hub, jobs: queue, temporaryFolder } = context;
  const isWorker = settings.ROLE !== 'web';
  const deliveryLoop = createDeliveryLoop(context);
  const mailboxInboxes = createMailboxInboxes(context);
  const messengerInboxes = createMessengerInboxes(context);

  return {
    context,
    db,
    hub,
    queue,
    features: {
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
      mountSettings(server, context);
      mountCompliance(server, context);
      mountTracking(server, context);
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
      await keepUp(context);
      await seedOnFirstStart(db, {
        isDemo: settings.DEMO ?? settings.DATABASE_URL === undefined,
        contactPepper: context.contactPepper,
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
      await workTracking(context);
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
