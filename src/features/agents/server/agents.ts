import type { Compliance } from '#features/compliance/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { givenOf } from '#kit/given.ts';
import { newId } from '#kit/id.ts';
import { countOf, truncate } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Agent, AgentChange, AgentRevision, NewAgent } from '../contract.ts';
import { newApiKey, newSecretKey } from './agent-keys.ts';
import { type AgentFigures, toAgent } from './agent-view.ts';
import {
  type AgentRow,
  changeAgentRow,
  countAgents,
  findAgent,
  insertAgent,
  listAgentRows,
  lockAgent,
  type NewAgentRow,
  purgeAgents,
} from './store.ts';

declare module '#platform/context.ts' {
  interface Context {
    readonly goldenQuestions: GoldenQuestions;
  }
}

/** The golden questions of agents, which conversations ask. */
type GoldenQuestions = {
  bringUpToDate: (agentId: string) => Promise<void>;
  listFailing: (within: Queryable, agentId: string) => Promise<string[]>;
  markDue: (tx: Transaction, agentId: string) => Promise<void>;
};

type Dependencies = {
  db: Database;
  compliance: Pick<Compliance, 'recordAudit'>;
  publicUrl: string;
  golden: GoldenQuestions;
  /** By agent; of one or of all. What is missing counts nothing. */
  countFigures: (db: Queryable, agentId?: string) => Promise<Map<string, AgentFigures>>;
  /** The clock; another one in tests. */
  now?: () => Date;
};

const NO_FIGURES: AgentFigures = { knowledgeCount: 0, totalConversations: 0, failingQuestions: 0 };
const MOST_AGENTS = 500;
/** A deleted agent can be restored this long; then its conversations and knowledge go with it. */
const KEPT_DAYS = 30;

/** Agents: who they are, their keys and their figures. */
export function createAgents({
  db,
  compliance,
  publicUrl,
  golden,
  countFigures,
  now = () => new Date(),
}: Dependencies) {
  async function getAgent(id: string): Promise<Agent> {
    const row = await findAgent(db, id);
    if (!row) throw agentNotFound();
    return toAgent(row, (await countFigures(db, id)).get(id) ?? NO_FIGURES);
  }

  /** Changes an agent under a lock, as the version that was read allows. */
  async function change(
    id: string,
    version: number | undefined,
    columnsOf: (row: AgentRow, tx: Transaction) => Promise<Partial<NewAgentRow>> | Partial<NewAgentRow>,
  ): Promise<Agent> {
    await inTransaction(db, async (tx) => {
      const row = await lockAgent(tx, id);
      if (!row || row.deletedAt) throw agentNotFound();
      if (version !== undefined && version !== row.version) throw changedMeanwhile();
      await changeAgentRow(tx, id, await columnsOf(row, tx), now());
      await announce(tx, ['agents']);
    });
    return getAgent(id);
  }

  async function assertRight(
    tx: Transaction,
    { row, overrideReason, actor }: { row: AgentRow; overrideReason: string | undefined; actor: Actor },
  ): Promise<void> {
    const failing = await golden.listFailing(tx, row.id);
    if (failing.length === 0) return;
    if (overrideReason === undefined) {
      const listed = failing.slice(0, 5).map((question) => `“${truncate(question, 90)}”`);
      const more = failing.length > 5 ? ` and ${failing.length - 5} more` : '';
      throw new AppError(
        'refused',
        `${row.name} answers ${countOf(failing.length, 'golden question')} wrongly: ${listed.join(', ')}${more}.`,
        { reason: 'golden_failing' },
      );
    }
    await compliance.recordAudit(tx, {
      actor,
      action: 'agent.published_anyway',
      subject: { kind: 'agent', id: row.id },
      reason: overrideReason,
      details: { name: row.name, failing: failing.length },
    });
  }

  return {
    getAgent,

    async listAgents(): Promise<Agent[]> {
      const [rows, figures] = await Promise.all([listAgentRows(db), countFigures(db)]);
      return rows.map((row) => toAgent(row, figures.get(row.id) ?? NO_FIGURES));
    },

    async createAgent(given: NewAgent): Promise<Agent> {
      const id = newId();
      const columns = withCurrentNames(given);
      const { name, expertiseArea } = columns;
      if (name === undefined || expertiseArea === undefined) throw new Error('the contract demands both');
      await inTransaction(db, async (tx) => {
        if ((await countAgents(tx)) >= MOST_AGENTS)
          throw new AppError('refused', `At most ${MOST_AGENTS} agents. Delete one that is not used.`);
        const at = now();
        await insertAgent(tx, {
          ...columns,
          name,
          expertiseArea,
          id,
          apiKey: newApiKey(),
          createdAt: at,
          updatedAt: at,
        });
        await announce(tx, ['agents']);
      });
      return getAgent(id);
    },

    /** Going on websites is refused while golden questions fail, unless an admin answers for it in writing. */
    async changeAgent(
      id: string,
      { version, overrideReason, ...given }: AgentChange,
      actor: Actor,
    ): Promise<Agent> {
      if (given.isActive === true) await golden.bringUpToDate(id);
      return change(id, version, async (row, tx) => {
        const columns = withCurrentNames(given);
        if (columns.isActive === true && !row.isActive) await assertRight(tx, { row, overrideReason, actor });
        if (changesAnswers(row, columns)) await golden.markDue(tx, id);
        return columns;
      });
    },

    reviseAgent(id: string, { id: repeated, version, ...persona }: AgentRevision): Promise<Agent> {
      if (repeated !== undefined && repeated !== id) {
        const message = 'Another agent than the one of the address.';
        throw new AppError('invalid_input', message, { fields: { id: message } });
      }
      return change(id, version, async (row, tx) => {
        const columns = givenOf(persona);
        if (changesAnswers(row, columns)) await golden.markDue(tx, id);
        return columns;
      });
    },

    /** Its keys are dead from this moment on. */
    deleteAgent: (id: string, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockAgent(tx, id);
        if (!row || row.deletedAt) throw agentNotFound();
        await changeAgentRow(tx, id, { deletedAt: now() }, now());
        await compliance.recordAudit(tx, {
          actor,
          action: 'agent.deleted',
          subject: { kind: 'agent', id },
          details: { name: row.name },
        });
        await announce(tx, ['agents']);
      }),

    /** Undo of `deleteAgent`: the same keys, knowledge and conversations. */
    async restoreAgent(id: string, actor: Actor): Promise<Agent> {
      await inTransaction(db, async (tx) => {
        const row = await lockAgent(tx, id);
        if (!row) throw agentNotFound();
        if (!row.deletedAt) return;
        await changeAgentRow(tx, id, { deletedAt: null }, now());
        await compliance.recordAudit(tx, {
          actor,
          action: 'agent.restored',
          subject: { kind: 'agent', id },
          details: { name: row.name },
        });
        await announce(tx, ['agents']);
      });
      return getAgent(id);
    },

    /** The only time that the key can be read. The one before it is dead from this moment on. */
    async createSecretKey(id: string, actor: Actor): Promise<{ secretKey: string; agent: Agent }> {
      const { key, hash, hint } = newSecretKey();
      const agent = await change(id, undefined, async (row, tx) => {
        await compliance.recordAudit(tx, {
          actor,
          action: 'agent.key_created',
          subject: { kind: 'agent', id },
          details: { hint, replaced: row.secretHint },
        });
        return { secretHash: hash, secretHint: hint, secretCreatedAt: now() };
      });
      return { secretKey: key, agent };
    },

    async revokeSecretKey(id: string, actor: Actor): Promise<void> {
      await change(id, undefined, async (row, tx) => {
        if (row.secretHash === null) return {};
        await compliance.recordAudit(tx, {
          actor,
          action: 'agent.key_revoked',
          subject: { kind: 'agent', id },
          details: { hint: row.secretHint },
        });
        return { secretHash: null, secretHint: null, secretCreatedAt: null };
      });
    },

    async getWidgetCode(id: string): Promise<{ widgetCode: string }> {
      const { apiKey } = await getAgent(id);
      return { widgetCode: `<script async src="${publicUrl}/api/agents/widget/${apiKey}"></script>` };
    },

    /** Removes agents that were deleted long ago. The next sweep of uploads removes their files. */
    async tidy(): Promise<void> {
      await purgeAgents(db, new Date(now().getTime() - KEPT_DAYS * DAY_MS));
    },
  };
}
export type Agents = ReturnType<typeof createAgents>;

function agentNotFound(): AppError {
  return new AppError('not_found', 'This agent no longer exists.');
}

/** What an answer depends on in addition to the knowledge. */
const PERSONA = [
  'name',
  'expertiseArea',
  'description',
  'backgroundInfo',
  'communicationStyle',
  'personalityDescription',
  'voiceDescription',
  'interactionMode',
  'specializations',
] as const;

function changesAnswers(row: AgentRow, columns: Partial<NewAgentRow>): boolean {
  return PERSONA.some((name) => columns[name] !== undefined && String(columns[name]) !== String(row[name]));
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Someone else changed this agent. Load it again.', {
    reason: 'stale_version',
  });
}

/** Columns of what was given; field names of older versions under their current ones. */
function withCurrentNames({
  expertise,
  personality,
  ...given
}: Omit<AgentChange, 'version'>): Partial<NewAgentRow> {
  return givenOf({
    ...given,
    expertiseArea: given.expertiseArea ?? expertise,
    communicationStyle: given.communicationStyle ?? personality,
  });
}

export { type AgentRow, findAgent } from './store.ts';
