import { decodeEntities } from '#kit/entities.ts';

/** Elements whose contents are not text for people. */
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'iframe',
  'object',
  'select',
  'nav',
]);
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const BLOCK = new Set(
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hr html main ol p pre section summary table tbody tfoot thead ul'.split(
    ' ',
  ),
);
const HIDDEN =
  /\bhidden\b(?!\s*=\s*["']?false)|display\s*:\s*none|visibility\s*:\s*hidden|aria-hidden\s*=\s*["']?true|font-size\s*:\s*0(?![.\d])/i;
/** Of a tag only its beginning. */
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[!?][^>]*(?:>|$)|<\/?([a-z])|[^<]+|</gi;
/**
 * The text that people see of a page, with headings, lists and tables marked as in Markdown. Comments, scripts and
 * hidden elements are left out. Reads once from left to right; a page that is not well formed is read as far as it goes.
 */
export function htmlText(html: string): string {
  const out: string[] = [];
  /** Names of open elements whose contents are left out. */
  const silenced: string[] = [];
  let row: string[] | undefined;
  let cell: string[] | undefined;
  const write = (text: string): void => {
    if (silenced.length === 0) (cell ?? out).push(text);
  };
  const endCell = (): void => {
    if (cell && row) row.push(cell.join('').replace(/\s+/g, ' ').replaceAll('|', '/').trim());
    cell = undefined;
  };
  const endRow = (): void => {
    endCell();
    if (row && row.length > 0) out.push(`\n| ${row.join(' | ')} |`);
    row = undefined;
  };

  for (const text of tokensOf(html)) {
    if (text.startsWith('<!') || text.startsWith('<?')) continue;
    const tag = text.endsWith('>') ? /^<(\/?)([a-z][^\s>/]*)([\s\S]*?)(\/?)>$/i.exec(text) : undefined;
    if (!tag) {
      write(decodeEntities(text).replace(/\s+/g, ' '));
      continue;
    }
    const isEnd = tag[1] === '/';
    const name = (tag[2] ?? '').toLowerCase();
    if (silenced.length > 0) {
      if (!isEnd && name === silenced.at(-1) && !VOID.has(name)) silenced.push(name);
      else if (isEnd && name === silenced.at(-1)) silenced.pop();
      continue;
    }
    if (!isEnd && !VOID.has(name) && tag[4] !== '/' && (SILENT.has(name) || HIDDEN.test(tag[3] ?? ''))) {
      silenced.push(name);
      continue;
    }
    const heading = /^h([1-6])$/.exec(name);
    if (heading) write(isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(heading[1]))} `);
    else if (name === 'li') write(isEnd ? '\n' : '\n- ');
    else if (name === 'br') write('\n');
    else if (name === 'tr') {
      endRow();
      if (!isEnd) row = [];
    } else if (name === 'td' || name === 'th') {
      endCell();
      if (!isEnd) {
        row ??= [];
        cell = [];
      }
    } else if (BLOCK.has(name)) {
      if (name === 'table') endRow();
      write('\n\n');
    }
  }
  endRow();
  return out
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Behind the last end of a tag there is no tag. */
function* tokensOf(html: string): Generator<string> {
  const lastEnd = html.lastIndexOf('>') + 1;
  const marked = html.slice(0, lastEnd);
  const endOfTag = endsOfTags(marked);
  const tokens = new RegExp(TOKEN);
  for (let found = tokens.exec(marked); found; found = tokens.exec(marked)) {
    const [token, tag] = found;
    const end = tag === undefined ? tokens.lastIndex : endOfTag(tokens.lastIndex);
    // Where it has no end it is a sign of its own, and text behind it.
    tokens.lastIndex = end ?? found.index + 1;
    yield tag === undefined ? token : marked.slice(found.index, tokens.lastIndex);
  }
  const [behind = ''] = html.slice(lastEnd).split('<!--');
  if (behind !== '') yield behind;
}

/**
 * Tells of one beginning of a tag after the other where the tag ends: at the first `>` outside quotes, if there is one.
 * Goes from quote to quote, and never again from one that it has gone from: what leads to no end is read once.
 */
function endsOfTags(marked: string): (from: number) => number | undefined {
  const isFollowed = new Uint8Array(marked.length);
  const signs = /["'>]/g;
  const signFrom = (from: number): number => {
    signs.lastIndex = from;
    return signs.exec(marked)?.index ?? marked.length;
  };
  let next = -1;
  return (from) => {
    if (next < from) next = signFrom(from);
    let at = next;
    while (at < marked.length && marked[at] !== '>') {
      if (isFollowed[at] === 1) return undefined;
      isFollowed[at] = 1;
      const closing = marked.indexOf(marked.charAt(at), at + 1);
      if (closing === -1) return undefined;
      at = signFrom(closing + 1);
    }
    return at < marked.length ? at + 1 : undefined;
  };
}
