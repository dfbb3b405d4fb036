import { createHash } from 'node:crypto';
import { helpLines } from '#engines/safety/help.ts';
import { isSafetyCategory } from '#engines/safety/judgement.ts';
import { disclosure, safetyText } from '#engines/safety/texts.ts';
import type { Escalation, EscalationCategory } from '#features/conversations/contract.ts';
import { NOT_KNOWN, OFFER_PERSON } from '#features/conversations/rules-small-talk.ts';
import { inTone } from '#features/conversations/rules-tone.ts';
import type { conversationMessages, goldenQuestions } from '#features/conversations/server/tables.ts';
import { teachingText } from '#features/knowledge/rules-teaching.ts';
import type { NewKnowledgeRow } from '#features/knowledge/server/store.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { buildAgents } from './agents.ts';
import type { Calendar } from './calendar.ts';
import type { DemoLibrary } from './library.ts';
import { type Random, seededRandom } from './random.ts';
import { WORKSPACE } from './story.ts';
import { AGENT_KNOWLEDGE, AGENT_QUESTIONS, GOLDEN, HANDED_OVER } from './talks-story.ts';

type Agents = ReturnType<typeof buildAgents>;
type Talk = Agents['conversations'][number] & { leadId?: string };
type Item = NewKnowledgeRow & { createdAt: Date };
type Message = typeof conversationMessages.$inferInsert;
type Turn = { question: string; item?: Item; quote?: string; handover?: EscalationCategory };

const BETWEEN_MS = 20 * SECOND_MS;

/** What the agents of the demo know, and what was said in their conversations, as the built-in engine answers. */
export function buildTalks(
  { agents }: Pick<Agents, 'agents'>,
  talks: readonly Talk[],
  calendar: Calendar,
  random: Random,
) {
  const knowledge = agents.flatMap(({ id: agentId, name, createdAt }) =>
    (AGENT_KNOWLEDGE[name] ?? []).map(({ title, content }, index): Item => {
      const at = calendar.minutesAfter(createdAt, 30 + index * 10);
      return { id: random.id(at), agentId, title, content, type: 'manual', createdAt: at, lastUsedAt: null };
    }),
  );
  const waiting = lastOpen(talks);
  const messages: Message[] = [];
  const conversations = talks.map((talk) => {
    const agent = agents.find(({ id }) => id === talk.agentId);
    if (!agent) throw new Error('a conversation of no agent');
    const known = knowledge.filter(({ agentId }) => agentId === agent.id);
    const turns = turnsOf(agent.name, known, talk, waiting.get(talk.id), random);
    const said = messagesOf({ talk, turns, style: agent.communicationStyle }, calendar, random);
    messages.push(...said);
    for (const { citations = [], createdAt } of said)
      for (const { knowledgeId } of citations) {
        const item = known.find(({ id }) => id === knowledgeId);
        if (item && createdAt && (!item.lastUsedAt || item.lastUsedAt < createdAt))
          item.lastUsedAt = createdAt;
      }
    const last = said.at(-1)?.createdAt ?? talk.startedAt;
    const escalated = said.find(({ escalation }) => escalation != null);
    const answers = said.filter(({ role }) => role === 'agent');
    return {
      ...talk,
      lastMessageAt: last,
      answerCount: answers.length,
      unansweredCount: answers.filter(({ isAnswered }) => !isAnswered).length,
      resolvedAt: talk.resolvedAt === null || talk.resolvedAt > last ? talk.resolvedAt : last,
      handoverAt: escalated?.createdAt ?? null,
      escalation: escalated?.escalation ?? null,
      sellingStoppedAt:
        escalated?.escalation?.category === 'medication_interaction' ? escalated.createdAt : null,
    };
  });
  return { knowledge, conversations, conversationMessages: messages, golden: goldenOf(agents, calendar) };
}

/** The library's texts that agents were taught: what they answer from, with its source. */
export function teachAssets(
  { agents }: Pick<Agents, 'agents'>,
  { taught }: DemoLibrary,
  calendar: Calendar,
  random: Random,
): Item[] {
  return agents.flatMap(({ id: agentId, name }) =>
    taught(name).map((asset): Item => {
      const at = calendar.minutesAfter(asset.createdAt, 90);
      return {
        id: random.id(at),
        agentId,
        type: 'manual',
        title: asset.name,
        content: teachingText(asset.content),
        assetId: asset.id,
        assetName: asset.name,
        assetKey: createHash('md5').update(asset.content).digest('hex'),
        createdAt: at,
        updatedAt: at,
        lastUsedAt: null,
      };
    }),
  );
}

/** The golden questions of each agent, with what it answered last night. */
function goldenOf(agents: Agents['agents'], calendar: Calendar): (typeof goldenQuestions.$inferInsert)[] {
  const random = seededRandom(GOLDEN_SEED);
  return agents.flatMap(({ id: agentId, name, communicationStyle, createdAt }) =>
    (GOLDEN[name] ?? []).map(({ question, mustContain, words }, index) => {
      const at = calendar.minutesAfter(createdAt, 120 + index);
      return {
        id: random.id(at),
        agentId,
        question,
        mustContain,
        lastAnswer: inTone(`${words} [1]`, communicationStyle),
        hasPassed: true,
        lastRunAt: calendar.at(-1, 4.4),
        createdAt: at,
      };
    }),
  );
}

const GOLDEN_SEED = 7;

/** Of the conversations that are not settled the latest wait for a person, each for a reason of its own. */
function lastOpen(talks: readonly Talk[]): Map<string, (typeof HANDED_OVER)[number]> {
  const open = talks
    .filter(({ resolvedAt }) => resolvedAt === null)
    .toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime());
  return new Map(
    HANDED_OVER.flatMap((reason, index) => {
      const talk = open[index];
      return talk ? [[talk.id, reason] as const] : [];
    }),
  );
}

function turnsOf(
  name: string,
  known: readonly Item[],
  talk: Talk,
  handedOver: (typeof HANDED_OVER)[number] | undefined,
  random: Random,
): Turn[] {
  const { answered, open } = AGENT_QUESTIONS[name] ?? { answered: [], open: [] };
  const turns = random
    .shuffled(answered)
    .slice(0, random.between(1, 3))
    .map(([question, title, quote]): Turn => {
      const item = known.find((one) => one.title === title);
      if (!item?.content.includes(quote)) throw new Error(`no item of ${name} holds “${quote}”`);
      return { question, item, quote };
    });
  if (handedOver)
    return [...turns.slice(0, 1), { question: handedOver.message, handover: handedOver.category }];
  // Somebody asks the first of these more often than the last.
  const asked = open[Math.floor(open.length * random.next() ** 2)];
  return talk.resolvedAt === null && asked !== undefined
    ? [...turns.slice(0, 1), { question: asked }]
    : turns;
}

function messagesOf(
  { talk, turns, style }: { talk: Talk; turns: readonly Turn[]; style: string },
  calendar: Calendar,
  random: Random,
): Message[] {
  const messages: Message[] = [];
  const total = turns.length * 2;
  // In their order, and none in the future.
  const at = (): Date => {
    const index = messages.length;
    const planned = talk.startedAt.getTime() + index * BETWEEN_MS;
    return new Date(Math.min(planned, calendar.now.getTime() - (total - index)));
  };
  const common = { conversationId: talk.id, citations: [], isAnswered: null, escalation: null, engine: null };
  for (const [index, turn] of turns.entries()) {
    const asked = at();
    const question = { ...common, id: random.id(asked), role: 'visitor' as const, text: turn.question };
    messages.push({ ...question, responseMs: null, answersId: null, createdAt: asked });
    const said = answerOf(turn, style);
    const before = index === 0 ? `${disclosure(WORKSPACE.name, 'en')}\n\n` : '';
    const answered = at();
    messages.push({
      ...common,
      ...said,
      id: random.id(answered),
      role: 'agent',
      text: before + said.text,
      engine: BUILT_IN_ENGINE,
      responseMs: talk.responseMs,
      answersId: question.id,
      createdAt: answered,
    });
  }
  return messages;
}

function answerOf(
  { item, quote, handover }: Turn,
  style: string,
): Pick<Message, 'text' | 'citations' | 'isAnswered' | 'escalation'> {
  if (item?.id && quote !== undefined) {
    const citations = [{ knowledgeId: item.id, title: item.title, quote }];
    return { text: inTone(`${quote} [1]`, style), citations, isAnswered: true, escalation: null };
  }
  if (handover === undefined)
    return { text: `${NOT_KNOWN} ${OFFER_PERSON}`, citations: [], isAnswered: false, escalation: null };
  const escalation: Escalation = {
    level: 'escalate',
    category: handover,
    resources: isSafetyCategory(handover)
      ? helpLines({ level: 'escalate', category: handover }, ['UK'], 'en')
      : [],
  };
  return {
    text: safetyText({
      level: 'escalate',
      category: handover,
      lines: escalation.resources,
      isAboutSomeoneElse: false,
      language: 'en',
    }),
    citations: [],
    isAnswered: false,
    escalation,
  };
}
