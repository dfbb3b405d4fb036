import { z } from 'zod';
import { detectLanguage } from '#engines/safety/language.ts';
import { type Model, probabilitiesOf, readModel } from '#engines/text-model/model.ts';
import boilerplate from './boilerplate.json' with { type: 'json' };
import { featuresOfReply, LONGEST_READ } from './features.ts';
import labels from './labels.json' with { type: 'json' };
import { isMereQuestion, isOptOut } from './opt-out.ts';
import { type OwnWords, ownWords } from './own-words.ts';
import { foldSentence, sentencesIn } from './sentences.ts';
import weights from './weights.json' with { type: 'json' };

/** What a reply asks for, where its words say so plainly. */
export type ReplyIntent = 'stop' | 'not_now' | 'interested' | 'question';

export type ReadReply = OwnWords & { intent: ReplyIntent | undefined };

const LABELS = ['not_now', 'interested'] as const;
const patterns = z.record(z.enum(LABELS), z.array(z.string())).parse(labels);
/** As much of a line as says what it is. */
const LONGEST_LINE = 300;
const SAID = LABELS.map((label) => ({ label, patterns: patterns[label].map((one) => new RegExp(one)) }));

const footer = z
  .strictObject({
    /** What lawyers add below a message. */
    disclaimers: z.array(z.string()),
    /** What shops write below theirs: why their own readers receive it, and how they unsubscribe. */
    footers: z.array(z.string()),
  })
  .parse(boilerplate);
const FOOTER = new RegExp(`^\\W*(?:${[...footer.disclaimers, ...footer.footers].join('|')})`);

/** A subject that the mail program wrote: "Re:", "AW:", "Fwd:". */
const OUR_SUBJECT = /^\s*(?:re|aw|antw|antwort|sv|rv|rif|r|tr|wg|fw|fwd|wtr|doorst|res?)\s*(?:\[\d+\]\s*)?:/i;

type Input = {
  text: string;
  subject?: string | undefined;
  /** The messenger it came over, a word: there "no more WhatsApp" is about all that we send. */
  messenger?: 'whatsapp' | 'bluesky' | undefined;
};

/**
 * Log odds from which a reply is an opt-out: where no pattern finds one, and where one does; in between it goes to a person.
 * Chosen on authors left out of the fit (`npm run eval:replies -- --fit`): without a pattern, fewer than 1 % of the friendly
 * replies are taken for an opt-out, and most of those were written to look like one.
 */
const STOP_FROM = 2.7;
const PLAIN_STOP_FROM = 0;
/** A sentence that declines has no more words than this. */
const DECLINE_WORDS = 5;
/** Probability from which the model gives another label. */
const LABEL_FROM = 0.4;

let fitted: Model | undefined;
const model = (): Model => (fitted ??= readModel(weights));

/**
 * What somebody wrote themselves in a reply, and what it asks for. Of what they quote nothing counts. A subject of their
 * own counts too: many unsubscribe with it alone.
 */
export function readReply({ text, subject = '', messenger }: Input, using: Model = model()): ReadReply {
  const own = ownWords(text);
  const said = own.isAllQuoted ? '' : own.text;
  const meant = withoutFooter(said);
  const words = messenger === undefined ? meant : meant.replace(new RegExp(`\\b${messenger}s?\\b`, 'gi'), '');
  return { ...own, intent: intentOf(words, OUR_SUBJECT.test(subject) ? '' : subject, using) };
}

/** Up to the first line below others that every message of its writer ends with. */
function withoutFooter(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findIndex(
    (line, at) => at > first && FOOTER.test(foldSentence(line.slice(0, LONGEST_LINE))),
  );
  return end < 0 ? text : lines.slice(0, end).join('\n');
}

function intentOf(words: string, subject: string, using: Model): ReplyIntent | undefined {
  const all = `${subject}\n\n${words}`.trim();
  const isPlain = isOptOut(words) || (subject !== '' && isOptOut(all));
  const sentences = sentencesIn(words).map(foldSentence);
  if (!isPlain && isDecline(sentences)) return 'not_now';
  const said = SAID.find((one) =>
    one.patterns.some((pattern) => sentences.some((sentence) => pattern.test(sentence))),
  );
  const { language, isCovered } = detectLanguage(all);
  // In a language that the model does not know, patterns decide.
  const likely = isCovered && all !== '' ? likelyIn(all, using) : undefined;
  if (!likely && isPlain) return 'stop';
  if (likely) {
    const odds = stopOdds(all, likely.stop, using);
    const from = isPlain ? PLAIN_STOP_FROM : STOP_FROM;
    if (odds >= from && (isPlain || !isMereQuestion(all, language))) return 'stop';
    if (isPlain || (odds >= PLAIN_STOP_FROM && said?.label !== 'not_now')) return undefined;
  }
  if (said) return said.label;
  const label = likely && LABELS.find((one) => likely[one] >= LABEL_FROM);
  return label ?? (words.includes('?') ? 'question' : undefined);
}

/** Whether a reply declines an offer and says nothing else: "No, thanks. Not interested." */
function isDecline(sentences: readonly string[]): boolean {
  const [notNow] = SAID;
  return (
    sentences.length > 0 &&
    sentences.every(
      (sentence) =>
        sentence.split(' ').length <= DECLINE_WORDS &&
        notNow?.patterns.some((pattern) => pattern.test(sentence)),
    )
  );
}

/** Log odds of an opt-out: the mean of the whole message and its plainest sentence, which may be one of a long story. */
function stopOdds(text: string, whole: number, using: Model): number {
  const sentences = sentencesIn(text.slice(0, LONGEST_READ));
  const parts = sentences.length > 1 ? sentences.map((sentence) => likelyIn(sentence, using).stop) : [];
  return (oddsOf(whole) + oddsOf(Math.max(whole, ...parts))) / 2;
}

const oddsOf = (probability: number): number => Math.log((probability + 1e-6) / (1 - probability + 1e-6));

function likelyIn(text: string, using: Model): Record<'stop' | (typeof LABELS)[number], number> {
  const probabilities = probabilitiesOf(using, featuresOfReply(text));
  const of = (label: string): number => probabilities[using.classes.indexOf(label)] ?? 0;
  return { stop: of('stop'), not_now: of('not_now'), interested: of('interested') };
}
