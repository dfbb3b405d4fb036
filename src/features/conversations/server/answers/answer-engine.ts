import { fuseRanks } from '#engines/answers/meaning.ts';
import { readableRow } from '#engines/answers/passages.ts';
import { readQuestion, type SmallTalk } from '#engines/answers/question.ts';
import { sumFor } from '#engines/answers/sums.ts';
import { checkClaims } from '#engines/claims/check.ts';
import type { Candidate } from '#features/knowledge/rules-retrieval.ts';
import { type FoundByEmbedding, findByMeaning } from '#features/knowledge/server/embeddings.ts';
import { retrieve } from '#features/knowledge/server/retrieve.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import type { Citation, RetrievedPassage } from '../../contract.ts';
import { type Composed, composeAnswer, composeCautions, type Rated } from '../../rules-answer.ts';
import {
  NOT_KNOWN,
  NOT_OBEYED,
  NOT_SURE,
  OFFER_PERSON,
  smallTalkText,
  WORDING_BARRED,
} from '../../rules-small-talk.ts';
import { inTone } from '../../rules-tone.ts';

const SHOWN = 8;

export type Asked = {
  agentId: string;
  question: string;
  /** What the same person asked before. */
  before: string | undefined;
  /** Who answers, as small talk tells it. */
  name: string;
  expertiseArea?: string | undefined;
  specializations?: readonly string[] | undefined;
  /** Communication style of the agent. */
  style?: string | undefined;
  brand: string;
  jurisdictions: readonly Jurisdiction[];
  /** The date, as `YYYY-MM-DD`. */
  today: string;
};

/** Why a question is not answered from the knowledge. */
type Gap = 'not_known' | 'not_sure' | 'not_obeyed' | 'wording_barred' | 'selling_stopped';

export type Answer = {
  text: string;
  citations: Citation[];
  isAnswered: boolean;
  /** Absent of what was answered, and where nothing was looked up. */
  gap?: Gap;
  retrieved: RetrievedPassage[];
  engine: string;
};

/** What was asked and what of the agent's knowledge speaks of it. */
export type LookedUp =
  | { kind: 'small_talk'; talk: SmallTalk }
  | { kind: 'manipulation' }
  | { kind: 'question'; composed: Composed; ranked: Rated[]; retrieved: RetrievedPassage[] };

/**
 * Reads the question and looks it up by its words and, where an embedding model is configured, by what it means. Nothing
 * of another agent is ever read.
 */
export async function lookUp(
  ctx: Pick<Context, 'db' | 'config' | 'languageModel' | 'log'>,
  asked: Asked,
): Promise<LookedUp> {
  const question = readQuestion(asked.question, asked.before);
  if (question.kind !== 'question') return question;
  const meant = [asked.question, ...(question.isAbout === undefined ? [] : [question.isAbout])].join('\n');
  const [{ concepts, candidates, rarity }, alike] = await Promise.all([
    retrieve(ctx.db, asked.agentId, question),
    findByMeaning(ctx, asked.agentId, meant),
  ]);
  const known = new Set(candidates.map(keyOf));
  const composed = composeAnswer({
    text: question.text,
    concepts,
    asks: question.asks,
    parts: question.parts,
    candidates: [...candidates, ...alike.filter((passage) => !known.has(keyOf(passage)))],
    rarity,
    today: asked.today,
  });
  const ranked =
    alike.length === 0
      ? composed.rated
      : fuseRanks([composed.rated.filter(({ score }) => score > 0), alike.map(asRated)], keyOf);
  return { kind: 'question', composed, ranked, retrieved: ranked.slice(0, SHOWN).map(shown) };
}

function keyOf({ knowledgeId, position }: Candidate): string {
  return `${knowledgeId} ${position}`;
}

function asRated({ similarity, ...passage }: FoundByEmbedding): Rated {
  return { ...passage, score: Math.round(Math.min(1, Math.max(0, similarity)) * 100) / 100 };
}

/** Answers by quoting what was found; says so where it does not hold the answer. */
export function quoteAnswer(found: LookedUp, asked: Asked): Answer {
  const nothing = { citations: [], retrieved: [], engine: BUILT_IN_ENGINE };
  if (found.kind === 'small_talk')
    return { ...nothing, text: smallTalkText(found.talk, asked), isAnswered: true };
  if (found.kind === 'manipulation')
    return { ...nothing, text: NOT_OBEYED, isAnswered: false, gap: 'not_obeyed' };

  const { composed, retrieved } = found;
  const unknown: Answer = {
    ...nothing,
    retrieved,
    text: `${NOT_KNOWN} ${OFFER_PERSON}`,
    isAnswered: false,
    gap: 'not_known',
  };
  const quoted = (composed.answered ? composed.quoted : composed.nearest).filter(({ heading, quote }) =>
    mayBeSaid(`${heading} ${quote}`, asked.jurisdictions),
  );
  const citations = quoted.map(({ knowledgeId, title, quote }) => ({ knowledgeId, title, quote }));
  if (!composed.answered) {
    if (quoted.length === 0) return unknown;
    const text = `${NOT_SURE}\n\n${quotesOf(quoted)}\n\n${OFFER_PERSON}`;
    return { ...unknown, citations, text, gap: 'not_sure' };
  }
  if (quoted.length === 0) return { ...unknown, text: WORDING_BARRED, gap: 'wording_barred' };
  const sum = quoted.map(({ quote }) => sumFor(asked.question, quote)).find((one) => one !== undefined);
  return {
    text: inTone(`${quotesOf(quoted)}${sum ? `\n${sum.text}` : ''}`, asked.style),
    citations,
    isAnswered: true,
    retrieved,
    engine: BUILT_IN_ENGINE,
  };
}

/** Quotes one after the other, each with the number of its source. */
export function quotesOf(
  quoted: readonly (Pick<Citation, 'quote'> & { heading?: string })[],
  from = 1,
): string {
  return quoted
    .map(
      ({ heading = '', quote }, index) =>
        `${heading === '' ? '' : `${heading}${heading.endsWith('?') ? '' : ':'} `}${readableRow(quote)} [${index + from}]`,
    )
    .join('\n');
}

/** Warnings of the agent's knowledge about what was asked. They accompany a referral and sell nothing. */
export async function cautionsFor(
  db: Queryable,
  { agentId, question, today }: Pick<Asked, 'agentId' | 'question' | 'today'>,
): Promise<Citation[]> {
  const read = readQuestion(question);
  if (read.kind !== 'question') return [];
  const { concepts, candidates, rarity } = await retrieve(db, agentId, read);
  return composeCautions({ concepts, candidates, rarity, today });
}

/** No answer contains words that a rule of health advertising blocks, regardless of the author. */
export function mayBeSaid(text: string, jurisdictions: readonly Jurisdiction[]): boolean {
  return checkClaims(text, { jurisdictions, kind: 'agent_answer' }).verdict !== 'block';
}

function shown({ knowledgeId, title, headings, text, position, score }: Rated): RetrievedPassage {
  return { knowledgeId, title, headings, text, position, score };
}
