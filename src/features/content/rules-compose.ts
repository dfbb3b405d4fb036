import { readDocument, withDisclaimer, writeDocument } from '#engines/writing/document.ts';
import { asSentence, capitalised, pick, sentencesOf, stemsOf } from '#engines/writing/sentences.ts';
import type { AssetType, Audience, Tone } from './contract.ts';
import { wordCount } from './rules.ts';
import { asksForPage, otherKindNote } from './rules-asked-kind.ts';
import { type Brief, briefSource, hasWord, lostStatements, readBrief } from './rules-brief.ts';
import {
  AD_CLOSES,
  COMMUNITY_RULES,
  EMPTY_STATES,
  FLYER_CLOSES,
  GREETINGS,
  JOKES,
  MAIL_CLOSES,
  NEWS_CLOSES,
  NEWS_OPENS,
  POST_CLOSES,
  SIGN_OFFS,
  VIDEO_CLOSES,
} from './rules-phrases.ts';
import { closedWith, questionFor, questionOrder } from './rules-question.ts';
import { add } from './rules-refine-add.ts';
import type { Desk } from './rules-refine-desk.ts';

export type CompositionInput = {
  type: AssetType;
  audience: Audience;
  tone: Tone;
  requirements: string;
  prompt: string;
  /** Product facts that fit the brief, ready to be quoted. */
  facts: readonly string[];
  bannedWords: readonly string[];
  /** What makes this text read unlike the next one. */
  seed: string;
};

type Writer = {
  brief: Brief;
  input: CompositionInput;
  /** A phrase of the house for a place in the text. */
  phrase: (place: string, choices: readonly string[]) => string;
  topic: string;
  title: string;
  details: string[];
  asks: string[];
};

/** Spoken words in a second, unhurried. */
const WORDS_PER_SECOND = 2.3;

/**
 * Composes content from a brief: what the brief says, in the shape of its channel, with the house's own openings and
 * closings around it. It adds no fact of its own.
 */
export function composeContent(given: CompositionInput): { content: string; notes: string[] } {
  const brief = readBrief(given);
  const input = { ...given, tone: brief.tone ?? given.tone };
  brief.banned.push(...input.bannedWords.map((word) => word.toLowerCase()));
  const questions = brief.form.flatMap(
    (order) => questionOrder(order.replace(/^(?:please|also|then|only|and|with)\s+/i, '')) ?? [],
  );
  const isClosed = questions.some(({ place }) => place === 'end');
  const phrase = (place: string, choices: readonly string[]): string => {
    // A text that shall close with a question has no other close.
    if (isClosed && place.endsWith(' close')) return '';
    const allowed = choices.filter((choice) => !brief.banned.some((word) => hasWord(choice, word)));
    return allowed.length === 0
      ? ''
      : pick(allowed, `${input.seed} ${input.prompt} ${input.requirements}`, place);
  };
  const topic = brief.topic.replace(/[.!?]+$/, '');
  const covered = [...brief.details, ...brief.asks].map((detail) => stemsOf(detail).join(' '));
  const facts = input.facts.filter((fact) => !covered.includes(stemsOf(fact).join(' '))).map(asSentence);
  const writer: Writer = {
    brief,
    input,
    phrase,
    topic,
    title: titleOf(topic, brief.headlineWords ?? 9),
    details: [...brief.details.filter((detail) => !asksForDisclaimer(detail)), ...facts.slice(0, 3)],
    asks: brief.asks,
  };
  const asked = questions.slice(0, 1).flatMap((order) => {
    const question = questionFor(order, {
      type: input.type,
      document: { subject: undefined, blocks: [topic, ...writer.details].map(asSentence) },
      requirements: input.requirements,
      seed: input.seed,
    });
    return question === undefined || brief.banned.some((word) => hasWord(question, word)) ? [] : [question];
  });
  const source = briefSource(input);
  const first = tidy(fitted(COMPOSERS[input.type](writer), writer));
  const lost = lostStatements(source, first, brief.banned).filter((one) => !asksForDisclaimer(one));
  const whole = { ...writer, details: [...writer.details, ...lost] };
  const content = lost.length === 0 ? first : tidy(fitted(COMPOSERS[input.type](whole), whole));
  const shaped = inForm(content, { brief, input, asked });
  if (!brief.details.some(asksForDisclaimer)) return shaped;
  return { ...shaped, content: writeDocument(withDisclaimer(readDocument(shaped.content))) };
}

/** What a brief asks of the form is done in the finished text, or named as not done. */
function inForm(
  content: string,
  { brief, input, asked }: { brief: Brief; input: CompositionInput; asked: readonly string[] },
): { content: string; notes: string[] } {
  const { type, requirements, bannedWords, seed } = input;
  const desk: Desk = {
    input: { type, content, request: '', requirements, bannedWords, seed },
    document: readDocument(content),
    done: [],
    missed: [],
    mostWords: undefined,
    wanted: new Set(),
  };
  const isQuestion = (order: string): boolean => /\bquestion\b/i.test(order);
  for (const order of brief.form.filter((one) => !isQuestion(one))) {
    if (order.endsWith(' in tone')) desk.missed.push(order);
    else
      add(
        desk,
        order.replace(
          /^(?:(?:please|also|and|with|include|add|use|insert|put in)\s+)+|^\w+ (?:with|on)\s+/i,
          '',
        ),
      );
  }
  if (brief.hasJoke && type !== 'video') desk.missed.push('a joke');
  const other = otherKindNote(input.prompt, type);
  const [question] = asked;
  if (question !== undefined) desk.document = closedWith(desk.document, question);
  const orders = brief.form.filter(isQuestion);
  desk.missed.push(...(question === undefined ? orders : orders.slice(1)));
  const hasOrders = brief.form.length > 0;
  const shaped = hasOrders ? writeDocument(desk.document) : content;
  const unmet = desk.missed.map(
    (one) => `“${one.replace(/^(?:add|start with|include)\s+/i, '').replace(/[.]$/, '')}”`,
  );
  return {
    content: brief.noExclamation ? shaped.replaceAll(/!+/g, '.') : shaped,
    notes: [
      ...(other === undefined ? [] : [other]),
      ...(unmet.length === 0
        ? []
        : [
            `The built-in engine could not do this: ${unmet.join(' and ')}. Edit the text by hand, or set LLM_PROVIDER.`,
          ]),
    ],
  };
}

/** "Include a disclaimer" asks for the words, not for the word. */
function asksForDisclaimer(detail: string): boolean {
  return /^(?:(?:please )?(?:include|add|with) )?(?:a|the|our)?\s*(?:short |medical )?disclaimer[.!]?$/i.test(
    detail.trim(),
  );
}

const COMPOSERS: Record<AssetType, (writer: Writer) => string[]> = {
  email: composeEmail,
  newsletter: composeNewsletter,
  social_post: composePost,
  ad_copy: composeAd,
  flyer: composeFlyer,
  video: composeVideo,
  text: composeText,
};

/** Marks a block that may go where there is no room: it says nothing that the brief asked for. */
const SPARE = '\uE001';

function spare(text: string): string {
  return text === '' ? '' : `${SPARE}${text}`;
}

function composeEmail(writer: Writer): string[] {
  const { phrase, asks, input } = writer;
  const greeting = phrase('greeting', GREETINGS[input.tone]);
  return [
    `Subject: ${subjectOf(writer)}`,
    greeting,
    opening(writer),
    ...body(writer),
    asks.join(' '),
    asks.length === 0 ? spare(phrase('mail close', MAIL_CLOSES[input.tone])) : '',
    `${phrase('sign-off', SIGN_OFFS[input.tone])}\nThe team`,
  ];
}

function composeNewsletter(writer: Writer): string[] {
  const { brief, phrase, asks, details, input, title } = writer;
  const blocks = [`Subject: ${subjectOf(writer)}`];
  // A heading above a detail as short as itself would say it twice.
  const long = details.filter((detail) => stemsOf(detail).length > stemsOf(titleOf(detail, 5)).length);
  if (brief.hasHeadings || long.length > 3) {
    blocks.push(spare(phrase('news open', NEWS_OPENS[input.tone])));
    for (const detail of details) {
      blocks.push(`## ${titleOf(detail.replace(/\([^)]*\)/g, ''), 5)}`, asSentence(detail));
    }
  } else blocks.push(`## ${title}`, opening(writer), ...body(writer));
  return [...blocks, asks.join(' '), spare(phrase('news close', NEWS_CLOSES[input.tone]))];
}

function composePost(writer: Writer): string[] {
  const { phrase, asks, details, input, brief } = writer;
  const said = details.map(asSentence);
  const hook = brief.topic === '' || isSaid(writer) ? '' : asSentence(brief.topic);
  return [
    brief.intent === 'reply' ? replyOpening(writer) : hook,
    joined(said),
    asks.join(' '),
    asks.length === 0 ? spare(phrase('post close', POST_CLOSES[input.tone])) : '',
  ];
}

function composeAd(writer: Writer): string[] {
  const { phrase, asks, details, input, title } = writer;
  const said = details.map(asSentence);
  return [
    isSaid(writer) ? '' : `**${title}**`,
    joined(said),
    asks.length > 0 ? asks.join(' ') : spare(phrase('ad close', AD_CLOSES[input.tone])),
  ];
}

function composeFlyer(writer: Writer): string[] {
  const { asks, details, brief, phrase, input } = writer;
  const headline = titleOf(brief.topic, brief.headlineWords ?? 7);
  const wanted = brief.bullets ?? 0;
  const lines = details.map((detail) => `- ${capitalised(detail.replace(/[.]$/, ''))}`);
  const asked = asks.map((ask) => `- ${ask.replace(/[.]$/, '')}`);
  // Where the brief counts bullets, what the reader is asked to do fills them up.
  const isShort = wanted > lines.length;
  const split = isShort ? splitLines([...lines, ...asked], wanted) : lines;
  // What the headline had to leave out stands below it.
  const isCut = stemsOf(headline).length < stemsOf(brief.topic).length;
  return [
    `# ${headline}`,
    isCut ? asSentence(brief.topic) : '',
    split.join('\n'),
    isShort ? '' : asks.join(' '),
    asks.length === 0 ? spare(phrase('flyer close', FLYER_CLOSES[input.tone])) : '',
  ];
}

function composeVideo(writer: Writer): string[] {
  const { brief, phrase, asks, details, input } = writer;
  const seconds = brief.seconds ?? 30;
  const spoken = [
    isSaid(writer) ? '' : opening(writer),
    ...details.map(asSentence),
    brief.hasJoke ? phrase('joke', JOKES) : '',
    ...asks,
    spare(phrase('video close', VIDEO_CLOSES[input.tone])),
  ].filter((line) => line !== '');
  const room = Math.round(seconds * WORDS_PER_SECOND);
  const isTooLong = wordCount(spoken.join(' ')) > room;
  const lines = isTooLong ? spoken.filter((line) => !line.startsWith(SPARE)) : spoken;
  const total = Math.max(1, wordCount(lines.join(' ')));
  let at = 0;
  return [
    lines
      .map((line) => {
        const from = at;
        at += (wordCount(line) / total) * seconds;
        return `[${clock(from)}-${clock(at)}] ${line.replace(SPARE, '')}`;
      })
      .join('\n'),
  ];
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function composeText(writer: Writer): string[] {
  const { brief, details, asks, topic, phrase } = writer;
  const rules = rulesWanted(writer);
  if (rules) return rules;
  if (/empty[- ]state/i.test(writer.input.requirements)) {
    return [phrase('empty', EMPTY_STATES)];
  }
  if (asksForPage(writer.input.prompt)) return [`# ${writer.title}`, ...body(writer), asks.join(' ')];
  const paragraph = [
    isSaid(writer) || topic === '' ? '' : subjectSentence(writer),
    ...details.map(asSentence),
  ];
  const count = brief.sentences;
  const text = joined(paragraph);
  return [
    count === undefined ? text : sentencesOf(text).slice(0, Math.max(count, details.length)).join(' '),
    asks.join(' '),
  ];
}

/** A set of rules that the brief counts: those it gives first, then those that hold in any good community. */
function rulesWanted({ input, topic, details }: Writer): string[] | undefined {
  const text = `${input.requirements} ${input.prompt}`;
  const wanted =
    /\b(\d{1,2}|three|four|five|six|seven|eight|nine|ten) (?:house |short |simple )?rules\b/i.exec(text)?.[1];
  if (wanted === undefined && !/code of conduct|house rules/i.test(text)) return undefined;
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const count = wanted === undefined ? 5 : Number(wanted) || words.indexOf(wanted.toLowerCase()) + 1;
  const given = details.filter((detail) => !/\brules\b/i.test(detail)).map(asSentence);
  const all = [...given, ...COMMUNITY_RULES].slice(0, Math.max(count, given.length));
  const about = topic.replace(/^(?:of conduct )?(?:for )?/i, '');
  return [
    `# ${titleOf(/code of conduct/i.test(text) ? 'Code of conduct' : 'House rules', 6)}`,
    about === '' ? '' : spare(`For ${about.replace(/^for /i, '')}.`),
    all.map((rule, index) => `${index + 1}. ${rule}`).join('\n'),
  ];
}

/** The first sentence: it names what the text is about, in the way the brief means it. */
function opening(writer: Writer): string {
  const { brief, topic, phrase } = writer;
  const [first = ''] = brief.details;
  if (brief.opensWithQuestion && topic !== '') {
    return phrase('question', [
      `Have you heard about ${lowered(topic)}?`,
      `Curious about ${lowered(topic)}?`,
    ]);
  }
  if (brief.intent === 'reply') return replyOpening(writer);
  if (topic === '' || isSaid(writer)) return '';
  const np = lowered(topic);
  const forms: Record<Brief['intent'], readonly string[]> = {
    invite: [`You are invited to ${np}.`, `We would like to invite you to ${np}.`],
    thank: /^thank/i.test(first) ? [] : [`Thank you. This is about ${np}.`],
    explain: [`Here is ${np}, in plain words.`, `A few plain words on ${np}.`],
    correct: ['We made a mistake, and we are putting it right.'],
    recall: [`This is a notice about ${np}.`],
    reply: [],
    follow: [`A short follow-up on ${np}.`, `It was good to see you. This is a follow-up on ${np}.`],
    tell: [`A short note about ${np}.`, `This is about ${np}.`, `Here is the latest on ${np}.`],
  };
  return phrase('opening', forms[brief.intent]);
}

function replyOpening({ topic, phrase }: Writer): string {
  const thing = /\b(?:photo|picture|post|comment|review|question|message)\b/i.exec(topic)?.[0];
  const about = /\b(?:of|about) (.+)$/i.exec(topic)?.[1]?.replace(/\b(?:her|his)\b/gi, 'your');
  const named = [thing && `the ${thing}`, about && `of ${about}`].filter(Boolean).join(' ');
  return phrase('reply', [
    `Thank you for ${named === '' ? 'writing' : named}. It made our day.`,
    `What a lovely thing to see: thank you for ${named === '' ? 'sharing it' : named}.`,
  ]);
}

/** A phrase as a sentence that stands at the beginning of plain text. */
function subjectSentence({ topic }: Writer): string {
  return asSentence(capitalised(topic));
}

/** Everything that is to be said: sentences as they are, loose parts as a list where there are several. */
function body({ details, brief }: Writer): string[] {
  const isSentence = (detail: string): boolean => /[.!?]$/.test(detail) || detail.split(/\s+/).length > 9;
  const sentences = details.filter(isSentence).map(asSentence);
  const parts = details.filter((detail) => !isSentence(detail));
  if (parts.length < 3 && brief.bullets === undefined) return [joined(details.map(asSentence))];
  return [joined(sentences), parts.map((part) => `- ${capitalised(part)}`).join('\n')];
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Whether the details say what the topic says: it was taken from them. */
function isSaid({ brief, topic }: Writer): boolean {
  const stems = stemsOf(topic);
  const said = new Set(stemsOf([...brief.details, ...brief.asks].join(' ')));
  return stems.length > 0 && stems.every((stem) => said.has(stem));
}

function subjectOf({ title, details, brief }: Writer): string {
  const base = title === '' ? titleOf(details[0] ?? 'News', 8) : title;
  const date =
    /\b(?:\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/.exec(
      details.join(' '),
    )?.[0];
  const prefix =
    brief.intent === 'correct'
      ? 'Correction: '
      : brief.intent === 'recall'
        ? 'Please read: '
        : brief.intent === 'invite'
          ? 'Invitation: '
          : '';
  const subject = base.startsWith(prefix.slice(0, -2)) ? base : `${prefix}${base}`;
  return date !== undefined && !subject.includes(date) && subject.length + date.length < 58
    ? `${subject}, ${date}`
    : subject;
}

const TRAILING =
  /\s+(?:a|an|the|of|for|to|in|on|at|by|with|from|and|or|but|our|your|is|are|that|who|which|as|about|its|their|be|only|if|when)$/i;

/** The beginning of a phrase as a title. */
function titleOf(phrase: string, mostWords: number): string {
  const words = phrase
    .replace(/\s*\([^)]*\)?/g, '')
    .replace(/^(?:our|the|an?)\s+/i, '')
    .replace(/[.!?,;:]+$/, '')
    .split(/\s+/);
  let title = words
    .slice(0, mostWords)
    .join(' ')
    .replace(/[,;:(]+$/, '');
  if (words.length > mostWords) {
    // A cut within "at the Harrow Bend library" would name half a place.
    const whole = /^(\S+\s+\S+.*?)\s+(?:at|in|on|for|of|from|with|by|to|about)\s+(?:\S+\s*){1,3}$/i.exec(
      title,
    )?.[1];
    title = whole ?? title;
  }
  while (TRAILING.test(title)) title = title.replace(TRAILING, '').replace(/[,;:]+$/, '');
  return capitalised(title);
}

function lowered(topic: string): string {
  const [first = ''] = topic.split(/\s+/);
  return /^[A-Z][a-z]+$/.test(first) && /^(?:The|A|An|Our|Your|New)$/.test(first)
    ? topic.charAt(0).toLowerCase() + topic.slice(1)
    : topic;
}

function splitLines(lines: string[], wanted: number): string[] {
  const split = lines.flatMap((line) => {
    const parts = line.slice(2).split(/\s+(?:and|with)\s+/);
    return parts.map((part) => `- ${capitalised(part)}`);
  });
  return split.length >= wanted ? split : lines;
}

/** Leaves out what may go until the text has the length that the brief sets. */
function fitted(blocks: string[], { brief, input }: Writer): string[] {
  const kept = blocks.filter((block) => block.replace(SPARE, '').trim() !== '');
  const most = brief.maxWords ?? USUAL_WORDS[input.type] * (brief.isShort ? 0.5 : 1);
  for (let index = kept.length - 1; index >= 0 && wordCount(kept.join('\n')) > most; index -= 1) {
    if (kept[index]?.startsWith(SPARE)) kept.splice(index, 1);
  }
  return kept.map((block) => block.replaceAll(SPARE, ''));
}

/** Beyond this, what only rounds a text off is left out. */
const USUAL_WORDS: Record<AssetType, number> = {
  email: 110,
  newsletter: 140,
  social_post: 45,
  ad_copy: 32,
  flyer: 65,
  video: 90,
  text: 60,
};

function tidy(blocks: readonly string[]): string {
  return blocks
    .join('\n\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/ +\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
