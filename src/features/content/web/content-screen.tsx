import { useNavigate, useSearch } from '@tanstack/react-router';
import { Palette, Quote } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { BrandVoiceDialog } from './brand-voice-dialog.tsx';
import { ContentSearch } from './content-search.ts';
import { CreateSection } from './create-section.tsx';
import { LibrarySection } from './library-section.tsx';
import { PageLookDialog } from './page-look-dialog.tsx';

type ContentScreenProps = {
  /** How the campaigns that used an asset did and which agents know it: both stand on the right of this feature. */
  renderUses: (assetId: string) => ReactNode;
};

/** The library of texts, and where they are written. */
export function ContentScreen({ renderUses }: ContentScreenProps) {
  const search = ContentSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (change: ContentSearch, replace = false) =>
    void navigate({ to: '/content', search: { ...search, ...change }, replace, resetScroll: false });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Content Manager"
        className="px-4 pt-6 sm:px-8"
        actions={
          <>
            <Button icon={Palette} onClick={() => go({ look: true })}>
              Page look
            </Button>
            <Button icon={Quote} onClick={() => go({ voice: true })}>
              Brand voice
            </Button>
          </>
        }
      />
      <BrandVoiceDialog
        open={search.voice === true}
        onOpenChange={(isOpen) => go({ voice: isOpen || undefined })}
      />
      <PageLookDialog
        open={search.look === true}
        onOpenChange={(isOpen) => go({ look: isOpen || undefined })}
      />
      <Tabs
        label="Content"
        value={search.tab ?? 'library'}
        onValueChange={(tab) => go({ tab: tab === 'library' ? undefined : tab })}
        className="mt-3 flex min-h-0 flex-1 flex-col [&>[role=tablist]]:px-4 sm:[&>[role=tablist]]:px-8"
        contentClassName="flex min-h-0 flex-1 flex-col pt-0! data-[state=inactive]:hidden"
        tabs={[
          {
            value: 'library',
            label: 'Library',
            content: (
              <LibrarySection
                search={search}
                onSearch={go}
                onCreate={() => go({ tab: 'create' })}
                renderUses={renderUses}
              />
            ),
          },
          {
            value: 'create',
            label: 'Create New',
            content: (
              <CreateSection
                sessionId={search.session}
                onSession={(session) => go({ session })}
                onSaved={() => undefined}
              />
            ),
          },
        ]}
      />
    </div>
  );
}
