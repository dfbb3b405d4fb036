import { contactIn, type Field, type Found, FREE_PRICE, fieldsOf, linkIn, tailFields } from './fields.ts';
import { headOf, type Intent, intentOf } from './head.ts';
import { isLimit, type Limits, readLimit } from './limits.ts';
import {
  asked,
  chunksOf,
  contentWords,
  isImperative,
  isOffer,
  isRequest,
  isStyle,
  isWhole,
  nameOf,
  withArticle,
} from './phrase-kinds.ts';
import { asSentence, sentencesOf } from './sentences.ts';
import { hasVerb, isClause, isForWriter, LABELS, speaksOfReaders, TEXT_THINGS, wordsIn } from './words.ts';

/** The form that a brief fills in. '' and empty lists where it does not say. */
export type Brief = Record<Field, string> &
  Limits & {
    intent: Intent;
    /** What the text is about, as a noun phrase: "our tasting evening". */
    offer: string;
    /** The sentences already say what it is about. */
    isOfferSaid: boolean;
    /** The offer may begin with a capital only because its sentence does. */
    isTitle: boolean;
    sender: string;
    subjectLine: string;
    deadline: string;
    /** Requests to the reader, without "please": "reply by 15 November". */
    actions: string[];
    /** Sentences that ask the reader to go or write somewhere, word for word. */
    requests: string[];
    /** Whole sentences, word for word. */
    sentences: string[];
    /** Facts that are no sentences: "not recorded". */
    details: string[];
    /** What the reader is thanked for. */
    thanks: string[];
    /** Words of the brief that found no place. */
    leftOut: string[];
    /** Facts were left out, or are asked for and not given. */
    lacksDetails: boolean;
  };

const LONGEST_DETAIL = 14;
/** Its full stop ends no sentence. */
const GERMAN_DAY =
  /(\d{1,2})\. (?=(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)/g;
/** What the writer is to think of: "six rules". */
const COUNTED =
  /^(?:[1-9]|10|one|two|three|four|five|six|seven|eight|nine|ten)\s(?:[\p{L}-]+\s)?(?:rules|tips|ideas|reasons|benefits|facts|examples|reader questions?|questions?|stor(?:y|ies)|recipes?)$/iu;

/** Reads requirements and prompt into the form; what it does not understand is in `leftOut`. */
export function readBrief({ requirements, prompt }: { requirements: string; prompt: string }): Brief {
  const brief = emptyBrief();
  const reader = new Reader(brief);
  for (const text of [requirements, prompt])
    for (const line of text.split('\n'))
      for (const sentence of sentencesOf(
        line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').replaceAll(GERMAN_DAY, '$1\uE002'),
      ))
        reader.read(sentence.replaceAll('\uE002', '. '));
  if (brief.intent === 'topic') {
    const hasWhen = brief.date !== '' || brief.time !== '' || brief.place !== '';
    brief.intent = intentOf(brief.offer, { hasPrice: brief.price !== '', hasWhen });
  }
  if (brief.thanks.length > 0 && brief.offer === '') brief.intent = 'thanks';
  return brief;
}

function emptyBrief(): Brief {
  return {
    intent: 'topic',
    offer: '',
    isOfferSaid: false,
    isTitle: false,
    date: '',
    time: '',
    place: '',
    price: '',
    link: '',
    contact: '',
    sender: '',
    subjectLine: '',
    deadline: '',
    actions: [],
    requests: [],
    sentences: [],
    details: [],
    thanks: [],
    leftOut: [],
    lacksDetails: false,
    maxWords: undefined,
    seconds: undefined,
    tone: undefined,
    banned: [],
    without: new Set(),
  };
}

class Reader {
  private readonly brief: Brief;
  private isFirst = true;

  constructor(brief: Brief) {
    this.brief = brief;
  }

  read(given: string): void {
    const sentence = this.withoutOrders(given.trim().replace(/^please\s+/i, ''));
    const bare = sentence.replace(/[.!;,\s]+$/, '');
    if (bare === '') return;
    if (isLimit(bare, this.brief) || this.readLabel(bare)) return;
    const head = headOf(bare, this.isFirst);
    if (head) {
      if (head.intent) this.brief.intent = head.intent;
      const isFirst = this.isFirst;
      this.isFirst = false;
      if (head.needsDetails) this.brief.lacksDetails = true;
      if (head.title !== undefined) {
        this.brief.offer = head.title;
        this.brief.isTitle = true;
      }
      if (head.leftOut !== '') this.leaveOut(head.leftOut);
      readLimit(/\b\d{1,4}[- ](?:words?|seconds?)\b/i.exec(bare)?.[0] ?? '', this.brief);
      if (head.statement !== undefined) {
        this.say(withArticle(head.statement));
        return;
      }
      const [topic = '', ...others] = chunksOf(head.topic);
      if (topic !== '') this.readTopic(topic, isFirst && this.brief.offer === '');
      for (const chunk of [...others, ...chunksOf(head.details)]) this.readChunk(chunk);
      return;
    }
    const isFirst = this.isFirst;
    this.isFirst = false;
    if (isWhole(bare)) {
      if (isFirst) this.say(sentence);
      else this.brief.sentences.push(asSentence(sentence));
      return;
    }
    if (isImperative(bare)) {
      const hasAddress = linkIn(bare) !== undefined || contactIn(bare) !== undefined;
      (hasAddress ? this.brief.requests : this.brief.sentences).push(asSentence(given.trim()));
      return;
    }
    // "Seats: 24": a noun phrase and what is said of it.
    const [, before = '', after = ''] = /^([^:]{3,60}):\s+(.+)$/.exec(bare) ?? [];
    if (
      before !== '' &&
      !isFirst &&
      wordsIn(before).length <= 3 &&
      !isForWriter(before) &&
      !isStyle(bare) &&
      !hasVerb(after)
    ) {
      this.brief.details.push(bare);
      return;
    }
    if (before !== '' && this.brief.offer === '' && isOffer(before)) {
      this.readTopic(before, true);
      this.brief.isTitle =
        this.brief.offer !== '' && !this.brief.isOfferSaid && /^\p{Lu}/u.test(this.brief.offer);
      for (const chunk of chunksOf(after)) this.readChunk(chunk);
      return;
    }
    const [first = '', ...others] = chunksOf(bare);
    if (isFirst && this.brief.offer === '' && isOffer(first)) {
      this.readTopic(first, true);
      this.brief.isTitle =
        this.brief.offer !== '' &&
        !this.brief.isOfferSaid &&
        !/^(?:a|an|the|our|your)\s/i.test(this.brief.offer);
    } else this.readChunk(first, others.length === 0 && wordsIn(bare).length > 3 && /^\p{Lu}/u.test(bare));
    for (const chunk of others) this.readChunk(chunk);
  }

  /** A sentence that also says what the text is about. */
  private say(clause: string): void {
    this.brief.sentences.push(asSentence(clause));
    if (this.brief.offer !== '') return;
    this.brief.offer = nameOf(clause.replace(/[.!]+$/, '').split(/:\s/)[0] ?? '');
    this.brief.isOfferSaid = true;
  }

  /** Words that are banned within a sentence, and orders in brackets. */
  private withoutOrders(sentence: string): string {
    return sentence
      .replace(
        /,?\s(?:that|which|and) (?:never|doesn['’]t|does not|do not|don['’]t) (?:uses?|mentions?|says?) the words?\s+["“]([^"”]{2,40})["”](?:(?:,| or| and) ["“]([^"”]{2,40})["”])?/i,
        (_all, ...words: unknown[]) => {
          for (const word of words.slice(0, 2))
            if (typeof word === 'string') this.brief.banned.push(word.toLowerCase());
          return '';
        },
      )
      .replaceAll(/\s\(([^()]{3,120})\)/g, (all, inside: string) => {
        if (!chunksOf(inside).some(isForWriter)) return all;
        for (const chunk of chunksOf(inside)) this.readChunk(chunk);
        return '';
      });
  }

  private readTopic(text: string, mayBeOffer: boolean): void {
    const given = text.replace(/^please\s+/i, '');
    if (isLimit(given, this.brief)) return;
    if (isClause(given) && !speaksOfReaders(given)) {
      const clause = withArticle(given);
      if (mayBeOffer) this.say(clause);
      else this.brief.sentences.push(asSentence(clause));
      return;
    }
    // What is in brackets behind the topic is said on its own.
    const [, name = given, inside] = /^([^()]+?)\s*\(([^()]+)\)$/.exec(given) ?? [];
    const { rest, found } = tailFields(name);
    if (mayBeOffer && isOffer(rest)) {
      this.take(found);
      this.brief.offer = rest;
      if (/^[\d$€£]/.test(rest)) this.brief.isTitle = true;
      for (const chunk of chunksOf(inside ?? '')) this.readChunk(chunk);
    } else this.readChunk(given);
  }

  private readChunk(given: string, isOwnSentence = false): void {
    const chunk = given
      .replace(/[.!\s]+$/, '')
      .replace(/^please\s+/i, '')
      .trim();
    if (chunk === '' || isLimit(chunk, this.brief) || this.readLabel(chunk) || this.readOrder(chunk)) return;
    const fields = fieldsOf(chunk);
    if (fields && Object.keys(fields).every((name) => this.isFree(name))) return this.take(fields);
    const words = wordsIn(chunk);
    const [first = ''] = words;
    if (/^(?:no|never|not|kein|keine|ohne)$/.test(first) && words.some((word) => TEXT_THINGS.has(word))) {
      return readLimit(chunk, this.brief);
    }
    if (isRequest(chunk)) {
      this.brief.actions.push(asked(chunk));
      return;
    }
    if (isClause(chunk) && !speaksOfReaders(chunk)) {
      this.brief.sentences.push(asSentence(withArticle(chunk)));
      return;
    }
    const isPlain =
      words.length <= LONGEST_DETAIL &&
      !isForWriter(chunk) &&
      !isStyle(chunk) &&
      !speaksOfReaders(chunk) &&
      !/["“”]/.test(chunk) &&
      !hasVerb(chunk) &&
      !COUNTED.test(chunk) &&
      !/^(?:so|as|if|that|to|but|because|like|then|without|in|for|with|about|by)\b/i.test(chunk);
    // Whole sentences keep their full stop.
    if (isPlain) this.brief.details.push(isOwnSentence ? `${chunk}.` : chunk);
    else this.leaveOut(chunk);
  }

  /** "Price: €20". */
  private readLabel(text: string): boolean {
    const [, name = '', value = ''] = /^([\p{L}][\p{L} -]{1,24})\s*:\s+(.+)$/u.exec(text) ?? [];
    const field =
      LABELS.get(name.trim().toLowerCase().replace(' ', '-')) ?? LABELS.get(name.trim().toLowerCase());
    if (field === undefined || value === '') return false;
    if (field === 'contact' && contactIn(value) === undefined) return false;
    if (field === 'audience') return true;
    if (field === 'tone') readLimit(value, this.brief);
    else if (field === 'subject') this.brief.subjectLine = value;
    else if (field === 'action') this.brief.actions.push(asked(value));
    else if (field === 'say') {
      if (isWhole(value)) this.brief.sentences.push(asSentence(value));
      else for (const chunk of chunksOf(value)) this.readChunk(chunk);
    } else if (field === 'offer') {
      if (this.brief.offer === '' && !hasVerb(value)) {
        this.brief.offer = value;
        this.brief.isTitle = !/^(?:an?|the|our|your) /i.test(value);
      } else this.readChunk(value);
    } else if (field === 'price')
      this.brief.price = /^(?:free|gratis|kostenlos)$/i.test(value) ? FREE_PRICE : value;
    else if (
      field === 'date' ||
      field === 'time' ||
      field === 'place' ||
      field === 'link' ||
      field === 'contact' ||
      field === 'sender' ||
      field === 'deadline'
    ) {
      const found = field === 'date' ? fieldsOf(value) : undefined;
      if (found?.date !== undefined) this.take(found);
      else this.brief[field] = value;
    }
    return true;
  }

  /** "Mention that …", "ask them to …", "thank them for …": an order whose words can be said. */
  private readOrder(chunk: string): boolean {
    const said =
      /^(?:also )?(?:(?:must |should )?(?:mention|say|state|note|add|tell|remind|explain|point out|make clear)(?: (?:them|people|readers|everyone|customers|members))?(?: that|:) |(?:must )?(?:say|mention): ?|that )(.+)$/i.exec(
        chunk,
      )?.[1];
    if (
      said !== undefined &&
      (isClause(said) || /\bthat\s/i.test(chunk.slice(0, chunk.length - said.length))) &&
      !speaksOfReaders(said)
    ) {
      this.brief.sentences.push(asSentence(withArticle(said)));
      return true;
    }
    const asks =
      /^(?:also )?(?:ask|invite|encourage|remind|get|tell|want) (?:them|people|readers|everyone|everybody|customers|guests|members|clients|subscribers|visitors|(?:the|our) \w+) to (.+)$/i.exec(
        chunk,
      )?.[1] ??
      /^(?:say|tell (?:them|people) to) ((?:talk|speak|ask|call|write|book|reply|register) .+)$/i.exec(
        chunk,
      )?.[1];
    if (asks !== undefined && !/\b(?:they|them|he|she)\b/i.test(asks)) {
      this.brief.actions.push(asked(asks));
      return true;
    }
    const thanks =
      /^(?:say )?thank(?:s| you)?(?: (?:them|people|readers|customers|everyone|members|guests))? for (.+)$/i.exec(
        chunk,
      )?.[1];
    if (thanks !== undefined && !hasVerb(thanks)) {
      this.brief.thanks.push(
        (/^\p{Ll}+(?<!ing)$/u.test(thanks) ? `the ${thanks}` : thanks).replaceAll(/\btheir\b/gi, 'your'),
      );
      return true;
    }
    if (/^say thank you(?: once)?$/i.test(chunk)) {
      this.brief.sentences.push('Thank you.');
      return true;
    }
    const named =
      /^(?:also )?(?:must )?(?:mention|include|name|give|state|repeat|say|note)\s+((?:the|our|a|an|that there (?:is|are)|\d|[$€£]|free|how many|opening)\b.*|[\p{L}-]+(?: [\p{L}\d:.,$€£%-]+){0,6})$/iu.exec(
        chunk,
      )?.[1];
    if (named === undefined || isStyle(named)) return false;
    const [link, contact] = [linkIn(named), contactIn(named)];
    for (const part of named.split(/\s+and\s+(?=(?:the|our|a|an)\s)/i)) {
      if (link !== undefined && part.includes(link) && this.isFree('link')) this.brief.link = link;
      else if (contact !== undefined && part.includes(contact) && this.isFree('contact'))
        this.brief.contact = contact;
      else if (hasVerb(part)) this.leaveOut(part);
      else this.brief.details.push(part.replace(/^(?:the|our|an?)\s+/i, ''));
    }
    return true;
  }

  private isFree(name: string): boolean {
    return name === 'date'
      ? this.brief.date === ''
      : name === 'time'
        ? this.brief.time === ''
        : name === 'place'
          ? this.brief.place === ''
          : name === 'price'
            ? this.brief.price === ''
            : name === 'link'
              ? this.brief.link === ''
              : this.brief.contact === '';
  }

  private take(found: Found): void {
    Object.assign(this.brief, found);
  }

  private leaveOut(words: string): void {
    this.brief.leftOut.push(words);
    if (!isStyle(words) || contentWords(words) > 1) this.brief.lacksDetails = true;
  }
}
