import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { blanksIn } from '#engines/writing/blanks.ts';
import { claimEntries, rewriteOf } from '#features/compliance/rules-findings.ts';
import { useClaims } from '#features/compliance/web/api.ts';
import { ClaimsPanel } from '#features/compliance/web/claims-panel.tsx';
import { detailsId } from '#features/compliance/web/findings-link.tsx';
import { JURISDICTIONS } from '#features/settings/contract.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { blanksMessage } from '../rules-writing-words.ts';
import type { EditorHandle } from './content-editor.tsx';

// The editor is large and seldom open.
const ContentEditor = lazy(() => import('./content-editor.tsx'));

/** A longer list helps nobody, and is drawn anew whenever the typing rests. */
const MOST_LISTED = 50;

/** What the rules say about a content while it is typed. */
export function useContentClaims(content: string) {
  // Until the workspace is known: the strictest.
  const jurisdictions = useQuery(workspaceQuery()).data?.jurisdictions ?? JURISDICTIONS;
  const target = { key: 'content', text: content, kind: 'content' as const };
  const claims = useClaims([target], jurisdictions);
  const findings = [...claims.findingsOf(target)].sort((left, right) => left.start - right.start);
  return { findings, jurisdictions, isFailed: claims.isFailed };
}

type CheckedEditorProps = { content: string; onChange: (content: string) => void; className?: string };

/** A content by hand, its findings marked while it is typed and listed under it. */
export function CheckedEditor({ content, onChange, className = '' }: CheckedEditorProps) {
  const { findings, jurisdictions, isFailed } = useContentClaims(content);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const editor = useRef<EditorHandle>(null);
  const id = useId();
  const entries = claimEntries(findings);
  const blanks = blanksIn(content);
  const unlisted = entries.length - MOST_LISTED;
  return (
    <div className="grid gap-4">
      <Suspense fallback={<Skeleton className="h-72 w-full" />}>
        <ContentEditor
          ref={editor}
          content={content}
          findings={findings}
          claimsId={id}
          open={entries.find(({ key }) => key === openKey)?.finding}
          className={className}
          onChange={onChange}
          onCaret={(caret) => {
            const here = entries.find(({ finding }) => finding.start <= caret && caret < finding.end);
            if (here) setOpenKey(here.key);
          }}
        />
        {/* Its buttons need the editor. */}
        {blanks.length > 0 && (
          <section aria-label="Blanks" className="rounded-panel border border-line-2 bg-surface px-4 py-3">
            <p className="text-small text-ink-2">{blanksMessage(blanks.length)}</p>
            <div className="mt-2 flex flex-wrap gap-1.5">
              {blanks.map((blank) => (
                <Button key={blank.start} size="row" onClick={() => editor.current?.select(blank)}>
                  {blank.name}
                </Button>
              ))}
            </div>
          </section>
        )}
      </Suspense>
      <p className="text-small text-ink-3">A line “Subject: …” is the subject of a mail.</p>
      <div className="rounded-panel border border-line-2 bg-surface px-4 py-3">
        <ClaimsPanel
          id={detailsId(id)}
          entries={entries.slice(0, MOST_LISTED)}
          jurisdictions={jurisdictions}
          isFailed={isFailed}
          openKey={openKey}
          onOpen={setOpenKey}
          onEdit={({ finding }) => editor.current?.select(finding)}
          onRewrite={({ finding }) => {
            const rewrite = rewriteOf(content, finding);
            setOpenKey(null);
            editor.current?.replace(rewrite, rewrite.words);
          }}
        />
        {unlisted > 0 && (
          <p className="mt-2 text-small text-ink-3">
            {countOf(unlisted, 'more finding')}: marked in the text, and listed here once those above are
            dealt with.
          </p>
        )}
      </div>
    </div>
  );
}
