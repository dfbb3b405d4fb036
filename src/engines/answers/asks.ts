import { isOfAnyMatter } from './concepts.ts';
import { termsOf } from './passages.ts';
import { reliefAsked } from './relief.ts';

/** What kind of thing would answer. */
export type Asks = {
  money: boolean;
  time: boolean;
  count: boolean;
  place: boolean;
  which: boolean;
  negated: boolean;
  /** How deep, how warm: answered by a figure or not at all. */
  measure: boolean;
  /** From which amount on something holds. */
  threshold: boolean;
  /** What is to be named: 'address' of 'what is the address of'. */
  named: string | undefined;
  /** What is to be counted or measured: 'calories' of 'how many calories'. */
  counted: string | undefined;
  /** The roots of what a thing is to help with; undefined where that is not asked. */
  relief: ReadonlySet<string> | undefined;
  /** Whether there is such a thing at all, whether it is so or not, and how many there are. */
  exists: boolean;
  isYesOrNo: boolean;
  howMany: boolean;
  /** All of them: 'what are the three levels called'. */
  each: boolean;
  /** What only something of one kind can answer. */
  kind: 'phone' | 'mail' | 'person' | 'span' | 'hours' | 'place' | 'clock' | 'age' | undefined;
  /** What is asked to be there: 'meat' of 'do you sell meat'. */
  objects: ReadonlySet<string>;
  /** People and things called by name. */
  names: ReadonlySet<string>;
};

/** Asks for nothing in particular. */
export const ASKS_NOTHING: Asks = {
  money: false,
  time: false,
  count: false,
  place: false,
  which: false,
  negated: false,
  measure: false,
  threshold: false,
  named: undefined,
  counted: undefined,
  relief: undefined,
  exists: false,
  isYesOrNo: false,
  howMany: false,
  each: false,
  kind: undefined,
  objects: new Set(),
  names: new Set(),
};

export function asksOf(folded: string): Asks {
  const asks = readAsks(folded);
  // Who asks for a price or a number asks for that, whatever the thing is called.
  const isOfFigures =
    asks.money || asks.count || asks.measure || asks.counted !== undefined || asks.kind !== undefined;
  return isOfFigures ? asks : { ...asks, relief: reliefAsked(folded) };
}

function readAsks(folded: string): Asks {
  return {
    relief: undefined,
    counted: /\bhow (?:many|much) (\p{L}{4,})/u.exec(folded)?.[1],
    money:
      /\b(?:how much(?! (?!is|are|do|does|did|for|will|would|to|a|the|it|more|i|can|per|off|each)\w)|price|prices|cost|costs|fee|charge|pay|bill|total|kostet|preis|cuesta|cuanto|precio|\$|dollars?|expensive)\b|\$/.test(
        folded,
      ),
    time: /\b(?:when|what time|what day|which day|weekday|until|hours|how long|how far ahead|wann|wie lange|cuando|hora|date)\b/.test(
      folded,
    ),
    count:
      /\b(?:how many|how much (?!is|are|do|does|did|for|will|would|to|a|the|it|i|can|each)\w+|how often|number of|maximum|minimum|amount|wie viele|cuantos|cuantas)\b/.test(
        folded,
      ),
    place: /\b(?:where|address|location|wo|donde)\b/.test(folded),
    which:
      /\b(?:which|what (?:products?|herbs|can(?:'t|not)?|do|are)|welche|was|cuales|any product|who should)\b/.test(
        folded,
      ),
    measure:
      /\bhow (?:deep|tall|high|heavy|big|wide|warm|hot|cold|large|far|thick|loud|strong|steep|fast)\b/.test(
        folded,
      ),
    threshold:
      /[$€£]\s?\d|\d ?(?:dollars?|euros?|pounds?)\b/.test(folded) &&
      /\b(?:free|gratis|kostenlos|minimum|starts?|from|over|above|below|under|ab|desde|limit|threshold)\b/.test(
        folded,
      ),
    named:
      /\b(?:what(?:'s| is| are| was)|tell me|give me|know) (?:the|your|their|its) ((?:\p{L}+ ){0,2}?\p{L}{4,}) (?:of|for|to|on|in|from)\b/u
        .exec(folded)?.[1]
        ?.split(' ')
        .at(-1) ??
      /\b(?:what|which) (\p{L}{4,}) (?:is|are|does|do|did|has|have|can|should)\b/u.exec(folded)?.[1],
    exists: IS_THERE.test(folded),
    isYesOrNo: YES_OR_NO.test(folded),
    howMany: HOW_MANY.test(folded),
    each: EACH.test(folded),
    kind: KINDS_ASKED.find(([, pattern]) => pattern.test(folded))?.[0],
    objects: objectsIn(folded),
    names: new Set(),
    negated:
      /\b(?:not|no|never|without|except|cannot|can't|don't|doesn't|isn't|excluded|nicht|kein\w*|sin)\b/.test(
        folded,
      ),
  };
}

const KINDS_ASKED: readonly (readonly [NonNullable<Asks['kind']>, RegExp])[] = [
  [
    'phone',
    /\b(?:phone|telephone|mobile|cell|cellphone) ?numbers?\b|\bnumber (?:to|do|can|should) .{0,12}\b(?:call|ring|dial)\b/,
  ],
  ['mail', /\b(?:e-?mail|mail) address\b|\bwhat(?:'s| is) .{0,20}\be-?mail\b/],
  ['age', /\bhow old\b|\bwhat age\b/],
  [
    'person',
    /\bwho(?:'s| is| are| was| runs?| leads?| teach\w*| gives?| owns?| found\w*| start\w*| made| makes| treats?| will| does)\b/,
  ],
  [
    'place',
    /\bwhere are you(?: located| based)?\W*$|\bwhat(?:'s| is) (?:the|your) (?:street |postal )?address\W*$/,
  ],
  [
    'hours',
    /\b(?:opening|business|office|shop|store|desk|visiting) (?:hours|times?)\b|\bhours of (?:opening|business)\b/,
  ],
  [
    'clock',
    /\bwhat time\b|\bhow (?:late|early)\b|\b(?:until|till|from) when\b|\bwhen .{0,30}\b(?:open|close|shut)\b/,
  ],
  [
    'span',
    /\bhow long\b|\bhow much time\b|\bhow many (?:minutes|hours|days|weeks|months|years|nights|evenings)\b/,
  ],
];

const EXISTS =
  /\b(?:do|does|did|have|has|is|are|can|could|may|will|would)\b[^?.!]{0,24}?\b(?:sell|have|got|offer|stock|make|give|run|serve|provide|carry|accept|take|there|any|another|buy|get|rent|hire|treat|speak|with)\b(?! to\b)([^?.!,;]+)/;
const MOST_OBJECTS = 4;

const EACH =
  /\b(?:what|which|who) are (?:all |the |your )+(?:\p{L}+ )*?\p{L}+s\b|\b(?:list|name) (?:me )?(?:all|each|every)\b/u;
const IS_THERE =
  /^\W*(?:(?:hi|hello|hey|and|so|ok)\W+)*(?:do|does|did|have|has|is|are|can|could|will|would) (?:you|u|they|there|i|we|it)\b.{0,20}\b(?:sell|have|got|offer|stock|make|give|run|serve|provide|carry|accept|take|there|buy|get|rent|hire|treat|speak|do)\b|\b(?:is|are) there\b/;
const YES_OR_NO = /^\W*(?:do|does|did|have|has|is|are|can|could|will|would|may|must|should|am|was)\b/;
const HOW_MANY =
  /\bhow (?:many|old|thick|deep|tall|big|heavy|high|wide)\b|\bhow much (?!is|are|do|does|for|will|would|to|a|the|it|i|can)\p{L}/u;

/** What somebody asks to have, to buy or to find. */
function objectsIn(folded: string): Set<string> {
  const said = EXISTS.exec(folded)?.[1];
  if (said === undefined) return new Set();
  return new Set(
    termsOf(said)
      .filter((term) => !isOfAnyMatter(term) && /^\p{L}{3,}/u.test(term))
      .slice(0, MOST_OBJECTS),
  );
}
