import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openAccess } from '#features/access/server/access-state.ts';
import { DraftBreaker, followUpData } from '#features/analytics/server/draft-follow-ups.ts';
import { haltNote } from '#features/campaigns/rules-pause-words.ts';
import { listLandingUrls } from '#features/campaigns/server/campaign-store.ts';
import { sentenceData } from '#features/campaigns/server/composing/personal-sentences.ts';
import { beginAgain } from '#features/campaigns/server/recipients/recipient-store.ts';
import { ImageCache } from '#features/communities/server/fetch-preview.ts';
import { communityData, listDeedsOf } from '#features/communities/server/member-data.ts';
import { arrivals } from '#features/communities/server/membership-sync.ts';
import { unknownQuestions } from '#features/communities/server/moderate-post.ts';
import { communityTextsTo } from '#features/communities/server/posts.ts';
import { FeedCache } from '#features/communities/server/public-feed.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { createHtmlCleaner } from '#features/content/server/html-cleaner.ts';
import { mediaUse } from '#features/content/server/media.ts';
import { countPageReports } from '#features/content/server/page-visits.ts';
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
import { communityStories, conversationStories, mailStories } from '#features/crm/rules-stories.ts';
import { stageAdvance, stageReturn } from '#features/crm/server/advance-stages.ts';
import { taskData } from '#features/crm/server/tasks.ts';
import { createMailRenderer } from '#features/delivery/server/channels/mail-renderer.ts';
import { wakeDelivery } from '#features/delivery/server/jobs.ts';
import { messageData } from '#features/delivery/server/messages/message-log.ts';
import { listTextsTo } from '#features/delivery/server/messages/sent-message-log.ts';
import { sequenceStops } from '#features/delivery/server/messages/sequence-stops.ts';
import { scoreSignals } from '#features/discovery/server/scoring-service.ts';
import { deliveredRecords } from '#features/discovery/server/sources.ts';
import { importMarks } from '#features/imports/server/import-consent.ts';
import { listOpenWindows } from '#features/inbox/server/messenger-store.ts';
import { originalUse } from '#features/inbox/server/originals.ts';
import { replyData } from '#features/inbox/server/replies.ts';
import { countUnanswered, findAnswer } from '#features/inbox/server/reply-store.ts';
import { languageOf } from '#features/knowledge/server/knowledge-items.ts';
import { countItems } from '#features/knowledge/server/store.ts';
import { trainingFiles } from '#features/knowledge/server/training-files.ts';
import { viewsWithField } from '#features/leads/server/lists/custom-query.ts';
import { resolveSender } from '#features/mail/server/service.ts';
import type { PersonalDataStore } from '#features/privacy/server/personal-data.ts';
import { requestLinks } from '#features/privacy/server/privacy-requests.ts';
import { watchModel } from '#features/settings/server/model-watch.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { noticeData } from '#features/source-notices/server/source-notice.ts';
import type { EventType } from '#features/tracking/contract.ts';
import { createContactTokens } from '#features/tracking/server/contact-tokens.ts';
import type { EventSubscriber } from '#features/tracking/server/event-subscribers.ts';
import type { FileUse } from '#features/uploads/server/file-uses.ts';
import { webhookReports } from '#features/webhooks/server/queue-deliveries.ts';
import { type Settings, trustedAddresses } from '#platform/config.ts';
import { type Clock, type Context, systemClock } from '#platform/context.ts';
import { Courtesy } from '#platform/courtesy.ts';
import { openDatabase, type Queryable } from '#platform/db.ts';
import { createEgress } from '#platform/egress.ts';
import { JobQueue } from '#platform/jobs.ts';
import { LiveHub } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import { createVault, sharedSecret } from '#platform/secrets.ts';
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
import { removeDemo } from './demo/remove.ts';
import { adoptDemoWork } from './demo/work.ts';
import { providerList } from './provider-list.ts';

export type ContextOptions = {
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

/** Builds what use cases work with from the settings. `closing` is aborted when the process ends. */
export async function buildContext({
  settings,
  databaseUrl,
  directUrl,
  publicUrl,
  log,
  clock = systemClock,
}: ContextOptions) {
  const db = openDatabase({ url: databaseUrl, log, isPooled: directUrl !== undefined });
  // Whoever listens needs a connection of its own.
  const ownUrl = directUrl ?? databaseUrl;
  const hub = new LiveHub({ url: ownUrl, db, log });
  const courtesy = new Courtesy();
  const queue = new JobQueue({ url: ownUrl, db, log, isWorker: settings.ROLE !== 'web' });

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
  const contactPepper = await sharedSecret(db, 'contact_hash_pepper');
  const contactTokens = createContactTokens(await sharedSecret(db, 'contact_tokens'));
  const temporaryFolder = openTemporaryFolder(resolve(settings.DATA_DIR));
  const inbox = createSourceInbox({ db, secret: await sharedSecret(db, 'source_inbox'), publicUrl });
  const enrichment = createEnrichment({ settings, publicUrl, egress });
  const sources = createLeadSources({
    settings,
    egress,
    inbox,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
  });
  const fileUses: FileUse[] = [mediaUse, originalUse, trainingFiles];
  const transports = createMailTransports(settings, db);
  const messaging = createMessaging(settings, egress);
  const wake = (tx: Queryable) => queue.send(wakeDelivery, {}, { tx });
  const sender = async () =>
    resolveSender({
      mailFrom: settings.MAIL_FROM,
      workspace: await getWorkspace(db),
      publicUrl,
    });
  const subscriber = ({
    types,
    handle,
  }: {
    types: readonly EventType[];
    handle: (ctx: Context, ...of: Parameters<EventSubscriber['handle']>) => Promise<void>;
  }): EventSubscriber => ({ types, handle: (tx, events) => handle(context, tx, events) });
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
    providers: providerList(settings),
    watchedModels: { language_model: languageModel?.label, embedding_model: embeddingModel },
    removeDemoRows: removeDemo,
    recordTokenAudit: (tx, entry) => recordAudit(tx, { ...entry, subject: { kind: 'workspace', id: null } }),
    recordRegions: (tx, actor, details) =>
      recordAudit(tx, {
        actor,
        action: 'regions.changed',
        subject: { kind: 'workspace', id: null },
        details,
      }),
    contactPepper,
    auditReasonWords: { 'campaign.paused': haltNote },
    eventSubscribers: [
      subscriber(stageAdvance),
      subscriber(stageReturn),
      sequenceStops,
      subscriber(arrivals),
      subscriber(webhookReports),
    ],
    contactTokens,
    saleReporterSecret: await sharedSecret(db, 'sale_reporters'),
    countPages: (tx, reports) => countPageReports(context, tx, reports),
    listOwnPages: async (from, campaignId) => [publicUrl, ...(await listLandingUrls(from, campaignId))],
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
      tokenFor: contactTokens.write,
      workspace: () => getWorkspace(db),
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
  return { context, secret, courtesy, closing };
}
