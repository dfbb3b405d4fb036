import { findAgent } from '#features/agents/server/agents.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { type Answered, type Answering, answerWhole, asPersona, helpAlone } from './answers/answering.ts';
import type { ChatTurn } from './open-turn.ts';
import { visitorRegions } from './visitor-regions.ts';

export const LONGEST_MESSAGE = 4_000;

/** What an agent says to a question that belongs to no conversation. */
export type Consulted = Pick<Answered, 'text' | 'citations' | 'isAnswered' | 'escalation' | 'engine'>;

/**
 * Judges and answers as in a conversation, and stores nothing. A text that is too long is read from its beginning.
 * Refuses with `not_found`.
 */
export async function consultAgent(
  ctx: Answering,
  { agentId, message }: { agentId: string; message: string },
): Promise<Consulted> {
  const [agent, workspace] = await Promise.all([findAgent(ctx.db, agentId), getWorkspace(ctx.db)]);
  if (!agent) throw new AppError('not_found', 'This agent does not exist.');
  const read = message.trim().slice(0, LONGEST_MESSAGE);
  return answerWhole(ctx, {
    agent: asPersona(agent, undefined),
    message: read,
    brand: workspace.name,
    jurisdictions: workspace.jurisdictions,
    regions: visitorRegions(null, read, undefined, workspace).regions,
    conversation: undefined,
    earlier: [],
  });
}

/** The answer to a person in danger where nothing can be stored; undefined for other messages. */
export async function findHelp(
  ctx: Pick<Context, 'db'>,
  { message, languages }: Pick<ChatTurn, 'message' | 'languages'>,
): Promise<Answered | undefined> {
  const { regions } = visitorRegions(null, message, languages, await getWorkspace(ctx.db));
  return helpAlone(message, regions);
}
