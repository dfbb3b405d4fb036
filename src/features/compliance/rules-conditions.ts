import { hasRole, type Role } from '#kit/actor.ts';
import { foldText } from '#kit/text.ts';
import { wordsOf } from '#kit/words.ts';

/** Beginnings of words that name a disease, folded. Long enough that no everyday word begins alike. */
// biome-ignore format: a word list
const DISEASE_STEMS = [
  'allerg', 'alopecia', 'alzheimer', 'anaemi', 'anemi', 'aneurysm', 'anorexi', 'anxiet', 'apnea', 'apnoea',
  'arrhythm', 'arthrit', 'asthma', 'atheroscl', 'autis', 'autoimmun', 'bipolar', 'bronchit', 'bulimi', 'bursit',
  'cancer', 'candida', 'cataract', 'celiac', 'cirrho', 'coeliac', 'colit', 'constipat', 'crohn', 'cystit', 'dement',
  'dermatit', 'diabet', 'diarrh', 'diverticul', 'eczema', 'emphysem', 'endometrio', 'epilep', 'fibroid',
  'fibromyalg', 'gallstone', 'gastrit', 'gingivit', 'glaucoma', 'goit', 'haemorrh', 'hashimoto', 'hemorrh',
  'hepatit', 'herpes', 'hypertens', 'hyperthyr', 'hypothyr', 'impetig', 'impoten', 'infertil', 'influenza',
  'insomni', 'jaundice', 'leukaem', 'leukem', 'lymphom', 'melanom', 'meningit', 'migrain', 'nephrit', 'neuralg',
  'neuropath', 'obes', 'osteoarth', 'osteopen', 'osteopor', 'pancreatit', 'parkinson', 'pneumon', 'prostatit',
  'psoria', 'psychos', 'psychot', 'raynaud', 'retinopath', 'rheumat', 'rosacea', 'sarcopen', 'schizo', 'sciatica',
  'sinusit', 'tendonit', 'thrombos', 'tinnitus', 'tonsillit', 'tubercul', 'varicos', 'vitiligo',
] as const;

/** Short names of diseases, and long ones that begin like something else: the whole word or its plural. */
// biome-ignore format: a word list
const DISEASE_WORDS = new Set([
  'acne', 'addiction', 'adhd', 'angina', 'copd', 'cyst', 'depression', 'edema', 'flu', 'gerd', 'gout', 'hernia',
  'hiv', 'hpv', 'ibd', 'ibs', 'infection', 'lupus', 'lyme', 'malaria', 'measles', 'nafld', 'ocd', 'oedema', 'pcos',
  'pmdd', 'ptsd', 'seizure', 'sepsis', 'shingles', 'sibo', 'thrush', 'tumor', 'tumour', 'ulcer', 'uti', 'vertigo',
  'wart',
]);

/** Diseases only as two words: the first one whole, the second one from its beginning. */
// biome-ignore format: a word list
const DISEASE_PAIRS: readonly (readonly [string, string])[] = [
  ['clogged', 'arter'], ['coronary', 'arter'], ['eating', 'disorder'], ['erectile', 'dysfunction'],
  ['fatty', 'liver'], ['graves', 'disease'], ['hay', 'fever'], ['heart', 'attack'], ['heart', 'disease'],
  ['heart', 'failure'], ['kidney', 'disease'], ['kidney', 'stone'], ['leaky', 'gut'], ['macular', 'degenerat'],
  ['metabolic', 'syndrome'], ['multiple', 'sclerosis'], ['panic', 'attack'], ['panic', 'disorder'],
  ['plantar', 'fasciit'], ['restless', 'leg'], ['sickle', 'cell'], ['stroke', 'patient'], ['stroke', 'recover'],
  ['stroke', 'survivor'], ['thyroid', 'disease'], ['thyroid', 'disorder'], ['yeast', 'infection'],
];

/** Diseases only in capitals: "add" and "Ms" are everyday words. */
const DISEASE_CAPITALS = new Set(['ADD', 'MS']);

/** Topics of body and mind that name no disease and still say something about the reader's health. */
// biome-ignore format: a word list
const BODY_STEMS = [
  'addict', 'angina', 'anxi', 'cardi', 'cholest', 'coronary', 'depress', 'disease', 'disorder', 'erectile',
  'fatigue', 'fertil', 'glucose', 'hepat', 'hernia', 'hormon', 'immun', 'infect', 'inflamm', 'insulin', 'kidney',
  'leuk', 'liver', 'menopaus', 'osteo', 'overweight', 'pain', 'pancrea', 'perimenopaus', 'pregnan', 'prostat',
  'reflux', 'seizure', 'stress', 'stroke', 'symptom', 'tendon', 'thrombo', 'thyroid', 'tumor', 'tumour', 'ulcer',
  'weight',
] as const;

// biome-ignore format: a word list
const BODY_WORDS = new Set(['add', 'cold', 'diet', 'fat', 'loss', 'ms', 'pms', 'sleep', 'slim', 'slimming']);

/**
 * Whether a word says something about somebody's health, a disease or not. The wide net, for links: a URL travels
 * through logs, referrers and other people's analytics.
 */
export function isHealthWord(word: string): boolean {
  const folded = foldText(word);
  return isDiseaseWord(folded) || BODY_WORDS.has(folded) || startsWithOne(folded, BODY_STEMS);
}

/** Whether a text holds such a word. */
export function hasHealthWord(text: string): boolean {
  return wordsOf(text).some(({ text: word }) => isHealthWord(word));
}

/** The first disease that a text names, in its own letters; undefined when it names none. */
export function findCondition(text: string): string | undefined {
  const words = wordsOf(text);
  for (const [index, word] of words.entries()) {
    const { start, end } = word;
    const written = text.slice(start, end);
    if (DISEASE_CAPITALS.has(written) || isDiseaseWord(word.text)) return written;
    const next = words[index + 1];
    const isPair = DISEASE_PAIRS.some(([one, other]) => {
      return withoutPossessive(word.text) === one && next?.text.startsWith(other);
    });
    if (isPair && next) return text.slice(start, next.end);
  }
  return undefined;
}

/** Whether a text names a disease. */
export function hasCondition(text: string): boolean {
  return findCondition(text) !== undefined;
}

/** The first disease in the path or the query of a web address; UTM values are the product's and hold none. */
function findConditionInAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, searchParams } = new URL(url);
  const values = [...searchParams].flatMap(([key, value]) => (key.startsWith('utm_') ? [] : [key, value]));
  const texts = [...pathname.split('/').map(decoded), ...values];
  return texts.map(findCondition).find((condition) => condition !== undefined);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a name or an address would say of people, and what to write instead. */
const SAYS = {
  group: {
    why: 'the name would say that everybody in the group has it',
    instead: 'Name what they look for, for example “Evening routines”.',
  },
  campaign: {
    why: 'the name would say that everybody who gets it has it',
    instead: 'Name what it is about, for example “Winter skin care”.',
  },
  page: {
    why: 'the name would say that everybody who is sent there has it',
    instead: 'Name what the page shows, for example “Winter skin care”.',
  },
  address: {
    why: 'the address would say so of everybody who follows it, to every site and log it passes',
    instead: 'Use a neutral path, for example /skin-care.',
  },
} as const;
export type ConditionPlace = keyof typeof SAYS;

/**
 * Why somebody of this role may not give this name or address; undefined where they may. It goes on into lists,
 * exports, links and merge fields, and there it says of each person that they have the condition.
 */
export function conditionRefusal(
  text: string,
  { role, isAllowed, place = 'group' }: { role: Role; isAllowed: boolean; place?: ConditionPlace },
): string | undefined {
  const condition = conditionAt(place, text);
  const isAdmin = hasRole(role, 'admin');
  if (condition === undefined || (isAdmin && isAllowed)) return undefined;
  const { why, instead } = SAYS[place];
  const who = isAdmin ? 'As an admin you can allow it.' : 'An admin can allow it.';
  return `“${condition}” is a health condition, and ${why}. ${instead} ${who}`;
}

/** "It would say that everybody in the group has it." */
export function conditionReason(place: ConditionPlace): string {
  return SAYS[place].why.replace(/^the (?:name|address) would/, 'It would').concat('.');
}

/** The condition that a name or an address holds. */
export function conditionAt(place: ConditionPlace, text: string): string | undefined {
  return place === 'address' ? findConditionInAddress(text) : findCondition(text);
}

function isDiseaseWord(folded: string): boolean {
  const singular = folded.endsWith('s') ? folded.slice(0, -1) : folded;
  return DISEASE_WORDS.has(folded) || DISEASE_WORDS.has(singular) || startsWithOne(folded, DISEASE_STEMS);
}

function startsWithOne(folded: string, stems: readonly string[]): boolean {
  return stems.some((stem) => folded.startsWith(stem));
}

function withoutPossessive(word: string): string {
  return word.replace(/['’]s?$/, '');
}
