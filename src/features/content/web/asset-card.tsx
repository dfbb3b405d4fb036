import { useId } from 'react';
import { truncate } from '#kit/text.ts';
import { Badge } from '#ui/badge.tsx';
import { cn } from '#ui/class-names.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import type { ContentAsset } from '../contract.ts';
import { PREVIEW_CHARACTERS, shownTags, TYPE_LABELS } from '../rules.ts';
import { plainText } from '../rules-markup.ts';
import { withoutMergeFields } from '../rules-merge-fields.ts';
import { StatusBadge } from './status-badge.tsx';
import { titled } from './words.ts';

type AssetCardProps = { asset: ContentAsset; isOpen: boolean; onOpen: () => void };

/** One text of the library. */
export function AssetCard({ asset, isOpen, onOpen }: AssetCardProps) {
  const { shown, more } = shownTags(asset.tags);
  const id = useId();
  return (
    <li
      data-asset={asset.id}
      className={cn(
        'relative flex flex-col rounded-panel border bg-surface p-4 transition-colors duration-80 hover:bg-sunk',
        isOpen ? 'border-green outline outline-green' : 'border-line-2',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-h2">
          <button
            type="button"
            id={id}
            data-card={asset.id}
            aria-expanded={isOpen}
            onClick={onOpen}
            className="text-left wrap-anywhere before:absolute before:inset-0 before:rounded-panel"
          >
            {asset.name}
          </button>
        </h2>
        <StatusBadge status={asset.status} />
      </div>
      <p className="mt-0.5 text-small text-ink-3">
        <span>{titled(asset.category)}</span>
        {' · '}
        {TYPE_LABELS[asset.type]}
        {' · '}
        <RelativeTime value={asset.createdAt} isPlain />
      </p>
      <p className="mt-2.5 text-body whitespace-pre-line text-ink-2 wrap-anywhere">
        {truncate(withoutMergeFields(plainText(asset.content)), PREVIEW_CHARACTERS)}
      </p>
      <div className="mt-auto flex items-end justify-between gap-3 pt-3">
        <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-1">
          {shown.map((tag) => (
            <li key={tag} className="max-w-full">
              <Badge className="max-w-full overflow-hidden">{tag}</Badge>
            </li>
          ))}
          {more > 0 && <li className="text-small leading-5 text-ink-3">+{more}</li>}
        </ul>
        <CopyButton
          text={plainText(asset.content)}
          aria-describedby={id}
          variant="ghost"
          className="relative"
        />
      </div>
    </li>
  );
}
