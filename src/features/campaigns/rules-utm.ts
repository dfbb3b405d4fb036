import { foldText } from '#kit/text.ts';

/**
 * Stems of conditions and of body topics that would say something about the reader's health. They never stand in
 * a link: a URL travels through logs, referrers and other people's analytics.
 */
// biome-ignore format: a word list
const CONDITION_STEMS = [
  'acne', 'addict', 'adhd', 'allerg', 'alopecia', 'alzheimer', 'anaemi', 'anemi', 'angina', 'anorexi', 'anxi',
  'apnea', 'apnoea', 'arrhythm', 'arthrit', 'asthma', 'autis', 'autoimmun', 'bipolar', 'bronchit', 'bulimi',
  'bursit', 'cancer', 'candida', 'cardi', 'celiac', 'coeliac', 'cholest', 'cirrho', 'colit', 'constipat', 'copd',
  'coronary', 'crohn', 'cystit', 'dement', 'depress', 'dermatit', 'diabet', 'diarrh', 'disease', 'disorder',
  'eczema', 'emphysem', 'endometrio', 'epilep', 'erectile', 'fatigue', 'fertil', 'fibroid', 'fibromyalg', 'gastrit',
  'gerd', 'gingivit', 'glaucoma', 'glucose', 'goit', 'gout', 'haemorrh', 'hemorrh', 'hashimoto', 'hepat', 'hernia',
  'herpes', 'hormon', 'hypertens', 'hyperthyr', 'hypothyr', 'immun', 'impoten', 'infect', 'infertil', 'inflamm',
  'influenza', 'insomni', 'insulin', 'jaundice', 'kidney', 'leuk', 'liver', 'lupus', 'lyme', 'lymphom', 'malaria',
  'melanom', 'meningit', 'menopaus', 'migrain', 'neuralg', 'neuropath', 'nafld', 'obes', 'osteo', 'overweight',
  'pain', 'pancrea', 'parkinson', 'pcos', 'perimenopaus', 'pneumon', 'pregnan', 'prostat', 'psoria', 'psychos',
  'ptsd', 'reflux', 'rheumat', 'rosacea', 'schizo', 'sciatica', 'seizure', 'sepsis', 'shingles', 'sibo', 'sinusit',
  'stress', 'stroke', 'symptom', 'tendon', 'thrombo', 'thyroid', 'tinnitus', 'tubercul', 'tumor', 'tumour', 'ulcer',
  'varicos', 'vertigo', 'vitiligo', 'weight',
] as const;

/** Short ones that are whole words or nothing: "ms" is in "terms". */
// biome-ignore format: a word list
const CONDITION_WORDS = new Set(['add', 'flu', 'hiv', 'hpv', 'ibd', 'ibs', 'ms', 'ocd', 'pmdd', 'pms', 'uti', 'cold', 'diet', 'fat', 'loss', 'sleep', 'slim', 'slimming']);

const LONGEST_UTM = 60;

/** Whether a word says something about somebody's health. */
export function isConditionWord(word: string): boolean {
  const folded = foldText(word);
  return CONDITION_WORDS.has(folded) || CONDITION_STEMS.some((stem) => folded.startsWith(stem));
}

/** Whether a text holds such a word. */
export function hasConditionWord(text: string): boolean {
  return wordsOf(text).some(isConditionWord);
}

/** A campaign's name for links: "Winter Liver Health" → "winter-health"; `fallback` where nothing is left. */
export function utmSlug(name: string, fallback: string): string {
  const slug = wordsOf(name)
    .filter((word) => !isConditionWord(word))
    .join('-')
    .slice(0, LONGEST_UTM)
    .replace(/-+$/, '');
  return slug === '' ? fallback : slug;
}

export type Utm = { source: string; medium: string; campaign: string };

/**
 * The landing page with the campaign's UTM parameters. Those the author has put there stay, unless they name a
 * condition.
 */
export function withUtm(landingPageUrl: string, utm: Utm): string {
  const url = new URL(landingPageUrl);
  const values = { utm_source: utm.source, utm_medium: utm.medium, utm_campaign: utm.campaign };
  for (const [key, value] of Object.entries(values)) {
    const own = url.searchParams.get(key);
    if (own === null || own === '' || hasConditionWord(own)) url.searchParams.set(key, value);
  }
  for (const [key, value] of [...url.searchParams]) {
    if (key.startsWith('utm_') && hasConditionWord(value)) url.searchParams.delete(key);
  }
  return url.href;
}

/** The campaign's UTM values as they will stand in the link: the author's own where the URL has them. */
export function utmOf(landingPageUrl: string, utm: Utm): Utm {
  const { searchParams } = new URL(withUtm(landingPageUrl, utm));
  return {
    source: searchParams.get('utm_source') ?? utm.source,
    medium: searchParams.get('utm_medium') ?? utm.medium,
    campaign: searchParams.get('utm_campaign') ?? utm.campaign,
  };
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
