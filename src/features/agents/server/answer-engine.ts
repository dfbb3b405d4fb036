import { findClaims } from '#features/compliance/rules-claims.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { Queryable } from '#platform/db.ts';
import type { Citation, RetrievedPassage } from '../contract-chat.ts';
import { composeAnswer, composeCautions, type Rated } from '../rules-answer.ts';
import { readQuestion } from '../rules-question.ts';
import { NOT_KNOWN, NOT_OBEYED, OFFER_PERSON, smallTalkText, WORDING_BARRED } from '../rules-small-talk.ts';
import { retrieve } from './retrieval.ts';

export const BUILT_IN_ENGINE = 'Built-in engine';
const SHOWN = 8;

export type Asked = {
  expertId: string;
  question: string;
  /** What the same person asked before. */
  before: string | undefined;
  name: string;
  brand: string;
  jurisdictions: readonly Jurisdiction[];
};

export type Answer = {
  text: string;
  citations: Citation[];
  isAnswered: boolean;
  retrieved: RetrievedPassage[];
  engine: string;
};

/** Answers from the agent's knowledge by quoting it; says so where it does not hold the answer. */
export async function answerFromKnowledge(db: Queryable, asked: Asked): Promise<Answer> {
  const question = readQuestion(asked.question, asked.before);
  const nothing = { citations: [], retrieved: [], engine: BUILT_IN_ENGINE };
  if (question.kind === 'small_talk') {
    return { ...nothing, text: smallTalkText(question.talk, asked.name, asked.brand), isAnswered: true };
  }
  if (question.kind === 'manipulation') return { ...nothing, text: NOT_OBEYED, isAnswered: false };

  const { concepts, candidates, rarity } = await retrieve(db, asked.expertId, question.concepts);
  const composed = composeAnswer({ concepts, asks: question.asks, candidates, rarity });
  const retrieved = composed.rated.slice(0, SHOWN).map(shown);
  const unknown = { ...nothing, retrieved, text: `${NOT_KNOWN} ${OFFER_PERSON}`, isAnswered: false };
  if (!composed.answered) return unknown;

  const citations = composed.citations.filter(({ quote }) => mayBeSaid(quote, asked.jurisdictions));
  if (citations.length === 0) return { ...unknown, text: WORDING_BARRED };
  return {
    text: citations.map(({ quote }, index) => `${quote} [${index + 1}]`).join('\n'),
    citations,
    isAnswered: true,
    retrieved,
    engine: BUILT_IN_ENGINE,
  };
}

/** Warnings of the agent's knowledge about what was asked. They go beside a referral and sell nothing. */
export async function cautionsFor(
  db: Queryable,
  { expertId, question }: { expertId: string; question: string },
): Promise<Citation[]> {
  const read = readQuestion(question);
  if (read.kind !== 'question') return [];
  const { concepts, candidates, rarity } = await retrieve(db, expertId, read.concepts);
  return composeCautions({ concepts, candidates, rarity });
}

/** No answer holds words that a rule of health advertising blocks, whoever wrote them. */
export function mayBeSaid(text: string, jurisdictions: readonly Jurisdiction[]): boolean {
  return !findClaims(text, jurisdictions, { kind: 'agent_answer' }).some(
    ({ severity }) => severity === 'block',
  );
}

function shown({ knowledgeId, title, headings, text, position, score }: Rated): RetrievedPassage {
  return { knowledgeId, title, headings, text, position, score };
}
