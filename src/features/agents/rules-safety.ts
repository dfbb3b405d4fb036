import { lazy } from '#kit/lazy.ts';
import type { EscalationCategory } from './contract-chat.ts';
import { CERTAIN } from './rules-safety-certain.ts';
import {
  asksForCure,
  safetyFeatures,
  speaksOfDanger,
  speaksOfHealth,
  speaksOfYoungGuests,
} from './rules-safety-features.ts';
import { referredInGerman } from './rules-safety-german.ts';
import { dangerKindOf } from './rules-safety-kind.ts';
import { readMessage } from './rules-safety-reading.ts';
import { asksWhatIsOffered, tellsOfEmergency, tellsOfOtherTimes } from './rules-safety-signs.ts';
import { readWeights, sharesOf, type Weights } from './rules-safety-weighing.ts';
import { SAFETY_WEIGHTS } from './rules-safety-weights.ts';

export type Judgement =
  | { level: 'answer' }
  | {
      level: 'escalate' | 'emergency';
      category: EscalationCategory;
      isAboutSomebodyElse: boolean;
      /** Of an emergency of another kind: somebody may want to die, so the numbers for that are named too. */
      couldBeSelfHarm?: boolean;
    };

/**
 * Beyond this share of probability a message is handed over; an emergency needs less than certainty. Where nothing in a
 * message speaks of danger or of the body, only its manner points that way, and that has to be plainer.
 */
const EMERGENCY_FROM = {
  danger: 0.45,
  health: 0.32,
  remedy: 0.65,
  guests: 0.32,
  question: 0.65,
  neither: 0.4,
};
const ESCALATE_FROM = { danger: 0.45, health: 0.45, remedy: 0.45, guests: 0.95, question: 0.7, neither: 0.7 };
/** Who only asks, in words of nothing dangerous, mostly wants to know. */
const ASKS =
  /^\W*(?:what|when|where|how|which|who|can|could|may|do|does|is|are|will|would)\b[^.!]*\?*$|^[^.!?]*\?\W*$/;

const SOMEBODY_ELSE =
  /\b(?:my|our|his|her|their|mum'?s|dad'?s) (?:\w+ )?(?:friend|husband|wife|partner|boyfriend|girlfriend|son|daughter|kid|child|baby|toddler|mum|mom|mother|dad|father|sister|brother|gran\w*|colleague|roommate|flatmate|neighbou?r|client|boy|girl|cousin|uncle|aunt)\b|\b(?:he|she|they)(?:'s|'re| is| are| has| have| took| swallowed| won't| can't)\b/;

const MEANT = /\b(?:on purpose|deliberate\w*|intentional\w*)\b/;
/** What somebody swallowed without wanting to; of anything else nobody knows. */
const UNMEANT =
  /\b(?:accident\w*|by mistake|mistook|mixed up|toddler\w*|bab(?:y|ies)|infant\w*|child\w*|kids?|year.?old|dogs?|cats?|pupp(?:y|ies))\b/;

const ASKS_FOR_PERSON =
  /^\W*human\W*$|\b(?:talk|speak|chat|connect|transfer|put me through|get me|reach|want|need)\b.{0,30}\b(?:a |the |some ?one |real |live |actual )+(?:human|person|agent|people|representative|somebody|someone|manager|staff|operator)\b|\bmit (?:einem )?menschen\b|\bhablar con una persona\b/;

/** Each chat says 'Type HUMAN any time': people add a please, and what it is about. */
const CALLS_HUMAN =
  /^\W*(?:(?:please|pls|plz|hi|hello|hey|ok|okay|no)\W+)*human(?:\W*$|\s*[,.;:!-]|\W+(?:please|pls|plz|now|asap|needed|help|support|agent|operator|my|i|we)\b)/;

/** Less than 'a real person': asked for only where nothing graver is. */
const ASKS_FOR_SOMEBODY =
  /\b(?:i|me|we|us|like to|want to|need to|please)\b.{0,20}\b(?:talk|speak|chat) (?:to|with) (?:some|any)(?:one|body)\b|\b(?:some|any)(?:one|body) (?:else |there |here )?(?:(?:that |who )?(?:i|we) (?:can|could|may) |to )(?:talk|speak|chat)\b/;

const CATEGORIES: readonly [EscalationCategory, RegExp][] = [
  [
    'self_harm',
    /\b(?:die|dead|death|suicid\w*|kill (?:my|her|him)self|alive|live anymore|wake up|hurt (?:my|her|him)self|harm (?:my|her|him)self|cutting|cut my|burden|no point|without me|goodbye|end (?:it|things|everything)|kms|disappear|rope|bridge|umbringen|leben|vivir|morir\w*|painless|lethal|dying)\b/,
  ],
  [
    'violence',
    /\b(?:hit me|hits me|beats? me|threaten\w*|weapon|break in|going to (?:kill|hurt) (?!my ?self)|choked me|afraid of him)\b/,
  ],
  [
    'overdose',
    /\b(?:swallow\w*|overdos\w*|whole (?:bottle|pack|box|jar)|too (?:many|much)|handful|poison\w*|ate (?:half|the|a|twelve|some)|got into|drank|at once|in one go|by mistake|gegessen|trago|took (?:\d\d|the whole|all|twenty|thirty|forty|fifty))\b/,
  ],
  [
    'pregnancy',
    /\b(?:pregnan\w*|weeks along|trimester|breast.?feed\w*|nursing|lactat\w*|ttc|conceiv\w*|ivf|fertil\w*|baby move|kicks?|waters broke|expecting|miscarr\w*|schwanger\w*|stille\w*|embarazad\w*)\b/,
  ],
  [
    'children',
    /\b(?:child\w*|kids?|toddler\w*|baby|infant\w*|newborn\w*|(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ -]?(?:year|month)s?[ -]?old|teen\w*|under 18|i'm 1[0-7]|grandson|granddaughter|son|daughter|tochter|sohn|hij[oa]|nin[oa]s?)\b/,
  ],
  [
    'eating_disorder',
    /\b(?:anorexi\w*|bulimi\w*|bing\w*|purg\w*|laxative\w*|lowest calor\w*|water fast|bmi|hate my body|throw up after|make myself)\b/,
  ],
  [
    'adverse_event',
    /\b(?:since i (?:start\w*|began|take|took)|ever since|side.?effect\w*|reaction|made me|gave me|broke out|every time i (?:take|drink)|after (?:taking|using|the|your)|ausschlag von|sento mal)\b/,
  ],
  [
    'medication_interaction',
    /\b(?:medic\w*|meds|drug|prescri\w*|warfarin|statins?|metformin|insulin|\w*thyrox\w*|antidepress\w*|ssri|sertralin\w*|antibiotic\w*|ibuprofen|blood thinner\w*|beta.?blocker\w*|chemo\w*|tablets?|pills?|dose|dosage|hrt|the pill|medikament\w*|medicacion|interact\w*)\b/,
  ],
  [
    'mental_health',
    /\b(?:depress\w*|anxi\w*|panic|lonely|alone|crying|burn(?:ed|t) out|hopeless|therap\w*|bipolar|ptsd|ocd|voices|addict\w*|breakdown|traurig|ansiedad|cope)\b/,
  ],
  [
    'diagnosis',
    /\b(?:do i have|could (?:it|this) be|what's wrong|results?|level|ferritin|tsh|alt|a1c|symptoms?|sign of|diagnos\w*|deficien\w*|should i worry|is this)\b/,
  ],
];

/** What an emergency is called by; any other is a medical one. */
const LIFE_AND_LIMB: ReadonlySet<EscalationCategory> = new Set([
  'self_harm',
  'violence',
  'overdose',
  'pregnancy',
]);

const fitted = lazy(() => readWeights(SAFETY_WEIGHTS));

/** What a turn needs before anything is looked up: help, a person, or an answer. */
export function judgeTurn(text: string): Judgement {
  return judgeWith(fitted(), text);
}

/** The same with other weights, for the fit that is checked on messages it has not seen. */
export function judgeWith(weights: Weights, text: string): Judgement {
  const reading = readMessage(text);
  const folded = reading.literal;
  const isAboutSomebodyElse = SOMEBODY_ELSE.test(folded);
  const certain = CERTAIN.find(([words]) => words.test(folded));
  const features = safetyFeatures(reading);
  const emergencyOf = (known?: EscalationCategory): Judgement => {
    const { kind, couldBeSelfHarm } = dangerKindOf(features);
    const category = known === undefined || known === 'emergency' ? kind : known;
    const isMeant = category === 'overdose' ? !UNMEANT.test(folded) : couldBeSelfHarm || kind === 'self_harm';
    return {
      level: 'emergency',
      category,
      isAboutSomebodyElse,
      couldBeSelfHarm: category !== 'self_harm' && (isMeant || MEANT.test(folded)),
    };
  };
  if (certain) return emergencyOf(certain[1]);
  if (tellsOfEmergency(folded)) return emergencyOf();
  if (ASKS_FOR_PERSON.test(folded)) {
    return { level: 'escalate', category: 'asked_for_person', isAboutSomebodyElse: false };
  }
  const inGerman = referredInGerman(folded);
  if (inGerman) return { level: 'escalate', category: inGerman, isAboutSomebodyElse };
  const [, escalate = 0, emergency = 0] = sharesOf(weights, features, 3);
  const heard = heardIn(features, folded);
  const category = categoryOf(folded);
  const isOfNobody = !LIFE_AND_LIMB.has(category) && (tellsOfOtherTimes(folded) || asksWhatIsOffered(folded));
  if (emergency >= EMERGENCY_FROM[heard] && !isOfNobody) return emergencyOf();
  if (escalate + emergency >= ESCALATE_FROM[heard]) {
    const isKept = !['self_harm', 'violence', 'overdose', 'emergency'].includes(category);
    return { level: 'escalate', category: isKept ? category : 'chronic_illness', isAboutSomebodyElse };
  }
  if (callsForPerson(text, folded))
    return { level: 'escalate', category: 'asked_for_person', isAboutSomebodyElse: false };
  return { level: 'answer' };
}

function callsForPerson(text: string, folded: string): boolean {
  // In capitals, as it is written above the chat, among words that are not.
  const isTyped = /\bHUMAN\b/.test(text) && /\p{Ll}/u.test(text);
  return isTyped || CALLS_HUMAN.test(folded) || ASKS_FOR_SOMEBODY.test(folded);
}

function heardIn(features: readonly string[], folded: string): keyof typeof EMERGENCY_FROM {
  if (speaksOfDanger(features)) return 'danger';
  if (speaksOfYoungGuests(features, folded)) return 'guests';
  // Whether something would cure it is asked with time to think.
  if (speaksOfHealth(features))
    return ASKS.test(folded) && asksForCure(features, folded) ? 'remedy' : 'health';
  return ASKS.test(folded) ? 'question' : 'neither';
}

function categoryOf(folded: string): EscalationCategory {
  return CATEGORIES.find(([, words]) => words.test(folded))?.[0] ?? 'chronic_illness';
}
