import type { ReplyLabel, ThreadItem } from './contract-replies.ts';

export const REPLY_LABEL_WORDS: Record<ReplyLabel, string> = {
  interested: 'Interested',
  not_now: 'Not now',
  question: 'Question',
  out_of_office: 'Out of office',
  stop: 'Stop',
};

/** Where what somebody quotes begins, in a line of single spaces: runs of them make such a search endless. */
const QUOTE_STARTS = [
  /^>/,
  /^-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht)/i,
  /^_{10,}$/,
  /^(?:on|am|le|el|il)\b.{4,200}\b(?:wrote|schrieb.*|a écrit|escribió|ha scritto) ?:?$/i,
  /^from: .+@/i,
  /^sent from my\b/i,
];

/** What somebody wrote themselves: without the message they quote and without the signature behind `-- `. */
export function ownWords(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex(
    (line, index) =>
      line === '-- ' ||
      QUOTE_STARTS.some((start) => start.test(singleSpaced(line))) ||
      // Mail programs break a long "On … wrote:" into two lines.
      QUOTE_STARTS[3]?.test(singleSpaced(`${line} ${lines[index + 1] ?? ''}`)),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

const singleSpaced = (line: string): string => line.replace(/\s+/g, ' ').trim();

const STOP_ALONE =
  /^\W*(?:please\s+)?(?:stop|unsubscribe|remove(?:\s+me)?|opt[\s-]?out|abmelden|stopp|désabonner|baja)(?:\s+please)?\W*$/i;
const STOP_WITHIN =
  /\bunsubscribe\s+(?:me|my)\b|\bplease\s+unsubscribe\b|\bstop\s+(?:e-?mailing|mailing|writing|contacting|sending|messaging|spamming)\b|\btake me off\b|\bremove (?:me|my (?:name|e-?mail|address))\s+from\b|\b(?:do not|don[’']t|never)\s+(?:e-?mail|write|contact|message|send)\b.{0,60}\b(?:again|any ?more|me)\b|\bno more (?:e-?)?mails?\b|\bleave me alone\b/i;
const NOT_NOW =
  /\bnot (?:right |just )?now\b|\bnot at (?:the|this) (?:moment|time)\b|\bmaybe later\b|\b(?:next|in a few) (?:week|month|year|quarter|spring|summer|autumn|winter)s?\b|\btoo busy\b|\bnot interested\b|\bno,? thank(?:s| you)\b|\bnot for me\b/i;
const INTERESTED =
  /\b(?:i am|i[’']m|we are|we[’']re|very|quite|really) interested\b|\bsounds (?:good|great|lovely|interesting)\b|\btell me more\b|\byes,? please\b|\bsign me up\b|\bcount me in\b|\b(?:would|i[’']d) (?:love|like) to (?:know|hear|try|join|come|order|buy|book|learn|see)\b|\bhow (?:do|can) i (?:sign up|join|order|buy|book|start)\b|\bsend me (?:more|the|some)\b/i;

/** What an answer asks for, by its words; undefined where they do not say it plainly. */
export function labelOf(text: string): ReplyLabel | undefined {
  const words = ownWords(text);
  const [firstLine = ''] = words.split('\n').filter((line) => line.trim() !== '');
  if (STOP_ALONE.test(firstLine) || STOP_WITHIN.test(words)) return 'stop';
  if (NOT_NOW.test(words)) return 'not_now';
  if (INTERESTED.test(words)) return 'interested';
  return words.includes('?') ? 'question' : undefined;
}

type DraftInput = {
  label: ReplyLabel | null;
  /** What they wrote, and what we had written to them. */
  reply: string;
  message: string | null;
  firstName: string;
  landingPageUrl: string | null;
  senderName: string;
};

/**
 * An answer to begin with. It says only what is stored: the page of the campaign, and the sentence of our own message
 * that speaks about what they ask. Undefined where nothing should be written.
 */
export function draftAnswer(input: DraftInput): string | undefined {
  const { label, firstName, landingPageUrl, senderName } = input;
  if (label === 'stop' || label === 'out_of_office') return undefined;
  const page = landingPageUrl === null ? [] : [landingPageUrl];
  const body = {
    interested: [
      'Thank you for your answer. Here is the page again:',
      ...page,
      'Write to me whenever you have a question.',
    ],
    not_now: [
      'Thank you for telling me. I will leave it at that.',
      ...(page.length > 0 ? ['Should it suit you later, this is the page:', ...page] : []),
    ],
    question: questionParts(input, page),
    none: ['Thank you for your answer.', ...page],
  }[label ?? 'none'];
  return [firstName === '' ? 'Hello,' : `Hi ${firstName},`, ...body, senderName]
    .filter((part) => part !== '')
    .join('\n\n');
}

function questionParts({ reply, message }: DraftInput, page: string[]): string[] {
  const question = sentencesOf(ownWords(reply)).find((sentence) => sentence.endsWith('?')) ?? '';
  const known = message === null ? undefined : sentenceAbout(question, message);
  return [
    'Thank you for asking.',
    ...(question === '' ? [] : [`You asked: “${question}”`]),
    ...(known === undefined ? ['I will look into it and write to you again.'] : [`We wrote: “${known}”`]),
    ...(page.length > 0 ? ['There is more on this page:', ...page] : []),
  ];
}

function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const SMALL_WORDS = new Set(
  'about also and are but can could did does for from get had has have her his how its just like more not our out she should than that the them then there they this was were what when where which who will with would you your'.split(
    ' ',
  ),
);

function telling(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return new Set(
    words.filter((word) => !SMALL_WORDS.has(word)).map((word) => word.replace(/(?:s|ed|ing)$/, '')),
  );
}

/** The sentence of a message that shares the most telling words with a question, two at least. */
function sentenceAbout(question: string, message: string): string | undefined {
  const asked = telling(question);
  let best: { sentence: string; shared: number } | undefined;
  for (const sentence of sentencesOf(message)) {
    if (sentence.includes('http')) continue;
    const shared = [...telling(sentence)].filter((word) => asked.has(word)).length;
    if (shared >= 2 && shared > (best?.shared ?? 0)) best = { sentence, shared };
  }
  return best?.sentence;
}

/** "Re: …", once. */
export function answerSubject(subject: string): string {
  return /^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`;
}

/** Why the last answer may not have arrived, in words for people; null where it has left. */
export function answerProblem(items: readonly Pick<ThreadItem, 'kind' | 'note'>[]): string | null {
  return items.findLast(({ kind }) => kind === 'answer')?.note ?? null;
}
