import { type Element, elementsIn, everyNode, HOLDS, someElement, textContent } from './tree.ts';

/** Elements whose contents are never text for people. */
const SILENT = new Set(
  'script style noscript template svg math head title iframe object video audio canvas select datalist textarea option nav del s strike menu map'.split(
    ' ',
  ),
);
const SILENT_ROLES = new Set(['navigation', 'dialog', 'alertdialog', 'menu', 'menubar', 'tablist', 'search']);
/** Fonts that draw a picture for a word: "expand_more". */
const ICONS = /^(?:material-(?:icons|symbols)|icon-ligature)/;

const COOKIES =
  /cookie|consent|gdpr|onetrust|cybot|usercentrics|\bcc-(?:window|banner)|cmplz|iubenda|borlabs|klaro|didomi|truste/i;
const ACCEPT =
  /\b(?:accept|agree|allow|got it|reject|decline|akzeptieren|zustimmen|einverstanden|ablehnen|accepter|refuser|aceptar|rechazar|accetta|rifiuta|accepteren|akkoord|weigeren)/i;
const USES_COOKIES =
  /\b(?:us(?:e|es|ing)|verwende\p{L}*|nutz\p{L}*|setz\p{L}*|utilis\p{L}*|usamos|utiliz\p{L}*|usa|utiliz\p{L}*|gebruik\p{L}*)\b[^.?!]{0,60}\bcookies?\b/iu;
const LONGEST_COOKIE_BAR = 4_000;
const LONGEST_UNNAMED_BAR = 500;

/** What a control on the page opens: text that is collapsed, not hidden. */
const COLLAPSED =
  /accordion|collaps|toggle|faq|question|answer|tab-?(?:pane|panel|content)|panel|expand|drawer-content/i;

/** The button, tab or link that opens an element of the page, by the id of that element. */
export type Controls = ReadonlyMap<string, Element>;

export function controlsOf(page: Element): Controls {
  const controls = new Map<string, Element>();
  for (const node of everyNode(page)) {
    if (typeof node === 'string') continue;
    const { attributes } = node;
    const isToggle = attributes['data-toggle'] ?? attributes['data-bs-toggle'] ?? attributes.role;
    const targets = [
      ...(attributes['aria-controls'] ?? '').split(/\s+/),
      attributes['data-bs-target'] ?? attributes['data-target'] ?? '',
      attributes.popovertarget ?? '',
      isToggle === undefined ? '' : (attributes.href ?? ''),
    ];
    for (const target of targets) if (target !== '') controls.set(target.replace(/^#/, ''), node);
  }
  return controls;
}

/** Whether people never see an element. What a click on the page shows is seen: accordions, details, tabs. */
export function isHidden(element: Element, controls: Controls): boolean {
  const { attributes, name } = element;
  const isAway =
    (attributes.hidden !== undefined && attributes.hidden !== 'until-found') ||
    /(?:^|;)\s*(?:display\s*:\s*none|content-visibility\s*:\s*hidden)/i.test(attributes.style ?? '');
  if (isAway) return !isOpenedByClick(element, controls);
  return name === 'dialog' && attributes.open === undefined;
}

function isOpenedByClick({ attributes }: Element, controls: Controls): boolean {
  if (controls.has(attributes.id ?? '')) return true;
  if (attributes.role === 'tabpanel' || (attributes.role === 'region' && attributes['aria-labelledby']))
    return true;
  return COLLAPSED.test(`${attributes.class ?? ''} ${attributes.id ?? ''} ${attributes.itemprop ?? ''}`);
}

/**
 * Whether the letters of an element are seen, as far as its own style says; undefined where it inherits. Unlike
 * `display`, elements inside can make themselves visible again.
 */
export function ownVisibility({ attributes }: Element): boolean | undefined {
  const style = attributes.style ?? '';
  if (style === '') return undefined;
  if (
    /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)|(?:^|;)\s*font-size\s*:\s*0(?![.\d]*[1-9])/i.test(style)
  )
    return false;
  return /(?:^|;)\s*(?:visibility\s*:\s*visible|font-size\s*:)/i.test(style) ? true : undefined;
}

/** Whether an element is there for the page's own use: scripts, menus, fields, cookie bars, icons. */
export function isFurniture(element: Element): boolean {
  const { attributes, name } = element;
  if (SILENT.has(name) || SILENT_ROLES.has(attributes.role ?? '')) return true;
  if (ICONS.test(attributes.class ?? '')) return true;
  if (
    attributes['aria-hidden'] === 'true' &&
    element.textLength < 20 &&
    !/[\p{L}\p{N}]/u.test(textContent(element))
  )
    return true;
  return isCookieBar(element);
}

/** A bar that asks to accept cookies. A bakery's page about cookies is none: there is nothing to accept. */
function isCookieBar(element: Element): boolean {
  const { attributes, holds, name, textLength } = element;
  if (textLength > LONGEST_COOKIE_BAR || (holds & HOLDS.main) !== 0 || name === 'body' || name === 'main')
    return false;
  if (COOKIES.test(`${attributes.id ?? ''} ${attributes.class ?? ''}`)) {
    const text = textContent(element);
    return /cookies?\b/i.test(text.slice(0, 400)) && ACCEPT.test(text) && hasButton(element);
  }
  return isUnnamedBar(element) && !elementsIn(element).some(isUnnamedBar);
}

function isUnnamedBar(element: Element): boolean {
  const { holds, name, textLength } = element;
  if (textLength > LONGEST_UNNAMED_BAR || (holds & HOLDS.control) === 0) return false;
  if (!['div', 'section', 'aside', 'form', 'p'].includes(name)) return false;
  const text = textContent(element);
  return USES_COOKIES.test(text) && ACCEPT.test(text);
}

function hasButton(element: Element): boolean {
  return someElement(
    element,
    ({ name, attributes }) => name === 'button' || name === 'a' || attributes.role === 'button',
  );
}
