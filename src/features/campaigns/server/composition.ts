import { isRequiredText } from '#features/compliance/rules-required.ts';
import { touchpointToken } from '#features/tracking/rules.ts';
import type { Channel } from '../contract.ts';
import { type MergeField, parseMergeText } from '../rules-merge.ts';

/** A step ready to be filled in per person: slots stand for what differs. */
export type Composition = { subject: string | null; text: string; html: string | null };

/** Its absolute address, and its size in pixels. */
export type PictureInMail = { url: string; alt: string; width: number; height: number };

type ComposeInput = {
  channel: Channel;
  subject: string | null;
  body: string;
  workspace: { name: string; senderName: string; postalAddress: string };
  /** As the author chose it, and with the UTM parameters that it leaves with. */
  landingPageUrl: string;
  taggedLandingPageUrl: string;
  /** Above the text, in the HTML alone. */
  pictures?: readonly PictureInMail[];
  /** Number under which a link to `url` stands in the message. */
  linkTo: (url: string) => number;
};

// Of the private use area, and taken out of every text first, so that no text can bring a slot along.
const SLOT_START = '\uE000';
const SLOT_BAR = '\uE001';
const SLOT_END = '\uE002';
/** With the blank after it: where there is nothing to say, there is no gap either. */
const SLOT = /\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002( ?)/g;
const UNWANTED = /[^\P{Cc}\n\t]|[\uE000-\uE002]/gu;
const LANDING_SLOT = /\uE000landingPage\uE001[^\uE002]*\uE002/g;
const WEB_ADDRESS = /https?:\/\/[^\s<>"]+/g;
const LANDING_LABEL = 'see the page';

/** Stands for a value that differs per person. */
export function slot(field: string, fallback = ''): string {
  return `${SLOT_START}${field}${SLOT_BAR}${oneLine(fallback)}${SLOT_END}`;
}

export const UNSUBSCRIBE_FIELD = 'unsubscribe';
/** Page on which people object or ask to see or delete their data. */
export const DATA_CHOICES_FIELD = 'dataChoices';
/** Says where we have a person's data from; a message that holds it counts as the notice of GDPR Art. 14. */
const NOTICE_FIELD = 'notice';
/** As it stands in stored texts, to be looked for. */
export const NOTICE_SLOT_START = `${SLOT_START}${NOTICE_FIELD}${SLOT_BAR}`;
const LINK_PREFIX = 'link:';

/** Field of the tracked link number `position`. */
export function linkField(position: number): string {
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
  return template.replace(SLOT, (_slot, field: string, fallback: string, blank: string) => {
    const value = lookup(field);
    const words = value ? escape(oneLine(value)) : fallback;
    return words === '' ? '' : words + blank;
  });
}

/** Values of one person's message: those stored with it, and the links that its touchpoint makes. */
export function messageLookup(
  vars: Readonly<Record<string, string>>,
  touchpointId: string | null,
  publicUrl: string,
): Lookup {
  const token = touchpointId === null ? undefined : touchpointToken(touchpointId);
  return (field) => {
    if (token === undefined) return vars[field];
    if (field === UNSUBSCRIBE_FIELD) return `${publicUrl}/u/${token}`;
    if (field === DATA_CHOICES_FIELD) return `${publicUrl}/n/${token}`;
    if (field.startsWith(LINK_PREFIX)) return `${publicUrl}/r/${token}${field.slice(LINK_PREFIX.length)}`;
    return vars[field];
  };
}

/** Whether a piece differs per person. */
export function hasSlot(text: string): boolean {
  return text.includes(SLOT_START);
}

/** Whether a piece differs by this field. */
export function hasSlotOf(text: string, field: string): boolean {
  return text.includes(`${SLOT_START}${field}${SLOT_BAR}`);
}

/** Composes a step once for everybody: constants filled in, links numbered, footer added. */
export function composeStep(input: ComposeInput): Composition {
  const { workspace, channel } = input;
  const body = withLinks(mergedText(input.body, workspace), input);
  const paragraphs = joinedPersonal(body.text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''));
  if (channel !== 'email') {
    const footer = `${slot(NOTICE_FIELD)} No more messages: ${slot(UNSUBSCRIBE_FIELD)}`;
    return { subject: null, text: [...paragraphs, footer].join('\n\n'), html: null };
  }
  const signature = signatureOf(workspace);
  const footer = [slot(NOTICE_FIELD), signature.join('\n')];
  return {
    subject: mergedText(input.subject ?? '', workspace).replace(/\s+/g, ' '),
    text: [
      ...paragraphs.map(withLinesForLinks),
      '--',
      ...footer,
      `Your data: ${slot(DATA_CHOICES_FIELD)}`,
      `Unsubscribe: ${slot(UNSUBSCRIBE_FIELD)}`,
    ].join('\n\n'),
    html: htmlOf({ paragraphs, footer, links: body.links, pictures: input.pictures ?? [] }),
  };
}

/**
 * The notice of GDPR Art. 14 as a mail of its own: where the data is from, what is kept and how long, what the person
 * may ask for. Its subject names nothing about anybody.
 */
export function composeNotice({
  workspace,
  kept,
  unansweredDays,
}: {
  workspace: Pick<ComposeInput['workspace'], 'name' | 'postalAddress'>;
  /** What is stored about the person: "your name and this address". */
  kept: string;
  /** Days after which somebody who does not answer is removed; null where they are not. */
  unansweredDays: number | null;
}): Composition {
  const choices = slot(DATA_CHOICES_FIELD);
  const keptUntil =
    unansweredDays === null
      ? 'until you ask us to delete it'
      : `for at most ${unansweredDays} days after our last message to you, unless you answer`;
  const paragraphs = [
    `Hello ${slot('firstName', 'there')},`,
    slot(NOTICE_FIELD),
    `We keep ${kept}, ${keptUntil}. You can also complain to the data protection authority where you live.`,
    choices,
  ];
  const footer = [signatureOf(workspace).join('\n')];
  const links = new Map([[choices, 'object, see or delete your data']]);
  return {
    subject: 'Where we have your details from',
    text: [
      ...paragraphs.slice(0, -1),
      `Object, see or delete your data:\n${choices}`,
      '--',
      ...footer,
      `Unsubscribe: ${slot(UNSUBSCRIBE_FIELD)}`,
    ].join('\n\n'),
    html: htmlOf({ paragraphs, footer, links }),
  };
}

/**
 * A sentence that some people have and others have not begins the paragraph after it, so that those without one see no
 * gap.
 */
function joinedPersonal(paragraphs: readonly string[]): string[] {
  const own = slot('personal');
  const joined: string[] = [];
  for (const paragraph of paragraphs) {
    if (joined.at(-1) === own) joined[joined.length - 1] = `${own} ${paragraph}`;
    else joined.push(paragraph.trim() === own ? own : paragraph);
  }
  return joined;
}

function signatureOf({
  name,
  postalAddress,
}: Pick<ComposeInput['workspace'], 'name' | 'postalAddress'>): string[] {
  return [clean(name), clean(postalAddress)].filter((line) => line !== '');
}

/** The author's text with the sender's own values filled in; those that differ per person become slots. */
function mergedText(text: string, workspace: ComposeInput['workspace']): string {
  const constants: Partial<Record<MergeField, string>> = {
    senderName: clean(workspace.senderName),
    workspaceName: clean(workspace.name),
  };
  return parseMergeText(clean(text.replaceAll('\r\n', '\n')))
    .segments.map((segment) => {
      if (typeof segment === 'string') return segment;
      if (segment.field in constants) return constants[segment.field] || segment.fallback;
      return slot(segment.field, segment.fallback);
    })
    .join('');
}

/** The text with a numbered link in place of each web address, and the label of each link in the HTML part. */
function withLinks(text: string, input: ComposeInput): { text: string; links: Map<string, string> } {
  const links = new Map<string, string>();
  const link = (url: string, label: string): string => {
    const mark = slot(linkField(input.linkTo(url)));
    links.set(mark, label);
    return mark;
  };
  const toLandingPage = (): string => link(input.taggedLandingPageUrl, LANDING_LABEL);
  const linked = text
    .replace(WEB_ADDRESS, (found) => {
      // An address that holds a person's value cannot be one of the campaign's links; it stays as written.
      if (hasSlot(found)) return found;
      const url = found.replace(/[.,;:!?)\]}'’]+$/, '');
      if (!URL.canParse(url)) return found;
      const mark = url === input.landingPageUrl ? toLandingPage() : link(url, 'read more');
      return mark + found.slice(url.length);
    })
    .replace(LANDING_SLOT, toLandingPage);
  const hasLandingLink = [...links.values()].includes(LANDING_LABEL);
  return { text: hasLandingLink ? linked : `${linked}\n\n${toLandingPage()}`, links };
}

/** In plain text an address stands whole on a line: after longer words it goes to the next one. */
function withLinesForLinks(paragraph: string): string {
  return paragraph.replace(/^([^\n]{20,}?) (?=\uE000link:)/gm, '$1\n');
}

const FONT = "font:15px/22px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1e1c17";
const SMALL = 'font-size:12px;line-height:18px;color:#6c665b';
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#1e5b3e;color:#ffffff;text-decoration:none';

/** Width of the text of a mail. */
const MAIL_WIDTH = 560;

type HtmlInput = {
  paragraphs: string[];
  footer: string[];
  links: Map<string, string>;
  pictures?: readonly PictureInMail[];
};

function htmlOf({ paragraphs, footer, links, pictures = [] }: HtmlInput): string {
  const marked = (text: string): string => {
    let html = escapeHtml(text).replaceAll('\n', '<br>\n');
    for (const [link, label] of links) html = html.replaceAll(link, anchor(link, 'color:#1e5b3e', label));
    return html;
  };
  const body = paragraphs.map((paragraph) => {
    // 21 CFR 101.93(d) wants it bold.
    if (isRequiredText(paragraph))
      return `<p style="margin:0 0 16px">\n<strong>${marked(paragraph)}</strong>\n</p>`;
    const label = links.get(paragraph.trim());
    if (label === undefined) return `<p style="margin:0 0 16px">\n${marked(paragraph)}\n</p>`;
    const words = label.charAt(0).toUpperCase() + label.slice(1);
    return `<p style="margin:0 0 16px">\n${anchor(paragraph.trim(), BUTTON, words)}\n</p>`;
  });
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"></head>',
    `<body style="margin:0;padding:24px;background:#ffffff;${FONT}">`,
    '<div style="max-width:560px;margin:0 auto">',
    ...pictures.map(pictureTag),
    ...body,
    '<hr style="border:0;border-top:1px solid #e6e2d9;margin:24px 0 16px">',
    ...footer.map((part) => `<p style="margin:0 0 8px;${SMALL}">\n${marked(part)}\n</p>`),
    `<p style="margin:0;${SMALL}">`,
    anchor(slot(DATA_CHOICES_FIELD), 'color:#6c665b', 'Your data'),
    '&middot;',
    anchor(slot(UNSUBSCRIBE_FIELD), 'color:#6c665b', 'Unsubscribe'),
    '</p></div></body></html>',
  ].join('\n');
}

/** With its size in attributes, which old mail programs go by, and never wider than the text. */
function pictureTag({ url, alt, width, height }: PictureInMail): string {
  const shown = Math.min(width, MAIL_WIDTH);
  const size = `width="${shown}" height="${Math.round((height * shown) / Math.max(1, width))}"`;
  const style = 'display:block;width:auto;max-width:100%;height:auto;border:0;border-radius:6px';
  return `<p style="margin:0 0 16px">\n<img\nsrc="${escapeHtml(url)}"\nalt="${escapeHtml(clean(alt))}"\n${size}\nstyle="${style}">\n</p>`;
}

/** Each attribute on a line of its own, so that quoted-printable need not break an address of usual length. */
function anchor(link: string, style: string, label: string): string {
  return `<a\nhref="${link}"\nstyle="${style}">${label}</a>`;
}

/** Safe in text and in quoted attributes. Slots pass unharmed: their characters need no escaping. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function clean(text: string): string {
  return text.replace(UNWANTED, '').trim();
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
