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

  for (const token of html.matchAll(
    /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<\/?[a-z][^\s>/]*(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</gi,
  )) {
    const [text] = token;
    if (text.startsWith('<!') || text.startsWith('<?')) continue;
    const tag = /^<(\/?)([a-z][^\s>/]*)([\s\S]*?)(\/?)>$/i.exec(text);
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
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
