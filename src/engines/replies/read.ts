import { z } from 'zod';
import boilerplate from './boilerplate.json' with { type: 'json' };
import labels from './labels.json' with { type: 'json' };
import { isOptOut } from './opt-out.ts';
import { type OwnWords, ownWords } from './own-words.ts';
import { foldSentence, sentencesIn } from './sentences.ts';

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
 * What somebody wrote themselves in a reply, and what it asks for. Of what they quote nothing counts. A subject of their
 * own counts too: many unsubscribe with it alone.
 */
export function readReply({ text, subject = '', messenger }: Input): ReadReply {
  const own = ownWords(text);
  const said = own.isAllQuoted ? '' : own.text;
  const meant = withoutFooter(said);
  const words = messenger === undefined ? meant : meant.replace(new RegExp(`\\b${messenger}s?\\b`, 'gi'), '');
  return { ...own, intent: intentOf(words, OUR_SUBJECT.test(subject) ? '' : subject) };
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

function intentOf(words: string, subject: string): ReplyIntent | undefined {
  if (isOptOut(words) || (subject !== '' && isOptOut(`${subject}\n\n${words}`))) return 'stop';
  const sentences = sentencesIn(words).map(foldSentence);
  const said = SAID.find((one) =>
    one.patterns.some((pattern) => sentences.some((sentence) => pattern.test(sentence))),
  );
  if (said) return said.label;
  return words.includes('?') ? 'question' : undefined;
}
