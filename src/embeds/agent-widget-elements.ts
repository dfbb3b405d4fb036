import type { Citation, Escalation, Line } from './agent-widget-talk.ts';
import type { Texts } from './agent-widget-texts.ts';

type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** An element with its attributes, listeners (`onclick`) and children. Texts are only ever set as texts. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (typeof value === 'string') element.setAttribute(name, value);
    else element.toggleAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A drawing of lines in a box of 24 by 24. */
export function icon(...paths: string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  for (const d of paths) svg.append(shape('path', { d }));
  return svg;
}

export function shape(tag: 'path' | 'circle' | 'svg', attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** What of a message can be seen. */
export type Shown = Omit<Line, 'id' | 'messageId' | 'answersId'>;

/** The names and texts that a log uses. */
type Said = {
  agentName: string;
  /** Language of the agent's answers; null if unknown. */
  answersIn: string | null;
  texts: Texts;
};

/**
 * What was said, as a row of the log.
 * @param lang of the text, where it is not that of its speaker
 */
export function lineView(line: Shown, { agentName, answersIn, texts }: Said, lang?: string): HTMLElement {
  const who =
    line.role === 'visitor' ? texts.you : line.role === 'agent' ? agentName : (line.author ?? texts.aPerson);
  // People most likely write in the language of the page. '' marks an unknown language.
  const spoken = lang ?? (line.role === 'agent' ? (answersIn ?? '') : document.documentElement.lang);
  const row = el('div', { class: `line ${line.role}` }, el('span', { class: 'sr' }, `${who}: `));
  if (line.role === 'person') row.append(el('p', { class: 'who' }, who, ' ', el('span', {}, texts.fromTeam)));
  const text = (words: string) => textView(words, spoken);
  if (line.escalation) row.append(escalationView(line.escalation, text(line.text), texts));
  else row.append(text(withoutDisclosure(line.text)));
  if (line.citations.length > 0) row.append(citationsView(line.citations, texts.sources));
  return row;
}

/** The first answer begins with what the band above the log says all the time. */
function withoutDisclosure(text: string): string {
  return text.replace(/^You['’]re chatting with an AI assistant for [^\n]*\n+(?=\S)/, '');
}

/** Plain text: a citation's mark is raised, everything else stays what it is. */
function textView(text: string, lang: string): HTMLElement {
  const body = el('div', { class: 'text', lang });
  for (const paragraph of text.split(/\n{2,}/)) {
    const p = el('p');
    for (const part of paragraph.split(/(\[\d{1,2}\])/)) {
      const mark = /^\[(\d{1,2})\]$/.exec(part)?.[1];
      p.append(mark ? el('sup', {}, mark) : part);
    }
    body.append(p);
  }
  return body;
}

/** Each source opens to the words the answer rests on. */
function citationsView(citations: readonly Citation[], label: string): HTMLElement {
  return el(
    'ul',
    { class: 'sources', 'aria-label': label },
    ...citations.map(({ title, quote }, index) =>
      el(
        'li',
        {},
        el('details', {}, el('summary', {}, `${index + 1}. ${title}`), el('blockquote', {}, quote)),
      ),
    ),
  );
}

/** In an emergency the numbers come first, and nothing is sold. */
function escalationView({ level, resources }: Escalation, text: HTMLElement, texts: Texts): HTMLElement {
  const isEmergency = level === 'emergency';
  const help = el('ul', { class: 'help' });
  for (const { name, contact, region } of resources) {
    const how = contact.startsWith('text ') ? 'sms' : 'tel';
    // Every number is a link, also of "112 or 999" and "call or text 988".
    const parts = contact
      .split(/(\d[\d -]*\d)/)
      .map((part, at) =>
        at % 2 === 0 ? part : el('a', { href: `${how}:${part.replaceAll(/\D/g, '')}` }, part),
      );
    help.append(
      el('li', {}, el('strong', {}, ...parts), ` ${name}`, el('span', { class: 'region' }, ` ${region}`)),
    );
  }
  const title = el(
    'p',
    { class: 'title' },
    icon('M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18', 'M12 8v5', 'M12 16v.01'),
    isEmergency ? texts.getHelp : texts.personAsked,
  );
  const parts = isEmergency ? [title, help, text] : [title, text, help];
  return el('div', { class: 'care', role: isEmergency ? 'alert' : 'group' }, ...parts);
}
