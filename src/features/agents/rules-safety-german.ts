import type { EscalationCategory } from './contract-chat.ts';

/** What is read in German as a referral: of nobody in danger, of a medicine, a pregnancy, an illness. */
const REFERRED: readonly [RegExp, EscalationCategory][] = [
  [
    /\b(?:ich bin|bin|ist|sie ist|frau|freundin)\b.{0,30}\bschwanger\b|\b(?:in|wahrend|trotz) (?:der|meiner|ihrer) (?:schwangerschaft|stillzeit)\b|\bschwangerschaftswoche\b|\bich stille\b|\bstillend\w*\b|\bkinderwunsch\b/,
    'pregnancy',
  ],
  [
    /\b(?:ibuprofen|paracetamol|aspirin|diclofenac|naproxen|novalgin|metamizol|cortison|kortison|insulin|metformin|marcumar|warfarin|heparin|l.?thyroxin\w*|euthyrox|ramipril|bisoprolol|\w*blocker|antidepressiv\w*|antibiotik\w*|blutverdunner\w*|blutdruck(?:senker|mittel|tablette\w*)|schmerzmittel\w*|schlaf(?:mittel|tablette)\w*|medikament\w*|die pille|herzmittel|schilddrusen(?:tablette|hormon|medikament)\w*|wechselwirkung\w*|(?:mein\w*|sein\w*|nehme?|nimmt|einnehme?n?|verschrieben\w*)\b.{0,30}\b(?:tablette\w*|medizin|arznei\w*))\b/,
    'medication_interaction',
  ],
  [
    /\b(?:ich habe|habe|hab|ich hab|leide|hat|bei|trotz|mit|nach)\b.{0,25}\b(?:diabetes|bluthochdruck|hohe[mnr]? blutdruck|asthma|epilepsie|krebs\w*|rheuma|arthrose|arthritis|osteoporose|migrane|bandscheibenvorfall\w*|hashimoto|herzschwache|herzfehler|herzschrittmacher|nierenerkrankung\w*|niereninsuffizienz|lebererkrankung\w*|depression\w*|multiple[rn]? sklerose|operation|kreuzband\w*|endometriose|neurodermitis|morbus \w+)\b/,
    'chronic_illness',
  ],
];
/** Too much of it, in somebody's mouth, or no help left to be asked for later. */
const DANGER =
  /\b(?:\d{2,}\b.{0,25}\b(?:tabletten|kapseln|stuck|pillen|genommen)|alle\b.{0,25}\b(?:tabletten|pillen|kapseln|medikamente)|viele\b.{0,25}\bgenommen|zu viel\w*|ganze\w*|auf einmal|uberdos\w*|verschluckt|geschluckt|aus versehen|versehentlich|vergift\w*|gegessen|getrunken|kind\w*|baby|sohn|tochter|sterben|tot|tod|umbringen|leben|schluss|ende|bewusstlos|ohnmach\w*|luft|atem\w*|atmen|brust\w*|blut(?:et|ung\w*|en)?|krampf\w*|gelahmt|lahmung\w*|taub|geschwollen|schwillt|hals|zunge|notfall|notarzt|krankenwagen|112|jetzt sofort|bewegt sich nicht|wehen|fruchtwasser|abschied\w*|herzinfarkt|schlaganfall|starke[nr]? schmerz\w*)\b/;
/** Words that hardly any other language has. */
const GERMAN =
  /\b(?:ich|mein\w*|soll|darf|kann|muss|und|oder|der|das|dem|den|ist|sind|bei|beim|fur|mit|vor|nach|trotz|hilft|gegen|wenn|euer\w*|ihr|wie|welche\w*)\b/g;
/** Of the shop's ways, not of somebody's body. */
const OF_THE_SHOP = /\b(?:gutschein|geschenk\w*|versand\w*|liefer\w*|rechnung\w*|parkplatz\w*|newsletter)\b/;

/** What a message in German is referred for; undefined where it is of something else, or may be an emergency. */
export function referredInGerman(literal: string): EscalationCategory | undefined {
  if (new Set(literal.match(GERMAN)).size < 2) return undefined;
  if (DANGER.test(literal) || OF_THE_SHOP.test(literal)) return undefined;
  return REFERRED.find(([words]) => words.test(literal))?.[1];
}
