import { Parser } from 'htmlparser2';

const BLOCKS = new Set(
  'address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
/** With an empty line around them, as readers see them. */
const PARAGRAPHS = new Set('h1 h2 h3 h4 h5 h6 ol p table ul'.split(' '));
const HIDDEN = new Set('head script style template title noscript'.split(' '));
const DEEPEST_QUOTE = 10;

/** The text of an HTML mail, what it quotes marked with `>` as in a mail of plain text. */
export function textOfHtml(html: string): string {
  const lines: string[] = [];
  let open = '';
  let depth = 0;
  let hidden = 0;
  let isPreformatted = 0;
  const quoting: boolean[] = [];
  const endLine = (): void => {
    const text = isPreformatted > 0 ? open.trimEnd() : open.replace(/[^\S\u00a0]+/g, ' ').trim();
    open = '';
    lines.push(
      depth > 0 ? `${'>'.repeat(depth)} ${text}`.trimEnd() : text.replaceAll('\u00a0', ' ').trimEnd(),
    );
  };
  const endOpenLine = (): void => {
    if (open.trim() !== '') endLine();
    open = '';
  };
  const separate = (): void => {
    endOpenLine();
    if (lines.length > 0 && lines.at(-1) !== '' && lines.at(-1)?.replaceAll('>', '') !== '')
      lines.push('>'.repeat(depth));
  };
  const parser = new Parser(
    {
      onopentag(name) {
        if (HIDDEN.has(name)) hidden += 1;
        if (name === 'br') return endLine();
        if (!BLOCKS.has(name)) return;
        if (PARAGRAPHS.has(name)) separate();
        else endOpenLine();
        if (name === 'pre') isPreformatted += 1;
        const isDeeper = name === 'blockquote' && depth < DEEPEST_QUOTE;
        if (isDeeper) depth += 1;
        if (name === 'blockquote') quoting.push(isDeeper);
      },
      ontext(text) {
        if (hidden > 0) return;
        open += isPreformatted > 0 ? text : text.replace(/[^\S\u00a0]+/g, ' ');
        if (isPreformatted === 0 || !open.includes('\n')) return;
        const [last = '', ...before] = open.split('\n').toReversed();
        for (const line of before.toReversed()) {
          open = line;
          endLine();
        }
        open = last;
      },
      onclosetag(name) {
        if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1);
        if (!BLOCKS.has(name)) return;
        endOpenLine();
        if (name === 'pre') isPreformatted = Math.max(0, isPreformatted - 1);
        if (name === 'blockquote' && quoting.pop()) depth -= 1;
        if (PARAGRAPHS.has(name)) separate();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  endOpenLine();
  return lines.join('\n');
}
