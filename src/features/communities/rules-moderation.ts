import { checkClaims } from '#engines/claims/check.ts';
import { LIKELY_CLAIM } from '#engines/claims/finding.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { truncate } from '#kit/text.ts';
import type { FlagDetails, FlagReason, StoredFlag } from './contract-posts.ts';

type Sign = { pattern: RegExp; reason: FlagReason };

/** Words of somebody who may be in danger: a person looks at once, and nothing is answered by itself. */
const SAFETY: readonly Sign[] = [
  {
    pattern:
      /\b(?:kill(?:ing)? my ?self|end(?:ing)? (?:my|it all) ?(?:life)?|suicid\w*|want to die|don['’]?t want to (?:live|be here)|better off dead|no reason to live|self[- ]?harm\w*|cutting myself|hurt(?:ing)? myself)\b/iu,
    reason: 'crisis',
  },
  {
    pattern:
      /\b(?:overdos\w+|took too many (?:pills|tablets)|can(?:['’]?t|not) breathe|chest pains?|heart attack|having a stroke|face (?:is )?drooping|anaphyla\w*|throat (?:is )?(?:closing|swelling)|un(?:conscious|responsive)|collaps(?:ed|ing)|severe bleeding|seizure)\b/iu,
    reason: 'emergency',
  },
];

/** Advice that belongs to a doctor or a pharmacist. */
const MEDICAL_ADVICE: readonly Sign[] = [
  {
    pattern:
      /\b(?:stop(?:ped)?|quit|come off|ditch|skip|replace|throw away|instead of) (?:taking )?(?:your|the|my|his|her) (?:\w+ ){0,3}(?:meds?|medications?|medicines?|pills|tablets|insulin|antidepressants?|statins?|blood thinners?|inhaler|prescription|chemo\w*)\b/iu,
    reason: 'changes_medicine',
  },
  {
    pattern:
      /\b(?:take|give|double|increase|lower|halve|up) (?:\w+ ){0,4}\d[\d.,]* ?(?:mg|mcg|µg|g|iu|ml|drops|tablets|pills|capsules)\b/iu,
    reason: 'dose',
  },
  {
    pattern:
      /\b(?:you|he|she|they) (?:definitely |clearly |probably )?(?:have|has|suffers? from) (?:\w+ ){0,2}(?:diabetes|cancer|adhd|pcos|depression|lupus|arthritis|anaemia|anemia|hypothyroid\w*|thyroid disease|coeliac|celiac|crohn\w*|endometriosis)\b/iu,
    reason: 'diagnosis',
  },
  {
    pattern:
      /\b(?:don['’]?t|no need to|never) (?:need to |bother to )?(?:see|call|trust|go to|listen to) (?:a |your |the )?doctors?\b/iu,
    reason: 'against_doctor',
  },
];

const SPAM: readonly Sign[] = [
  {
    pattern:
      /\b(?:earn|make) (?:up to )?[$€£]? ?\d[\d,.]*k? ?[$€£]?(?: \w+)? (?:a|per|every) (?:day|week|hour|month)\b/iu,
    reason: 'quick_money',
  },
  {
    pattern:
      /\b(?:crypto (?:investment|signals?|expert)|forex|binary options?|guaranteed (?:profits?|returns?)|online casino|betting tips|loan offer|spell caster|work from home and earn|limited time offer|click (?:here|the link) (?:now|below)|buy followers|adult dating)\b/iu,
    reason: 'advertisement',
  },
  {
    pattern:
      /\b(?:whats ?app|telegram|signal|text|dm)\b[^.!?\n]{0,24}?(?:\+?\d[\d\s-]{6,}\d|@\w{4,}|\bt\.me\/)/iu,
    reason: 'private_chat',
  },
  {
    pattern: /\b(?:bit\.ly|tinyurl\.com|t\.ly|cutt\.ly|is\.gd|shorturl\.at|rb\.gy)\//iu,
    reason: 'hidden_link',
  },
];

const MOST_LINKS = 3;
/** Letters alone: lines are drawn with dashes, and addresses are full of zeros. */
const ONE_LETTER: Sign = { pattern: /(\p{L})\1{14,}/iu, reason: 'one_character' };
/** A web address, whether or not it begins as one; what stands behind an @ is the end of an e-mail address. */
const LINK =
  /(?:https?:\/\/|\bwww\.)[^\s<>"']+|(?<![@\w.-])(?:[a-z0-9][a-z0-9-]{0,62}\.)+(?:(?:com|net|org|info|biz|shop|store|online|site|xyz|top|club|vip|click|live|ru|cn)\b(?:\/[^\s<>"']*)?|[a-z]{2,24}\/[^\s<>"']*)/giu;
/** So often nobody says the same by chance: the same link, or as many words in the same order. */
const SAME_TIMES = 3;
/** Fewer words recur by chance. */
const SAME_WORDS = 6;
/** Shorter texts are said twice by anybody: "Thank you so much!" */
const TELLING_FROM = 40;
const SHOUTING_FROM = 40;
/** So much of a text is looked at; nobody reads further either. */
const LOOKED_AT = 20_000;
const EXCERPT = 120;

/** Everything about a post that a person should look at, the gravest first. Pure. */
export function flagsOf(text: string, jurisdictions: readonly Jurisdiction[]): StoredFlag[] {
  const read = text.slice(0, LOOKED_AT).normalize('NFKC');
  const flags: StoredFlag[] = [
    ...signsIn(read, SAFETY, 'safety'),
    ...signsIn(read, MEDICAL_ADVICE, 'medical_advice'),
    ...claimsIn(read, jurisdictions),
    ...signsIn(read, SPAM, 'spam'),
    ...signsIn(read.replaceAll(LINK, ' '), [ONE_LETTER], 'spam'),
  ];
  const links = linksIn(read);
  if (links.length > MOST_LINKS) flags.push(spam('many_links', read, { links: links.length }));
  const same = saidAgain(links) ?? saidAgain(runsOf(read));
  if (same !== undefined) flags.push(spam('repetition', same));
  if (isShouting(read)) flags.push(spam('capitals', read));
  return flags;
}

/** Of a text that stands in the community already, word for word. */
export function flagOfCopy(text: string): StoredFlag {
  return spam('copy', text);
}

function spam(reason: FlagReason, text: string, details: FlagDetails = {}): StoredFlag {
  return { kind: 'spam', reason, details, excerpt: truncate(text, EXCERPT) };
}

/** Whether saying it once more tells something: a link or more than a word of thanks. */
export function isTellingCopy(text: string): boolean {
  return text.length >= TELLING_FROM || linksIn(text).length > 0;
}

/** The web addresses of a text, however each of them is written. */
function linksIn(text: string): string[] {
  return (text.match(LINK) ?? []).map((link) =>
    link
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/[\s/.,;:!?)\]]+$/, ''),
  );
}

/** Every so many words that follow each other, of which three are different: "ha ha ha" is none. */
function runsOf(text: string): string[] {
  const words =
    text
      .replaceAll(LINK, ' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.flatMap((_, index) => {
    const run = words.slice(index, index + SAME_WORDS);
    return run.length === SAME_WORDS && new Set(run).size >= 3 ? [run.join(' ')] : [];
  });
}

function saidAgain(said: readonly string[]): string | undefined {
  const times = Map.groupBy(said, (one) => one);
  return [...times].find(([, all]) => all.length >= SAME_TIMES)?.[0];
}

const QUESTION_WORD =
  /(?:^|[.!\n])[^\S\n]*(?:how|what|which|where|when|who|why|can|could|does|do|did|is|are|should|would|has|have|any(?:one|body)|looking for|please recommend)\b/iu;

/** Whether an answer is wanted: what people merely tell is left to people. */
export function asksSomething(text: string): boolean {
  const read = text.slice(0, LOOKED_AT);
  return read.replaceAll(/https?:\/\/\S+/giu, '').includes('?') || QUESTION_WORD.test(read);
}

/** An agent's answer as a comment: its numbered sources stand in no list here. */
export function plainAnswer(text: string): string {
  return text.replaceAll(/ ?\[\d{1,2}\]/g, '').trim();
}

/** Words that stop an answer from leaving by itself, whoever wrote it. */
export function needsPerson(text: string): boolean {
  const read = text.slice(0, LOOKED_AT).normalize('NFKC');
  return [...SAFETY, ...MEDICAL_ADVICE].some(({ pattern }) => pattern.test(read));
}

function signsIn(text: string, signs: readonly Sign[], kind: StoredFlag['kind']): StoredFlag[] {
  return signs.flatMap(({ pattern, reason }) => {
    const found = pattern.exec(text);
    return found ? [{ kind, reason, details: {}, excerpt: truncate(found[0].trim(), EXCERPT) }] : [];
  });
}

/** People may tell what they felt; what the law forbids a seller to print is still looked at before it stands here. */
function claimsIn(text: string, jurisdictions: readonly Jurisdiction[]): StoredFlag[] {
  const { findings } = checkClaims(text, { jurisdictions, kind: 'community_post' });
  return (
    findings
      // Likeness alone keeps nobody's words back. The register of the EU binds sellers; a member may praise an evening blend in their own words.
      .filter(
        ({ severity, rule }) => severity === 'block' && !rule.startsWith('eu-') && rule !== LIKELY_CLAIM,
      )
      .slice(0, 3)
      .map(({ rule, excerpt }) => ({
        kind: 'claims',
        reason: 'claim',
        details: { rule },
        excerpt: truncate(excerpt, EXCERPT),
      }))
  );
}

function isShouting(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return letters.length >= SHOUTING_FROM && capitals.length / letters.length > 0.7;
}
