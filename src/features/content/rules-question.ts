import { DATE, onDate } from '#engines/writing/dates.ts';
import { type Document, endOf, isGoodbye, mapSentences, sentencesIn } from '#engines/writing/document.ts';
import { capitalised, pick, sentencesOf } from '#engines/writing/sentences.ts';
import type { AssetType } from './contract.ts';
import { readBrief } from './rules-brief.ts';

export type QuestionOrder = {
  /** The question itself, where it was given. */
  words: string | undefined;
  /** What it shall ask, as it was said: "about parking", "whether they can come". */
  matter: string;
  place: 'start' | 'end';
};

const ONE =
  '(?:exactly |only |just )?(?:an?|one|another|1|a single|the)\\s+(?:(?!headline|subject)[\\w-]+ ){0,2}?question';
const END =
  '(?:end|finish|close|conclude|wrap up|round off)(?:s|es|ing)?(?: it| them|(?: the| this| our)? (?:mail|email|post|text|copy|letter|newsletter|ad|flyer|script|caption|message))?(?: off| up)?';
const PUT =
  '(?:add|append|include|insert|put|pose|ask|use|give|write|have)(?: in| it| them| us| readers?| people| everybody| (?:the|our|your) [\\w-]+)?';
const ORDER = new RegExp(
  `^(?:(?:${END} (?:with|on|by asking)|${PUT}|with|and)\\s+)*${ONE}\\b(?! and answer| mark)[:,]?\\s*(.*)$`,
  'i',
);
const DIRECT =
  /^(?:ask)(?: (?:them|readers?|people|everybody|everyone|customers|members|(?:the|our|your) [\w-]+))?\s+((?:whether|if|what|how|which|when|where|why|who)\b.+)$/i;

/** "End with a question", "ask one question about parking", "ask them whether they can come"; undefined for the rest. */
export function questionOrder(instruction: string): QuestionOrder | undefined {
  const said = instruction.trim().replace(/[.,;]+$/, '');
  const direct = DIRECT.exec(said)?.[1];
  if (direct !== undefined) return { words: undefined, matter: direct, place: 'end' };
  const rest = ORDER.exec(said)?.[1];
  if (rest === undefined) return undefined;
  const place = /\b(?:at|in) the (?:very )?(?:start|beginning|top|opening)\b/i.test(rest) ? 'start' : 'end';
  const words = /["“]([^"”]+)["”]|^([^"“]+\?)$/.exec(rest)?.slice(1).find(Boolean);
  const matter = rest
    .replace(
      /\s*\b(?:at|in|to|for|as) (?:the |an? )?(?:very )?(?:end|close|closing|closer|bottom|last (?:line|sentence)|start|beginning|top|opening|finish)\b/gi,
      '',
    )
    .trim();
  return { words: words === undefined ? undefined : asked(words), matter, place };
}

type Asked = {
  type: AssetType;
  document: Document;
  requirements: string;
  seed: string;
};

/** A question to the readers; undefined where what it shall ask is not understood. */
export function questionFor(
  { words, matter }: Pick<QuestionOrder, 'words' | 'matter'>,
  given: Asked,
): string | undefined {
  if (words !== undefined) return words;
  const about =
    /^(?:about|on|regarding|concerning)\s+(?!(?:whether|if|what|how|which|when|where|why|who)\b)(.+)$/i.exec(
      matter,
    )?.[1];
  if (about !== undefined)
    return pick(
      [
        `What would you like to know about ${about}?`,
        `Is there anything you would like to ask about ${about}?`,
      ],
      given.seed,
      'question about',
    );
  const clause =
    /^(?:about |on |asking |that asks )?(?:them |readers |people )?((?:whether|if|what|how|which|when|where|why|who)\b.+)$/i.exec(
      matter,
    )?.[1];
  if (clause !== undefined) return turned(clause);
  if (matter !== '' && !TO_WHOM.test(matter)) return undefined;
  return ownQuestion(given);
}

const TO_WHOM =
  /^(?:(?:to|for|from) (?:the |our |your |my )?(?:readers?|them|comments?|audience|customers?|members?|people|subscribers?|followers?)|that (?:invites?|gets?|asks? for|starts?|encourages?|prompts?)\b.*|(?:people|they|readers|you) (?:can|could|may|might) (?:answer|reply to).*|instead|too|as well)$/i;

/** "whether they can come" → "Can you come?"; undefined for a clause of another shape. */
function turned(clause: string): string | undefined {
  const WHO = '(?:they|you|readers|people|members|customers|everybody|everyone)';
  const HELP = '(?:can|could|will|would|have|are|were|may|should|do|did)';
  const yesNo = new RegExp(`^(?:whether|if)\\s+${WHO}\\s+(?:(${HELP})\\s+)?(.+)$`, 'i').exec(clause);
  if (yesNo) {
    const [, help = 'do', rest = ''] = yesNo;
    return asked(toYou(`${help} you ${rest}`));
  }
  const [, head = '', help = 'do', rest = ''] =
    new RegExp(
      `^((?:what|how|which|when|where|why|who)\\b(?: (?:much|many|often|long|[a-z]+))??)\\s+${WHO}\\s+(?:(${HELP})\\s+)?(.+)$`,
      'i',
    ).exec(clause) ?? [];
  return head === '' ? undefined : asked(toYou(`${head} ${help} you ${rest}`));
}

function toYou(text: string): string {
  return text
    .replace(/\bthey\b/gi, 'you')
    .replace(/\bthem\b/gi, 'you')
    .replace(/\btheir\b/gi, 'your')
    .replace(/\bthemselves\b/gi, 'yourself');
}

function asked(words: string): string {
  return `${capitalised(words.trim().replace(/[.!?\s]+$/, ''))}?`;
}

const MEETING =
  /\b(?:invite\w*|invitation|tasting|open (?:house|day|evening)|workshop|webinar|retreat|party|picnic|meet-?up|get-together|doors open|class(?:es)?|seats?|places are|join us|come (?:by|along|and see)|evenings?|walk(?:ing group)?)\b/i;

/** From the subject itself: whether they come where there is something to come to, else what they would like to know. */
function ownQuestion({ type, document, requirements, seed }: Asked): string {
  const text = [document.subject ?? '', ...document.blocks].join('\n');
  const date = new RegExp(DATE, 'iu').exec(
    sentencesIn(document)
      .filter((one) => !/\b(?:reply|answer|book|register|sign up|until|by|before|deadline)\b/i.test(one))
      .join(' '),
  )?.[0];
  if (MEETING.test(text)) {
    if (date !== undefined && type !== 'video') return `Will we see you ${onDate(date)}?`;
    return pick(['Will you join us?', 'Will we see you there?'], seed, 'question');
  }
  const topic = topicOf(requirements, text);
  if (topic !== undefined) return `What would you like to know about ${topic}?`;
  return pick(['What would you like to know first?', 'What would help you most?'], seed, 'question');
}

/** What a brief is about as it stands in a sentence: "our new tea", "better sleep"; undefined for a clause or a name cut off. */
function topicOf(requirements: string, text: string): string | undefined {
  const [topic = ''] = readBrief({ requirements, prompt: '', type: 'text' })
    .topic.replace(/^about\s+/i, '')
    .replace(/[.!?]+$/, '')
    .split(/\s*[,;:(]|\s+(?:on|at|in|with|for|from|until|by|that|which|who|when|where|to|and)\s+/i);
  const words = topic.trim().split(/\s+/);
  if (words.length > 5 || topic.length < 3) return undefined;
  if (
    /\b(?:is|are|was|were|has|have|will|can|opens?|starts?|begins?|closes?|leaves?|arrives?|we|you|they|it|i)\b/i.test(
      topic,
    ) ||
    /\d/.test(topic)
  )
    return undefined;
  const [, article, rest = ''] = /^(an?|the|our|your|this|these|my|a new)\s+(.+)$/i.exec(topic) ?? [];
  if (article !== undefined)
    return /^an?$/i.test(article) ? `our ${rest}` : `${article.toLowerCase()} ${rest}`;
  const determined = new RegExp(
    `\\b(our|the|your|this)\\s+${topic.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
    'i',
  ).exec(text);
  if (determined) return determined[0].charAt(0).toLowerCase() + determined[0].slice(1);
  // One word, or more than one of a thing, needs no article.
  if (words.length > 1 && !topic.endsWith('s')) return undefined;
  return /^\p{Lu}\p{Ll}+$/u.test(words[0] ?? '') && words.length === 1
    ? topic
    : topic.charAt(0).toLowerCase() + topic.slice(1);
}

/** A question as the last thing that is said: before sign-off, goodbye and hash tags, in a paragraph of its own. */
export function closedWith(given: Document, question: string): Document {
  const document = mapSentences(given, (sentence) => (sentence === question ? '' : sentence));
  const blocks = [...document.blocks];
  let at = endOf(document);
  while (at > 1 && (isGoodbye(blocks[at - 1] ?? '') || /^(?:#\p{L}[\w]*\s*)+$/u.test(blocks[at - 1] ?? '')))
    at -= 1;
  const last = blocks[at - 1] ?? '';
  // A script speaks in lines with times: the question is said in the last of them.
  if (/(?:^|\n)\s*\[\d+:\d\d[^\]]*\][^\n]*$/.test(last)) {
    blocks[at - 1] = `${last} ${question}`;
    return { ...document, blocks };
  }
  // A question that stands there already as the last word is not followed by a second.
  if (last.endsWith('?') && sentencesOf(last).length === 1) blocks.splice(at - 1, 1, question);
  else blocks.splice(at, 0, question);
  return { ...document, blocks };
}
