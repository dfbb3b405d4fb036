import { foldText } from '#kit/text.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Escalation, EscalationCategory } from './contract.ts';

/** What a person should know about apart from danger to health; the agent goes on answering. */
type Concern = Extract<EscalationCategory, 'anger' | 'large_order' | 'low_confidence'>;

/** Concern a person in distress or already hurt: nothing is sold to them until a person has looked. */
const OF_DISTRESS: ReadonlySet<EscalationCategory> = new Set([
  'self_harm',
  'emergency',
  'overdose',
  'violence',
  'mental_health',
  'eating_disorder',
  'adverse_event',
]);

/**
 * Whether nothing is sold from here on until a person releases the conversation: in emergencies and crises. Who is
 * referred to a pharmacist or a doctor may still ask for prices and opening hours.
 */
export function stopsSelling({ level, category }: Pick<Escalation, 'level' | 'category'>): boolean {
  return level === 'emergency' || OF_DISTRESS.has(category);
}

/** Topics of warnings: a visitor who mentioned one is not shown a warning about another. */
const WARNED_OF: readonly RegExp[] = [
  /pregn|breast.?feed|nursing|lactat|conceiv|trimester|weeks along|midwife/i,
  /child|kids?\b|baby|infant|toddler|teen|under (?:the age of )?\d|year.?old|\bson\b|daughter/i,
  /medic|drug|prescri|tablet|\bpills?\b|thinner|anticoag|antidepress|antibio|interact|steroid|insulin|hormon|warfarin|statin/i,
  /\bheart\b|pacemaker|blood.?pressure|hypertens|cardi/i,
  /epilep|seizure/i,
  /diabet|blood sugar/i,
  /kidney|liver|renal|thyroid/i,
  /operat|surger|wound|cancer|chemo/i,
];

/** Whether a warning of the agent's knowledge is about what the visitor mentioned, as far as either says. */
export function warnsOf(question: string, warning: string): boolean {
  const warned = WARNED_OF.filter((words) => words.test(warning));
  return warned.length === 0 || warned.some((words) => words.test(question));
}

/** An ongoing emergency is notified again, though not with each message. */
const SAME_AGAIN_MS = 10 * MINUTE_MS;
/** One of another kind sooner: it asks for something else. */
const OTHER_AGAIN_MS = MINUTE_MS;

/**
 * Whether the team is notified by email that a person is needed. Asking again sends no further email; a second
 * emergency does, even when a person has joined, since the first may be over by then.
 */
export function isNewsToTeam(
  { level, category }: Pick<Escalation, 'level' | 'category'>,
  before: { handoverAt: Date | null; escalation: Escalation | null; teamNotifiedAt: Date | null },
  now: Date,
): boolean {
  if (before.handoverAt === null) return true;
  if (level !== 'emergency') return false;
  if (before.escalation?.level !== 'emergency') return true;
  const again = before.escalation.category === category ? SAME_AGAIN_MS : OTHER_AGAIN_MS;
  return now.getTime() - (before.teamNotifiedAt ?? before.handoverAt).getTime() >= again;
}

const ANGRY =
  /\b(?:ridiculous|outrageous|disgusting|disgrace(?:ful)?|unacceptable|scam(?:mers?|med)?|fraud|rip(?:ped)?[ -]?off|thieves|liars?|useless|rubbish service|worst (?:company|shop|service|customer service)|fed up|furious|sick of (?:this|you)|pissed|wtf|bullshit|crap|terrible service|never (?:buying|ordering) (?:here |from you )?again|report you|my lawyer|small claims|chargeback|want my money back|(?:so|very|really) (?:angry|annoyed|upset with (?:you|this)))\b/;
const LARGE =
  /\b(?:wholesale|bulk (?:order|price|pricing|discount|purchase|buy\w*)|(?:order|buy|buying|purchase) in bulk|large order|big order|resell\w*|reseller|(?:become|be|being|as) (?:a|an|your|one of your|the) (?:new )?(?:stockist|distributor|dealer|retail partner|partner)s?|distribution (?:deal|rights|agreement)|corporate (?:order|gift\w*|account)|white[ -]label|private label|franchise|purchase order|volume (?:pricing|discount)|for (?:our|my|all) (?:\w+ )?(?:employees|staff|team of|clinic|hotel|gym|studio|shop|store))\b/;
const MANY =
  /\b(\d{2,6}) (?:tins?|boxes|packs?|bottles|units?|pieces|pcs|bags?|jars?|cases|cartons|pouches|sets|kits|orders?|subscriptions?|seats|licen[cs]es|employees|people)\b/;
const MANY_FROM = 20;
/** Several people or things are not bought by asking how many there are in a box. */
const ASKS_OF_PACK =
  /\bhow many\b|\b(?:box|pack|tin|bottle|bag|jar|case|carton)s? of \d|\b(?:in|per|of) (?:a|one|each|the) (?:box|pack|tin|bottle|bag|jar)\b/;

/** Shouting: most letters of a message of some length are capitals. */
function isShouted(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 18 && letters.replace(/[^\p{Lu}]/gu, '').length > letters.length * 0.8;
}

/** Whether a message is one that the team wants to hear of: an upset visitor, an order of great value. */
export function concernOf(message: string): Exclude<Concern, 'low_confidence'> | undefined {
  const folded = foldText(message).replaceAll('’', "'");
  if (ANGRY.test(folded) || isShouted(message)) return 'anger';
  if (LARGE.test(folded)) return 'large_order';
  const count = Number(MANY.exec(folded)?.[1] ?? 0);
  return count >= MANY_FROM && !ASKS_OF_PACK.test(folded) ? 'large_order' : undefined;
}

/** Passing twice in a row is once too often. */
export function isLost(
  answersBefore: readonly { isAnswered: boolean | null; hasEscalated: boolean }[],
): boolean {
  const last = answersBefore.at(-1);
  return last?.isAnswered === false && !last.hasEscalated;
}
