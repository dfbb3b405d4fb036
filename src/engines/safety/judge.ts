import { featuresOf, normalize } from '#engines/text-model/features.ts';
import { type Model, probabilitiesOf, readModel } from '#engines/text-model/model.ts';
import allClear from './all-clear.json' with { type: 'json' };
import certainDanger from './certain-danger.json' with { type: 'json' };
import { conceptsIn, isConceptWord } from './concepts.ts';
import { isAboutHealth } from './health.ts';
import {
  DANGERS,
  type Danger,
  LANGUAGES,
  type Language,
  type SafetyCategory,
  type SafetyLevel,
} from './judgement.ts';
import { detectLanguage } from './language.ts';
import person from './person.json' with { type: 'json' };
import weights from './weights.json' with { type: 'json' };

export type Judgement = {
  level: SafetyLevel;
  /** What the message is written in, and so what is answered in. */
  language: Language;
} & (
  | { level: 'answer' }
  | {
      level: 'escalate' | 'emergency';
      category: SafetyCategory;
      isAboutSomeoneElse: boolean;
      /** An emergency of another kind in which someone may also want to die: crisis lines are shown as well. */
      couldBeSelfHarm: boolean;
    }
);

export type Models = Record<'level' | 'danger' | 'subject', Model>;

/**
 * Probabilities from which a message is taken for an emergency, or goes to a person; chosen on message sets left out of the
 * fit (`npm run eval:safety`).
 */
const EMERGENCY_FROM = 0.25;
const ESCALATE_FROM = 0.4;
/** One part of a long message has to be plainer than a message of its own. */
const PART_FACTOR = 1.6;
const LONG_MESSAGE_WORDS = 30;
/**
 * From this share on, someone may want to die; from the others on, it is what the message is about. Of someone else it
 * takes more: they may be unconscious, so the ambulance comes first and the crisis line second.
 */
const COULD_BE_SELF_HARM = 0.05;
const IS_SELF_HARM = 0.5;
const IS_SELF_HARM_OF_OTHERS = 0.8;
const LONGEST_READ = 4_000;
const BARE_REQUEST_WORDS = 9;

const patternOf = (alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})`, 'u');
/** Wording that leaves no doubt, by language; a `sign` counts unless the message places it in the past or only supposes it. */
const CERTAIN = LANGUAGES.map((language) => {
  const { sign, elsewhen, ...certain } = certainDanger[language];
  const dangers = Object.entries(certain).map(([danger, patterns]) => [danger, patternOf(patterns)] as const);
  return { language, dangers, sign: patternOf(sign), elsewhen: patternOf(elsewhen) };
});
const ASKS_FOR_PERSON = new RegExp(
  `(?<!\\p{L})(?:${LANGUAGES.map((one) => person[one]).join('|')})(?!\\p{L})`,
  'u',
);
/** Each chat says 'Type HUMAN any time': people add a please, and what it is about. */
const CALLS_HUMAN =
  /^\W*(?:(?:please|pls|plz|hi|hello|hey|ok|okay|no)\W+)*human(?:\W*$|\s*[,.;:!-]|\W+(?:please|pls|plz|now|asap|needed|help|support|agent|operator|my|i|we)\b)/;

let fitted: Models | undefined;
const models = (): Models =>
  (fitted ??= {
    level: readModel(weights.level),
    danger: readModel(weights.danger),
    subject: readModel(weights.subject),
  });

/**
 * What a message needs before anything is looked up: an answer, a person, or help at once.
 * `earlier` are the visitor's previous messages, oldest first: danger may be told in two of them.
 */
export function judgeMessage(
  text: string,
  { earlier = [], using = models() }: { earlier?: readonly string[]; using?: Models } = {},
): Judgement {
  const judged = judgeOne(text, using);
  const before = earlier.at(-1);
  if (judged.level === 'emergency' || before === undefined) return judged;
  // Only what neither message says alone counts: a chat that was handed over once may still ask for opening hours.
  const together = judgeOne(`${before}\n${text}`, using);
  const isNew = RANK[together.level] > Math.max(RANK[judged.level], RANK[judgeOne(before, using).level]);
  return isNew ? together : judged;
}

const RANK: Readonly<Record<SafetyLevel, number>> = { answer: 0, escalate: 1, emergency: 2 };

function judgeOne(text: string, using: Models): Judgement {
  const read = text.slice(0, LONGEST_READ);
  const { language, isCovered } = detectLanguage(read, isConceptWord);
  const normalized = normalize(read);
  const certain = certainDangerIn(normalized, language);
  const parts = partsOf(normalized).map((part) => {
    const features = featuresOf(part, language, conceptsIn);
    return { features, shares: probabilitiesOf(using.level, features) };
  });
  const passes = (of: (shares: readonly number[]) => number, from: number) =>
    parts.find(({ shares }, at) => of(shares) >= (at === 0 ? from : Math.min(0.95, from * PART_FACTOR)));
  // A sign that is past or only supposed is a matter for a person, not for an ambulance.
  const isPast = certain === undefined && signIn(normalized, language) === 'elsewhen';
  const danger = isPast ? undefined : passes(([, , emergency = 0]) => emergency, EMERGENCY_FROM);
  const whole = parts[0]?.features ?? [];
  const asked = { level: 'escalate', language, isAboutSomeoneElse: false, couldBeSelfHarm: false } as const;
  const asksForPerson = ASKS_FOR_PERSON.test(normalized) || callsHuman(read, normalized);
  if (asksForPerson && certain === undefined && isBare(normalized) && !speaksOfHealth(whole))
    return { ...asked, category: 'asked_for_person' };
  const isAboutSomeoneElse = isAboutOthers(normalized, language);
  if (certain !== undefined || danger) {
    const kind = dangerOf(danger?.features ?? whole, using, { certain, isAboutSomeoneElse });
    return { level: 'emergency', language, isAboutSomeoneElse, ...kind };
  }
  if (!isCovered) {
    const category = 'unread_language';
    return { level: 'escalate', language, category, isAboutSomeoneElse: false, couldBeSelfHarm: false };
  }
  const graver = passes(([answer = 1]) => 1 - answer, ESCALATE_FROM);
  if (asksForPerson && (!graver || !speaksOfHealth(graver.features)))
    return { ...asked, category: 'asked_for_person' };
  if (graver) return { ...asked, isAboutSomeoneElse, category: subjectOf(graver.features, using) };
  return { level: 'answer', language };
}

/** A request and nothing else. */
function isBare(normalized: string): boolean {
  return normalized.split(/\s+/).length <= BARE_REQUEST_WORDS;
}

/** The whole message and, of a long one, each pair of its sentences, in which a plea would otherwise drown. */
function partsOf(normalized: string): string[] {
  const sentences = normalized.split(/(?<=[.!?\n])\s+|\n+/).filter((sentence) => /\p{L}/u.test(sentence));
  const isLong = sentences.length > 2 && normalized.split(/\s+/).length > LONG_MESSAGE_WORDS;
  if (!isLong) return [normalized];
  return [normalized, ...sentences.slice(1).map((sentence, at) => `${sentences[at]} ${sentence}`)];
}

function certainDangerIn(normalized: string, language: Language): string | undefined {
  // A short message may be taken for a neighboring language, so all are tried, the detected one first.
  const ordered = [...CERTAIN].sort((one) => (one.language === language ? -1 : 0));
  for (const { dangers } of ordered)
    for (const [danger, pattern] of dangers) if (pattern.test(normalized)) return danger;
  return signIn(normalized, language) === 'present' ? 'emergency' : undefined;
}

/** Whether a message names a sign of an emergency, clause by clause, and whether someone has it now. */
function signIn(normalized: string, language: Language): 'present' | 'elsewhen' | undefined {
  const patterns = CERTAIN.find((one) => one.language === language);
  const clauses = normalized.split(/[,.;!?\n]+|\b(?:but|aber|mais|pero|ma|maar)\b/u);
  const named = [...clauses.keys()].filter((at) => patterns?.sign.test(clauses[at] ?? ''));
  if (named.length === 0) return undefined;
  const isElsewhen = (at: number): boolean =>
    patterns?.elsewhen.test(`${clauses[at]}; ${clauses[at + 1] ?? ''}`) ?? false;
  return named.every(isElsewhen) ? 'elsewhen' : 'present';
}

function dangerOf(
  features: readonly string[],
  { danger }: Models,
  { certain, isAboutSomeoneElse }: { certain: string | undefined; isAboutSomeoneElse: boolean },
): { category: Danger; couldBeSelfHarm: boolean } {
  const shares = probabilitiesOf(danger, features);
  const share = (name: Danger): number => shares[danger.classes.indexOf(name)] ?? 0;
  const known = DANGERS.find((name) => name === certain && name !== 'emergency');
  const from = isAboutSomeoneElse ? IS_SELF_HARM_OF_OTHERS : IS_SELF_HARM;
  const isSelfHarm = known === 'self_harm' || (known === undefined && share('self_harm') >= from);
  if (isSelfHarm) return { category: 'self_harm', couldBeSelfHarm: false };
  const others = DANGERS.filter((name) => name !== 'self_harm');
  const likeliest = others.reduce((best, next) => (share(next) > share(best) ? next : best));
  const category = known ?? likeliest;
  // What a child swallowed, or anyone by mistake, was not meant; of anything else no one knows.
  const isUnmeant =
    features.includes('c:child') || features.includes('c:accident') || features.includes('c:pet');
  const isMeant = category === 'overdose' ? !isUnmeant : share('self_harm') >= COULD_BE_SELF_HARM;
  return { category, couldBeSelfHarm: isMeant };
}

function subjectOf(features: readonly string[], { subject }: Models): SafetyCategory {
  const shares = probabilitiesOf(subject, features);
  const name = subject.classes[shares.indexOf(Math.max(...shares))];
  return SUBJECTS.find((category) => category === name) ?? 'chronic_illness';
}
const SUBJECTS = [
  'medication_interaction',
  'diagnosis',
  'pregnancy',
  'children',
  'eating_disorder',
  'mental_health',
  'adverse_event',
  'chronic_illness',
] as const satisfies readonly SafetyCategory[];

function speaksOfHealth(features: readonly string[]): boolean {
  return isAboutHealth(features.filter((name) => name.startsWith('c:')).map((name) => name.slice(2)));
}

/** First persons that speak of themselves; "I think my son ..." does not. */
const SPEAKS_OF_SELF =
  /(?<!\p{L})(?:i(?:'m|'ve|'ll|'d| am| have| want| will| can't| don't| feel)|im|ive|ich(?! (?:glaube|denke|furchte|weiss|mache mir))|je (?:ne |suis|veux|vais|me|n')|j'ai|j'en|quiero|estoy|voy a|me he|me quiero|voglio|sono|ho |mi sono|ik (?:wil|ben|heb|kan|ga))/u;

function isAboutOthers(normalized: string, language: Language): boolean {
  const concepts = conceptsIn(normalized.match(/[\p{L}']+/gu) ?? [], language);
  return (concepts.includes('relative') || concepts.includes('child')) && !SPEAKS_OF_SELF.test(normalized);
}

function callsHuman(text: string, normalized: string): boolean {
  // In capitals, as it is written above the chat, among words that are not.
  return (/\bHUMAN\b/.test(text) && /\p{Ll}/u.test(text)) || CALLS_HUMAN.test(normalized);
}

const CLEARED = LANGUAGES.map((language) => allClear[language]).reduce(
  (all, { mistaken, over }) => ({ mistaken: [...all.mistaken, mistaken], over: [...all.over, over] }),
  { mistaken: [] as string[], over: [] as string[] },
);
const MISTAKEN = `(?<!\\p{L})(?:${CLEARED.mistaken.join('|')})(?!\\p{L})`;
const OVER = `(?<!\\p{L})(?:${CLEARED.over.join('|')})(?!\\p{L})`;
const FEWEST_WORDS_LEFT = 3;
const ALL_CLEAR = new RegExp(`${MISTAKEN}|${OVER}`, 'gu');
const IS_MISTAKEN = new RegExp(MISTAKEN, 'u');

/**
 * Whether a message says clearly that there is no emergency: `mistaken` (a quotation, a typing error, the wrong chat) or
 * `over` (help has come, the person is well again).
 */
export function allClearOf(text: string, using?: Models): 'mistaken' | 'over' | undefined {
  const normalized = normalize(text);
  const rest = normalized.replace(ALL_CLEAR, ' ');
  if (rest === normalized) return undefined;
  // "The ambulance is here" is an all-clear, "the ambulance is here, she isn't breathing" is not.
  const isMore = (rest.match(/\p{L}{2,}/gu) ?? []).length >= FEWEST_WORDS_LEFT;
  if (isMore && judgeMessage(rest, using ? { using } : {}).level === 'emergency') return undefined;
  return IS_MISTAKEN.test(normalized) ? 'mistaken' : 'over';
}
