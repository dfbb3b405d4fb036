import { createGolden } from '#features/agents/server/answers/golden-service.ts';
import { createMeanings } from '#features/agents/server/answers/meaning-service.ts';
import { createChat } from '#features/agents/server/chat/chat-service.ts';
import { createContacts } from '#features/agents/server/inbox/contact-service.ts';
import { createHandovers } from '#features/agents/server/inbox/handover-service.ts';
import { createInbox } from '#features/agents/server/inbox/inbox-service.ts';
import { mountInbox } from '#features/agents/server/inbox/routes-inbox.ts';
import type { MailTeam } from '#features/agents/server/inbox/team-mail.ts';
import { workAgents } from '#features/agents/server/jobs.ts';
import { createKnowledge } from '#features/agents/server/knowledge/knowledge-service.ts';
import { mountTraining, mountTrainingFiles } from '#features/agents/server/knowledge/routes-knowledge.ts';
import { createTeaching } from '#features/agents/server/knowledge/teaching-service.ts';
import { createTrainingFiles } from '#features/agents/server/knowledge/upload-service.ts';
import { createApiDocs } from '#features/agents/server/public/api-docs.ts';
import { mountPublicAgents } from '#features/agents/server/public/public-routes.ts';
import { createPublicAgents } from '#features/agents/server/public/public-service.ts';
import { createVisitorTokens } from '#features/agents/server/public/visitor-tokens.ts';
import { createWidgetFiles } from '#features/agents/server/public/widget-files.ts';
import { mountAgents } from '#features/agents/server/routes.ts';
import { createAgents } from '#features/agents/server/service.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
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
  tracking,
  uploads,
  mailTeam,
  languageModel,
  embeddingModel,
  databaseUrl,
  publicUrl,
  ownOrigins,
}: AgentWiring) {
  const meanings = createMeanings({ db, queue, embed: languageModel?.embed, model: embeddingModel, log });
  const golden = createGolden({ db, queue, settings, languageModel, meanings, log });
  const knowledge = createKnowledge({
    db,
    onChange: async (tx, expertId) => {
      await golden.markDue(tx, expertId);
      await meanings.changed(tx, expertId);
    },
  });
  const agents = createAgents({ db, compliance, publicUrl, golden, countKnowledge: knowledge.count });
  const chat = createChat({ db, settings, languageModel, meanings, log });
  const trainingFiles = createTrainingFiles({ uploads, knowledge, databaseUrl });
  const teaching = createTeaching({ db, settings, knowledge });
  const { firstNames } = access;
  const publicAgents = createPublicAgents({
    db,
    chat,
    tokens: createVisitorTokens(await sharedSecret(db, 'visitor_tokens')),
    ownOrigins,
    firstNames,
  });
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
  leads.keepsPersonalData(chat.personalData);
  leads.keepsChats({
    forget: (before) => agentInbox.forgetStrangers(before),
    count: (before) => agentInbox.countStrangers(before),
  });

  return {
    features: { agents, agentInbox, knowledge, meanings, chat, golden, handovers, trainingFiles },

    mount(server: HttpServer): void {
      mountAgents(server, agents);
      mountTrainingFiles(server, trainingFiles);
      mountInbox(server, agentInbox);
      mountPublicAgents(server, {
        agents: publicAgents,
        contacts,
        visitorOf: access.visitorOf,
        docs: createApiDocs({ db, publicUrl }),
        widget: createWidgetFiles({
          publicUrl,
          brandName: async () => (await settings.getWorkspace()).name,
          knowledgeLanguage: (agentId) => knowledge.languageOf(agentId),
        }),
      });
      mountTraining(server, { knowledge, teaching, chat, golden });
    },

    work: (): Promise<void> =>
      workAgents(queue, { agents, inbox: agentInbox, handovers, golden, knowledge, meanings, publicAgents }),
  };
}
