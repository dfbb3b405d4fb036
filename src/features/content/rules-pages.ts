import { type WithoutMailWords, withoutMailWords } from '#engines/writing/mail-words.ts';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import { foldText, truncate } from '#kit/text.ts';
import type { AssetStatus } from './contract.ts';
import { PAGE_LIMITS, type PageAction, type PageSettings } from './contract-pages.ts';
import { splitSubject } from './rules.ts';
import { blocksOf, plainText, textOfLine } from './rules-markup.ts';
import { withoutMergeFields } from './rules-merge-fields.ts';

/** What stands at the address of a page, as it was published. */
export type PublishedPage = {
  settings: PageSettings;
  /** With the signs that tie them to the required text. */
  shownTitle: string;
  shownDescription: string;
  /** Sanitised. */
  html: string;
  /** What the law wants said beside its claims; null where there are none. */
  required: string | null;
  pictures: readonly PagePicture[];
  /** All that was asked about when it was published, as it was written. */
  words: string;
  /** What the rules said about them then, and who answered for it. */
  proof: TextProof;
  /** Of the text and pictures that it was made of. */
  textKey: string;
};
type PagePicture = { id: string; alt: string; width: number; height: number };

const HEADING_LINE = /^\s*(?:#{1,3}\s+.*|\*\*[^*]+\*\*:?)\s*$/;

type Written = { name: string; content: string };

/**
 * The text of an asset as a page shows it: without the subject line, merge fields, what only a mail says, and the
 * heading that is its title.
 */
export function pageText(content: string, title: string): string {
  const { text } = pageParts(content);
  const [first = '', ...rest] = text.split('\n');
  const isTitle = HEADING_LINE.test(first) && plainText(first.replace(/:\s*$/, '')) === title.trim();
  return (isTitle ? rest.join('\n') : text).trim();
}

function pageParts(content: string): WithoutMailWords {
  return withoutMailWords(withoutMergeFields(splitSubject(content).body).trim());
}

/** What only a mail says, such as its greeting: a page does not show it. */
export function leftOutOfPage(content: string): string[] {
  return pageParts(content).leftOut;
}

/** What a new page begins with: the headline or subject line, and the first sentences. */
export function suggestedPage({
  name,
  content,
}: Written): Pick<PageSettings, 'slug' | 'title' | 'description'> {
  const { subject } = splitSubject(content);
  const blocks = blocksOf(pageText(content, ''));
  const [first] = blocks;
  // Smaller headings are those of sections.
  const heading = first?.kind === 'heading' && first.level === 1 ? textOfLine(first.line) : undefined;
  const title = oneLine(heading ?? subject ?? name, PAGE_LIMITS.title) || oneLine(name, PAGE_LIMITS.title);
  const paragraphs = blocks.flatMap((block) =>
    block.kind === 'paragraph' ? [block.lines.map(textOfLine).join(' ').trim()] : [],
  );
  // What ends in a colon waits for the list below it.
  const words = paragraphs.find((paragraph) => /^.{40,}[^:]$/.test(paragraph)) ?? '';
  return { slug: slugOf(name), title, description: oneLine(words, PAGE_LIMITS.description) };
}

function oneLine(text: string, max: number): string {
  const line = withoutMergeFields(text).replaceAll(/\s+/g, ' ').trim();
  return line.length <= max ? line : truncate(line, max - 1);
}

/** "Winter evenings: the letter" → "winter-evenings-the-letter". */
export function slugOf(name: string): string {
  const slug = foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return slug.length < 3 ? `page-${slug || '1'}` : slug;
}

/** Under the title stands what the text does not say anyway. */
export function standfirstOf({ title, description }: PageSettings, content: string): string {
  const words = plainText(pageText(content, title)).replaceAll(/\s+/g, ' ');
  return words.includes(description.replace(/…$/, '').trim()) ? '' : description;
}

/** Everything that people read there, in its order: what the claims rules are asked about. */
export function pageWords({ title, description, action }: PageSettings, content: string): string {
  return [title, description, pageText(content, title), ...actionWords(action)].filter(Boolean).join('\n\n');
}

function actionWords(action: PageAction): string[] {
  if (action.kind === 'none') return [];
  return action.kind === 'link' ? [action.label] : [action.label, action.consent];
}

/** Why an asset cannot be a page now; null when it can. */
export function pageObstacle(
  asset: { status: AssetStatus; content: string },
  { approvedContentOnly }: { approvedContentOnly: boolean },
): string | null {
  if (approvedContentOnly && asset.status !== 'approved')
    return 'This workspace takes approved assets only. Have it approved first.';
  return pageText(asset.content, '') === '' ? 'It holds no words to show.' : null;
}

/** Whether what is published still is what would be published now. */
export function isPageOutdated(
  published: Pick<PublishedPage, 'settings' | 'textKey'>,
  now: { settings: PageSettings; textKey: string },
): boolean {
  return published.textKey !== now.textKey || settingsKey(published.settings) !== settingsKey(now.settings);
}

/** The same for the same settings, whatever order a database keeps them in. */
export function settingsKey({ slug, title, description, action, isListed }: PageSettings): string {
  const sorted = Object.entries(action).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([slug, title, description, sorted, isListed]);
}

const EMAIL = /^[^\s@<>"',;:()]+@[^\s@<>"',;:()]+\.[^\s@<>"',;:()]{2,}$/;

export type SignUpProblem =
  | { field: 'email'; reason: 'noEmail' | 'wrongEmail' }
  | { field: 'consent'; reason: 'noConsent' };

/** What keeps a sign-up from being taken, and the field it is about. */
export function signUpProblem({
  email,
  consent,
}: {
  email: string;
  consent: string;
}): SignUpProblem | undefined {
  if (email.trim() === '') return { field: 'email', reason: 'noEmail' };
  if (email.trim().length > 254 || !EMAIL.test(email.trim())) return { field: 'email', reason: 'wrongEmail' };
  if (consent === '') return { field: 'consent', reason: 'noConsent' };
  return undefined;
}
