import { useQuery } from '@tanstack/react-query';
import { Eye, MoreHorizontal, PanelsTopLeft, Pencil, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatPercent, percentOf } from '#kit/text.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { RingGlyph, type RingStep } from '#ui/drawings/ring-glyph.tsx';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { ContentAsset } from '../contract.ts';
import type { HostedPage, PageState } from '../contract-pages.ts';
import { pageQuery, useRestorePage, useRole, useUnpublishPage } from './api.ts';
import { PageDialog } from './page-dialog.tsx';

/** An asset as a landing page: where it stands, whether it still says what the asset says, and what came of it. */
export function PageSection({ asset }: { asset: ContentAsset }) {
  const known = useQuery(pageQuery(asset.id));
  const { canChange } = useRole();
  const [isOpen, setIsOpen] = useState(false);
  const page = known.data?.page;
  return (
    <section aria-labelledby="asset-page" className="border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="asset-page" className="text-h2">
          Landing page
        </h3>
        {page && <PageBadge state={page.state} />}
      </div>
      {known.isError ? (
        <ErrorLine query={known} text="The landing page could not be loaded." className="mt-1" />
      ) : !known.data ? (
        <Skeleton className="mt-2 h-3 w-48" />
      ) : page ? (
        <PageFacts page={page} />
      ) : (
        <p className="mt-1 text-small text-pretty text-ink-3">
          – Not a page yet.{' '}
          {canChange
            ? 'Publish it at an address of its own, and campaigns can lead to it.'
            : 'A member can publish it at an address of its own.'}
        </p>
      )}
      {known.data && canChange && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button icon={page ? Pencil : PanelsTopLeft} onClick={() => setIsOpen(true)}>
            {!page ? 'Make a landing page' : page.isOutdated ? 'Publish again' : 'Edit page'}
          </Button>
          {page && <PageMenu asset={asset} page={page} />}
        </div>
      )}
      {known.data && isOpen && (
        <PageDialog open onClose={() => setIsOpen(false)} asset={asset} known={known.data} />
      )}
    </section>
  );
}

const STATE: Record<PageState, { label: string; tone: BadgeTone; step: RingStep }> = {
  draft: { label: 'Draft', tone: 'outline', step: 'dashed' },
  published: { label: 'Published', tone: 'good', step: 'ticked' },
  unpublished: { label: 'Taken down', tone: 'neutral', step: 'paused' },
};

function PageBadge({ state }: { state: PageState }) {
  const { label, tone, step } = STATE[state];
  return (
    <Badge
      tone={tone}
      glyph={<RingGlyph step={step} className={`size-3.5 ${state === 'published' ? '' : 'text-ink-2'}`} />}
    >
      {label}
    </Badge>
  );
}

function PageFacts({ page }: { page: HostedPage }) {
  const { url, state, isOutdated, publishedAt, publishedBy, figures, action } = page;
  return (
    <div className="mt-1 space-y-1 text-small text-ink-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {state === 'published' ? (
          <a href={url} target="_blank" rel="noreferrer" className="link text-body wrap-anywhere">
            {url.replace(/^https?:\/\//, '')}
          </a>
        ) : (
          <span className="text-body wrap-anywhere text-ink-3">{url.replace(/^https?:\/\//, '')}</span>
        )}
        {state === 'published' && <CopyButton text={url} label="Copy address" />}
      </p>
      {publishedAt !== null && (
        <p>
          Published <RelativeTime value={publishedAt} /> by {publishedBy}
        </p>
      )}
      {publishedAt !== null && (
        <p className="tabular-nums">
          {figures.visits === 0 && figures.conversions === 0
            ? '– No visit yet: campaigns and shared links lead people there.'
            : `${countOf(figures.visits, 'visit')}, ${countOf(figures.conversions, action.kind === 'form' ? 'sign-up' : 'conversion')}${figures.visits === 0 ? '' : ` (${formatPercent(percentOf(figures.conversions, figures.visits))})`}`}
        </p>
      )}
      {isOutdated && (
        <p className="flex items-start gap-1.5 text-amber-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {state === 'published'
            ? 'It has changed since: people still see what was published.'
            : 'It has changed since it was published.'}
        </p>
      )}
    </div>
  );
}

function PageMenu({ asset, page }: { asset: ContentAsset; page: HostedPage }) {
  const unpublish = useUnpublishPage(asset.id);
  const restore = useRestorePage(asset.id);
  const fail = tellFailure('Error');
  return (
    <DropdownMenu
      align="start"
      trigger={<IconButton icon={MoreHorizontal} label="More about the page" />}
      items={[
        {
          label: 'Preview',
          icon: Eye,
          onSelect: () => window.open(`/api/content-assets/${asset.id}/page/preview`, '_blank', 'noopener'),
        },
        ...(page.state === 'published'
          ? [
              {
                label: 'Take down',
                icon: Undo2,
                isLoss: true,
                onSelect: () =>
                  doWithUndo({
                    deed: unpublish.mutateAsync(page.version),
                    done: { title: 'Landing page taken down', description: page.title },
                    onFailure: fail,
                    undo: ({ version }) => restore.mutateAsync(version),
                    onUndoFailure: fail,
                  }),
              },
            ]
          : []),
        ...(page.state === 'unpublished'
          ? [
              {
                label: 'Put back as it was',
                icon: Undo2,
                onSelect: () => restore.mutate(page.version, { onError: fail }),
              },
            ]
          : []),
      ]}
    />
  );
}
