/**
 * A sign of an emergency that somebody has now, told of themselves or of another person. It weighs more than any product,
 * class or place that is named beside it: who asks for a tea against chest pain needs help first.
 */

/** How bad, since when: what may stand before the sign. */
const HOW = String.raw`(?:(?:a|an|some|this|these|such|the|really|very|quite|so|bad|sharp|sudden|severe|strong|slight|mild|little|bit of(?: a)?|terrible|awful|horrible|weird|strange|dull|stabbing|crushing|burning|left|heavy|still|now|currently|suddenly|just|again|always|been|getting|having|feeling|got|developed|started(?: to have| having| getting)?) ){0,4}`;
const SOMEBODY = String.raw`(?:i|we|he|she|they|someone|somebody|(?:my|our|his|her|their|a|the|your) (?:\w+ )?(?:mum|dad|husband|wife|partner|boyfriend|girlfriend|son|daughter|child|kid|baby|brother|sister|grandma|grandpa|aunt|uncle|friend|colleague|neighbou?r|client|teacher|instructor|guest|man|woman|lady|guy|girl|boy))`;
const HAS = String.raw`(?:'ve|'m|'s|'re)?(?: (?:have|has|'ve|am|is|are|feel|feels|get|keep|keeps|experience|woke up with|suffer from))? `;
const WHOSE = String.raw`(?:my|our|his|her|their|\w+'s)`;
const IS = String.raw`(?: (?:is|are|'s|has|have|feels?|feeling|has been|started|starts|keeps|began|now|suddenly|still|really|so|very|all|getting|going|goes|gets|went|just|a bit|to|being|been))*`;

const CHEST = String.raw`(?:chest (?:pains?|pressure|tightness|ache)|tight(?:ness in (?:the|my|his|her))? chest|(?:pains?|pressure|tightness|squeezing|stabbing|burning|weight|stitch) (?:\w+ )?(?:in|on|across|behind|over) (?:the |my |his |her )?(?:(?:left|middle|side|of|centre|the|my) )*(?:chest|breastbone))`;
const BREATHING = String.raw`(?:(?:trouble|difficulty|difficulties|problems) (?:with )?breathing)`;
const BLEEDING = String.raw`(?:(?:heavy|bad|severe|massive) bleeding|bleeding (?:\w+ ){0,3}(?:heavily|badly|a lot|non.?stop|through)|bleeding (?:\w+ ){0,3}(?:won't|doesn't|does not|will not|isn't) stop\w*)`;
const FAINTING = String.raw`(?:(?:about|going|starting) to (?:faint|pass out|black out|collapse)|fainting|passing out|blacking out|collapsing(?! (?:the|my|our|all)\b))`;
const AIRWAY = String.raw`(?:(?:a |my )?(?:swollen|swelling) (?:of (?:the |my )?)?(?:throat|tongue)|(?:swelling|swollen) in (?:my|the|his|her) throat)`;

const SIGNS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${SOMEBODY}${HAS}${HOW}(?:${CHEST}|${BREATHING}|${BLEEDING}|${FAINTING}|${AIRWAY})`,
  ),
  // Told in few words: "chest pain after yoga, what tea helps?"
  new RegExp(
    String.raw`^\W*(?:(?:hi|hello|hey|ok|so|help|please)\W+)*(?:have |having |getting |got )?${HOW}(?:${CHEST}|heavy bleeding)\b(?= (?:after|since|during|from|again|now|right|today|and|when)\b|[,.!;]| -)`,
  ),
  new RegExp(
    String.raw`\b${WHOSE} chest${IS} (?:hurt(?:s|ing)?|ach(?:es|ing)|tight|tightening|pains?|painful|burn(?:s|ing)|crushed|squeez\w+)\b`,
  ),
  new RegExp(
    String.raw`\b${WHOSE} (?:throat|tongue|lips?|airway|windpipe)${IS} (?:swell(?:s|ing)?(?: up| shut)?|swollen|clos(?:es|ing)(?: up)?|shut(?:ting)?)\b`,
  ),
  /\b(?:hard|struggl\w+|fighting|barely able|hardly able|unable) (?:for me |for him |for her )?to (?:breathe|get air)\b|\b(?:can|could) (?:hardly|barely|scarcely) breathe\b|\b(?:struggling|fighting) for (?:breath|air)\b/,
  /\b(?:side of (?:my|his|her|the) (?:face|mouth)|(?:my|his|her|\w+'s) (?:face|mouth|smile)) (?:\w+ ){0,2}(?:droop\w*|sagg\w*|hang(?:s|ing) (?:down|on one)|numb on one side|lopsided)\b/,
  /\b(?:i|he|she|someone|somebody|\w+) (?:has )?just (?:fainted|collapsed|passed out|blacked out)\b|\b(?:fainted|collapsed|passed out|blacked out) (?:just now|right now|a minute ago|minutes ago|in front of)\b/,
];

/** It is over, by their own words. */
const ENDED =
  /\b(?:(?:it|that|they|pain|everything) (?:is |has |have |was |were |'s )?(?:long |all )?(?:gone|over|passed|stopped|cleared|resolved)\b|went away|cleared up|ruled out|(?:got |given |have |had |the |an? )all.?clear|long gone|used to|no longer|never again|(?:all |completely )?(?:fine|better|recovered|healed|healthy|well) (?:now|again|since)|since (?:healed|recovered))\b/;
/** Of another time than now. */
const PAST =
  /\b(?:had|was|were|suffered|got|felt|survived|fainted|collapsed|swelled|bled)\b.{0,80}\b(?:(?:years?|months?|weeks?) ago|(?:last|that) (?:year|winter|summer|spring|autumn|month)|in (?:19|20)\d\d|back then|as a (?:child|kid|teenager|student))\b|\b(?:(?:years?|months?|weeks?) ago|(?:last|that) (?:year|winter|summer|spring|autumn|month)|in (?:19|20)\d\d)\b.{0,40}\b(?:had|was|were|suffered|got|felt|survived)\b/;
/** What stands before a sign that is only supposed. */
const SUPPOSED_BEFORE =
  /\b(?:if|in case|unless|suppose|whether|should|when (?:someone|somebody|a |people)|what happens when)\b[^,.;!?]{0,40}$/;
const SUPPOSED =
  /\b(?:(?<!\b(?:sure|know|tell|see|wonder|wondering|ask) )if|in case|when (?:someone|somebody|a (?:\w+ )?(?:guest|client|member|student)))\b/;
const FICTION = /\b(?:role.?play|novel|screenplay|lyrics|crossword|quiz)\b/;
/** What is worn makes breathing hard without harm. */
const WORN =
  /\b(?:in|into) (?:\w+ ){0,3}(?:mask|fabric|leggings|tops?|bra|shirt|hoodie|costume|suit|jeans|dress|size|corset)\b/;
const OF_JOY = /\b(?:with|from|of|over) (?:excitement|joy|laughter|laughing|delight|happiness|envy)\b/;
const NAMED =
  /\b(?:chest (?:pains?|pressure|tightness)|(?:pains?|pressure|tightness) in (?:my|the|his|her) chest|faint(?:ed|ing)?|pass(?:ed|ing)? out|black(?:ed|ing)? out|collapsed?|bleeding|bled|throat (?:closed|swelled|swelling)|face drooping|breathing (?:trouble|problems)|(?:trouble|difficulty) breathing)\b/g;

const NOW =
  /\b(?:(?<!\b(?:fine|well|ok|okay|healthy|better|healed|recovered) )now(?! (?:fine|well|ok|healthy|better)\b)|today|tonight|this (?:morning|minute|evening)|minutes?|hours?|at the moment|currently)\b/;

/** Whether a message, read, tells of a present sign of an emergency. */
export function tellsOfEmergency(literal: string): boolean {
  if (ENDED.test(literal) || FICTION.test(literal)) return false;
  return literal.split(/(?<=[.!?;\n])\s+/).some((sentence) =>
    SIGNS.some((sign) => {
      const found = sign.exec(sentence);
      if (!found) return false;
      const behind = sentence.slice(found.index, found.index + found[0].length + 40);
      return (
        !SUPPOSED_BEFORE.test(sentence.slice(0, found.index)) && !WORN.test(behind) && !OF_JOY.test(behind)
      );
    }),
  );
}

/** Whether the signs that a message names are over, or only supposed: a matter for a doctor or the team, not for 112. */
export function tellsOfOtherTimes(literal: string): boolean {
  const named = literal.match(NAMED) ?? [];
  if (named.length === 0 || NOW.test(literal)) return false;
  return ENDED.test(literal) || PAST.test(literal) || SUPPOSED.test(literal) || OF_JOY.test(literal);
}

const GREETING = /^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|please|one question)\b\W*)+/;
/** One question without an aside: what is added to it may be how somebody is. */
const OFFERED =
  /^\W*(?:do|does|can|could|would|is|are|which|what|who)\b[^,.;:!?()]*\b(?:you|your)\b[^,.;:!?()]*\??\s*$/;
const DEALT_WITH =
  /\b(?:treat(?:ed|s|ing|ments?)?|see|help|work(?:s|ing)?|offer|specialis\w*|specializ\w*|deal|handle|cover|take|have|do)\b/;
/** Words of somebody who is meant, of now, and of what does not end. */
const OF_SOMEBODY =
  /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|us|our|he|she|he's|she's|him|his|her|they|they're|them|someone|somebody|mum|dad|husband|wife|now|today|tonight|already|just|since|still|worse|won't|can't|doesn't|isn't|keeps?|stops?|immediately|urgent\w*)\b/;

/** Whether somebody only asks what is treated or offered: 'do you treat chest pain?' tells of nobody who has it. */
export function asksWhatIsOffered(literal: string): boolean {
  const question = literal.replace(GREETING, '');
  return OFFERED.test(question) && DEALT_WITH.test(question) && !OF_SOMEBODY.test(question);
}
