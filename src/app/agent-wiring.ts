import { createAgents } from '#features/agents/server/agents.ts';
import { createCallers } from '#features/agents/server/callers.ts';
import { workAgents } from '#features/agents/server/jobs.ts';
import { mountAgents } from '#features/agents/server/routes.ts';
import { createVisitorTokens } from '#features/agents/server/visitor-tokens.ts';
import { createWidgetFiles } from '#features/agents/server/widget-files.ts';
import { mountWidget } from '#features/agents/server/widget-routes.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { countChats } from '#features/conversations/server/count-chats.ts';
import {
  bringUpToDate,
  listFailing,
  queueGoldenQuestions,
} from '#features/conversations/server/golden/golden-questions.ts';
import { mountInbox } from '#features/conversations/server/inbox/inbox-routes.ts';
import { workConversations } from '#features/conversations/server/jobs.ts';
import { mountPublicAgents } from '#features/conversations/server/public/public-routes.ts';
import { mountConversations } from '#features/conversations/server/routes.ts';
import { createEmbeddingIndex } from '#features/knowledge/server/embeddings.ts';
import { workKnowledge } from '#features/knowledge/server/jobs.ts';
import { createKnowledge } from '#features/knowledge/server/knowledge-items.ts';
import { mountKnowledge, mountTrainingFiles } from '#features/knowledge/server/routes.ts';
import { createTeaching } from '#features/knowledge/server/teach-agent.ts';
import { createTrainingFiles } from '#features/knowledge/server/training-files.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Uploads } from '#features/uploads/server/service.ts';
import type { Visitor } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import type { Database, Transaction } from '#platform/db.ts';
import type { HttpServer } from '#platform/http.ts';
import type { JobQueue } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import { sharedSecret } from '#platform/secrets.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';

type AgentWiring = {
  db: Database;
  queue: JobQueue;
  log: Log;
  visitorOf: (cookies: Record<string, string | undefined>) => Promise<Visitor>;
  settings: SettingsService;
  compliance: Compliance;
  uploads: Uploads;
  languageModel: LanguageModel | undefined;
  /** LLM_EMBEDDING_MODEL. */
  embeddingModel: string | undefined;
  /** Without a pooler in between. */
  databaseUrl: string;
  publicUrl: string;
  ownOrigins: readonly string[];
  /** Complete once all is wired. */
  context: () => Context;
};

/** The parts of the agents, joined. */
export async function wireAgents({
  db,
  queue,
  log,
  visitorOf,
  settings,
  compliance,
  uploads,
  languageModel,
  embeddingModel,
  databaseUrl,
  publicUrl,
  ownOrigins,
  context,
}: AgentWiring) {
  const embeddings = createEmbeddingIndex({
    db,
    queue,
    embed: languageModel?.embed,
    model: embeddingModel,
    log,
  });
  const golden = {
    bringUpToDate: (agentId: string) => bringUpToDate(context(), agentId),
    listFailing,
    markDue: (tx: Transaction, agentId: string) => queueGoldenQuestions(context(), tx, agentId),
  };
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
  const trainingFiles = createTrainingFiles({ uploads, knowledge, databaseUrl });
  const teaching = createTeaching({ db, settings, knowledge });
  const callers = createCallers({
    db,
    tokens: createVisitorTokens(await sharedSecret(db, 'visitor_tokens')),
    ownOrigins,
  });
  return {
    features: { agents, knowledge, embeddings, trainingFiles, callers },

    mount(server: HttpServer): void {
      mountAgents(server, agents);
      mountTrainingFiles(server, trainingFiles);
      mountInbox(server, context());
      mountWidget(server, {
        callers,
        visitorOf,
        widget: createWidgetFiles({
          publicUrl,
          brandName: async () => (await settings.getWorkspace()).name,
          knowledgeLanguage: (agentId) => knowledge.languageOf(agentId),
        }),
      });
      mountPublicAgents(server, context());
      mountKnowledge(server, { knowledge, teaching });
      mountConversations(server, context());
    },

    async work(): Promise<void> {
      await workAgents(queue, { agents, callers });
      await workKnowledge(queue, { knowledge, embeddings });
      await workConversations(context());
    },
  };
}
