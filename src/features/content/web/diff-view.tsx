import { useMemo } from 'react';
import { diffCounts, wordDiff } from '../rules-diff.ts';

/** What a version changed, word by word. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <div>
      <p className="mb-2 text-small text-ink-3">{diffCounts(pieces) ?? 'No words changed'}</p>
      <div className="text-mail whitespace-pre-wrap wrap-anywhere">
        {pieces.map(({ kind, text }, index) => {
          // oxlint-disable react/no-array-index-key -- pieces have no name but their place
          if (kind === 'added') {
            return (
              <ins key={index} className="rounded-bar bg-green-t text-green-ink no-underline">
                <span className="sr-only">Added: </span>
                {text}
              </ins>
            );
          }
          if (kind === 'removed') {
            return (
              <del key={index} className="rounded-bar bg-red-t text-red-ink">
                <span className="sr-only">Removed: </span>
                {text}
              </del>
            );
          }
          return <span key={index}>{text}</span>;
          // oxlint-enable react/no-array-index-key
        })}
      </div>
    </div>
  );
}
