import { type Element, elementsIn, HOLDS, isBlock, textContent } from './tree.ts';

const LONGEST_QUESTION = 300;
const MOST_WRAPPERS = 10;
const LONGEST_BOLD_TITLE = 80;

/** What builders of pages call the line that opens an answer. */
const TITLES =
  /(?:^|[\s_-])(?:question|faq-?(?:title|header|heading|q)|(?:accordion|toggle|collapsible|collapse|tab)-?(?:title|header|heading|head|button|btn|trigger|label|toggle))(?:$|[\s_-])/i;
const TOGGLES = ['aria-expanded', 'aria-controls', 'data-toggle', 'data-bs-toggle'];

/**
 * Whether an element is the title of what follows it in the same parent: a button that opens an answer, a question, a
 * paragraph in bold. A title alone answers nothing.
 */
export function isTitleOf(element: Element, next: Element | undefined, parent: Element): boolean {
  if (!next || element.textLength > LONGEST_QUESTION || next.textLength === 0) return false;
  const core = coreOf(element);
  if (core.holds & (HOLDS.block | HOLDS.table)) return false;
  if (isToggle(core) || isToggle(element)) return isBlock(next);
  if (isNamedTitle(element) || isNamedTitle(core)) return true;
  if (parent.attributes.itemtype?.endsWith('/Question') === true && core.attributes.itemprop === 'name')
    return true;
  if (!isBlock(next)) return false;
  // Accordions without scripts: a checkbox, its label and what it opens.
  if (element.name === 'label') return (next.holds & HOLDS.control) === 0;
  if (element.name !== 'p' && element.name !== 'div') return false;
  const text = textContent(element).trim();
  if (text.endsWith('?'))
    return next.textLength > LONGEST_QUESTION || !textContent(next).trim().endsWith('?');
  const isBold = core.name === 'strong' || core.name === 'b';
  return (
    isBold &&
    text.length <= LONGEST_BOLD_TITLE &&
    !/[.!]$/.test(text) &&
    !isBoldOnly(next) &&
    !/\d/.test(text)
  );
}

function isToggle({ attributes, name }: Element): boolean {
  if (name === 'input' || attributes.role === 'tab') return false;
  if (name === 'button' && /accordion|collaps|toggle|faq|expand/i.test(attributes.class ?? '')) return true;
  return TOGGLES.some((toggle) => attributes[toggle] !== undefined);
}

function isNamedTitle({ attributes }: Element): boolean {
  return TITLES.test(attributes.class ?? '');
}

function isBoldOnly(element: Element): boolean {
  return ['strong', 'b'].includes(coreOf(element).name);
}

/** The element that holds the words, where others only wrap it. */
function coreOf(element: Element): Element {
  let core = element;
  for (let depth = 0; depth < MOST_WRAPPERS; depth += 1) {
    const filled = core.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
    const [only] = filled.filter((child) => typeof child === 'string' || child.textLength > 0);
    const hasOthers = filled.filter((child) => typeof child === 'string' || child.textLength > 0).length > 1;
    if (hasOthers || only === undefined || typeof only === 'string') return core;
    core = only;
  }
  return core;
}

/** A list of nothing but links that calls itself a menu. The menu of a tea house has prices between its links. */
export function isMenu(element: Element): boolean {
  const { attributes, name, textLength } = element;
  const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`;
  if (/(?:^|[\s_-])skip-?(?:link|to|nav)/i.test(names)) return true;
  if (
    !['ul', 'ol', 'div', 'p'].includes(name) ||
    !/(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?)(?:$|[\s_-])/i.test(names)
  )
    return false;
  return (
    textLength < 5_000 &&
    withoutLinks(element)
      .trim()
      .replace(/[\s/›»>|·•,-]+/g, '') === ''
  );
}

function withoutLinks(element: Element): string {
  if (element.name === 'a') return '';
  return element.children.map((child) => (typeof child === 'string' ? child : withoutLinks(child))).join('');
}

export function nextElement(parent: Element, index: number): Element | undefined {
  for (const child of parent.children.slice(index + 1, index + 20)) {
    if (typeof child !== 'string') {
      if (child.textLength > 0) return child;
    } else if (child.trim() !== '') return undefined;
  }
  return undefined;
}

export function isPlain(element: Element): boolean {
  return (element.holds & HOLDS.block) === 0 && elementsIn(element).every((child) => !isBlock(child));
}
