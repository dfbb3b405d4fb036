import { Fragment, type ReactNode } from 'react';
import type { Finding } from '#features/compliance/contract.ts';
import { findingPieces, findingsIn } from '#features/compliance/rules-findings.ts';
import { plainText } from '#features/content/rules-markup.ts';
import { cn } from '#ui/class-names.ts';
import { FINDING_MARK, FindingGlyph } from '#ui/finding-glyph.tsx';
import type { ShownBlock, ShownSpan } from '../contract-preview.ts';

type MailViewProps = {
  blocks: readonly ShownBlock[];
  /** Of the text as its author wrote it. */
  findings?: readonly Finding[];
};

/**
 * The words of a mail as a mail program shows its HTML part. They are drawn from the blocks that the HTML is made of:
 * no HTML is put into our own page.
 */
export function MailView({ blocks, findings = [] }: MailViewProps) {
  const { text, starts } = readingOf(blocks);
  // In whatever case: the label of a button begins with a capital.
  const found = findingsIn(
    lowerCase(text),
    findings.map((finding) => ({ ...finding, excerpt: lowerCase(plainText(finding.excerpt)) })),
  );
  const line = (spans: readonly ShownSpan[]): ReactNode =>
    spans.map((span) => (
      <SpanView
        key={starts.get(span)}
        span={span}
        start={starts.get(span) ?? 0}
        text={text}
        findings={found}
      />
    ));
  return (
    <div className="space-y-4 text-mail wrap-anywhere">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no name but their place
        <BlockView key={index} block={block} line={line} />
      ))}
    </div>
  );
}

type BlockViewProps = { block: ShownBlock; line: (spans: readonly ShownSpan[]) => ReactNode };

function BlockView({ block, line }: BlockViewProps) {
  switch (block.kind) {
    case 'heading':
      return <p className={block.level === 1 ? 'text-h1' : 'text-h3'}>{line(block.spans)}</p>;
    case 'paragraph':
      return (
        <p>
          {block.lines.map((spans, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place
            <Fragment key={index}>
              {index > 0 && <br />}
              {line(spans)}
            </Fragment>
          ))}
        </p>
      );
    case 'button':
      return (
        <p>
          <a
            href={block.href}
            target="_blank"
            rel="noreferrer noopener"
            // A mark is not to be seen on green.
            className="inline-block rounded-control border border-green bg-green px-4 py-2 text-on-green hover:bg-green-h has-[mark]:bg-surface has-[mark]:text-ink has-[mark]:hover:bg-hover"
          >
            {line(block.spans)}
          </a>
        </p>
      );
    case 'table': {
      return (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-left">
            <tbody>
              {block.rows.map((cells, row) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no name but their place
                <tr key={row} className={row === 0 ? 'border-b border-line-2' : 'border-b border-line'}>
                  {cells.map((cell, index) => {
                    const Cell = row === 0 ? 'th' : 'td';
                    return (
                      // oxlint-disable-next-line react/no-array-index-key -- cells have no name but their place
                      <Cell key={index} className={cn('py-1.5 pr-3 align-top', row === 0 && 'font-semibold')}>
                        {line(cell)}
                      </Cell>
                    );
                  })}
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

type SpanViewProps = { span: ShownSpan; start: number; text: string; findings: readonly Finding[] };

/** Words with what a finding says about them; those that are the recipient's own stand out. */
function SpanView({ span, start, text, findings }: SpanViewProps) {
  const end = start + span.text.length;
  const words = findingPieces(text, findings)
    .filter((piece) => piece.start < end && piece.start + piece.text.length > start)
    .map(({ finding, ...piece }) => {
      const from = Math.max(piece.start, start);
      const part = text.slice(from, Math.min(piece.start + piece.text.length, end));
      return finding ? (
        <Fragment key={from}>
          <mark className={FINDING_MARK[finding.severity]}>{part}</mark>
          <FindingGlyph severity={finding.severity} className="mb-1.5 ml-0.5 inline size-3" />
        </Fragment>
      ) : (
        <Fragment key={from}>{part}</Fragment>
      );
    });
  const strong = span.isBold ? <strong className="font-semibold">{words}</strong> : words;
  const own = span.isPersonal ? <span className="rounded-bar bg-hover px-0.5">{strong}</span> : strong;
  return span.href === null ? (
    own
  ) : (
    <a href={span.href} target="_blank" rel="noreferrer noopener" className="link">
      {own}
    </a>
  );
}

/** All words in a row, and where each stretch begins in it. */
function readingOf(blocks: readonly ShownBlock[]): { text: string; starts: Map<ShownSpan, number> } {
  const starts = new Map<ShownSpan, number>();
  let text = '';
  for (const block of blocks) {
    for (const spans of linesOf(block)) {
      for (const span of spans) {
        starts.set(span, text.length);
        text += span.text;
      }
      text += '\n';
    }
  }
  return { text, starts };
}

/** As long as it was: İ is the one letter that becomes two. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase();
}

function linesOf(block: ShownBlock): readonly (readonly ShownSpan[])[] {
  switch (block.kind) {
    case 'heading':
    case 'button':
      return [block.spans];
    case 'paragraph':
      return block.lines;
    case 'table':
      return block.rows.flat();
    default:
      return block.items;
  }
}
