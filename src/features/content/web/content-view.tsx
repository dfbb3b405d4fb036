import { Fragment } from 'react';
import { cn } from '#ui/class-names.ts';
import { type Block, blocksOf, spansOf } from '../rules-markup.ts';
import { mergePieces } from '../rules-merge-fields.ts';

/** Content as people read it. It is drawn piece by piece: nothing in it is ever taken for HTML. */
export function ContentView({ content, className }: { content: string; className?: string }) {
  return (
    <div className={cn('space-y-3 text-mail wrap-anywhere', className)}>
      {blocksOf(content).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no name but their place
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <p className={block.level === 1 ? 'text-h1' : 'text-h3'}>
          <Line text={block.text} />
        </p>
      );
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place
            <Fragment key={index}>
              {index > 0 && <br />}
              <Line text={line} />
            </Fragment>
          ))}
        </p>
      );
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-left text-body">
            <thead>
              <tr className="border-b border-line-2">
                {head.map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- cells have no name but their place
                  <th key={index} className="py-1.5 pr-4 font-semibold">
                    <Line text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no name but their place
                <tr key={row} className="border-b border-line">
                  {cells.map((cell, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- cells have no name but their place
                    <td key={index} className="py-1.5 pr-4">
                      <Line text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    default: {
      const List = block.kind === 'bullets' ? 'ul' : 'ol';
      return (
        <List
          {...(block.kind === 'numbered' ? { start: block.start } : {})}
          className={cn('space-y-1 pl-5', block.kind === 'bullets' ? 'list-disc' : 'list-decimal')}
        >
          {block.items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- items have no name but their place
            <li key={index}>
              <Line text={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

function Line({ text }: { text: string }) {
  return spansOf(text).map(({ text: words, isBold, href }, index) => {
    const said = <Filled text={words} />;
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

/** Fields of each person stand apart by name: nobody will read their braces. */
function Filled({ text }: { text: string }) {
  return mergePieces(text).map(({ text: words, field }, index) =>
    field === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
      <Fragment key={index}>{words}</Fragment>
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
