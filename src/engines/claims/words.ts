/** Word classes, every form spelled out. */
export type Lexicon = Record<string, readonly string[]>;

const IRREGULAR: Record<string, string[]> = Object.fromEntries(
  `be is are was were been being am|beat beats beating beaten|begin begins began begun beginning|bring brings brought bringing
   build builds built building|burn burns burned burnt burning|buy buys bought buying|come comes came coming|cut cuts cutting
   do does did done doing|drink drinks drank drunk drinking|drive drives drove driven driving|eat eats ate eaten eating
   fall falls fell fallen falling|feel feels felt feeling|fight fights fought fighting|find finds found finding
   get gets got gotten getting|give gives gave given giving|go goes went gone going|grow grows grew grown growing
   have has had having|hear hears heard hearing|hold holds held holding|keep keeps kept keeping|know knows knew known knowing
   leave leaves left leaving|let lets letting|lose loses lost losing|make makes made making|melt melts melted molten melting
   mean means meant meaning|overdo overdoes overdid overdone overdoing|pay pays paid paying|put puts putting|quit quits quitting
   read reads reading|rid rids ridding|run runs ran running|say says said saying|see sees saw seen seeing
   sell sells sold selling|send sends sent sending|set sets setting|shed sheds shedding|shrink shrinks shrank shrunk shrinking
   sleep sleeps slept sleeping|speak speaks spoke spoken speaking|stand stands stood standing|swear swears swore sworn swearing
   sweep sweeps swept sweeping|take takes took taken taking|tell tells told telling|think thinks thought thinking
   throw throws threw thrown throwing|undo undoes undid undone undoing|wake wakes woke woken waking|write writes wrote written writing
   wear wears wore worn wearing|win wins won winning|die dies died dying|tie ties tied tying|prefer prefers preferred preferring`
    .split(/[|\n]/)
    .map((forms) => forms.trim().split(' '))
    .map((forms) => [forms[0], forms]),
);

const IRREGULAR_VERBS = Object.keys(IRREGULAR);

/** All forms of a verb; in "get rid of" the first word changes. */
export function verbForms(verb: string): string[] {
  const [base = '', ...rest] = verb.split(' ');
  const tail = rest.length > 0 ? ` ${rest.join(' ')}` : '';
  return formsOf(base).map((form) => form + tail);
}

function formsOf(base: string): string[] {
  const known = IRREGULAR[base];
  if (known) return known;
  if (/[^aeiou]y$/.test(base)) {
    const stem = base.slice(0, -1);
    return [base, `${stem}ies`, `${stem}ied`, `${base}ing`];
  }
  const third = /(s|sh|ch|x|z|o)$/.test(base) ? `${base}es` : `${base}s`;
  if (base.endsWith('e'))
    return [base, third, `${base}d`, `${/(ee|oe|ye)$/.test(base) ? base : base.slice(0, -1)}ing`];
  // One short syllable doubles its last letter: stop, stopped.
  const stem = /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(base) ? base + base.at(-1) : base;
  return [base, third, `${stem}ed`, `${stem}ing`];
}

/** Singular and plural; in "heart attack" the last word changes. */
export function nounForms(noun: string): string[] {
  if (/[^aeiou]y$/.test(noun)) return [noun, `${noun.slice(0, -1)}ies`];
  if (noun.endsWith('wife')) return [noun, `${noun.slice(0, -2)}ves`];
  return [noun, /(s|sh|ch|x|z)$/.test(noun) ? `${noun}es` : `${noun}s`];
}

type Forms = { verbs?: string; nouns?: string; words?: string; of?: readonly (readonly string[])[] };

const AUXILIARIES = new Set(['be', 'have', 'do', 'let', 'mean', 'read', 'see']);
const knownVerbs = new Set(IRREGULAR_VERBS.filter((verb) => !AUXILIARIES.has(verb)));

/** Every form of a word that the lexicon knows as a verb; any other word as it is. */
export function formsIfVerb(word: string): string[] {
  return knownVerbs.has(word) ? verbForms(word) : [word];
}

/** A class from comma-separated lists: `verbs` and `nouns` are inflected, `words` stand as they are. */
export function wordClass({ verbs = '', nouns = '', words = '', of = [] }: Forms): string[] {
  const list = (text: string): string[] =>
    text
      .split(',')
      .map((entry) => entry.replace(/\s+/g, ' ').trim())
      .filter((entry) => entry !== '');
  for (const verb of list(verbs)) if (!verb.includes(' ')) knownVerbs.add(verb);
  const all = [
    ...list(verbs).flatMap(verbForms),
    ...list(nouns).flatMap(nounForms),
    ...list(words),
    ...of.flat(),
  ];
  return [...new Set(all)];
}
