import { type Block, readLinks, type Span } from '#engines/markup/read.ts';
import { isLinkTarget } from '#engines/markup/targets.ts';
import type { ContactChannel } from '#features/compliance/contract.ts';
import { blocksOf, saysAddress, shownTarget, textOfBlocks } from '#features/content/rules-markup.ts';
import type { TokenPurpose, TokenWriter } from '#features/tracking/rules.ts';
import type { Language } from '#kit/language.ts';
import { lazy } from '#kit/lazy.ts';
import { type BlockOf, withLines } from '#kit/markup.ts';
import { beforeSignOff, landingButtonOf } from '../rules-landing-button.ts';
import { type MailBlock, mailBlocksOf } from '../rules-mail.ts';
import {
  fieldIn,
  fieldParts,
  hasPersonalIn,
  languageOfMessage,
  MAIL_WORDS,
  valueOf,
} from '../rules-mail-language.ts';
import type { MailWords } from '../rules-mail-words.ts';
import { type MergeField, parseMergeText } from '../rules-merge.ts';
import { NOTICE_WORDS } from '../rules-notice-words.ts';
import type { PictureInMail } from './mail-html.ts';

/** Loaded with the first mail: React and the library of its parts are large, and a server may compose none for days. */
const loadMailHtml = lazy(() => import('./mail-html.ts'));

/** A step ready to be filled in per person: slots stand for what differs. */
export type Composition = { subject: string | null; text: string; html: string | null };

type ComposeInput = {
  channel: ContactChannel;
  subject: string | null;
  body: string;
  workspace: { name: string; senderName: string; postalAddress: string };
  /** As the author chose it, and with the UTM parameters that it leaves with. */
  landingPageUrl: string;
  taggedLandingPageUrl: string;
  /** Above the text, in the HTML alone. */
  pictures?: readonly PictureInMail[];
  /** The HTML loads a picture that tells when the mail is opened. */
  countsOpens?: boolean;
  /** Number under which a link to `url` stands in the message. */
  linkTo: (url: string) => number;
};

// Of the private use area, and taken out of every text first, so that no text can bring a slot along.
const SLOT_START = '\uE000';
const SLOT_BAR = '\uE001';
const SLOT_END = '\uE002';
/**
 * With the blank after it: where there is nothing to say, there is no gap either; nor is there one before the comma of
 * "Good day {{firstName|}},".
 */
const SLOT = /( (?=\uE000[^\uE002]*\uE002[,.;:!?]))?\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002( ?)/g;
/**
 * A paragraph of the text or of the HTML that is one slot without a fallback: where there is nothing to say, it is not
 * there, nor is the gap before it, or behind the first one. Its second half is a line break of the next paragraph, which
 * stays.
 */
export const LONE_SLOT =
  /(?:^|\n\n|<p\b[^>]*>\n)\uE000([^\uE001]*)\uE001\uE002 ?(?:(?<=^\uE000[^\uE002]*\uE002 ?)\n\n|(?=\n\n|$)|\n<\/p>)/g;
const UNWANTED = /[^\P{Cc}\n\t]|[\uE000-\uE002]/gu;
const LANDING_TARGET = /^\uE000landingPage\uE001[^\uE002]*\uE002$/;
const LANDING_SLOT = /\uE000landingPage\uE001[^\uE002]*\uE002/g;
/** Stands for a value that differs per person. */
export function slot(field: string, fallback = ''): string {
  return `${SLOT_START}${field}${SLOT_BAR}${oneLine(fallback)}${SLOT_END}`;
}

const UNSUBSCRIBE_FIELD = 'unsubscribe';
/** Page on which people object or ask to see or delete their data. */
const DATA_CHOICES_FIELD = 'dataChoices';
/** Says where we have a person's data from; a message that holds it counts as the notice of GDPR Art. 14. */
const NOTICE_FIELD = 'notice';
/** As it stands in stored texts, to be looked for, in whatever language. */
export const NOTICE_SLOT_START = `${SLOT_START}${NOTICE_FIELD}`;
const UNSUBSCRIBE_SLOT = new RegExp(`${SLOT_START}(${UNSUBSCRIBE_FIELD}[^${SLOT_BAR}]*)${SLOT_BAR}`);
/** The picture that tells when a mail is opened. */
const OPEN_FIELD = 'opened';
const PIXEL = new RegExp(`<img[^>]*${SLOT_START}${OPEN_FIELD}${SLOT_BAR}[^>]*>`);
const LINK_PREFIX = 'link:';

const OWN_PAGES: Record<string, { path: string; purpose: TokenPurpose } | undefined> = {
  [UNSUBSCRIBE_FIELD]: { path: 'u', purpose: 'choices' },
  [DATA_CHOICES_FIELD]: { path: 'n', purpose: 'choices' },
  [OPEN_FIELD]: { path: 'o', purpose: 'open' },
};

/** Field of the tracked link number `position`. */
function linkField(position: number): string {
  return `${LINK_PREFIX}${position}`;
}

/** What a slot stands for; undefined or empty where nothing is known, when its fallback counts. */
export type Lookup = (field: string) => string | undefined;

/** The text for one person. `escape` is applied to each value, not to the author's words. */
export function fillSlots(
  template: string,
  lookup: Lookup,
  escape: (value: string) => string = (value) => value,
): string {
  const text = template.replace(LONE_SLOT, (paragraph, field: string) => (lookup(field) ? paragraph : ''));
  return fillLine(text, lookup, escape);
}

/** The same of a stretch that holds no paragraph of its own. */
export function fillLine(
  template: string,
  lookup: Lookup,
  escape: (value: string) => string = (value) => value,
): string {
  return template.replace(
    SLOT,
    (_slot, gap: string | undefined, field: string, fallback: string, blank: string) => {
      const value = lookup(field);
      const words = value ? escape(oneLine(value)) : fallback;
      return words === '' ? '' : (gap ?? '') + words + blank;
    },
  );
}

/** The same in pieces, those that were filled in apart. */
export function slotPieces(template: string, lookup: Lookup): { text: string; isValue: boolean }[] {
  const pieces: { text: string; isValue: boolean }[] = [];
  let position = 0;
  for (const found of template.matchAll(SLOT)) {
    const [all, gap = '', field = '', fallback = '', blank = ''] = found;
    const value = lookup(field);
    const words = value ? oneLine(value) : fallback;
    pieces.push({ text: template.slice(position, found.index), isValue: false });
    if (words !== '') {
      pieces.push(
        { text: gap, isValue: false },
        { text: words, isValue: true },
        { text: blank, isValue: false },
      );
    }
    position = found.index + all.length;
  }
  pieces.push({ text: template.slice(position), isValue: false });
  return pieces.filter(({ text }) => text !== '');
}

/** Values of one person's message: those stored with it, and the links that its touchpoint makes. */
export function messageLookup(
  vars: Readonly<Record<string, string>>,
  touchpointId: string | null,
  { publicUrl, tokenFor }: MessageLinks,
): Lookup {
  const token =
    touchpointId === null ? undefined : (purpose: TokenPurpose) => tokenFor(purpose, touchpointId);
  return lookupWith(vars, token, publicUrl);
}

/** What the links of a message are made of. */
export type MessageLinks = { publicUrl: string; tokenFor: TokenWriter };

/** In place of what a link knows its person by. */
export const HIDDEN_TOKEN = '…';

/**
 * The same for whoever reads the message and has no business to answer it: by its links they would unsubscribe the
 * person or ask for their erasure in their name.
 */
export function readersLookup(vars: Readonly<Record<string, string>>, publicUrl: string): Lookup {
  return lookupWith(vars, () => HIDDEN_TOKEN, publicUrl);
}

function lookupWith(
  vars: Readonly<Record<string, string>>,
  token: ((purpose: TokenPurpose) => string) | undefined,
  publicUrl: string,
): Lookup {
  return (field) => {
    if (token === undefined) return valueOf(vars, field);
    const page = ownPage(field, { publicUrl, token });
    if (page !== undefined) return page;
    if (field.startsWith(LINK_PREFIX))
      return `${publicUrl}/r/${token('click')}${field.slice(LINK_PREFIX.length)}`;
    return valueOf(vars, field);
  };
}

/** The HTML of a mail as it leaves while opens are not counted. */
export function withoutPixel(html: string): string {
  return html.replace(PIXEL, '');
}

/** A page of ours that every message leads to, in the language of the message; undefined for any other field. */
export function ownPage(
  field: string,
  { publicUrl, token }: { publicUrl: string; token: (purpose: TokenPurpose) => string },
): string | undefined {
  const { name, language } = fieldParts(field);
  const page = OWN_PAGES[name];
  if (page === undefined) return undefined;
  return `${publicUrl}/${page.path}/${token(page.purpose)}${language === 'en' ? '' : `?lang=${language}`}`;
}

/** Under which field a text leads to its unsubscribe page. */
export function unsubscribeFieldOf(text: string): string {
  return UNSUBSCRIBE_SLOT.exec(text)?.[1] ?? UNSUBSCRIBE_FIELD;
}

/** Whether a piece differs per person. */
export function hasSlot(text: string): boolean {
  return text.includes(SLOT_START);
}

/** Whether a piece differs by this field. */
export function hasSlotOf(text: string, field: string): boolean {
  return text.includes(`${SLOT_START}${field}${SLOT_BAR}`) || text.includes(`${SLOT_START}${field}:`);
}

/** Composes a step once for everybody: constants filled in, links numbered, footer added. */
export async function composeStep(input: ComposeInput): Promise<Composition> {
  const { workspace, channel } = input;
  const language = languageOfMessage(input);
  const words = MAIL_WORDS[language];
  const slotIn = (field: string): string => slot(fieldIn(field, language));
  if (channel !== 'email') {
    const footer = `${slotIn(NOTICE_FIELD)} ${words.noMoreMessages}: ${slotIn(UNSUBSCRIBE_FIELD)}`;
    return { subject: null, text: `${messageOf(input)}\n\n${footer}`, html: null };
  }
  const { blocks, links } = bodyOf(input);
  const footer = footerOf(workspace, language);
  const { mailHtmlOf } = await loadMailHtml();
  return {
    subject: mergedText(input.subject ?? '', input).replace(/\s+/g, ' '),
    text: [
      mailText(blocks),
      '--',
      ...footer,
      `${words.yourData}: ${slotIn(DATA_CHOICES_FIELD)}`,
      `${words.unsubscribe}: ${slotIn(UNSUBSCRIBE_FIELD)}`,
    ].join('\n\n'),
    html: mailHtmlOf({
      language,
      blocks: mailBlocksOf(blocks, links),
      footer: footerBlocks(footer),
      footerLinks: footerLinks(words, slotIn),
      pictures: (input.pictures ?? []).map((picture) => ({ ...picture, alt: clean(picture.alt) })),
      ...(input.countsOpens ? { pixel: slot(OPEN_FIELD) } : {}),
    }),
  };
}

/** The addresses that a step links to, in their order. */
export function linkTargets(input: Omit<ComposeInput, 'linkTo'>): string[] {
  const targets: string[] = [];
  const linkTo = (url: string): number => {
    const known = targets.indexOf(url);
    return known >= 0 ? known : targets.push(url) - 1;
  };
  if (input.channel === 'email') bodyOf({ ...input, linkTo });
  else messageOf({ ...input, linkTo });
  return targets;
}

/** What the HTML part of a mail is made of, for one person to be shown. */
export function composeBlocks(input: ComposeInput): {
  blocks: MailBlock[];
  footer: string[];
  /** Words of the links at the very end. */
  links: string[];
} {
  const { blocks, links } = bodyOf(input);
  const language = languageOfMessage(input);
  const { yourData, unsubscribe } = MAIL_WORDS[language];
  return {
    blocks: mailBlocksOf(blocks, links),
    footer: footerOf(input.workspace, language),
    links: [yourData, unsubscribe],
  };
}

/** What leads somewhere, and stands as it is: words of ours or an address. */
type Linked = Span & { isBare?: true };

/** The author's words in blocks, their links numbered. */
function bodyOf(input: ComposeInput): { blocks: (Block & BlockOf<Linked[]>)[]; links: Map<string, string> } {
  const linker = linkerOf(input);
  const blocks = withLandingPage(input, linker, (text) =>
    blocksOf(text, isTarget).map((block) => ({
      ...withLines(block, (line) => line.flatMap(linker.resolved)),
      follows: block.follows,
    })),
  );
  return { blocks, links: linker.links };
}

/** A text for a messenger: links alone are read in it, as it has signs of its own. */
function messageOf(input: ComposeInput): string {
  const linker = linkerOf(input);
  return withLandingPage(input, linker, (text) => {
    const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
    return textOfLinked(
      readLinks(paragraphs.map(withLoneSlot).join('\n\n'), isTarget).flatMap(linker.resolved),
    );
  });
}

function isTarget(target: string): boolean {
  return isLinkTarget(target) || LANDING_TARGET.test(target);
}

/** Reads the author's words, with a link to the landing page before the sign-off where they have none. */
function withLandingPage<T>(input: ComposeInput, linker: Linker, read: (text: string) => T): T {
  const text = mergedText(input.body, input);
  const found = read(text);
  if (linker.hasLandingPage() || landingButtonOf(input.body) === 'removed') return found;
  const names = [clean(input.workspace.senderName), clean(input.workspace.name)];
  return read(beforeSignOff(text, slot('landingPage'), names));
}

type Linker = {
  /** The usual words of each link by its mark. */
  links: Map<string, string>;
  resolved: (span: Span) => Linked[];
  /** Whether a link that was resolved leads to the landing page. */
  hasLandingPage: () => boolean;
};

/** Gives each link of a text its number. */
function linkerOf(input: ComposeInput): Linker {
  const { seePage, readMore } = MAIL_WORDS[languageOfMessage(input)];
  const links = new Map<string, string>();
  const link = (url: string, label: string): string => {
    const mark = slot(linkField(input.linkTo(url)));
    links.set(mark, label);
    return mark;
  };
  let hasLandingPage = false;
  const toLandingPage = (): string => {
    hasLandingPage = true;
    return link(input.taggedLandingPageUrl, seePage);
  };
  const toAddress = (url: string): string =>
    url === input.landingPageUrl ? toLandingPage() : link(url, readMore);
  const bare = (span: Span, mark: string): Linked & { href: string } => ({
    ...span,
    text: links.get(mark) ?? mark,
    href: mark,
    isBare: true,
  });
  return {
    links,
    resolved(span) {
      const { text, href } = span;
      if (href === null) {
        return text
          .split(LANDING_SLOT)
          .flatMap((words, index): Linked[] => [
            ...(index > 0 ? [bare(span, toLandingPage())] : []),
            ...(words === '' ? [] : [{ ...span, text: words }]),
          ]);
      }
      if (LANDING_TARGET.test(href)) return [{ ...span, href: toLandingPage() }];
      if (!/^https?:/i.test(href)) return [span];
      // As one of the campaign's links an address with a person's value would lead everyone to the same place.
      if (hasSlot(href) || !URL.canParse(href))
        return [{ ...span, text: text === href ? text : `${text}: ${href}`, href: null }];
      return text === href ? [bare(span, toAddress(href))] : [{ ...span, href: toAddress(href) }];
    },
    hasLandingPage: () => hasLandingPage,
  };
}

function footerOf(workspace: ComposeInput['workspace'], language: Language): string[] {
  return [slot(fieldIn(NOTICE_FIELD, language)), signatureOf(workspace).join('\n')];
}

/** Line by line as it is: what stands there is no markup. */
function footerBlocks(footer: readonly string[]): MailBlock[] {
  return footer.map((part) => ({
    kind: 'paragraph',
    lines: part.split('\n').map((text) => [plainSpan(text)]),
  }));
}

function plainSpan(text: string): Span {
  return { text, isBold: false, isItalic: false, href: null };
}

function footerLinks({ yourData, unsubscribe }: MailWords, slotIn: (field: string) => string) {
  return [
    { href: slotIn(DATA_CHOICES_FIELD), label: yourData },
    { href: slotIn(UNSUBSCRIBE_FIELD), label: unsubscribe },
  ];
}

/**
 * The notice of GDPR Art. 14 as a mail of its own: where the data is from, what is kept and how long, what the person
 * may ask for. Its subject names nothing about anybody.
 */
export async function composeNotice({
  workspace,
  language,
  isFromPublic,
  unansweredDays,
}: {
  workspace: Pick<ComposeInput['workspace'], 'name' | 'postalAddress'>;
  language: Language;
  /** They were found by words of theirs that anybody can read. */
  isFromPublic: boolean;
  /** Days after which somebody who does not answer is removed; null where they are not. */
  unansweredDays: number | null;
}): Promise<Composition> {
  const words = NOTICE_WORDS[language];
  const slotIn = (field: string): string => slot(fieldIn(field, language));
  const choices = slotIn(DATA_CHOICES_FIELD);
  const keptUntil = unansweredDays === null ? words.untilDeleted : words.untilDays(unansweredDays);
  const paragraphs = [
    `${words.greeting} ${slot('firstName', words.nameless)},`,
    slotIn(NOTICE_FIELD),
    words.weKeep(isFromPublic ? words.keptOfPublic : words.keptOfOthers, keptUntil),
    choices,
  ];
  const footer = [signatureOf(workspace).join('\n')];
  const { mailHtmlOf } = await loadMailHtml();
  return {
    subject: words.subject,
    text: [
      ...paragraphs.slice(0, -1),
      `${words.choicesTitle}:\n${choices}`,
      '--',
      ...footer,
      `${MAIL_WORDS[language].unsubscribe}: ${slotIn(UNSUBSCRIBE_FIELD)}`,
    ].join('\n\n'),
    html: mailHtmlOf({
      language,
      blocks: [
        ...footerBlocks(paragraphs.slice(0, -1)),
        {
          kind: 'button',
          label: words.choices.charAt(0).toUpperCase() + words.choices.slice(1),
          href: choices,
        },
      ],
      footer: footerBlocks(footer),
      footerLinks: footerLinks(MAIL_WORDS[language], slotIn),
    }),
  };
}

/** A sentence that some people have and others have not is a paragraph of its own, which goes with it. */
function withLoneSlot(paragraph: string): string {
  const own = slot('personal');
  return paragraph.trim() === own ? own : paragraph;
}

function signatureOf({
  name,
  postalAddress,
}: Pick<ComposeInput['workspace'], 'name' | 'postalAddress'>): string[] {
  return [clean(name), clean(postalAddress)].filter((line) => line !== '');
}

/** The author's text with the sender's own values filled in; those that differ per person become slots. */
function mergedText(text: string, input: Omit<ComposeInput, 'linkTo'>): string {
  const { workspace } = input;
  const language = languageOfMessage(input);
  const hasPersonal = hasPersonalIn(input);
  const constants: Partial<Record<MergeField, string>> = {
    senderName: clean(workspace.senderName),
    workspaceName: clean(workspace.name),
  };
  return parseMergeText(clean(text.replaceAll('\r\n', '\n')), MAIL_WORDS[language].fallbacks)
    .segments.map((segment) => {
      if (typeof segment === 'string') return segment;
      if (segment.field in constants) return constants[segment.field] || segment.fallback;
      if (segment.field === 'personal' && !hasPersonal) return segment.fallback;
      if (segment.field === 'landingPage' && segment.fallback === 'none') return '';
      return slot(fieldIn(segment.field, language), segment.fallback);
    })
    .join('');
}

/** The plain-text part: the words of the HTML part without its markup. */
function mailText(blocks: readonly (Block & BlockOf<Linked[]>)[]): string {
  return withLinesForLinks(textOfBlocks<Linked[]>(blocks, textOfLinked));
}

/** [words](link) as plain text says it: the address behind the words (RFC 3986 appendix C), alone on the next line. */
function textOfLinked(line: readonly Linked[]): string {
  const spans = joinedByTarget(line);
  const [only] = spans;
  if (only?.href && spans.length === 1 && !only.isBare && isMark(only.href))
    return `${only.text}:\n${only.href}`;
  return spans
    .map(({ text, href, isBare }) => {
      if (href === null) return text;
      if (isBare) return href;
      if (isMark(href)) return `${text} <${href}>`;
      return saysAddress(text, href) ? text : `${text} (${shownTarget(href)})`;
    })
    .join('');
}

/** A link with bold words in it is one. */
function joinedByTarget(line: readonly Linked[]): Linked[] {
  const spans: Linked[] = [];
  for (const span of line) {
    const last = spans.at(-1);
    if (last && span.href !== null && last.href === span.href)
      spans[spans.length - 1] = { ...last, text: last.text + span.text };
    else spans.push(span);
  }
  return spans;
}

function isMark(href: string): boolean {
  return href.startsWith(SLOT_START);
}

/** In plain text an address stands whole on a line: after longer words it goes to the next one. */
function withLinesForLinks(paragraph: string): string {
  return paragraph.replace(/^([^\n]{20,}?) (?=\uE000link:)/gm, '$1\n');
}

function clean(text: string): string {
  return text.replace(UNWANTED, '').trim();
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
