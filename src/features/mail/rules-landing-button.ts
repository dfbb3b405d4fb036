import { foldToWords } from '#kit/text.ts';
import { parseMergeText } from './rules-merge.ts';

/** As a paragraph of its own it is shown as a button. */
const BUTTON = '{{landingPage}}';
/** What the author writes, or the editor for them, where a message has no link to the landing page. */
const NO_BUTTON = '{{landingPage|none}}';

/**
 * `placed`: somewhere in the text · `automatic`: nowhere, so it is put before the sign-off · `removed`: the author wants
 * none.
 */
export type LandingButton = 'placed' | 'automatic' | 'removed';

export function landingButtonOf(body: string): LandingButton {
  const fallbacks = parseMergeText(body).segments.flatMap((segment) =>
    typeof segment !== 'string' && segment.field === 'landingPage' ? segment.fallback : [],
  );
  if (fallbacks.length === 0) return 'automatic';
  return fallbacks.every((fallback) => fallback === 'none') ? 'removed' : 'placed';
}

/** How letters end, in the languages that we write; folded to words. */
const CLOSINGS =
  /^(?:all the best|all best|best|best wishes|best regards|kind regards|warm regards|warmest regards|regards|warmly|warm wishes|many thanks|thanks|thank you|thanks so much|cheers|sincerely|yours|yours sincerely|yours truly|take care|see you soon|with love|love|talk soon|until soon|(?:mit )?(?:freundlichen?|herzlichen?|besten?|lieben?|vielen?|schonen?|warmen?) (?:grussen?|grusse|grusse aus \w{1,20}|dank)|herzlich|herzlichst|liebe grusse|viele grusse|beste grusse|lg|vg|mfg|bis bald|alles liebe|alles gute|ihre?|eure?|deine?|cordialement|bien cordialement|bien a vous|sinceres salutations|salutations|meilleures salutations|amicalement|chaleureusement|a bientot|merci|belle journee|saludos|un saludo|saludos cordiales|un cordial saludo|cordialmente|atentamente|un abrazo|gracias|hasta pronto|cordiali saluti|distinti saluti|saluti|un saluto|un caro saluto|a presto|grazie|con affetto|met vriendelijke groet(?:en)?|vriendelijke groet(?:en)?|hartelijke groet(?:en)?|groet(?:en|jes)?|warme groet(?:en)?|liefs|tot snel|tot ziens|bedankt|stay well|stay healthy|be well|in health|yours in health|namaste|hugs|xoxo|xx|have a (?:good|great|lovely|wonderful|nice) (?:day|week|weekend|evening)|with (?:gratitude|warm regards|kind regards|best wishes)|respectfully|bleib(?:en sie|t)? gesund|schone (?:grusse|woche)|einen schonen tag|bonne journee|bien amicalement|prenez soin de vous|cuidate|un beso|besos|buona giornata|fijne dag|blijf gezond)$/;

const LONGEST_CLOSING = 60;
const LONGEST_SIGN_OFF_LINE = 80;
const MOST_SIGN_OFF_LINES = 5;
const MOST_SIGNING_WORDS = 5;
const GREETING =
  /^(?:hi|hello|hey|dear|good|hallo|liebe[rs]?|guten|sehr|bonjour|salut|cher|chere|hola|buen[oa]s|estimad[oa]s?|ciao|gentile|buongiorno|hoi|beste|goede)\b/;

/** Which paragraph the sign-off begins with; their number where there is none. `names` are those who sign. */
function signOffAt(paragraphs: readonly string[], names: readonly string[]): number {
  let at = paragraphs.length;
  while (at > 1 && isPostscript(paragraphs[at - 1] ?? '')) at -= 1;
  const end = at;
  for (let start = end - 1; start >= Math.max(1, end - 3); start -= 1) {
    const lines = linesOf(paragraphs[start] ?? '');
    const isShort =
      lines.length <= MOST_SIGN_OFF_LINES && lines.every((line) => line.length <= LONGEST_SIGN_OFF_LINE);
    if (!isShort) break;
    const [first = '', second] = lines;
    // "Be well,": what follows is a name.
    const isBeforeName =
      isLeaveTaking(first) && (second === undefined ? start + 1 === at : isSignature(second));
    const isNames = lines.every((line) => isName(line, names)) && !(lines.length > 1 && isList(lines));
    if (isClosing(first) || isBeforeName || isNames) at = start;
  }
  return at;
}

function isList(lines: readonly string[]): boolean {
  return lines.every((line) => /^[-*+]\s/.test(line));
}

/** "Warmly," and "Warmly, Dana" */
function isClosing(line: string): boolean {
  if (line.length > LONGEST_CLOSING) return false;
  const [before = '', after = ''] = line.split(/[,!–—](.*)/);
  const isAlone = after.trim().split(/\s+/).length <= MOST_SIGNING_WORDS && !/[.?!]$/.test(after.trim());
  return CLOSINGS.test(closingKey(line)) || (isAlone && CLOSINGS.test(closingKey(before)));
}

function closingKey(text: string): string {
  return foldToWords(text.replaceAll('ß', 'ss'));
}

function isLeaveTaking(line: string): boolean {
  const words = closingKey(line).split(' ');
  return line.endsWith(',') && words.length <= MOST_SIGNING_WORDS && !GREETING.test(words.join(' '));
}

/** A line as short as a name, and no sentence. */
function isSignature(line: string): boolean {
  return (
    line.length <= LONGEST_CLOSING && !/[.?!:]$/.test(line) && !/^(?:[#>*|]|[-+]\s|\d+\.\s|\[)/.test(line)
  );
}

/** Around the names of those who sign: "Your Fernhill team". */
const AROUND_NAMES = new Set(
  'the,your,team,from,at,of,and,das,dein,deine,ihr,ihre,euer,eure,vom,von,und,l,le,la,les,votre,ton,equipe,de,du,et,el,tu,su,equipo,y,il,lo,tuo,vostro,di,e,het,je,jouw,van,en'.split(
    ',',
  ),
);

/** "Dana", "– Dana", "{{senderName}}", "Dana Whitlow, Fernhill". */
function isName(line: string, names: readonly string[]): boolean {
  if (/^[—–-]{1,2}\s?\p{L}/u.test(line)) return true;
  const own = new Set(names.flatMap((name) => foldToWords(name).split(' ')));
  const isField = /\{\{\s*(?:senderName|workspaceName)[^{}]*\}\}/.test(line);
  const words = foldToWords(line.replace(/\{\{\s*(?:senderName|workspaceName)[^{}]*\}\}/g, ' ')).split(' ');
  const isOwn = isField || words.some((word) => word !== '' && own.has(word)) || words.includes('team');
  return isOwn && words.every((word) => word === '' || own.has(word) || AROUND_NAMES.has(word));
}

function isPostscript(paragraph: string): boolean {
  return /^\W{0,4}(?:P\.?\s?S\.?|N\.?\s?B\.?)\b/i.test(paragraph);
}

function linesOf(paragraph: string): string[] {
  return paragraph
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
}

/** The text with this paragraph before its sign-off, which stays what it ends with. */
export function beforeSignOff(text: string, paragraph: string, names: readonly string[]): string {
  const paragraphs = paragraphsOf(text);
  return paragraphs.toSpliced(signOffAt(paragraphs, names), 0, paragraph).join('\n\n');
}

/** The text with the button as a paragraph of its own where it would be put. */
export function withLandingButton(body: string, names: readonly string[] = []): string {
  return beforeSignOff(withoutNone(body), BUTTON, names);
}

/** The text without a link to the landing page, which says that it wants none. */
export function withoutLandingButton(body: string): string {
  const paragraphs = paragraphsOf(body).filter((paragraph) => !isButton(paragraph));
  const inText = paragraphs.join('\n\n').replace(/[ \t]?\{\{\s{0,9}landingPage[^{}]{0,200}\}\}/g, '');
  return `${inText.trimEnd()}\n\n${NO_BUTTON}`;
}

/** The text with the button one paragraph further up or down; null where it cannot go there, or is part of a sentence. */
export function withButtonMoved(body: string, by: -1 | 1, names: readonly string[] = []): string | null {
  const text = landingButtonOf(body) === 'automatic' ? withLandingButton(body, names) : body;
  const paragraphs = paragraphsOf(text);
  const at = paragraphs.findIndex(isButton);
  const button = paragraphs[at];
  const to = at + by;
  if (button === undefined || to < 0 || to >= paragraphs.length) return null;
  return paragraphs.toSpliced(at, 1).toSpliced(to, 0, button).join('\n\n');
}

function isButton(paragraph: string): boolean {
  return /^\{\{\s{0,9}landingPage\s{0,9}(?:\|[^{}]{0,200})?\}\}$/.test(paragraph.trim());
}

function withoutNone(body: string): string {
  return paragraphsOf(body)
    .filter((paragraph) => paragraph.trim() !== NO_BUTTON)
    .join('\n\n')
    .replaceAll(NO_BUTTON, '');
}
