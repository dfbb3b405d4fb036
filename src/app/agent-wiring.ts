import { createCallers } from '#features/agents/server/callers.ts';
import { workAgents } from '#features/agents/server/jobs.ts';
import { mountAgents } from '#features/agents/server/routes.ts';
import { createAgents } from '#features/agents/server/agents.ts';
import { createVisitorTokens } from '#features/agents/server/visitor-tokens.ts';
import { createWidgetFiles } from '#features/agents/server/widget-files.ts';
import { mountWidget } from '#features/agents/server/widget-routes.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { countChats } from '#features/conversations/server/count-chats.ts';
import { createGolden } from '#features/conversations/server/golden/golden-questions.ts';
import { createContacts } from '#features/conversations/server/inbox/leave-contact.ts';
import { createHandovers } from '#features/conversations/server/inbox/notify-team.ts';
import { mountInbox } from '#features/conversations/server/inbox/inbox-routes.ts';
import { createInbox } from '#features/conversations/server/inbox/inbox-conversations.ts';
import type { MailTeam } from '#features/conversations/server/mail-team.ts';
import { workConversations } from '#features/conversations/server/jobs.ts';
import { createApiDocs } from '#features/conversations/server/public/api-docs.ts';
import { mountPublicAgents } from '#features/conversations/server/public/public-routes.ts';
import { createPublicAgents } from '#features/conversations/server/public/ask-agent.ts';
import { mountConversations } from '#features/conversations/server/routes.ts';
import { createChat } from '#features/conversations/server/start-chat.ts';
import { createEmbeddingIndex } from '#features/knowledge/server/embeddings.ts';
import { createTrainingFiles } from '#features/knowledge/server/training-files.ts';
import { workKnowledge } from '#features/knowledge/server/jobs.ts';
import { mountKnowledge, mountTrainingFiles } from '#features/knowledge/server/routes.ts';
import { createKnowledge } from '#features/knowledge/server/knowledge-items.ts';
import { createTeaching } from '#features/knowledge/server/teach-agent.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Privacy } from '#features/privacy/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Uploads } from '#features/uploads/server/service.ts';
import type { Visitor } from '#platform/admission.ts';
import type { Database, Queryable } from '#platform/db.ts';
import type { HttpServer } from '#platform/http.ts';
import type { JobQueue } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import { sharedSecret } from '#platform/secrets.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';

type AgentWiring = {
  db: Database;
  queue: JobQueue;
  log: Log;
  access: {
    firstNames: (ids: readonly string[], from?: Queryable) => Promise<Map<string, string>>;
    visitorOf: (cookies: Record<string, string | undefined>) => Promise<Visitor>;
  };
  settings: SettingsService;
  compliance: Compliance;
  leads: Leads;
  privacy: Pick<Privacy, 'registerPersonalDataStore' | 'registerChatStore'>;
  tracking: Tracking;
  uploads: Uploads;
  mailTeam: MailTeam;
  languageModel: LanguageModel | undefined;
  /** LLM_EMBEDDING_MODEL. */
  embeddingModel: string | undefined;
  /** Without a pooler in between. */
  databaseUrl: string;
  publicUrl: string;
  ownOrigins: readonly string[];
};

/** The parts of the agents, joined. */
export async function wireAgents({
  db,
  queue,
  log,
  access,
  settings,
  compliance,
  leads,
  privacy,
  tracking,
  uploads,
  mailTeam,
  languageModel,
  embeddingModel,
  databaseUrl,
  publicUrl,
  ownOrigins,
}: AgentWiring) {
  const embeddings = createEmbeddingIndex({
    db,
    queue,
    embed: languageModel?.embed,
    model: embeddingModel,
    log,
  });
  const golden = createGolden({ db, queue, settings, languageModel, embeddings, log });
  const knowledge = createKnowledge({
    db,
    onChange: async (tx, agentId) => {
      await golden.markDue(tx, agentId);
      await embeddings.changed(tx, agentId);
    },
  });
  const agents = createAgents({
    db,
    compliance,
    publicUrl,
    golden,
    async countFigures(within, agentId) {
      const [items, chats] = await Promise.all([
        knowledge.count(within, agentId),
        countChats(within, agentId),
      ]);
      return new Map(
        [...chats].map(([id, counts]) => [id, { ...counts, knowledgeCount: items.get(id) ?? 0 }]),
      );
    },
  });
  const chat = createChat({ db, settings, languageModel, embeddings, log });
  const trainingFiles = createTrainingFiles({ uploads, knowledge, databaseUrl });
  const teaching = createTeaching({ db, settings, knowledge });
  const { firstNames } = access;
  const callers = createCallers({
    db,
    tokens: createVisitorTokens(await sharedSecret(db, 'visitor_tokens')),
    ownOrigins,
  });
  const publicAgents = createPublicAgents({ db, chat, callers, firstNames });
  const contacts = createContacts({ db, leads, tracking });
  const agentInbox = createInbox({
    db,
    settings,
    compliance,
    knowledge,
    firstNames,
    leadNameOf: (id) =>
      leads.getLead(id).then(
        ({ name }) => name,
        () => undefined,
      ),
    contacts,
  });
  const handovers = createHandovers({ db, queue, chat, mailTeam, publicUrl });
  privacy.registerPersonalDataStore(chat.personalData);
  privacy.registerChatStore({
    forget: (before) => agentInbox.eraseAnonymousChats(before),
    count: (before) => agentInbox.countAnonymousChats(before),
  });

  return {
    features: { agents, agentInbox, knowledge, embeddings, chat, golden, handovers, trainingFiles },

    mount(server: HttpServer): void {
      mountAgents(server, agents);
      mountTrainingFiles(server, trainingFiles);
      mountInbox(server, agentInbox);
      mountWidget(server, {
        callers,
        visitorOf: access.visitorOf,
        widget: createWidgetFiles({
          publicUrl,
          brandName: async () => (await settings.getWorkspace()).name,
          knowledgeLanguage: (agentId) => knowledge.languageOf(agentId),
        }),
      });
      mountPublicAgents(server, {
        agents: publicAgents,
        callers,
        contacts,
        docs: createApiDocs({ db, publicUrl }),
      });
      mountKnowledge(server, { knowledge, teaching });
      mountConversations(server, { db, chat, golden });
    },

    async work(): Promise<void> {
      await workAgents(queue, { agents, callers });
      await workKnowledge(queue, { knowledge, embeddings });
      await workConversations(queue, { inbox: agentInbox, handovers, golden });
    },
  };
}
