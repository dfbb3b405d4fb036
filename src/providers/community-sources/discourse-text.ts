import { type Attributes, plainText, webAddress } from '#providers/lead-sources/plain-text.ts';

const classesOf = (attributes: Attributes): string[] => (attributes['class'] ?? '').split(/\s+/);
const hasClass = (attributes: Attributes, ...names: string[]): boolean =>
  classesOf(attributes).some((name) => names.includes(name));

/** Words of others that stand in a post: quotes of Discourse and Markdown, and the cut-off end of a mail. */
function isQuoted(name: string, attributes: Attributes): boolean {
  return (
    name === 'blockquote' ||
    (name === 'aside' && hasClass(attributes, 'quote')) ||
    (name === 'details' && hasClass(attributes, 'elided'))
  );
}

/** What Discourse adds to a post: counts of clicks, names of files under pictures, anchors of headings. */
function isAdded(name: string, attributes: Attributes): boolean {
  return (
    hasClass(attributes, 'meta', 'clicks', 'badge-notification', 'lightbox-meta') ||
    (name === 'a' && hasClass(attributes, 'anchor'))
  );
}

/** The preview of a link, which holds words of another page, is its address; pictures say what they show. */
function inPlaceOf(name: string, attributes: Attributes, base: string | undefined): string | undefined {
  if (name === 'aside' && hasClass(attributes, 'onebox'))
    return ` ${webAddress(attributes['data-onebox-src'], base) ?? ''} `;
  if (name !== 'img') return undefined;
  const { alt = '', title = '' } = attributes;
  if (hasClass(attributes, 'emoji')) return alt || title;
  if (hasClass(attributes, 'avatar', 'site-icon')) return '';
  // "photo|690x500": the size is none of its words.
  const words = alt.replace(/\|\d{1,5}x\d{1,5}(?!\d)[\s\S]*/, '').trim();
  return words && `[Image: ${words}]`;
}

/** What the author of a post wrote, as text: links with their addresses and emoji stay, what they quote does not. */
export function authorsText(cooked: string, base: string | undefined): string {
  let hasPicture = false;
  const text = plainText(cooked, {
    leavesOut: (name, attributes) => isQuoted(name, attributes) || isAdded(name, attributes),
    says: (name, attributes) => {
      hasPicture ||= name === 'img';
      return inPlaceOf(name, attributes, base);
    },
    addressOf: (attributes) =>
      hasClass(attributes, 'mention', 'mention-group', 'hashtag', 'hashtag-cooked', 'lightbox')
        ? undefined
        : webAddress(attributes['href'], base),
  });
  // A post that is a picture without words is shown all the same.
  return text === '' && hasPicture ? '[Image]' : text;
}
