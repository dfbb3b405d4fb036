import { Fragment } from 'react';
import type { Line } from '#engines/markup/read.ts';
import { piecesWithBlanks } from '#engines/writing/blanks.ts';
import { cn } from '#ui/class-names.ts';
import { MarkupBlock } from '#ui/markup-block.tsx';
import { blocksOf } from '../rules-markup.ts';
import { mergePieces } from '../rules-merge-fields.ts';

/** Content as people read it. It is drawn piece by piece: nothing in it is ever taken for HTML. */
export function ContentView({ content, className }: { content: string; className?: string }) {
  return (
    <div className={cn('space-y-3 text-mail wrap-anywhere', className)}>
      {blocksOf(content).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no name but their place
        <MarkupBlock key={index} block={block} line={(spans) => <Spans line={spans} />} />
      ))}
    </div>
  );
}

function Spans({ line }: { line: Line }) {
  return line.map(({ text: words, isBold, isItalic, href }, index) => {
    const filled = <Filled text={words} />;
    const said = isItalic ? <em>{filled}</em> : filled;
    const shown = isBold ? <strong className="font-semibold">{said}</strong> : said;
    return href === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- spans have no name but their place
      <Fragment key={index}>{shown}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- spans have no name but their place
      <a key={index} href={href} target="_blank" rel="noreferrer noopener" className="link">
        {shown}
      </a>
    );
  });
}

/** Blanks are marked: they are filled before the text is used. */
function WithBlanks({ text }: { text: string }) {
  return piecesWithBlanks(text).map((piece, index) =>
    piece.isBlank ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
      <mark key={index} className="rounded-badge bg-amber-t px-1 text-amber-ink">
        {piece.text}
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
      <Fragment key={index}>{piece.text}</Fragment>
    ),
  );
}

/** Fields of each person stand apart by name: nobody will read their braces. */
function Filled({ text }: { text: string }) {
  return mergePieces(text).map(({ text: words, field }, index) =>
    field === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
      <Fragment key={index}>
        <WithBlanks text={words} />
      </Fragment>
    ) : (
      <span
        // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
        key={index}
        title={words === '' ? `Their ${field}` : `Their ${field}; “${words}” where it is not known`}
        className="rounded-badge bg-hover px-1 text-ink-2"
      >
        {field}
      </span>
    ),
  );
}
