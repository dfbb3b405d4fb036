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
import { workKnowledge } from '#features/knowledge/server/jobs.ts';
import { languageOf } from '#features/knowledge/server/knowledge-items.ts';
import { mountKnowledge } from '#features/knowledge/server/routes.ts';
import { countItems } from '#features/knowledge/server/store.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Visitor } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import type { Database, Transaction } from '#platform/db.ts';
import type { HttpServer } from '#platform/http.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { sharedSecret } from '#platform/secrets.ts';

type AgentWiring = {
  db: Database;
  queue: JobQueue;
  visitorOf: (cookies: Record<string, string | undefined>) => Promise<Visitor>;
  settings: SettingsService;
  compliance: Compliance;
  publicUrl: string;
  ownOrigins: readonly string[];
  /** Complete once all is wired. */
  context: () => Context;
};

/** The parts of the agents, joined. */
export async function wireAgents({
  db,
  queue,
  visitorOf,
  settings,
  compliance,
  publicUrl,
  ownOrigins,
  context,
}: AgentWiring) {
  const golden = {
    bringUpToDate: (agentId: string) => bringUpToDate(context(), agentId),
    listFailing,
    markDue: (tx: Transaction, agentId: string) => queueGoldenQuestions(context(), tx, agentId),
  };
  const agents = createAgents({
    db,
    compliance,
    publicUrl,
    golden,
    async countFigures(within, agentId) {
      const [items, chats] = await Promise.all([countItems(within, agentId), countChats(within, agentId)]);
      return new Map(
        [...chats].map(([id, counts]) => [id, { ...counts, knowledgeCount: items.get(id) ?? 0 }]),
      );
    },
  });
  const callers = createCallers({
    db,
    tokens: createVisitorTokens(await sharedSecret(db, 'visitor_tokens')),
    ownOrigins,
  });
  return {
    features: { agents, callers, golden },

    mount(server: HttpServer): void {
      mountAgents(server, agents);
      mountInbox(server, context());
      mountWidget(server, {
        callers,
        visitorOf,
        widget: createWidgetFiles({
          publicUrl,
          brandName: async () => (await settings.getWorkspace()).name,
          knowledgeLanguage: (agentId) => languageOf(db, agentId),
        }),
      });
      mountPublicAgents(server, context());
      mountKnowledge(server, context());
      mountConversations(server, context());
    },

    async work(): Promise<void> {
      await workAgents(queue, { agents, callers });
      await workKnowledge(context());
      await workConversations(context());
    },
  };
}
