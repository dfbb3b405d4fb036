import { isSmallWord, languageOf, plainLanguageOf } from '#kit/language.ts';
import { type Brief, readBrief } from './brief.ts';
import { DISCLAIMER } from './document.ts';
import { FREE_PRICE } from './fields.ts';
import {
  type Block,
  fitted,
  line,
  must,
  offerPhrase,
  type Part,
  paragraph,
  timed,
  titleOf,
  written,
} from './layout.ts';
import type { Tone } from './limits.ts';
import { asSentence, capitalised, sentencesOf } from './sentences.ts';
import { type Choice, type ContentType, type TemplateLanguage, textFor, type Values } from './templates.ts';
import { PLAIN_VERBS, wordsIn } from './words.ts';

export type CompositionInput = {
  type: ContentType;
  tone: Tone;
  requirements: string;
  prompt: string;
  /** Product facts that fit the brief, as sentences. */
  facts: readonly string[];
  bannedWords: readonly string[];
  /** The business that signs; '' where it is unknown. */
  sender: string;
  /** Chooses between variants. */
  seed: string;
  /** The tone that is asked for, whatever the brief says. */
  keepsTone?: boolean;
};

export type Composition =
  | { outcome: 'written'; content: string; leftOut: string[]; optional: string[]; actions: string[] }
  /** No templates in this language, or several languages in one brief. */
  | { outcome: 'needs_model'; reason: 'language' | 'languages' };

const BLANK_NAMES: Record<
  TemplateLanguage,
  Record<'offer' | 'date' | 'place' | 'contact' | 'name' | 'details', string>
> = {
  en: {
    offer: '[offer]',
    date: '[date]',
    place: '[place]',
    contact: '[contact]',
    name: '[name]',
    details: '[details]',
  },
  de: {
    offer: '[Angebot]',
    date: '[Datum]',
    place: '[Ort]',
    contact: '[Kontakt]',
    name: '[Name]',
    details: '[Einzelheiten]',
  },
};

/** Fills the templates of a content type from a brief. It adds no fact; what is missing is a blank. */
export function composeContent(input: CompositionInput): Composition {
  const language = templateLanguageOf(input);
  if (language === undefined)
    return { outcome: 'needs_model', reason: isMixed(input) ? 'languages' : 'language' };
  const brief = readBrief(input);
  const writer = new Writer(input, brief, language);
  const blocks = writer.blocks().filter(({ parts }) => parts.some(({ text }) => text !== ''));
  const limit = brief.maxWords ?? (brief.seconds === undefined ? undefined : Math.round(brief.seconds * 2.3));
  const content = written(limit === undefined ? blocks : fitted(blocks, limit));
  const optional = blocks
    .flatMap(({ parts }) => parts.filter(({ rank, text }) => rank > 0 && text !== ''))
    .toSorted((left, right) => right.rank - left.rank)
    .map(({ text }) => text);
  return {
    outcome: 'written',
    content: input.type === 'video' ? timed(content, brief.seconds ?? 30) : content,
    leftOut: writer.leftOut,
    optional,
    actions: writer.actions().parts.map(({ text }) => text),
  };
}

/** Another subject line of the templates; undefined where there is none. */
export function otherSubject(input: CompositionInput, current: string): string | undefined {
  const language = templateLanguageOf(input);
  if (language === undefined) return undefined;
  const brief = readBrief(input);
  const tones = ['professional', 'friendly', 'conversational', 'educational'] as const;
  return tones
    .flatMap((tone) =>
      [1, 2, 3, 4].map((seed) =>
        new Writer({ ...input, tone, seed: `${seed}`, keepsTone: true }, brief, language).text('subject'),
      ),
    )
    .find((subject) => subject !== '' && subject !== current);
}

/** Tags from the words of the offer, the whole of it first. */
export function hashtagsFor(input: CompositionInput): string[] {
  const language = templateLanguageOf(input) ?? 'en';
  const words = wordsIn(
    titleOf(readBrief(input).offer).split(/\s(?:for|with|in|on|of|about|from|at|by)\s/i)[0] ?? '',
  ).filter((word) => word.length > 3 && !isSmallWord(word, language));
  const tag = (parts: readonly string[]): string =>
    `#${parts
      .flatMap((part) => part.split(/[-']/))
      .map(capitalised)
      .join('')}`;
  const all =
    words.length > 1 && words.length < 4
      ? [tag(words), ...words.map((word) => tag([word]))]
      : words.map((word) => tag([word]));
  return [...new Set(all)].filter((one) => !/^#\d/.test(one));
}

/** The language of a brief where we have templates for it. */
function templateLanguageOf(
  input: Pick<CompositionInput, 'requirements' | 'prompt'>,
): TemplateLanguage | undefined {
  if (isMixed(input)) return undefined;
  if (GERMAN_LABEL.test(input.requirements)) return 'de';
  const language = languageOf(input.requirements.trim() === '' ? input.prompt : input.requirements);
  const plain = plainLanguageOf(input.requirements.trim() === '' ? input.prompt : input.requirements);
  if (plain !== undefined && plain !== 'en' && plain !== 'de') return undefined;
  return language === 'de' ? 'de' : 'en';
}

const GERMAN_LABEL = /^\s*(?:angebot|datum|uhrzeit|ort|preis|wann|wo|termin|eintritt|thema|veranstaltung):/im;
const OTHER_LANGUAGE =
  /\b(?:in|into|auf|and|or) (?:spanish|french|german|italian|dutch|portuguese|polish|turkish|spanisch|französisch|englisch)(?= and\b|[,.;]|$)|\b(?:translate|bilingual|zweisprachig)\b/i;

/** Sentences in different languages, or an order to write in another one. */
function isMixed({ requirements, prompt }: Pick<CompositionInput, 'requirements' | 'prompt'>): boolean {
  if (OTHER_LANGUAGE.test(requirements) || OTHER_LANGUAGE.test(prompt)) return true;
  const languages = new Set(
    requirements
      .split('\n')
      .flatMap(sentencesOf)
      .filter((sentence) => sentence.length > 40)
      .flatMap((sentence) => plainLanguageOf(sentence) ?? []),
  );
  return languages.size > 1;
}

class Writer {
  readonly leftOut: string[];
  private readonly choice: Choice;
  private readonly input: CompositionInput;
  private readonly brief: Brief;
  private readonly blank: (typeof BLANK_NAMES)['en'];

  constructor(input: CompositionInput, brief: Brief, language: TemplateLanguage) {
    this.input = input;
    this.brief = brief;
    this.blank = BLANK_NAMES[language];
    const banned = [...brief.banned, ...input.bannedWords.map((word) => word.toLowerCase())];
    const isAllowed = (text: string): boolean => !banned.some((word) => text.toLowerCase().includes(word));
    const refused = [...brief.sentences, ...brief.details].filter((text) => !isAllowed(text));
    brief.sentences = brief.sentences.filter(isAllowed);
    brief.details = brief.details.filter(isAllowed);
    if (brief.without.has('price')) brief.price = '';
    if (brief.without.has('link')) brief.link = '';
    this.leftOut = [...brief.leftOut, ...refused];
    this.choice = {
      language,
      type: input.type,
      tone: input.keepsTone === true ? input.tone : (brief.tone ?? input.tone),
      intent: brief.intent,
      values: this.values(language),
      isFree: brief.price === FREE_PRICE,
      banned,
      seed: `${input.seed} ${input.requirements}`,
    };
  }

  blocks(): Block[] {
    return SHAPES[this.input.type](this);
  }

  text(place: Parameters<typeof textFor>[0], values: Values = {}): string {
    return textFor(place, { ...this.choice, values: { ...this.choice.values, ...values } });
  }

  private values(language: TemplateLanguage): Values {
    const { brief, blank } = this;
    const hasBody = brief.sentences.length + brief.thanks.length > 0;
    const offer = brief.offer === '' && !hasBody ? blank.offer : brief.offer;
    const isEvent = brief.intent === 'event';
    return {
      offer:
        language === 'de' ? '' : brief.isOfferSaid || brief.isTitle ? '' : offerPhrase(offer, brief.intent),
      Title: titleOf(offer),
      date: brief.date === '' && isEvent && !this.saysDate() ? blank.date : brief.date,
      Date: capitalised(brief.date),
      time: brief.time,
      Time: capitalised(brief.time),
      place: brief.place,
      price: brief.price,
      link: brief.link,
      contact: brief.contact,
      deadline: brief.deadline,
    };
  }

  /** A sentence of the brief says when it is. */
  private saysDate(): boolean {
    const said = [...this.brief.sentences, ...this.brief.details, this.brief.offer].join(' ');
    return (
      this.brief.time !== '' ||
      /\d{1,2}:\d\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:daily|weekly|monthly|january|february|march|april|may|june|july|august|september|october|november|december|week|weeks|days)\b/i.test(
        said,
      )
    );
  }

  subject(): Block {
    // One blank for a date is enough.
    const text = this.text('subject', { date: this.brief.date });
    return line(`Subject: ${this.brief.subjectLine || text || this.fallbackTitle()}`);
  }

  headline(mark: '#' | '**'): Block {
    const text = this.text('headline') || this.fallbackTitle();
    return line(mark === '#' ? `# ${text}` : `**${text}**`);
  }

  private fallbackTitle(): string {
    return titleOf(this.brief.offer) || (this.choice.language === 'de' ? '[Überschrift]' : '[headline]');
  }

  opening(): Part {
    const { brief } = this;
    if (!brief.isTitle) return { text: brief.isOfferSaid ? '' : this.text('opening'), rank: 1 };
    if (/^(?:flyer|newsletter|ad_copy)$/.test(this.input.type)) return { text: '', rank: 1 };
    if (brief.intent === 'event' && this.choice.language === 'en')
      return { text: `You are invited: ${titleOf(brief.offer)}.`, rank: 1 };
    const isList = brief.sentences.length === 0 && brief.details.length > 0;
    return { text: `${titleOf(brief.offer)}${isList ? ':' : '.'}`, rank: 1 };
  }

  /** Opening, thanks, sentences and product facts as one paragraph. */
  body({ hasOpening = true }: { hasOpening?: boolean } = {}): Block {
    const thanks = this.brief.thanks.map((thing) => this.text('thanks', { thing }));
    const opening = hasOpening ? this.opening() : { text: '', rank: 1 };
    // The opening stays where nothing else says what it is about.
    const isOnly = thanks.length + this.brief.sentences.length === 0;
    return paragraph([
      ...thanks.map(must),
      isOnly ? must(opening.text) : opening,
      ...this.brief.sentences.map(must),
      ...this.input.facts.slice(0, 3).map((fact) => must(asSentence(fact))),
    ]);
  }

  /** "When: …" and the details, a line each. */
  facts(mark: '- ' | ''): Block {
    const lines = [
      this.text('listed'),
      this.text('listedPlace'),
      this.text('listedPrice'),
      ...this.details().map((detail) => capitalised(detail.replace(/\.$/, ''))),
    ];
    return { join: '\n', parts: lines.filter(Boolean).map((text) => must(mark + text)) };
  }

  /** Facts to be said aloud or in running text, each a sentence. */
  saidFacts(): Part[] {
    const details = this.details();
    const isWhole = (detail: string): boolean => /[.\]]$/.test(detail);
    const list = details.filter((detail) => !isWhole(detail)).join(', ');
    const when = this.choice.intent === 'event' ? this.text('spoken') : this.text('dated');
    const intro = list.includes(', ') ? this.text('detailsIntro') : '';
    return [
      when,
      this.text('priced'),
      list === '' ? '' : asSentence(`${intro} ${list}`),
      ...details.filter(isWhole).map(asSentence),
    ]
      .filter(Boolean)
      .map(must);
  }

  private details(): string[] {
    const { details, lacksDetails } = this.brief;
    return lacksDetails ? [...details, this.blank.details] : details;
  }

  actions(): Block {
    const { actions, requests, link, contact } = this.brief;
    const said = [...requests, ...actions].join(' ');
    const parts = [
      ...requests,
      ...actions.map((action) =>
        PLAIN_VERBS.has(wordsIn(action)[0] ?? '')
          ? this.text('plain', { Action: capitalised(action) })
          : this.text('please', { action }),
      ),
      said.includes(this.brief.deadline) && said !== '' ? '' : this.text('action'),
      link === '' || said.includes(link) ? '' : this.text('link'),
      contact === '' || said.includes(contact) ? '' : this.text('contact'),
    ].filter(Boolean);
    const needsOne = this.input.type === 'ad_copy' && parts.length === 0 && this.choice.intent === 'product';
    return paragraph((needsOne ? [this.text('callToAction')] : parts).map(must));
  }

  close(): Block {
    // Questions have an address already.
    const isSaid = this.input.type === 'email' && this.brief.contact !== '' && this.choice.intent !== 'event';
    return paragraph([{ text: isSaid ? '' : this.text('close'), rank: 3 }]);
  }

  greeting(): Block {
    return line(this.text('greeting'));
  }

  signOff(): Block {
    const name = this.brief.sender || this.input.sender || this.blank.name;
    return line(`${this.text('signOff')}\n${name}`);
  }

  disclaimer(): Block {
    return line(/\bdisclaimer\b/i.test(`${this.input.requirements} ${this.input.prompt}`) ? DISCLAIMER : '');
  }
}

const SHAPES: Record<ContentType, (writer: Writer) => Block[]> = {
  email: (w) => [
    w.subject(),
    w.greeting(),
    w.body(),
    w.facts('- '),
    w.actions(),
    w.close(),
    w.disclaimer(),
    w.signOff(),
  ],
  newsletter: (w) => [
    w.subject(),
    w.headline('#'),
    w.body(),
    w.facts('- '),
    w.actions(),
    w.disclaimer(),
    w.close(),
  ],
  flyer: (w) => [w.headline('#'), w.body(), w.facts('- '), w.actions(), w.disclaimer()],
  social_post: (w) => [w.body(), w.facts(''), w.actions()],
  ad_copy: (w) => [w.headline('**'), w.body({ hasOpening: false }), paragraph(w.saidFacts()), w.actions()],
  text: (w) => [w.body(), w.facts('- '), w.actions(), w.disclaimer()],
  video: (w) => [
    {
      join: '\n',
      parts: [...w.body().parts, ...w.saidFacts(), ...w.actions().parts, ...w.close().parts].filter(
        ({ text }) => text !== '',
      ),
    },
  ],
};
