import { helpLines } from '#engines/safety/help.ts';
import { allClearOf, type Judgement, judgeMessage } from '#engines/safety/judge.ts';
import { type HelpRegion, isSafetyCategory, type Language } from '#engines/safety/judgement.ts';
import {
  afterEmergencyText,
  allClearText,
  disclosure,
  type SafetyMessage,
  safetyText,
} from '#engines/safety/texts.ts';
import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Clock, Context } from '#platform/context.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { Escalation, EscalationCategory, HelpResource, Persona } from '../../contract.ts';
import { concernOf, isLost, warnsOf } from '../../rules-escalation.ts';
import { BROKEN_OFF, NOT_WORKING, OFFER_PERSON } from '../../rules-small-talk.ts';
import type { ConversationRow, MessageRow } from '../store.ts';
import {
  type Answer,
  type Asked,
  cautionsFor,
  type LookedUp,
  lookUp,
  quoteAnswer,
  quotesOf,
} from './answer-engine.ts';
import { answerWithModel, type ModelOutcome, sourcesOf, type Voice } from './model-answer.ts';

/** One question to an agent, with all that its answer depends on. */
export type Asking = {
  agent: Voice & { id: string };
  message: string;
  brand: string;
  jurisdictions: readonly Jurisdiction[];
  /** Whose numbers help, first the likeliest; where the visitor is known to be, that one alone. */
  regions: readonly HelpRegion[];
  /** Where it is asked; undefined outside of a conversation. */
  conversation: Pick<ConversationRow, 'sellingStoppedAt' | 'escalation' | 'handoverAt'> | undefined;
  /** What was said in it before, oldest first. */
  earlier: readonly Pick<MessageRow, 'role' | 'text' | 'isAnswered' | 'escalation'>[];
};

export type Answered = Answer & {
  escalation: Escalation | null;
  /** Why the language model did not answer, in words for the team; null where it did or none is configured. */
  modelFailure: string | null;
  /** The visitor made clear that there is no emergency: the agent answers again. */
  endsEmergency?: boolean;
};

/** Without `languageModel` the built-in engine quotes. */
export type Answering = Pick<Context, 'db' | 'clock' | 'log' | 'config' | 'languageModel' | 'answerTimeouts'>;

const EMERGENCIES: ReadonlySet<EscalationCategory> = new Set([
  'self_harm',
  'emergency',
  'overdose',
  'violence',
]);
/** Beside these nothing of the body was told that a passage could warn of. */
const WANTS_ONLY_A_PERSON: ReadonlySet<EscalationCategory> = new Set([
  'asked_for_person',
  'low_confidence',
  'anger',
  'large_order',
]);
const MOST_SOURCES = 8;

type Concern = 'low_confidence' | NonNullable<ReturnType<typeof concernOf>>;

/**
 * Answers one turn: judged first, then from the agent's knowledge, with the language model where one is configured.
 * What it yields is the beginning of the answer as a model writes it, and is never taken back. The rest of the text, all
 * of it where no model writes, is only in what it returns: it may be said once the answer is stored.
 */
export async function* answerTurn(ctx: Answering, asking: Asking): AsyncGenerator<string, Answered> {
  const judged = judgeSafely(asking.message, asking.earlier);
  const { conversation, agent } = asking;
  const isSelling = conversation?.sellingStoppedAt == null;
  const inEmergency =
    !isSelling && conversation.escalation?.level === 'emergency' ? conversation.escalation : null;
  const cleared = inEmergency && allClearOf(asking.message);
  if (cleared) return afterAllClear(inEmergency, cleared, judged.language);
  if (judged.level !== 'answer') return referral(ctx, asking, judged);
  if (inEmergency) return saidAlone(afterEmergencyText(inEmergency.resources, judged.language));
  const language = judged.language;

  const asked: Asked = {
    agentId: agent.id,
    question: asking.message,
    before: asking.earlier.findLast(({ role }) => role === 'visitor')?.text,
    name: agent.name,
    expertiseArea: agent.expertiseArea,
    specializations: agent.specializations,
    style: agent.communicationStyle,
    brand: asking.brand,
    jurisdictions: asking.jurisdictions,
    today: todayUtc(ctx.clock),
  };
  await claimsReady();
  const found = await lookUp(ctx, asked);
  const quote = () => (isSelling ? quoteAnswer(found, asked) : withoutSelling(quoteAnswer(found, asked)));
  const concern = concernOf(asking.message);
  const before = [
    ...(isFirst(asking) ? [disclosure(asking.brand, language)] : []),
    ...(concern === 'anger' ? [textFor(concern, language)] : []),
  ].join('\n\n');

  const sources =
    found.kind === 'question' && isSelling ? sourcesOf(found.ranked.slice(0, MOST_SOURCES), asked.today) : [];
  if (ctx.languageModel === undefined || sources.length === 0)
    return prefixed(before, finish({ asking, language, found, concern, quoted: quote() }));
  return yield* withModel(ctx, {
    asking,
    language,
    found,
    concern,
    quote,
    sources,
    before,
    model: ctx.languageModel,
  });
}

/** The same in one piece. */
export async function answerWhole(ctx: Answering, asking: Asking): Promise<Answered> {
  const answering = answerTurn(ctx, asking);
  for (;;) {
    const next = await answering.next();
    if (next.done) return next.value;
  }
}

/** The agent as it stands, with what is unsaved in a form. */
export function asPersona(agent: Voice & { id: string }, persona: Persona | undefined): Asking['agent'] {
  const { id, name, expertiseArea, description, backgroundInfo, specializations } = agent;
  const { communicationStyle, personalityDescription, voiceDescription, interactionMode } = agent;
  const stored = {
    name,
    expertiseArea,
    description,
    backgroundInfo,
    specializations,
    communicationStyle,
    personalityDescription,
    voiceDescription,
    interactionMode,
  };
  const given = Object.entries(persona ?? {}).filter(([, value]) => value !== undefined);
  return { id, ...stored, ...Object.fromEntries(given) };
}

type Finishing = {
  asking: Asking;
  /** Of the message. */
  language: Language;
  found: LookedUp;
  concern: ReturnType<typeof concernOf>;
  quoted: Answer;
  modelFailure?: string | null;
};

type WithModel = Omit<Finishing, 'quoted'> & {
  /** What the built-in engine says: put together only where the model leaves something to say. */
  quote: () => Answer;
  sources: ReturnType<typeof sourcesOf>;
  before: string;
  model: LanguageModel;
};

async function* withModel(ctx: Answering, given: WithModel): AsyncGenerator<string, Answered> {
  const { asking, language, found, quote, sources, before, model } = given;
  const writing = answerWithModel(
    model,
    {
      voice: asking.agent,
      brand: asking.brand,
      jurisdictions: asking.jurisdictions,
      question: asking.message,
      earlier: asking.earlier,
      sources,
    },
    ctx.answerTimeouts,
  );
  let outcome: ModelOutcome | undefined;
  let hasBegun = false;
  try {
    while (!outcome) {
      const next = await writing.next();
      if (next.done) outcome = next.value;
      else {
        if (!hasBegun && before !== '') yield `${before}\n\n`;
        hasBegun = true;
        yield next.value;
      }
    }
  } finally {
    // No one is listening: the model can stop.
    await writing.return({ kind: 'unknown', text: '', citations: [] });
  }
  const modelFailure = outcome.kind === 'failed' ? outcome.error.message : null;
  if (outcome.kind === 'failed')
    ctx.log.warn({ reason: outcome.error.reason }, 'agents: the language model did not answer');
  if (outcome.kind === 'handover') {
    const level = EMERGENCIES.has(outcome.category) ? ('emergency' as const) : ('escalate' as const);
    const { category } = outcome;
    return referral(ctx, asking, {
      level,
      category,
      language,
      isAboutSomeoneElse: false,
      couldBeSelfHarm: false,
    });
  }
  // Nothing was said: what the passages hold is quoted, or it is said that they do not.
  if (!hasBegun) return prefixed(before, finish({ ...given, quoted: quote(), modelFailure }));

  const said = `${before === '' ? '' : `${before}\n\n`}${outcome.text}`;
  const answer = {
    citations: outcome.citations,
    isAnswered: true,
    retrieved: found.kind === 'question' ? found.retrieved : [],
    engine: model.label,
  };
  if (outcome.kind !== 'failed') {
    const rest = closing(given.concern, given.language);
    return {
      ...answer,
      text: said + rest,
      modelFailure: null,
      escalation: escalationOf(given.concern),
    };
  }
  const quoted = quote();
  // Broken off: what was said stays, and further passages are quoted.
  const more = (quoted.isAnswered ? quoted.citations : []).filter(
    (citation) => !outcome.citations.some((known) => known.quote.includes(citation.quote)),
  );
  const quotes = more.length > 0 ? quotesOf(more, outcome.citations.length + 1) : OFFER_PERSON;
  const rest = `\n\n${BROKEN_OFF} ${quotes}${closing(given.concern, given.language)}`;
  return {
    ...answer,
    text: said + rest,
    citations: [...outcome.citations, ...more],
    engine: `${model.label}, then ${BUILT_IN_ENGINE}`,
    modelFailure,
    escalation: escalationOf(given.concern),
  };
}

/** The quoted answer with what has to be said about a person. */
function finish({ asking, language, found, concern, quoted, modelFailure = null }: Finishing): Answered {
  const mayHandOver = asking.conversation?.handoverAt == null && found.kind === 'question';
  if (!quoted.isAnswered && mayHandOver && modelFailure !== null) {
    const escalation = escalationOf('low_confidence');
    return { ...quoted, text: NOT_WORKING, citations: [], escalation, modelFailure };
  }
  const answers = asking.earlier.filter(({ role }) => role === 'agent');
  const isOften = isLost(
    answers.map(({ isAnswered, escalation }) => ({ isAnswered, hasEscalated: escalation !== null })),
  );
  const isUnknown = quoted.gap === 'not_known' || quoted.gap === 'not_sure';
  if (isUnknown && isOften && mayHandOver && concern === undefined) {
    const escalation = escalationOf('low_confidence');
    return { ...quoted, text: textFor('low_confidence', language), citations: [], escalation, modelFailure };
  }
  if (isUnknown && concern !== undefined) {
    // An upset visitor has read it before; after it, no offer of the person who has just been asked for.
    const text = concern === 'anger' ? '' : textFor(concern, language);
    return { ...quoted, text, citations: [], escalation: escalationOf(concern), modelFailure };
  }
  return {
    ...quoted,
    text: quoted.text + closing(concern, language),
    escalation: escalationOf(concern),
    modelFailure,
  };
}

function escalationOf(category: Concern | undefined): Escalation | null {
  return category === undefined ? null : { level: 'escalate', category, resources: [] };
}

function textFor(category: Concern, language: Language): string {
  return safetyText({ level: 'escalate', category, lines: [], isAboutSomeoneElse: false, language });
}

/** Behind the answer; an upset visitor was told before it. */
function closing(concern: ReturnType<typeof concernOf>, language: Language): string {
  return concern === 'large_order' ? `\n\n${textFor(concern, language)}` : '';
}

/** As the database reckons the last days of knowledge. */
function todayUtc(clock: Clock): string {
  return clock.now().toISOString().slice(0, 10);
}

type Referred = Omit<SafetyMessage, 'lines' | 'isTeamTold'> & { couldBeSelfHarm: boolean };

/** The fixed words of a referral, with the warnings that the agent knows of. An emergency gets nothing else. */
async function referral({ db, clock }: Answering, asking: Asking, judged: Referred): Promise<Answered> {
  const { level, category, language } = judged;
  const lines = helpFor(judged, asking.regions);
  const cautions =
    level === 'escalate' && !WANTS_ONLY_A_PERSON.has(category)
      ? await cautionsFor(db, { agentId: asking.agent.id, question: asking.message, today: todayUtc(clock) })
      : [];
  const citations = cautions.filter(({ quote }) => warnsOf(asking.message, quote));
  const warned = citations.map(({ quote, title }, index) => `From “${title}”: ${quote} [${index + 1}]`);
  const answered: Answered = {
    text: [safetyText({ ...judged, lines }), ...warned].join('\n'),
    citations,
    isAnswered: citations.length > 0,
    retrieved: [],
    engine: BUILT_IN_ENGINE,
    escalation: { level, category, resources: lines },
    modelFailure: null,
  };
  return level === 'emergency' ? answered : greeted(asking, answered, language);
}

/** Numbers for what it is; where someone may also want to die, those for that as well. */
function helpFor(judged: Referred, regions: readonly HelpRegion[]): HelpResource[] {
  const { level, category, couldBeSelfHarm, language } = judged;
  if (!isSafetyCategory(category)) return [];
  const own = helpLines({ level, category }, regions, language);
  if (!couldBeSelfHarm) return own;
  const isNamed = new Set(own.map(({ region, contact }) => `${region} ${contact}`));
  const ofLife = helpLines({ level, category: 'self_harm' }, regions, language);
  return [...own, ...ofLife.filter(({ region, contact }) => !isNamed.has(`${region} ${contact}`))];
}

/** Help for someone in danger where nothing is stored, so that no one on the team sees the message. */
export function helpAlone(message: string, regions: readonly HelpRegion[]): Answered | undefined {
  const judged = judgeSafely(message);
  if (judged.level !== 'emergency') return undefined;
  const { level, category } = judged;
  const lines = helpFor(judged, regions);
  return {
    ...saidAlone(safetyText({ ...judged, lines, isTeamTold: false })),
    escalation: { level, category, resources: lines },
  };
}

/** Someone in danger of dying by their own hand or another's may be made to take it back. */
const ONLY_IF_MISTAKEN: ReadonlySet<EscalationCategory> = new Set(['self_harm', 'violence']);

/** An emergency lasts until a person ends it or the visitor makes clear that there is none. */
function afterAllClear(
  { category, resources }: Escalation,
  cleared: NonNullable<ReturnType<typeof allClearOf>>,
  language: Language,
): Answered {
  const isOver = cleared === 'mistaken' || !ONLY_IF_MISTAKEN.has(category);
  return { ...saidAlone(allClearText(isOver, resources, language)), endsEmergency: isOver };
}

/** Fixed words that rest on nothing that the agent knows. */
function saidAlone(text: string): Answered {
  return {
    text,
    citations: [],
    isAnswered: false,
    retrieved: [],
    engine: BUILT_IN_ENGINE,
    escalation: null,
    modelFailure: null,
  };
}

const SELLS =
  /[$€£]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|usd|eur|gbp)\b|\busd: |https?:|\bwww\.|\b(?:discount|sale|offer|coupon)\b/i;

/** After a referral nothing is sold until a person releases the conversation. */
function withoutSelling(answer: Answer): Answer {
  const citations = answer.citations.filter(({ quote }) => !SELLS.test(quote));
  if (citations.length === answer.citations.length) return answer;
  if (citations.length > 0 && answer.isAnswered) return { ...answer, citations, text: quotesOf(citations) };
  const text = 'A person from our team will go on with prices and offers here.';
  return { ...answer, citations: [], isAnswered: false, gap: 'selling_stopped', text };
}

/** A message that cannot be judged goes to a person. */
export function judgeSafely(message: string, earlier: Asking['earlier'] = []): Judgement {
  try {
    const before = earlier.filter(({ role }) => role === 'visitor').map(({ text }) => text);
    return judgeMessage(message, { earlier: before });
  } catch {
    const level = 'escalate' as const;
    const common = { language: 'en', isAboutSomeoneElse: false, couldBeSelfHarm: false } as const;
    return { level, category: 'unread_language', ...common };
  }
}

function isFirst({ conversation, earlier }: Asking): boolean {
  return conversation !== undefined && !earlier.some(({ role }) => role === 'agent');
}

function greeted(asking: Asking, answer: Answered, language: Language): Answered {
  return isFirst(asking) ? prefixed(disclosure(asking.brand, language), answer) : answer;
}

function prefixed(before: string, answer: Answered): Answered {
  return { ...answer, text: [before, answer.text].filter((part) => part !== '').join('\n\n') };
}
