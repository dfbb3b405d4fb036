import { wordsOf } from './words.ts';

/** The languages that fixed sentences of ours are written in. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words that make sentences, without accents. A word that several languages have counts for each of them in part. */
const WORDS: Record<string, string> = {
  en: `the and of to is for you your with our it that this in are we on be as or from at by not have has will can my they
    their was if but so all more when what who how he she do after before into out up about than then here there see
    please would us me just new hello dear hi now until any anybody anyone some somebody someone something anything
    nothing does did been know where which why could should these those because much many need looking`,
  de: `und der das ist nicht mit fur ein eine einen einem einer wir sie ihr ihre ihren ihrem ihnen auf den dem des zu von
    sich auch wenn bei wird werden wurde haben habe hat unser unsere unseren unserem unserer sind nach oder aber aus uber
    nur noch schon kann konnen mehr diese dieser dieses dein deine deinen euch wie als im vom zum zur gegen ohne durch beim
    jetzt ich du dir dich mir uns hallo liebe lieber guten danke gibt mochten sehr bis seit neue neuer neues da es die in
    hoffentlich kennt jemand jemanden wer suche etwas mein meine meinen was wo gute guten`,
  fr: `le la les des est et vous votre vos nous notre nos pour avec dans une un qui que sur pas ne du ce cette ces sont plus
    aux il elle par mais ou chez sans ses son leur leurs jour etre avez tout tous je tu ton ta tes mon ma mes bonjour merci
    voici ici si en de au tres bien se venez decouvrez connait cherche quelqu quel quelle ou je suis moi`,
  es: `el la los las que y en un una con para su sus por del es nuestro nuestra nuestros nuestras tu tus mas se lo como no
    muy este esta estos pero sin te le al son desde cuando todo hola gracias aqui usted ustedes nos ha han tiene puede hoy
    si de a alguien quien donde cual conoce busco mi yo buena bueno`,
  it: `il di che la per con una un nostra nostro e della dei degli gli sono non piu tua tuo questo questa nel nella dal alla
    si ma senza contro le lo ciao salve buongiorno grazie qui vi ti ci ai al del ha hai suo sua anche come ogni abbiamo chi
    qualcuno dove conosce cerco mio mia buona buono io`,
  nl: `de het een en van voor met niet op je jouw u uw onze ons zijn wij we hebben heeft deze dit dat maar ook bij naar uit te
    wordt tegen zonder meer nu als hallo beste bedankt hier er om aan ik jij is in kunt iemand kent wie waar zoek mijn goede geen`,
  // Known so that they are not taken for a neighbour.
  pt: `o os um uma que para com nao seu sua seus suas nossa nosso do da dos das em no na por mais se ao voce sem ola obrigado
    de e a as`,
  da: `og er det til pa af for med en et den de ikke du din vi har kan som om at eller men vores hej`,
  sv: `och att ar som pa inte vi ni for med en ett den det du din till av har kan om eller men var hej`,
  pl: `i w na z sie nie do jest to dla od nasz nasza oraz jak ale po twoj o`,
};

const languagesOfWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS))
  for (const word of new Set(words.trim().split(/\s+/)))
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language]);

/** So much has to speak for a language other than English, and so many times as much as for any other. */
const LEAST = 2;
const LEAST_LEAD = 1.3;

function scoresOf(text: string): Map<string, number> {
  const scores = new Map<string, number>();
  for (const word of wordsOf(text).flatMap((one) => one.text.split(/['’]/))) {
    const languages = languagesOfWord.get(word) ?? [];
    for (const language of languages)
      scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  return scores;
}

/** The tag of the language that a text is plainly written in, spoken here or not; undefined where nothing says it. */
export function plainLanguageOf(text: string): string | undefined {
  const [best, second] = [...scoresOf(text)].toSorted(([, one], [, other]) => other - one);
  if (!best || best[1] < LEAST || best[1] < LEAST_LEAD * (second?.[1] ?? 0)) return undefined;
  return best[0];
}

/** The language that a text is written in, by its small words; English where they do not say it plainly. */
export function languageOf(text: string): Language {
  return languageOfTag(plainLanguageOf(text));
}

/** Whether more of its small words are English than of any other language: for what has to be understood to be used. */
export function isEnglish(text: string): boolean {
  const scores = scoresOf(text);
  const english = scores.get('en') ?? 0;
  return english > 0 && [...scores].every(([language, score]) => language === 'en' || score < english);
}

/** Whether a word holds sentences together in this language and says nothing by itself. Folded, as `wordsOf` gives it. */
export function isSmallWord(word: string, language: Language): boolean {
  return languagesOfWord.get(word)?.includes(language) ?? false;
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** "English, German, …, Italian and Dutch": those that sentences of ours are written in. */
export function spokenNames(): string {
  const names = LANGUAGES.map(languageName);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** "German", of "de". */
export function languageName(tag: string): string {
  return NAMES.of(tag) ?? tag;
}

/** The language that a tag names: "de" of an address; English for any other. */
export function languageOfTag(tag: string | undefined): Language {
  return LANGUAGES.find((language) => language === tag) ?? 'en';
}
