import { Fragment, type ReactNode } from 'react';
import type { Finding } from '#features/compliance/contract.ts';
import { findingPieces, findingsIn } from '#features/compliance/rules-findings.ts';
import { plainText } from '#features/content/rules-markup.ts';
import { linesOf } from '#kit/markup.ts';
import { FINDING_MARK, FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { MarkupBlock } from '#ui/markup-block.tsx';
import type { ShownBlock, ShownSpan } from '../contract.ts';

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
  if (block.kind !== 'button') return <MarkupBlock block={block} line={line} />;
  return (
    <p>
      <a
        href={block.href}
        target="_blank"
        rel="noreferrer noopener"
        // A mark is not to be seen on green.
        className="inline-block rounded-control border border-green bg-green px-4 py-2 text-on-green hover:bg-green-h has-[mark]:bg-surface has-[mark]:text-ink has-[mark]:hover:bg-hover"
      >
        {line(block.line)}
      </a>
    </p>
  );
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
  const slanted = span.isItalic ? <em>{words}</em> : words;
  const strong = span.isBold ? <strong className="font-semibold">{slanted}</strong> : slanted;
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
    for (const spans of linesIn(block)) {
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

function linesIn(block: ShownBlock): readonly (readonly ShownSpan[])[] {
  return block.kind === 'button' ? [block.line] : linesOf(block);
}
