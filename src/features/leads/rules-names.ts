import { foldToWords } from '#kit/text.ts';

/** What a person is called, as one text and, where a file keeps them apart, as given and family name. */
export type Named = { name: string; givenName?: string | null; familyName?: string | null };

/** Longer texts are no name of one person. */
const LONGEST_NAME = 200;
const LONGEST_FIRST_NAME = 30;

/** Before a name, folded to words; behind one of these comes a family name as often as a given name. */
const FORMS_OF_ADDRESS = new Set(
  `mr,mrs,ms,miss,mx,sir,madam,lady,lord,dame,frau,herr,fraulein,m,mme,mlle,madame,monsieur,mademoiselle,sr,sra,srta,senor,
senora,senorita,don,dona,sig,sigra,signor,signore,signora,signorina,dhr,mevr,mevrouw,mw,meneer,heer,de heer,pan,pani,
fr,hr,bay,bayan,г н,г жа,господин,госпожа`.split(/[,\n]+/),
);
const TITLES = new Set(
  `dr,drs,drin,prof,profin,professor,professora,dott,dottore,dottoressa,dottssa,med,dent,vet,phil,rer,nat,jur,habil,hc,ing,dipl,mag,msc,
bsc,mba,md,phd,rn,rev,reverend,rabbi,pastor,pater,father,sister,brother,capt,captain,col,major,lt,sgt,hon,ra,arch,avv,lic,
univ,priv,doz,др,проф`.split(/[,\n]+/),
);

/** What programs and people write where they have no name. */
const NO_NAMES = new Set(
  'unknown,unbekannt,none,null,nan,undefined,n a,na,test,guest,gast,customer,kunde,friend,client,info,contact,admin,office,noreply'.split(
    ',',
  ),
);

/** What people write behind their whole name: "Jane Doe, RN, BSN", "John Smith, Jr.". */
const LETTERS_AFTER =
  /^(?:\p{Lu}[\p{Lu}.]{1,5}|[BMP][a-z]{0,2}\.?(?:A|D|Sc|Ed)\.?|[JS]r\.?|Esq\.?|Dipl\b.*)$/u;

/** Names of companies end so. */
const COMPANY_END =
  /[\s,](?:gmbh|ag|kg|ohg|ug|e\.?\s?v|ltd|limited|llc|inc|corp|co|plc|llp|s\.?a\.?r\.?l|sas|s\.?a|s\.?l|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|oy|ab|a\/s|aps|sp\.? z o\.?o)\.?$/i;

const ONE_NAME = /^[\p{L}\p{M}]{1,40}(?:['’ʼ-][\p{L}\p{M}]{1,40}){0,4}$/u;
/** Scripts without capitals, and those of them in which the family name comes first. */
const HAS_NO_CASE = /^\p{Lo}/u;
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** How a person is greeted by first name; empty where no first name is known for sure. */
export function greetingNameOf({ name, givenName, familyName }: Named): string {
  if (givenName) return givenNameOf(givenName, familyName ?? '');
  // A file that says which name is the family's says that the other is not known.
  return familyName ? '' : firstNameOf(name);
}

/** A given name as a file has it: all of "Mary Ann", "Eva" of "Frau Dr. Eva", "Anna" of "anna". */
function givenNameOf(given: string, family: string): string {
  const { words, hasAddress } = withoutTitles(wordsOf(given.slice(0, LONGEST_NAME)));
  // "Frau Byrne" in the column of given names is a form of address and the family name.
  if (hasAddress && words.length === 1 && foldToWords(words[0] ?? '') === foldToWords(family)) return '';
  // "Mary A." is greeted without the initial.
  const full = words.filter((word, index) => index === 0 || !isInitial(word));
  const isWhole = full.every((word) => ONE_NAME.test(word)) && !isInitial(full[0] ?? '');
  return isWhole ? cased(full) : '';
}

/**
 * First name for a greeting: "Priya" of "Dr. PRIYA Marlow", of "Marlow, Priya" and of "Priya Marlow, RN"; empty for
 * account names such as "dana_brews92", where a greeting by name would read like a machine's.
 */
export function firstNameOf(name: string): string {
  const text = name.slice(0, LONGEST_NAME).trim();
  if (COMPANY_END.test(text)) return '';
  const [family = '', given = ''] = text.split(',', 2).map((part) => part.trim());
  const isWhole =
    /\s/.test(family) && family !== family.toUpperCase() && LETTERS_AFTER.test(given.split(/\s+/)[0] ?? '');
  const { words, hasAddress, hasTitle } = withoutTitles(wordsOf(given === '' || isWhole ? family : given));
  const [first = ''] = words;
  // "Frau Byrne" and "Dr. Byrne" name the family.
  if ((hasAddress || hasTitle) && words.length === 1 && (given === '' || isWhole)) return '';
  if (HAS_NO_CASE.test(first)) {
    if (!FAMILY_FIRST.test(first)) return ONE_NAME.test(first) ? cased([first]) : '';
    // Without a gap nobody knows where the family name ends.
    const last = words.at(-1) ?? '';
    return words.length === 2 && ONE_NAME.test(last) ? last : '';
  }
  if (!ONE_NAME.test(first) || isInitial(first)) return '';
  // A single word in small letters is an account as often as a name.
  if (first === first.toLowerCase() && !words.slice(1).some((word) => ONE_NAME.test(word))) return '';
  return cased([first]);
}

/** Words of a name, without what stands in brackets or quotation marks. */
function wordsOf(text: string): string[] {
  return text
    .replace(/\([^()]*\)|"[^"]*"|„[^“”]*[“”]|“[^”]*”/g, ' ')
    .split(/[\s\u3000]+/)
    .filter((word) => word !== '');
}

function withoutTitles(words: readonly string[]) {
  let [hasAddress, hasTitle] = [false, false];
  const start = words.findIndex((word) => {
    const key = foldToWords(word).replaceAll(' ', '');
    // "M." is a form of address, "M" an initial; "MARC" and "Ed" are names.
    const isAddress = FORMS_OF_ADDRESS.has(key) && (key.length > 1 || word.endsWith('.'));
    const isTitle = TITLES.has(key);
    hasAddress ||= isAddress;
    hasTitle ||= isTitle;
    return !isAddress && !isTitle;
  });
  return { words: start < 0 ? [] : words.slice(start), hasAddress, hasTitle };
}

function isInitial(word: string): boolean {
  return /^\p{Lu}\.?$/u.test(word);
}

/** "ANNA" and "anna" as "Anna"; "MacKenna" stays. */
function cased(words: readonly string[]): string {
  const name = words.map(casedWord).join(' ');
  return NO_NAMES.has(foldToWords(name)) || Array.from(name).length > LONGEST_FIRST_NAME ? '' : name;
}

function casedWord(word: string): string {
  const isShouted = word.length > 2 && word === word.toUpperCase();
  const isSmall = word === word.toLowerCase();
  if (!isShouted && !isSmall) return word;
  return word
    .toLowerCase()
    .replace(/(^|-)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
