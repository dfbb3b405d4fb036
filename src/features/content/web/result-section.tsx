import { Save } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { blanksIn } from '#engines/writing/blanks.ts';
import { claimEntries, rewriteOf } from '#features/compliance/rules-findings.ts';
import { ClaimsPanel } from '#features/compliance/web/claims-panel.tsx';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { TwoVersionsNotice } from '#ui/two-versions-notice.tsx';
import type { TwoVersions } from '#ui/use-two-versions.ts';
import type { ContentSessionDetail, ContentVersion } from '../contract-sessions.ts';
import { characterCount, wordCount } from '../rules.ts';
import { plainText } from '../rules-markup.ts';
import { blanksMessage } from '../rules-writing-words.ts';
import { useReturnToVersion } from './api.ts';
import { CheckedEditor, useContentClaims } from './checked-editor.tsx';
import { ContentView } from './content-view.tsx';
import { DiffView } from './diff-view.tsx';
import type { WritingDesk } from './use-writing.ts';

type View = 'content' | 'changes' | 'edit';

type ResultSectionProps = {
  heading: RefObject<HTMLHeadingElement | null>;
  session: ContentSessionDetail;
  writing: WritingDesk;
  canChange: boolean;
  /** The latest content with what was written by hand. */
  edited: string;
  isEdited: boolean;
  isKeeping: boolean;
  versions: TwoVersions;
  onEdit: (text: string) => void;
  onKeep: () => void;
  onSave: () => void;
};

/** What was written: as it reads, what changed, and by hand; with what the rules say about it. */
export function ResultSection(props: ResultSectionProps) {
  const { session, writing, canChange, edited, isEdited } = props;
  const [view, setView] = useState<View>('content');
  const [number, setNumber] = useState<number | null>(null);
  const latest = session.versions.at(-1);
  const shown = session.versions.find((version) => version.number === number) ?? latest;
  const isLatest = shown === latest;
  const content = writing.text ?? (isLatest && latest ? edited || latest.content : (shown?.content ?? ''));
  const hasContent = content !== '';
  const blanks = blanksIn(content).length;
  return (
    <section aria-labelledby="generated-content" className="flex min-h-0 min-w-0 flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-6">
        <div>
          <h3 ref={props.heading} id="generated-content" className="text-h2">
            Generated Content
          </h3>
          <p role="status" className="text-small text-ink-3">
            {writing.isWriting
              ? 'Writing…'
              : !latest
                ? 'Waiting for generation...'
                : blanks > 0
                  ? blanksMessage(blanks)
                  : 'Ready for review'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={plainText(content)} size="control" disabled={!hasContent} />
          {canChange && (
            <Button icon={Save} onClick={props.onSave}>
              Save
            </Button>
          )}
        </div>
      </header>
      <div className="grid min-h-0 flex-1 bg-sunk lg:overflow-y-auto 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 px-4 py-4 sm:px-6">
          {!writing.isWriting && (
            <div className="mx-auto mb-4 max-w-2xl empty:hidden">
              <TwoVersionsNotice
                what="content"
                versions={props.versions}
                kept="Yours is kept in this browser."
              />
            </div>
          )}
          {latest && shown && !writing.isWriting && (
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
              <SegmentedControl
                label="View"
                value={view}
                onValueChange={setView}
                segments={[
                  { value: 'content', label: 'Content' },
                  { value: 'changes', label: 'Changes' },
                  ...(canChange && isLatest ? [{ value: 'edit', label: 'Edit' } as const] : []),
                ]}
              />
              <Select
                aria-label="Version"
                look="filter"
                value={String(shown.number)}
                onValueChange={(value) => {
                  setNumber(Number(value) === latest.number ? null : Number(value));
                  if (view === 'edit') setView('content');
                }}
                options={session.versions.toReversed().map((version) => ({
                  value: String(version.number),
                  label: `Version ${version.number}`,
                  hint: version.request || VERSION_WORDS[version.kind],
                }))}
              />
            </div>
          )}
          {!isLatest && shown && latest && !writing.isWriting && (
            <EarlierNotice
              session={session}
              shown={shown}
              latest={latest}
              canChange={canChange}
              onBack={() => setNumber(null)}
            />
          )}
          {writing.isWriting ? (
            <Sheet>
              {content === '' ? (
                <p className="text-body text-ink-3">The first words come in a moment.</p>
              ) : (
                <ContentView content={content} />
              )}
            </Sheet>
          ) : !shown ? (
            <Sheet>
              <p className="py-10 text-center text-body text-ink-3">
                Say what to write in the conversation; it appears here while it is written.
              </p>
            </Sheet>
          ) : view === 'changes' ? (
            <Sheet>
              <Changes session={session} shown={shown} content={content} />
            </Sheet>
          ) : view === 'edit' && isLatest ? (
            <EditView {...props} content={content} />
          ) : (
            <Sheet>
              <ContentView content={content} />
            </Sheet>
          )}
        </div>
        {hasContent && !writing.isWriting && view !== 'edit' && (
          <Claims
            content={content}
            onEdit={canChange && isLatest ? () => setView('edit') : undefined}
            onChange={props.onEdit}
          />
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-small text-ink-3 tabular-nums sm:px-6">
        <span>
          Last updated: {latest ? <RelativeTime value={shown?.createdAt ?? latest.createdAt} /> : '–'}
        </span>
        <span>{countOf(wordCount(content), 'word')}</span>
        <span>{countOf(characterCount(content), 'character')}</span>
        {isEdited && isLatest && (
          <span className="ml-auto flex items-center gap-2 text-amber-ink">
            Changed by hand, not kept yet
            <Button size="row" isPending={props.isKeeping} onClick={props.onKeep}>
              Keep changes
            </Button>
            <Button size="row" variant="ghost" onClick={() => props.onEdit('')}>
              Discard
            </Button>
          </span>
        )}
      </footer>
    </section>
  );
}

const VERSION_WORDS: Record<ContentVersion['kind'], string> = {
  generated: 'Written',
  refined: 'Refined',
  edited: 'Edited by hand',
  restored: 'Brought back',
};

function Sheet({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto max-w-2xl rounded-panel border border-line-2 bg-surface px-5 py-5 sm:px-7">
      {children}
    </div>
  );
}

function Changes({
  session,
  shown,
  content,
}: {
  session: ContentSessionDetail;
  shown: ContentVersion;
  content: string;
}) {
  const before = session.versions.find(({ number }) => number === shown.number - 1);
  if (content !== shown.content) return <DiffView before={shown.content} after={content} />;
  if (!before)
    return <p className="text-body text-ink-3">This is the first version. Refine it to see what changed.</p>;
  return <DiffView before={before.content} after={shown.content} />;
}

type EarlierNoticeProps = {
  session: ContentSessionDetail;
  shown: ContentVersion;
  latest: ContentVersion;
  canChange: boolean;
  onBack: () => void;
};

function EarlierNotice({ session, shown, latest, canChange, onBack }: EarlierNoticeProps) {
  const restore = useReturnToVersion(session.id);
  return (
    <PartialNotice
      isBoxed
      className="mx-auto mb-4 max-w-2xl"
      title={`Version ${shown.number} of ${latest.number}`}
      action={
        canChange && (
          <Button
            size="row"
            isPending={restore.isPending}
            onClick={() =>
              restore.mutate(
                { number: shown.number, baseVersion: latest.number },
                {
                  onSuccess: onBack,
                  onError: tellFailure('Error'),
                },
              )
            }
          >
            Go back to this version
          </Button>
        )
      }
    >
      Nothing is lost: the later versions stay.
    </PartialNotice>
  );
}

type ClaimsProps = { content: string; onEdit: (() => void) | undefined; onChange: (text: string) => void };

/** The findings beside the content as it reads. */
function Claims({ content, onEdit, onChange }: ClaimsProps) {
  const { findings, jurisdictions, isFailed } = useContentClaims(content);
  const [openKey, setOpenKey] = useState<string | null>(null);
  return (
    <aside
      aria-label="Claims"
      className="border-line bg-surface px-4 py-4 max-2xl:border-t sm:px-6 2xl:border-l"
    >
      <ClaimsPanel
        entries={claimEntries(findings)}
        jurisdictions={jurisdictions}
        isFailed={isFailed}
        openKey={openKey}
        onOpen={setOpenKey}
        onEdit={() => onEdit?.()}
        onRewrite={({ finding }) => {
          if (!onEdit) return;
          const { start, end, words } = rewriteOf(content, finding);
          onChange(content.slice(0, start) + words + content.slice(end));
        }}
      />
    </aside>
  );
}

/** The content by hand. */
function EditView({ content, onEdit }: ResultSectionProps & { content: string }) {
  return (
    <div className="mx-auto max-w-2xl">
      <CheckedEditor content={content} onChange={onEdit} className="*:last:min-h-64" />
    </div>
  );
}
