import { Fragment, type ReactNode } from 'react';
import type { BlockOf } from '#kit/markup.ts';
import { cn } from './class-names.ts';

type MarkupBlockProps<Line> = { block: BlockOf<Line>; line: (line: Line) => ReactNode };

/** A piece of light markup as people read it. It is drawn, never put in as HTML. */
export function MarkupBlock<Line>({ block, line }: MarkupBlockProps<Line>) {
  switch (block.kind) {
    case 'heading':
      return <p className={block.level === 1 ? 'text-h1' : 'text-h3'}>{line(block.line)}</p>;
    case 'paragraph':
      return (
        <p>
          {block.lines.map((words, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place
            <Fragment key={index}>
              {index > 0 && <br />}
              {line(words)}
            </Fragment>
          ))}
        </p>
      );
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-left">
            <thead>
              <tr className="border-b border-line-2">
                {head.map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- cells have no name but their place
                  <th key={index} className="py-1.5 pr-4 align-top font-semibold">
                    {line(cell)}
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
                    <td key={index} className="py-1.5 pr-4 align-top">
                      {line(cell)}
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
          className={cn('space-y-1 pl-6', block.kind === 'bullets' ? 'list-disc' : 'list-decimal')}
        >
          {block.items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- items have no name but their place
            <li key={index}>{line(item)}</li>
          ))}
        </List>
      );
    }
  }
}
