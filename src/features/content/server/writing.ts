import { type CompositionInput, composeContent } from '#engines/writing/compose.ts';
import { watchForLeaks } from '#engines/writing/leaks.ts';
import type { UnchangedReason } from '#engines/writing/reasons.ts';
import { refineContent } from '#engines/writing/refine.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { AppError } from '#kit/errors.ts';
import type { LanguageModel, Passage } from '#providers/language-model/port.ts';
import type { BrandVoice } from '../contract.ts';
import type { GenerationRequest, UsedFact } from '../contract-sessions.ts';
import { readableAnswer, TYPE_LABELS } from '../rules.ts';
import { contentDiff, diffCounts } from '../rules-diff.ts';
import { factsFor } from '../rules-product-facts.ts';
import { leftOutWords, UNCHANGED_WORDS } from '../rules-writing-words.ts';
import type { SessionRow } from './session-store.ts';

/** What is being written: the words as they come, then the whole of it. */
export type Writing = AsyncGenerator<string, Written>;
type Written = {
  content: string;
  explanation: string;
  facts: UsedFact[];
  writtenBy: string;
  /** Set if nothing was changed, so that there is no new version. */
  reason?: UnchangedReason;
};

type Brief = Required<Pick<GenerationRequest, 'prompt' | 'targetAudience' | 'tone'>> & {
  session: SessionRow;
  voice: BrandVoice;
  /** The name that signs. */
  sender: string;
  signal: AbortSignal;
};

type Change = {
  session: SessionRow;
  voice: BrandVoice;
  sender: string;
  content: string;
  /** The request that the content was first written from. */
  prompt: string;
  request: string;
  signal: AbortSignal;
};

const MOST_OUTPUT_TOKENS = 4_000;

/** What each kind of content looks like, for a model that has never seen one of ours. */
const SHAPES: Record<SessionRow['contentType'], string> = {
  email: 'The first line is "Subject: ..." with at most 60 characters, then an empty line, then the mail.',
  flyer:
    'The first line is the headline after "# ", then short lines and "- " bullets, then how to get in touch.',
  video: 'Lines that are spoken, each after its time in brackets, such as [0:00-0:05].',
  social_post: 'One post of at most 280 characters unless the brief says otherwise.',
  ad_copy: 'A headline of at most 40 characters, then at most 90 characters of text, then what to do.',
  newsletter: 'The first line is "Subject: ...", then sections, each under a heading after "## ".',
  text: 'Plain paragraphs.',
};

const HOUSE_RULES = [
  'You write marketing content for a health and wellness business.',
  'Answer with the content alone: no introduction, no remarks, no code fence.',
  'Use only facts that the brief or the product facts give. Never invent a fact, figure, date, name, study or review.',
  'Where a needed fact is missing, write a blank instead: [date], [time], [place], [price], [link], [contact], [name] or [details].',
  'Make no claim that a product treats, prevents or cures anything, and never say what health condition a reader has.',
  'Markup: # and ## headings, "- " and "1. " lists, | tables, **bold**, links as [words](https://…). No HTML.',
].join('\n');

/**
 * Writes content for a session with the language model, or from templates where there is none. Refuses with `refused` and
 * the reason `language` or `languages` where there are no templates for the brief.
 */
export async function* writeContent(model: LanguageModel | undefined, brief: Brief): Writing {
  const { session, voice, prompt, targetAudience, tone, signal } = brief;
  const { facts, contradicting } = factsFor(voice.facts, `${session.requirements}\n${prompt}`);
  if (!model) {
    const composed = composeContent(templateInput({ ...brief, facts }));
    if (composed.outcome === 'needs_model')
      throw new AppError('refused', UNCHANGED_WORDS[composed.reason], { reason: composed.reason });
    const { content, leftOut } = composed;
    yield* inWords(content);
    return {
      content,
      explanation: [leftOutWords(leftOut), ...contradicting.map(contradicted)].filter(Boolean).join(' '),
      facts: quoted(facts, content),
      writtenBy: BUILT_IN_ENGINE,
    };
  }
  const content = yield* readModel(model, {
    system: [
      HOUSE_RULES,
      `Content type: ${TYPE_LABELS[session.contentType]}. ${SHAPES[session.contentType]}`,
      `Audience: ${targetAudience}. Tone: ${tone}.`,
    ].join('\n'),
    parts: [
      'Write the content that this brief asks for.',
      ...passages({ requirements: session.requirements, request: prompt }),
      ...voicePassages(voice, facts),
    ],
    signal,
  });
  const explanation = contradicting.map(contradicted).join(' ');
  return { content, explanation, facts: quoted(facts, content), writtenBy: model.label };
}

/** Changes content as asked. Without a model, what needs judgement changes nothing and has a reason. */
export async function* changeContent(model: LanguageModel | undefined, change: Change): Writing {
  const { session, voice, content: before, request, signal } = change;
  const { facts } = factsFor(voice.facts, `${session.requirements}\n${request}`);
  if (!model) {
    const refined = refineContent({
      ...templateInput({
        ...change,
        facts: factsFor(voice.facts, `${session.requirements}\n${change.prompt}`).facts,
      }),
      content: before,
      request,
    });
    if (refined.outcome === 'unchanged') {
      const { reason } = refined;
      return {
        content: before,
        explanation: UNCHANGED_WORDS[reason],
        facts: [],
        writtenBy: BUILT_IN_ENGINE,
        reason,
      };
    }
    const { content } = refined;
    yield* inWords(content);
    const counts = diffCounts(contentDiff(before, content));
    return {
      content,
      explanation: counts === undefined ? '' : `${counts}.`,
      facts: quoted(facts, content),
      writtenBy: BUILT_IN_ENGINE,
    };
  }
  const content = yield* readModel(model, {
    system: [
      HOUSE_RULES,
      `Content type: ${TYPE_LABELS[session.contentType]}. ${SHAPES[session.contentType]}`,
      'You get content and what to change. Answer with the whole content, changed as asked and otherwise as it was.',
    ].join('\n'),
    parts: [
      'Change the content as the request says.',
      ...passages({ requirements: session.requirements, content: before, request }),
      ...voicePassages(voice, facts),
    ],
    signal,
  });
  const counts = diffCounts(contentDiff(before, content));
  const explanation = counts === undefined ? 'The model left the content as it was.' : `${counts}.`;
  return { content, explanation, facts: quoted(facts, content), writtenBy: model.label };
}

/** Suggestions that the built-in engine can carry out on this text. */
export function doableIdeas(
  ideas: readonly string[],
  change: Pick<Change, 'session' | 'voice' | 'sender' | 'content' | 'prompt'>,
): string[] {
  const input = templateInput({
    ...change,
    facts: factsFor(change.voice.facts, `${change.session.requirements}\n${change.prompt}`).facts,
  });
  return ideas.filter(
    (request) => refineContent({ ...input, content: change.content, request }).outcome === 'changed',
  );
}

type TemplateBrief = Pick<Change, 'session' | 'voice' | 'sender' | 'prompt'> & {
  facts: readonly UsedFact[];
  tone?: SessionRow['tone'];
};

function templateInput({ session, voice, sender, prompt, facts, tone }: TemplateBrief): CompositionInput {
  return {
    type: session.contentType,
    tone: tone ?? session.tone,
    requirements: session.requirements,
    prompt,
    facts: facts.map(({ fact }) => fact),
    bannedWords: voice.dontWords,
    sender,
    seed: session.id,
  };
}

type Question = { system: string; parts: (string | Passage)[]; signal: AbortSignal };

async function* readModel(
  model: LanguageModel,
  { system, parts, signal }: Question,
): AsyncGenerator<string, string> {
  let answer = '';
  const said = parts.map((part) => (typeof part === 'string' ? '' : part.text)).join('\n');
  const watch = watchForLeaks(system, said);
  const stream = model.streamText({
    system,
    messages: [{ role: 'user', content: parts }],
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    signal,
  });
  for await (const piece of stream) {
    answer += piece;
    if (watch.hears(piece)) {
      const message =
        'The language model repeated its instructions instead of writing. Try again in other words.';
      throw new AppError('unavailable', message, { reason: 'instructions', retryable: true });
    }
    yield piece;
  }
  const content = readableAnswer(answer);
  if (content === undefined) {
    const message = 'The language model gave an answer that is no readable text. Try again.';
    throw new AppError('unavailable', message, { reason: 'malformed', retryable: true });
  }
  return content;
}

function passages(texts: Record<string, string>): Passage[] {
  return Object.entries(texts).flatMap(([label, text]) => (text === '' ? [] : [{ label, text }]));
}

function contradicted({ fact, source }: UsedFact): string {
  return `Left out, because the brief says otherwise: “${fact}” (${source}).`;
}

function voicePassages(voice: BrandVoice, facts: readonly UsedFact[]): Passage[] {
  return passages({
    'how the business writes': voice.samples,
    'words to prefer': voice.doWords.join(', '),
    'words that must not appear': voice.dontWords.join(', '),
    'product facts': facts.map(({ fact }) => `- ${fact}`).join('\n'),
  });
}

/** The engine is done at once; its words still travel one by one, like those of a model. */
async function* inWords(content: string): AsyncGenerator<string, void> {
  for (const word of content.match(/\s*\S+\s*$|\s*\S+/g) ?? []) yield word;
}

/** Of the facts that were given, those whose figures or words stand in the text. */
function quoted(facts: readonly UsedFact[], content: string): UsedFact[] {
  const text = content.toLowerCase();
  return facts.filter(({ fact }) => {
    const words = fact.toLowerCase().match(/[\p{L}\p{N}]{3,}|\d+/gu) ?? [];
    return words.length > 0 && words.filter((word) => text.includes(word)).length >= words.length * 0.7;
  });
}
