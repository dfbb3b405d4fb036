import { asSentence, capitalised, sentencesOf, splitOutside, stemsOf } from '#engines/writing/sentences.ts';
import type { AssetType } from './contract.ts';
import type { UsedFact } from './contract-sessions.ts';
import { type BriefForm, takeForm, takeFormat } from './rules-form.ts';

/** What a brief asks for, read from its own words. */
export type Brief = BriefForm & {
  /** What it is about, as a phrase: "our new referral form". '' where it does not say. */
  topic: string;
  /** How the text opens: an invitation, thanks, news, an explanation. */
  intent: 'invite' | 'thank' | 'explain' | 'correct' | 'recall' | 'reply' | 'follow' | 'tell';
  /** What must be said, as phrases or sentences, in their order. */
  details: string[];
  /** What the reader is asked to do, as sentences. */
  asks: string[];
  /** Words that must not appear, lower case. */
  banned: string[];
};

/** Things of a text, as opposed to things of the world: "no links" is an order, "no ticket" a fact. */
const TEXT_THING =
  '(?:links?|emojis?|hash ?tags?|prices?|pitch(?:es)?|sales (?:lines?|talk)|web addresse?s?|urls?|claims?|jargon|pressure|sneering|slang|exclamation marks?|superlatives?|promises?|scare\\w*|fear|guilt|shame|preaching|hype|jokes?|buzzwords|call to action|blame|drama|pity|numbers|figures|abbreviations|rhymes?|irony|small talk)';

const PROHIBITION = new RegExp(
  `(?:^|[,;]\\s*|\\s+)(?:(?:and|but|with|end with)\\s+)?(?:no|without|avoid|skip|leave out)\\s+(?:any\\s+)?((?:[\\w-]+\\s+){0,2}?${TEXT_THING})\\b([^,.;]*)`,
  'gi',
);

const TYPE_NOUN =
  '(?:code of conduct|house rules|product (?:description|text)|recipe card|about[- ]us (?:page|paragraph)|follow[- ]?up(?: mail| email)?|job post|welcome (?:mail|email)|correction(?: issue)?|advertisement|adverts?|ads?|announcement|answer|banner|blurb|caption|carousel|card|clip|copy|description|e-?mails?|mails?|flyer|invitation|invite|issue|leaflet|letter|message|newsletter|news|note|notice|paragraph|page|poster|post|reel|reminder|reply|script|story|tagline|teaser|text|thread|tweet|update|video|voicemail|statement|summary|sign|slogan)(?:\\s+(?:flyer|script|text|post|copy|card|video|mail|email))*';

const LEAD_WORDS =
  '(?:(?:write|draft|create|make|compose|prepare|give us|we need|need)\\s+)?(?:(?:an?|the|our|one|short|brief|quick|monthly|weekly|daily|new|third|second|first|last|final|small|friendly|standard|instagram|linkedin|facebook|twitter|radio|print|sponsor|training|vertical|price change|recall|empty-state|a5|a4|a6|warm|simple|plain|long|20-second|30-second|60-second)\\s+)*';

const TYPE_PREFIX = new RegExp(
  `^${LEAD_WORDS}(?:(?:[\\w-]+\\s+){0,2}?)?(${TYPE_NOUN})\\b\\s*(?:in a [\\w ]+? about|in a series|from us)?\\s*`,
  'i',
);

const JOINT = /^(?:for|about|on|that|to|of|after|introducing|announcing|explaining|with|from|in which)\b\s*/i;

/** Whom a text is for, or where it hangs: no matter of its own. */
const PLACE_OF_TEXT =
  /\b(?:staff|affiliates|coaches|subscribers|customers|members|stockists|clients|dietitians|doctors|gps?|pharmac(?:y|ies|ists)|teams?|parents|guests|readers|people|owners?|partners|regulars|visitors|patients|students|followers|users|families|instagram|facebook|linkedin|social media|site|website|app|blog|homepage|shop window|counter|feed|story|profile)$/i;

/** Reads a brief. What it does not understand stays a detail: nothing that was asked to be said is lost. */
export function readBrief({
  requirements,
  prompt,
  type,
}: {
  requirements: string;
  prompt: string;
  type: AssetType;
}): Brief {
  const brief = emptyBrief();
  readInto(brief, briefSource({ requirements, prompt }), type);
  return brief;
}

/** Requirements and prompt as one text, each without the order that it begins with. */
export function briefSource({ requirements, prompt }: { requirements: string; prompt: string }): string {
  // A line without a full stop ends all the same.
  const told = withoutOrder(requirements.trim()).replace(/[^.!?;:\s]$/, '$&.');
  return `${told}\n${sentencesOf(prompt.replace(/\s+/g, ' ')).map(withoutOrder).join(' ')}`;
}

function emptyBrief(): Brief {
  return {
    topic: '',
    intent: 'tell',
    details: [],
    asks: [],
    banned: [],
    maxWords: undefined,
    sentences: undefined,
    bullets: undefined,
    numbered: undefined,
    headlineWords: undefined,
    seconds: undefined,
    isFirstPerson: false,
    hasJoke: false,
    hasHeadings: false,
    noLinks: false,
    opensWithQuestion: false,
    isShort: false,
    tone: undefined,
    noExclamation: false,
    form: [],
  };
}

function readInto(brief: Brief, source: string, type: AssetType): void {
  const said = sentencesOf(source.replace(/\s+/g, ' ')).flatMap((sentence) => splitOutside(sentence, /;/));
  const seen = new Set<string>();
  for (const [index, sentence] of said.entries()) {
    const key = stemsOf(sentence).join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    readSentence(brief, sentence, { isFirst: index === 0, type });
  }
  brief.details = eachOnce(brief.details).filter((detail) => !isPartOf(detail, brief.topic));
  brief.asks = eachOnce(brief.asks);
  if (brief.intent === 'correct')
    brief.details = brief.details.filter(
      (detail) => !/^that was (?:wrong|a mistake|incorrect)/i.test(detail),
    );
  if (brief.topic === '') brief.topic = topicFrom(brief.details[0] ?? brief.asks[0] ?? '');
  const isBanned = (text: string): boolean => brief.banned.some((word) => hasWord(text, word));
  brief.details = brief.details.filter((detail) => !isBanned(detail));
  if (isBanned(brief.topic)) brief.topic = '';
}

type Place = { isFirst: boolean; type: AssetType };

function readSentence(brief: Brief, sentence: string, { isFirst, type }: Place): void {
  // "Must mention: book by Friday." is said as "Mention book by Friday."
  let text = sentence
    .trim()
    .replace(
      /^(?:it |this |you )?(?:must|should|has to|have to|needs? to) (mention|say|include|state)\b\s*:?\s*/i,
      '$1 ',
    );
  text = takeForm(brief, text, isFirst);
  if (META.test(text) && !/\d|["“]/.test(text)) return;
  if (/\b(?:open|start|begin)s? with a question\b/i.test(text)) {
    brief.opensWithQuestion = true;
    return;
  }
  if (/^(?:keep|make) (?:it|this) (?:as )?(?:short|brief|concise)\b/i.test(text)) {
    brief.isShort = true;
    return;
  }
  text = takeBannedWords(brief, text);
  text = takeFormat(brief, text, isFirst || type === 'video');
  text = text
    .replace(PROHIBITION, (_all, thing: string, rest: string) => {
      brief.banned.push(...bannedBy(thing, rest));
      if (/link|web|url/i.test(thing)) brief.noLinks = true;
      return '';
    })
    .replace(/^[\s,;:.]+|[\s,;:]+$/g, '')
    .trim();
  if (/^(?:don['’]t|do not|never|avoid)\b/i.test(text)) return;
  if (
    /^(?:use only|keep it|keep the|make it|spoken|sound|each|tone|style|stay|be )\b/i.test(text) &&
    !/\d/.test(text)
  ) {
    const quotedPhrase =
      /^use only (?:the )?(?:allowed |approved )?(?:sentence|claim|wording|words?) (?:about|on) (.+?)\.?$/i.exec(
        text,
      )?.[1];
    if (quotedPhrase !== undefined) brief.details.push(nutrientClaim(quotedPhrase));
    return;
  }
  if (text.replace(/[^\p{L}\p{N}]/gu, '') === '') return;

  const isOrder = isOrderOfText(text);
  const { rest, topic } = isFirst || isOrder ? takeTopic(brief, text) : { rest: [text], topic: undefined };
  // An order behind the requirements is about the same thing, mostly in other words.
  if (topic !== undefined && (isFirst || brief.topic === '')) brief.topic = topic;
  else if (topic !== undefined && topic !== '' && !isPartOf(topic, brief.topic)) addStatement(brief, topic);
  for (const part of rest) if (!isOrderOfText(part)) addStatement(brief, part);
}

/** What somebody says to whoever writes, before what shall be written: "Could you please". */
const ADDRESS =
  /^(?:(?:hi|hello|hey)\b[^.!?:]{0,20}?,?\s+)?(?:(?:please|kindly|now|just|also|then)[,]?\s+)*(?:(?:can|could|would|will) (?:you|we)(?: please| kindly)?\s+|(?:i|we)(?:['’]d| would)? (?:want|like|need|love) (?:you )?to\s+|i want\s+|let['’]?s\s+|let us\s+|help (?:me|us)(?: to)?\s+)?(?:please\s+)?(?=(?:write|draft|create|make|compose|prepare|generate|produce|design|put together|come up with|give)\b)/i;
const DEED =
  /^(?:write|draft|create|make|compose|prepare|generate|produce|design|put together|come up with|give)(?: up)?\s+(?:(?:for )?(?:me|us)\s+)?/i;
/** What is written, beyond the kinds that a session knows. */
const WRITTEN =
  '(?:(?:landing|web|sales|sign[- ]?up|product|info|information)?[- ]?pages?|websites?|articles?|blogs?(?: (?:posts?|articles?|entr(?:y|ies)))?|brochures?|press releases?|campaigns?|sms|whats ?app messages?|content|copy|texts?|drafts?|something|one|pieces?)';
const OBJECT = new RegExp(
  `^(?:(?!(?:about|for|on|to|that|of|with)\\b)[\\w-]+,?\\s+){0,6}?(?:${TYPE_NOUN}|${WRITTEN})\\b`,
  'i',
);

/** "Could you please draft me an e-mail" is the order "Write an e-mail"; other sentences stay as they are. */
function withoutOrder(sentence: string): string {
  const said = sentence.replace(ADDRESS, '');
  if (!DEED.test(said)) return sentence;
  const ordered = said.replace(DEED, '');
  const about = /^(?:it|this) (?:all )?(?:about|on)\s+(.+)$/i.exec(ordered)?.[1];
  if (about !== undefined) return `Write a text about ${about}`;
  const object = OBJECT.exec(ordered)?.[0];
  if (object === undefined) return sentence;
  const behind = ordered.slice(object.length);
  // A kind of text under a name that the rest knows; what it is called in the order is of no matter.
  return new RegExp(`\\b${TYPE_NOUN}$`, 'i').test(object) ? `Write ${ordered}` : `Write a text${behind}`;
}

/** Whether a clause tells somebody to write a text: an order to us, never a sentence for the reader. */
function isOrderOfText(clause: string): boolean {
  const said = clause.trim().replace(ADDRESS, '');
  return DEED.test(said) && OBJECT.test(said.replace(DEED, ''));
}

/** Without what another of them says as well, word for word: a brief and the order for it often repeat each other. */
function eachOnce(parts: readonly string[]): string[] {
  const said = new Set<string>();
  const once = parts.filter((part) => {
    const key = stemsOf(part).join(' ');
    if (key !== '' && said.has(key)) return false;
    said.add(key);
    return true;
  });
  return once.filter((part) => !once.some((other) => other !== part && isPartOf(part, other)));
}

/** Whether every word of meaning of a short part stands in another, in the same order and together. */
function isPartOf(part: string, whole: string): boolean {
  const words = stemsOf(part);
  return words.length > 0 && ` ${stemsOf(whole).join(' ')} `.includes(` ${words.join(' ')} `);
}

/** "Write the first draft from the requirements": an order that holds no matter of its own. */
const META =
  /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:write|draft|create|compose|make|generate|prepare|start|begin|go(?: ahead)?|give me)\b(?:(?!\b(?:about|for|on|that|saying|to|with)\b)[^:])*(?:\b(?:draft|version|content|it|this|text|e?-?mail|post|copy|one|flyer|script|newsletter|ad)\b)?(?:\s+(?:from|for|based on|with|about|on)\s+(?:the|my|these|this)\s+(?:requirements?|brief|above|notes|session))?[.!]?$/i;

/** "never uses the word "x" or "y"", "don't say x". */
function takeBannedWords(brief: Brief, text: string): string {
  return text.replace(
    /[,;]?\s*(?:(?:that|which|and)\s+)?(?:never|don['’]t|do not|does not|without|avoid|not)\s+(?:us\w+|say\w*|mention\w*|writ\w+|contain\w*)?\s*(?:the\s+)?words?\s+((?:["“'][^"”']+["”'](?:\s*(?:,|or|and)\s*)?)+)/gi,
    (_all, quotes: string) => {
      for (const [, word = ''] of quotes.matchAll(/["“']([^"”']+)["”']/g))
        brief.banned.push(word.toLowerCase());
      return '';
    },
  );
}

/** The words behind a forbidden thing of the text: "claims about saving the planet" → saving, planet. */
function bannedBy(thing: string, rest: string): string[] {
  if (/price/i.test(thing)) return ['$', '€', '£', 'price'];
  if (/emoji/i.test(thing)) return [];
  if (/link|web|url/i.test(thing)) return ['http', 'www.'];
  if (!/^\s*(?:about|on|of)\b/i.test(rest)) return [];
  return stemsOf(rest).filter((word) => word.length > 4);
}

/** The register's own wording for a nutrient, where only that may be said. */
function nutrientClaim(phrase: string): string {
  const [, nutrient = '', effect = ''] = /^(.+?) and (?:the )?(normal .+)$/i.exec(phrase) ?? [];
  if (nutrient === '') return asSentence(phrase);
  const isFunction = /\b(?:function|metabolism|synthesis|formation|maintenance)\b/i.test(effect);
  return `${capitalised(nutrient)} contributes to ${isFunction ? effect : `the maintenance of ${effect}`}.`;
}

function takeTopic(brief: Brief, text: string): { topic: string | undefined; rest: string[] } {
  // A colon with a space behind it; that of a time has none.
  const [head = '', ...tail] = splitOutside(text.replace(/:\s+/g, '\uE000'), /\uE000/);
  const behindColon = tail.join(': ');
  const invited = INVITATION.exec(head)?.[1];
  if (invited !== undefined) {
    brief.intent = 'invite';
    const [topic = '', ...rest] = splitOutside(invited, /,/);
    return { topic, rest: behindColon === '' ? rest : [...rest, behindColon] };
  }
  const prefix = TYPE_PREFIX.exec(head);
  if (!prefix) return behindColon === '' ? { topic: undefined, rest: [text] } : labelled(head, behindColon);
  const noun = prefix[1] ?? '';
  if (/invit/i.test(noun)) brief.intent = 'invite';
  if (/correction/i.test(prefix[0])) brief.intent = 'correct';
  if (/recall/i.test(prefix[0])) brief.intent = 'recall';
  if (/reply|answer/i.test(noun)) brief.intent = 'reply';
  const named = head.slice(prefix[0].length);
  const isClause = /^(?:that|saying)\b/i.test(named);
  const introduced = /\b(?:introducing|announcing|presenting|explaining|showing)\s+(.+)$/i.exec(named)?.[1];
  const isFollowUp = /follow/i.test(noun);
  const phrase = (introduced ?? named).replace(JOINT, '').trim();
  const subject = isFollowUp ? phrase.replace(/^an?\s+/i, 'your ') : phrase;
  if (isFollowUp) brief.intent = 'follow';
  if (isClause) return { topic: undefined, rest: [subject + (behindColon === '' ? '' : `: ${behindColon}`)] };
  const isToWhom =
    /^to (?:subscribers|customers|members|our|an?|the|all|everybody|everyone|people|users|[\w-]+s)\b/i.test(
      named,
    );
  const isPlace = isToWhom || PLACE_OF_TEXT.test(subject);
  if (isPlace && behindColon !== '') return { topic: '', rest: [behindColon] };
  // "Write an e-mail to our members." and then what about: whom it is for is nothing to tell them.
  if (isToWhom && isOrderOfText(text) && /^[^,]{0,40}$/.test(subject)) return { topic: '', rest: [] };
  const pieces = splitOutside(subject, /,/);
  const [topic = ''] = pieces;
  const rest = pieces.slice(1);
  if (/recall|price change|correction/i.test(prefix[0]) && topic === '') {
    return { topic: phraseOfPrefix(prefix[0]), rest: behindColon === '' ? rest : [...rest, behindColon] };
  }
  return {
    topic,
    rest: behindColon === '' ? (rest.length > 0 ? [rest.join(', ')] : []) : [...rest, behindColon],
  };
}

/** "Invite our members to six evenings": the deed, not the thing that is called an invite. */
const INVITATION =
  /^(?:please\s+)?invite\s+(?!to\b|for\b|that\b|with\b)(?:[\w'’-]+\s+){1,6}?to\s+((?:an?|the|our|my|your|one|two|three|four|five|six|seven|eight|ten|\d+)\b.+)$/i;

function phraseOfPrefix(prefix: string): string {
  return /price change/i.test(prefix) ? 'your price' : /recall/i.test(prefix) ? 'a recall' : 'a correction';
}

/** "Poster: ...", "News for affiliates: ...": what stands before a colon names what follows. */
function labelled(head: string, behind: string): { topic: string | undefined; rest: string[] } {
  const isShort = head.split(/\s+/).length <= 6;
  const matter = head.replace(SPEECH, '');
  return isShort ? { topic: matter, rest: [behind] } : { topic: undefined, rest: [`${head}: ${behind}`] };
}

const SPEECH =
  /^(?:please\s+)?(?:say|mention|state|tell (?:them|people|readers|everybody|\w+)|note|include|add|name|explain|stress|make clear|remind (?:them|people)|repeat|point out|announce|introduce|describe|cover|list|give|offer|share|show|use|debunk|inform \w+|let \w+ know)\b\s*/i;

function addStatement(brief: Brief, given: string): void {
  let text = given.trim().replace(/[.\s]+$/, '');
  if (text === '') return;
  text = text.replace(new RegExp(`\\s+(?:for|in|as) (?:an?|the|our|this|one) ${TYPE_NOUN}$`, 'i'), '');
  if (/^(?:say )?what is (?:really )?known\b/i.test(text)) return;
  // Repeating a wrong statement would spread it once more.
  const wrong = /^(.+?) (?:said|claimed|stated|wrote) (?:that )?(?:the )?([\w-]+)\b.*$/i.exec(text);
  if (brief.intent === 'correct' && wrong) {
    brief.details.push(
      `${capitalised(wrong[1] ?? '')} made a statement about ${wrong[2] ?? ''} that was wrong.`,
    );
    return;
  }
  const thanks = /^(?:say thank you(?: once)?|thank them|thank you|thanks)(?: for (.+))?$/i.exec(text);
  if (thanks) {
    if (brief.intent === 'tell') brief.intent = 'thank';
    for (const part of splitOutside(thanks[1] ?? '', /,/).slice(1)) addStatement(brief, part);
    const [what] = splitOutside(thanks[1] ?? '', /,/);
    if (what !== undefined)
      brief.details.unshift(`Thank you for the ${what.replace(/^(?:the|their|your)\s+/i, '')}.`);
    return;
  }
  const invitation = /^invite (?:\w+ ){1,3}?to (.+)$/i.exec(text)?.[1];
  if (invitation !== undefined) {
    brief.intent = 'invite';
    text = invitation;
  }
  const asked =
    /^(?:ask|invite|remind|encourage|urge|request) (?:them|people|readers|customers|members|everybody|everyone|the \w+)?\s*(?:to|that they)\s+(.+)$/i.exec(
      text,
    )?.[1];
  if (asked !== undefined) {
    for (const one of asked.split(
      /\s+and\s+(?=(?:to )?(?:request|reply|answer|call|write|book|bring|send|use|ask|order|come)\b)/i,
    )) {
      brief.asks.push(asSentence(`Please ${toReader(one.replace(/^to /i, ''))}`));
    }
    return;
  }
  const told = /^tell ([\w ]+?) (about|that|how|why|what) (.+)$/i.exec(text);
  const told2 = /^explain (.+)$/i.exec(text)?.[1];
  if (told) {
    const [, , how = '', what = ''] = told;
    if (/about/i.test(how) && brief.topic === '') brief.topic = what;
    else brief.details.push(asSentence(what));
    return;
  }
  if (told2 !== undefined && brief.topic === '') {
    brief.intent = 'explain';
    const [topic = '', ...rest] = splitOutside(
      told2.replace(/\s+to (?:our|the|all) [\w ]+?(?=,|$)/i, ''),
      /,/,
    );
    brief.topic = topic;
    for (const part of rest)
      brief.details.push(asSentence(toReader(part.replace(/^so that they\b/i, 'so that you'))));
    return;
  }
  const isDebunk = /^debunk\b/i.test(text);
  const spoken = SPEECH.test(text) ? text.replace(SPEECH, '').replace(/^that\s+/i, '') : text;
  if (isDebunk) {
    brief.details.push(`${capitalised(spoken.replace(/[,;]\s*$/, ''))}? That is a myth.`);
    return;
  }
  const isSpoken = spoken !== text;
  const list = listOf(spoken);
  if (list) {
    for (const one of list) {
      if (isAsk(one)) brief.asks.push(asSentence(toReader(one)));
      else brief.details.push(one);
    }
    return;
  }
  if (isAsk(spoken) && (brief.topic !== '' || isSpoken)) brief.asks.push(asSentence(toReader(spoken)));
  else brief.details.push(isSpoken ? asSentence(toReader(spoken)) : spoken);
}

/** Short parts between commas are a list; a sentence with commas is not. */
function listOf(text: string): string[] | undefined {
  const parts = splitOutside(text, /[,;]/).flatMap((part) => {
    const last = part.replace(/^and\s+/i, '');
    return last === '' ? [] : [last];
  });
  if (parts.length < 2) return undefined;
  if (/^(?:if|when|while|because|although|as|since|after|before|once)\b/i.test(text)) return undefined;
  const words = parts.map((part) => part.split(/\s+/).length);
  // "the 10th of January, April and July": names that go on with the sentence.
  if (
    (words[0] ?? 0) > 4 &&
    parts.slice(1).every((part) => /^(?:\p{Lu}\S+)(?:\s+and\s+\p{Lu}\S+)?$/u.test(part))
  ) {
    return undefined;
  }
  // Times and figures one after another belong together.
  if (parts.slice(1).every((part) => /^[\d:.,$€£%\s]+$/.test(part))) return undefined;
  // A date stands between commas too.
  if (parts.length === 2 && /^\d{4}$/.test(parts[1] ?? '')) return undefined;
  return Math.max(...words) <= 12 && words.reduce((sum, count) => sum + count, 0) / words.length <= 8
    ? parts
    : undefined;
}

const ASK =
  /^(?:apply|answer|book|bring|buy|call|check|choose|come|contact|download|drop (?:in|by)|email|find|join|leave|mail|meet|order|pick|phone|read|register|reply|reserve|scan|see|send|sign up|start|stop by|subscribe|talk|text|try|use|visit|watch|write)\b/i;

function isAsk(text: string): boolean {
  return ASK.test(text);
}

/** Briefs speak of the readers; the text speaks to them. */
function toReader(text: string): string {
  return text
    .replace(/\bthey are\b/gi, 'you are')
    .replace(/\bthey\b/gi, 'you')
    .replace(/\bthem\b/gi, 'you')
    .replace(/\btheir\b/gi, 'your')
    .replace(/\bthemselves\b/gi, 'yourself');
}

/**
 * Sentences of the brief whose figures, addresses or names did not make it into the text. What a brief states exactly
 * must be said, also where its wording was not understood.
 */
export function lostStatements(source: string, content: string, banned: readonly string[]): string[] {
  return sentencesOf(source.replace(/\s+/g, ' '))
    .map((sentence) => takeFormat(emptyBrief(), takeForm(emptyBrief(), sentence, false), true))
    .filter((sentence) => !PROHIBITION_ONLY.test(sentence) && !banned.some((word) => hasWord(sentence, word)))
    .filter((sentence) => {
      const exact = sentence.match(/[$€£]?\d[\w:.,/%-]*\w|\d|\S+@\S+\w|\w[\w-]*\.\w+\/\S*\w/g) ?? [];
      return exact.some((token) => !content.includes(token));
    })
    .map((sentence) => asSentence(toReader(sentence.replace(SPEECH, '').replace(/^that\s+/i, ''))));
}

const PROHIBITION_ONLY = /^(?:no|don['’]t|do not|never|without|avoid)\b/i;

/** The first words of a sentence as what it is about. */
function topicFrom(detail: string): string {
  const words = detail.replace(/[.!?]+$/, '').split(/\s+/);
  return words.slice(0, 8).join(' ');
}

/** Whether a word (or its beginning) stands in a text; signs such as $ stand anywhere. */
export function hasWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(/^[\p{L}\p{N}]/u.test(word) ? `(?<![\\p{L}\\p{N}])${escaped}` : escaped, 'iu').test(text);
}

/** The product facts that a brief speaks about: at least two words of meaning in common, or one name. */
export function relevantFacts(facts: readonly UsedFact[], brief: string): UsedFact[] {
  const wanted = new Set(stemsOf(brief).filter((word) => word.length > 3));
  return facts.filter(({ fact }) => {
    const shared = stemsOf(fact).filter((word) => wanted.has(word));
    return (
      new Set(shared).size >= 2 ||
      shared.some((word) => new RegExp(`\\b${word.toUpperCase()[0]}${word.slice(1)}`).test(fact))
    );
  });
}
