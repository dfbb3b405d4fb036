import { type Element, textContent } from '#engines/html/tree.ts';
import { completeTarget, isLinkTarget, isWebAddress } from '#engines/markup/targets.ts';

/** How words look, and where they lead. */
export type Look = { isBold: boolean; isItalic: boolean; href: string | null; isPre: boolean };
export const PLAIN: Look = { isBold: false, isItalic: false, href: null, isPre: false };

/** What a class says about words, as in a document that Google exports. */
export type Styles = ReadonlyMap<string, string>;

const MOST_CLASSES = 500;
const MOST_CLASSES_OF_ONE = 20;
const CLASS_RULE = /\.([\w-]{1,60})\s{0,9}\{([^{}]{1,2000})\}/g;
const OF_WORDS = /font-weight|font-style|font\s*:|display\s*:\s*none/i;

/** The styles that a page gives to single classes; others are not read. */
export function stylesIn(root: Element): Styles {
  const styles = new Map<string, string>();
  const read = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (child.name !== 'style') read(child);
      else
        for (const [, name = '', style = ''] of textContent(child).matchAll(CLASS_RULE))
          if (styles.size < MOST_CLASSES) styles.set(name, ofWords(style));
    }
  };
  read(root);
  return styles;
}

/** What a style says about words alone: many elements may have it. */
function ofWords(style: string): string {
  return style
    .split(';')
    .filter((part) => part.length < 100 && OF_WORDS.test(part))
    .join(';')
    .slice(0, 200);
}

/** The style of an element: that of its classes, then its own. */
function styleOf({ attributes }: Element, styles: Styles): string {
  const own = attributes.style ?? '';
  if (styles.size === 0 || attributes.class === undefined) return own;
  const ofClasses = attributes.class.split(/\s+/, MOST_CLASSES_OF_ONE).map((name) => styles.get(name) ?? '');
  return [...ofClasses, own].filter(Boolean).join(';');
}

const LEFT_OUT = new Set(
  'script style head title template noscript iframe object svg xml select textarea button meta link'.split(
    ' ',
  ),
);
const NOT_SHOWN = /display\s*:\s*none|mso-hide\s*:\s*all|mso-list\s*:\s*ignore/i;

export function isLeftOut(element: Element, styles: Styles): boolean {
  return LEFT_OUT.has(element.name) || NOT_SHOWN.test(styleOf(element, styles));
}

/** By tag, and by the style that overrides it: Google Docs wraps everything in a <b> that is not bold. */
export function lookOf(element: Element, outer: Look, styles: Styles): Look {
  const { name, attributes } = element;
  const style = styleOf(element, styles);
  const short = lastOf(style, /(?:^|;)\s*font\s*:\s*([^;]*)/gi);
  const weight =
    lastOf(style, /(?:^|;)\s*font-weight\s*:\s*(\w+)/gi) ?? wordIn(short, /\b(?:bold|[1-9]00)\b/);
  const slant =
    lastOf(style, /(?:^|;)\s*font-style\s*:\s*(\w+)/gi) ?? wordIn(short, /\b(?:italic|oblique)\b/);
  const isStrong = name === 'b' || name === 'strong';
  const isSlanted = name === 'i' || name === 'em' || name === 'cite';
  const target = name === 'a' ? targetOf(attributes.href ?? '') : undefined;
  return {
    isBold: weight === undefined ? outer.isBold || isStrong : isHeavy(weight),
    isItalic: slant === undefined ? outer.isItalic || isSlanted : slant !== 'normal',
    href: target ?? outer.href,
    isPre: outer.isPre || name === 'pre',
  };
}

function lastOf(style: string, pattern: RegExp): string | undefined {
  return [...style.matchAll(pattern)].at(-1)?.[1]?.toLowerCase();
}

function wordIn(text: string | undefined, pattern: RegExp): string | undefined {
  return text === undefined ? undefined : pattern.exec(text)?.[0];
}

function isHeavy(weight: string): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

/** Pages that mail programs and documents put between a link and where it leads. */
const DETOURS: readonly { host: RegExp; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google\.com$/, parameters: ['q', 'url'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, parameters: ['url'] },
  { host: /^slack-redir\.net$/, parameters: ['url'] },
  { host: /^lm?\.facebook\.com$/, parameters: ['u'] },
];

/** Where a link leads in the end; undefined where nowhere that a link may lead to. */
function targetOf(href: string): string | undefined {
  const target = completeTarget(href);
  if (!isLinkTarget(target)) return undefined;
  if (!isWebAddress(target) || !URL.canParse(target)) return target;
  const { hostname, searchParams } = new URL(target);
  const detour = DETOURS.find(({ host }) => host.test(hostname));
  const meant = detour?.parameters.map((name) => searchParams.get(name) ?? '').find(isWebAddress);
  return meant ?? target;
}
