import type { AssetType } from './contract.ts';

export const TYPE_LABELS: Record<AssetType, string> = {
  email: 'Email',
  flyer: 'Flyer',
  video: 'Video Script',
  social_post: 'Social Post',
  ad_copy: 'Ad Copy',
  newsletter: 'Newsletter',
  text: 'General Text',
};

/** What is made of one brief when all channels are wanted. */
export const SET_TYPES: readonly AssetType[] = [
  'email',
  'social_post',
  'ad_copy',
  'newsletter',
  'flyer',
  'video',
];

/** Characters of an asset that its card shows. */
export const PREVIEW_CHARACTERS = 100;
/** Tags that a card shows before "+N". */
const PREVIEW_TAGS = 3;

/** Words as people count them: figures, prices and addresses count as one. */
export function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}{}$€£@.'’/%-]*[\p{L}\p{N}][\p{L}\p{N}{}$€£@.'’/%-]*/gu)?.length ?? 0;
}

/** Characters as people count them. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

/** "tea, winter ,,offer" → ["tea", "winter", "offer"]. */
export function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The tags that a card shows, and how many are left out. */
export function shownTags(tags: string): { shown: string[]; more: number } {
  const all = splitTags(tags);
  return { shown: all.slice(0, PREVIEW_TAGS), more: Math.max(0, all.length - PREVIEW_TAGS) };
}

const SUBJECT = /^\s*\**Subject\**\s*:\s*(.*)$/im;

/** The subject line and the text below it; no subject where the text has none. */
export function splitSubject(content: string): { subject: string | undefined; body: string } {
  const [first = '', ...rest] = content.trimStart().split('\n');
  const subject = SUBJECT.exec(first)?.[1]?.trim();
  if (subject === undefined) return { subject, body: content.trim() };
  return { subject, body: rest.join('\n').trim() };
}

/** What one could ask for next, the most useful first. */
export function suggestionsFor(type: AssetType, content: string): string[] {
  const { subject, body } = splitSubject(content);
  const words = wordCount(body);
  const has = (pattern: RegExp): boolean => pattern.test(content);
  const ideas: [boolean, string][] = [
    [(type === 'email' || type === 'newsletter') && subject !== undefined, 'Write another subject line'],
    [words > 25, 'Make it shorter'],
    [type === 'social_post' && !has(/#\w/), 'Add two hashtags'],
    [words > 25 && !has(/^\s*[-•*] /m) && type !== 'video', 'Turn it into a bullet list'],
    [has(/^\s*[-•*] /m), 'Turn it into a numbered list'],
    [has(/^\s*\d+\. /m), 'Turn it into a bullet list'],
    [true, 'Make it friendlier'],
    [true, 'Make it more formal'],
    [!has(/not a substitute|not medical advice/i), 'Add a disclaimer'],
    [has(/^#{1,3} /m), 'Remove the headings'],
  ];
  return ideas.flatMap(([fits, idea]) => (fits ? [idea] : []));
}

/**
 * A model's answer as content: without the fence that some put around it. Undefined where it is no text that people
 * could read: a page's source, data, or characters that broke on the way.
 */
export function readableAnswer(answer: string): string | undefined {
  const fenced = /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(answer)?.[1];
  const text = (fenced ?? answer).replaceAll('\r\n', '\n').trim();
  if (wordCount(text) === 0) return undefined;
  if (/^\s*(?:<!doctype|<html|<\?xml|\{\s*"|\[\s*\{)/i.test(text)) return undefined;
  const broken =
    text.match(/[\uFFFD\p{Cc}\p{Co}\p{Cn}]/gu)?.filter((character) => !/[\n\t]/.test(character)) ?? [];
  if (broken.length > 0) return undefined;
  return text;
}
