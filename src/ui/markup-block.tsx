import { Fragment, type ReactNode } from 'react';
import { type BlockOf, type ListTree, listTrees } from '#kit/markup.ts';
import { cn } from './class-names.ts';

type MarkupBlockProps<Line> = { block: BlockOf<Line>; line: (line: Line) => ReactNode };

/** A piece of light markup as people read it. It is drawn, never put in as HTML. */
export function MarkupBlock<Line>({ block, line }: MarkupBlockProps<Line>) {
  switch (block.kind) {
    case 'heading':
      return <p className={block.level === 1 ? 'text-h1' : 'text-h3'}>{line(block.line)}</p>;
    case 'paragraph':
      return <Lines lines={block.lines} line={line} />;
    case 'quote':
      return (
        <blockquote className="space-y-2 border-l-2 border-line-2 pl-4 text-ink-2">
          {block.paragraphs.map((lines, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no name but their place
            <Lines key={index} lines={lines} line={line} />
          ))}
        </blockquote>
      );
    case 'rule':
      return <hr className="border-line-2" />;
    case 'picture':
      return (
        <img
          src={block.src}
          alt={block.alt}
          loading="lazy"
          referrerPolicy="no-referrer"
          className="max-w-full rounded-control"
        />
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
    case 'list':
      return listTrees(block.items).map((list, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lists have no name but their place
        <List key={index} list={list} line={line} />
      ));
  }
}

type LinesProps<Line> = { lines: readonly Line[]; line: (line: Line) => ReactNode };

function Lines<Line>({ lines, line }: LinesProps<Line>) {
  return (
    <p>
      {lines.map((words, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place
        <Fragment key={index}>
          {index > 0 && <br />}
          {line(words)}
        </Fragment>
      ))}
    </p>
  );
}

type ListProps<Line> = { list: ListTree<Line>; line: (line: Line) => ReactNode };

function List<Line>({ list: { start, items }, line }: ListProps<Line>) {
  const Tag = start === null ? 'ul' : 'ol';
  return (
    <Tag
      {...(start === null ? {} : { start })}
      className={cn('space-y-1 pl-6', start === null ? 'list-disc' : 'list-decimal')}
    >
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no name but their place
        <li key={index}>
          {line(item.line)}
          {item.lists.map((inner, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lists have no name but their place
            <List key={at} list={inner} line={line} />
          ))}
        </li>
      ))}
    </Tag>
  );
}
