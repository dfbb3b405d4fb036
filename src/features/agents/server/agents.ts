import { recordAudit } from '#features/compliance/server/audit-store.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { givenOf } from '#kit/given.ts';
import { newId } from '#kit/id.ts';
import { countOf, truncate } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Agent, AgentChange, AgentRevision, NewAgent } from '../contract.ts';
import { newApiKey, newSecretKey } from './agent-keys.ts';
import { type AgentFigures, toAgent } from './agent-view.ts';
import {
  changeAgentRow,
  countAgents,
  findAgentRow,
  insertAgent,
  listAgentRows,
  lockAgent,
  type NewAgentRow,
  purgeAgents,
} from './store.ts';
import type { AgentRow } from './tables.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** The golden questions of agents, which conversations ask. */
    readonly goldenQuestions: {
      bringUpToDate: (agentId: string) => Promise<void>;
      listFailing: (db: Queryable, agentId: string) => Promise<string[]>;
      markDue: (tx: Transaction, agentId: string) => Promise<void>;
    };
    /** What features to the right count, by agent; of one or of all. */
    readonly countAgentFigures: (db: Queryable, agentId?: string) => Promise<Map<string, AgentFigures>>;
  }
}

type ViewContext = Pick<Context, 'db' | 'countAgentFigures'>;
type ChangeContext = ViewContext & Pick<Context, 'clock'>;

const NO_FIGURES: AgentFigures = { knowledgeCount: 0, totalConversations: 0, failingQuestions: 0 };
const MOST_AGENTS = 500;
/** A deleted agent can be restored this long; then its conversations and knowledge go with it. */
const KEPT_DAYS = 30;

/** Undefined for one that is deleted. */
export function findAgent(db: Queryable, id: string): Promise<AgentRow | undefined> {
  return findAgentRow(db, id);
}

async function getAgent({ db, countAgentFigures }: ViewContext, id: string): Promise<Agent> {
  const row = await findAgentRow(db, id);
  if (!row) throw agentNotFound();
  return toAgent(row, (await countAgentFigures(db, id)).get(id) ?? NO_FIGURES);
}

export async function listAgents({ db, countAgentFigures }: ViewContext): Promise<Agent[]> {
  const [rows, figures] = await Promise.all([listAgentRows(db), countAgentFigures(db)]);
  return rows.map((row) => toAgent(row, figures.get(row.id) ?? NO_FIGURES));
}

/** Refuses beyond the limit. */
export async function createAgent(ctx: ChangeContext, given: NewAgent): Promise<Agent> {
  const id = newId();
  const columns = withCurrentNames(given);
  const { name, expertiseArea } = columns;
  if (name === undefined || expertiseArea === undefined) throw new Error('the contract demands both');
  await inTransaction(ctx.db, async (tx) => {
    if ((await countAgents(tx)) >= MOST_AGENTS)
      throw new AppError('refused', `At most ${MOST_AGENTS} agents. Delete one that is not used.`);
    const at = ctx.clock.now();
    const row = { ...columns, name, expertiseArea, id, apiKey: newApiKey(), createdAt: at, updatedAt: at };
    await insertAgent(tx, row);
    await announce(tx, ['agents']);
  });
  return getAgent(ctx, id);
}

/**
 * Refuses with `not_found` or `conflict`. Going on websites is refused while golden questions fail, unless an admin
 * answers for it in writing.
 */
export async function changeAgent(
  ctx: ChangeContext & Pick<Context, 'goldenQuestions'>,
  id: string,
  { version, overrideReason, ...given }: AgentChange,
  actor: Actor,
): Promise<Agent> {
  const { goldenQuestions } = ctx;
  if (given.isActive === true) await goldenQuestions.bringUpToDate(id);
  return change(ctx, id, version, async (row, tx) => {
    const columns = withCurrentNames(given);
    if (columns.isActive === true && !row.isActive)
      await assertRight(ctx, tx, { row, overrideReason, actor });
    if (changesAnswers(row, columns)) await goldenQuestions.markDue(tx, id);
    return columns;
  });
}

/** Refuses with `invalid_input`, `not_found` or `conflict`. */
export async function reviseAgent(
  ctx: ChangeContext & Pick<Context, 'goldenQuestions'>,
  id: string,
  { id: repeated, version, ...persona }: AgentRevision,
): Promise<Agent> {
  if (repeated !== undefined && repeated !== id) {
    const message = 'Another agent than the one of the address.';
    throw new AppError('invalid_input', message, { fields: { id: message } });
  }
  return change(ctx, id, version, async (row, tx) => {
    const columns = givenOf(persona);
    if (changesAnswers(row, columns)) await ctx.goldenQuestions.markDue(tx, id);
    return columns;
  });
}

/** Its keys are dead from this moment on. Refuses with `not_found`. */
export function deleteAgent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  actor: Actor,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = await lockAgent(tx, id);
    if (!row || row.deletedAt) throw agentNotFound();
    const now = clock.now();
    await changeAgentRow(tx, id, { deletedAt: now }, now);
    await recordAudit(tx, {
      actor,
      action: 'agent.deleted',
      subject: { kind: 'agent', id },
      details: { name: row.name },
    });
    await announce(tx, ['agents']);
  });
}

/** Undo of `deleteAgent`: the same keys, knowledge and conversations. Refuses with `not_found`. */
export async function restoreAgent(ctx: ChangeContext, id: string, actor: Actor): Promise<Agent> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockAgent(tx, id);
    if (!row) throw agentNotFound();
    if (!row.deletedAt) return;
    await changeAgentRow(tx, id, { deletedAt: null }, ctx.clock.now());
    await recordAudit(tx, {
      actor,
      action: 'agent.restored',
      subject: { kind: 'agent', id },
      details: { name: row.name },
    });
    await announce(tx, ['agents']);
  });
  return getAgent(ctx, id);
}

/** The only time that the key can be read. The one before it is dead from this moment on. Refuses with `not_found`. */
export async function createSecretKey(
  ctx: ChangeContext,
  id: string,
  actor: Actor,
): Promise<{ secretKey: string; agent: Agent }> {
  const { key, hash, hint } = newSecretKey();
  const agent = await change(ctx, id, undefined, async (row, tx) => {
    await recordAudit(tx, {
      actor,
      action: 'agent.key_created',
      subject: { kind: 'agent', id },
      details: { hint, replaced: row.secretHint },
    });
    return { secretHash: hash, secretHint: hint, secretCreatedAt: ctx.clock.now() };
  });
  return { secretKey: key, agent };
}

/** Refuses with `not_found`; an agent without a key stays as it is. */
export async function revokeSecretKey(ctx: ChangeContext, id: string, actor: Actor): Promise<void> {
  await change(ctx, id, undefined, async (row, tx) => {
    if (row.secretHash === null) return {};
    await recordAudit(tx, {
      actor,
      action: 'agent.key_revoked',
      subject: { kind: 'agent', id },
      details: { hint: row.secretHint },
    });
    return { secretHash: null, secretHint: null, secretCreatedAt: null };
  });
}

/** Refuses with `not_found`. */
export async function getWidgetCode(
  ctx: ViewContext & Pick<Context, 'publicUrl'>,
  id: string,
): Promise<{ widgetCode: string }> {
  const { apiKey } = await getAgent(ctx, id);
  return { widgetCode: `<script async src="${ctx.publicUrl}/api/agents/widget/${apiKey}"></script>` };
}

/** Removes agents that were deleted long ago. The next sweep of uploads removes their files. */
export async function tidyAgents({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await purgeAgents(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
}

/** Changes an agent under a lock, as the version that was read allows. */
async function change(
  ctx: ChangeContext,
  id: string,
  version: number | undefined,
  columnsOf: (row: AgentRow, tx: Transaction) => Promise<Partial<NewAgentRow>> | Partial<NewAgentRow>,
): Promise<Agent> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockAgent(tx, id);
    if (!row || row.deletedAt) throw agentNotFound();
    if (version !== undefined && version !== row.version) throw changedMeanwhile();
    await changeAgentRow(tx, id, await columnsOf(row, tx), ctx.clock.now());
    await announce(tx, ['agents']);
  });
  return getAgent(ctx, id);
}

async function assertRight(
  { goldenQuestions }: Pick<Context, 'goldenQuestions'>,
  tx: Transaction,
  { row, overrideReason, actor }: { row: AgentRow; overrideReason: string | undefined; actor: Actor },
): Promise<void> {
  const failing = await goldenQuestions.listFailing(tx, row.id);
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
  await recordAudit(tx, {
    actor,
    action: 'agent.published_anyway',
    subject: { kind: 'agent', id: row.id },
    reason: overrideReason,
    details: { name: row.name, failing: failing.length },
  });
}

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
