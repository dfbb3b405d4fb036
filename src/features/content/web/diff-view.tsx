import { type ReactNode, useMemo } from 'react';
import { cn } from '#ui/class-names.ts';
import { contentDiff, type DiffPiece, diffCounts } from '../rules-diff.ts';

/** What a version changed, word by word, as it is read. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => contentDiff(before, after), [before, after]);
  const unchanged = before === after ? 'Nothing changed' : 'No words changed, only how they stand';
  return (
    <div>
      <p className="mb-2 text-small text-ink-3">{diffCounts(pieces) ?? unchanged}</p>
      <div className="text-mail whitespace-pre-wrap wrap-anywhere">
        {pieces.map((piece, index) => {
          // oxlint-disable react/no-array-index-key -- pieces have no name but their place
          if (piece.kind === 'added') {
            return (
              <ins key={index} className="rounded-bar bg-green-t text-green-ink no-underline">
                <span className="sr-only">Added: </span>
                <Words piece={piece} />
              </ins>
            );
          }
          if (piece.kind === 'removed') {
            return (
              <del key={index} className="rounded-bar bg-red-t text-red-ink">
                <span className="sr-only">Removed: </span>
                <Words piece={piece} />
              </del>
            );
          }
          return (
            <span key={index}>
              <Words piece={piece} />
            </span>
          );
          // oxlint-enable react/no-array-index-key
        })}
      </div>
    </div>
  );
}

/** As the text itself shows them. What went leads nowhere any more. */
function Words({ piece: { kind, text, look } }: { piece: DiffPiece }): ReactNode {
  if (!look) return text;
  const { isBold, isItalic, isHeading, href } = look;
  const slanted = isItalic ? <em>{text}</em> : text;
  const words =
    isBold || isHeading ? (
      <strong className={cn('font-semibold', isHeading && 'text-h3')}>{slanted}</strong>
    ) : (
      slanted
    );
  if (href === null) return words;
  if (kind === 'removed') {
    return (
      <span title={href} className="underline decoration-dotted underline-offset-2">
        {words}
      </span>
    );
  }
  return (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener" className="link">
      {words}
    </a>
  );
}
