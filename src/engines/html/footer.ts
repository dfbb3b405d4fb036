import { type Element, elementsIn, HOLDS, isBlock, textContent } from './tree.ts';
import { beginsWithWeekday } from './weekdays.ts';

const LONGEST_FACT = 600;
const HEADING = /^h[1-6]$/;

export function isPageFooter({ name, attributes, holds }: Element): boolean {
  if ((holds & HOLDS.main) !== 0) return false;
  if (name === 'footer' || attributes.role === 'contentinfo') return true;
  return /(?:^|\s)(?:(?:site|page|main|global)-)?footer(?:$|\s)/i.test(
    `${attributes.class ?? ''} ${attributes.id ?? ''}`,
  );
}

/**
 * What a visitor may ask about that often is in the footer alone: opening hours, address, telephone, with the heading
 * above it. The rest of a footer, the same on every page, is left out.
 */
export function factsOf(footer: Element): Element {
  const children: Element[] = [];
  for (const child of elementsIn(footer)) {
    if (HEADING.test(child.name)) children.push(child);
    else if (isFact(child)) children.push(child);
    else if ((child.holds & HOLDS.block) !== 0) children.push(factsOf(child));
  }
  const kept = children.filter((child, index) => !HEADING.test(child.name) || isKept(children[index + 1]));
  return { ...footer, name: 'div', attributes: {}, children: kept.filter(isKept) };
}

function isKept(element: Element | undefined): element is Element {
  return element !== undefined && element.children.length > 0;
}

function isFact(element: Element): boolean {
  if (element.name === 'address') return true;
  if (element.textLength > LONGEST_FACT || element.textLength === 0) return false;
  const isList = ['ul', 'ol', 'dl', 'table'].includes(element.name);
  if (!isList && (element.holds & HOLDS.block) !== 0) return false;
  if (!isList && !isBlock(element)) return isContact(element);
  const text = textContent(element);
  const isHours =
    /\d/.test(text) && text.split(/[^\p{L}]+/u).some((word) => word.length > 2 && beginsWithWeekday(word));
  return isHours || isContact(element) || elementsIn(element).some(isContact);
}

function isContact({ name, attributes }: Element): boolean {
  return (
    (name === 'a' && /^(?:tel|mailto):/i.test(attributes.href ?? '')) || attributes.itemprop === 'telephone'
  );
}
