import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Finding } from '#features/compliance/contract.ts';
import { findingPieces, rewriteOf } from '#features/compliance/rules-findings.ts';
import { useClaims } from '#features/compliance/web/api.ts';
import { type ClaimEntry, ClaimsPanel } from '#features/compliance/web/claims-panel.tsx';
import { JURISDICTIONS } from '#features/settings/contract.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/call-api.ts';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { FINDING_MARK } from '#ui/finding-glyph.tsx';
import { Input } from '#ui/input.tsx';
import { MarkedField } from '#ui/marked-field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { LONGEST_POST } from '../contract-posts.ts';
import { useIsAdmin } from './api.ts';

type PostComposerProps = {
  label: string;
  submitLabel: string;
  /** The text to begin with: of a draft, or of a post that is changed. */
  initial?: string;
  rows?: number;
  /** Sends it; a refusal stays beside the text. */
  onSubmit: (given: { body: string; overrideReason?: string }) => Promise<unknown>;
  onCancel?: () => void;
};

/** A text that leaves in the name of the team, checked for claims while it is typed. */
export function PostComposer({
  label,
  submitLabel,
  initial = '',
  rows = 3,
  onSubmit,
  onCancel,
}: PostComposerProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState(initial);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const [needsReason, setNeedsReason] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isAdmin = useIsAdmin();
  // Until the workspace is known: the strictest.
  const jurisdictions = useQuery(workspaceQuery()).data?.jurisdictions ?? JURISDICTIONS;
  const claims = useClaims([{ key: id, text: body, kind: 'community_post' }], jurisdictions);
  const findings = claims.findingsOf({ key: id, text: body });
  const entries = entriesOf(findings);
  const open = entries.find(({ key }) => key === openKey)?.finding;
  const hasBlock = findings.some(({ severity }) => severity === 'block');
  const isEmpty = body.trim() === '';

  async function send() {
    setIsSending(true);
    setFailure(undefined);
    try {
      await onSubmit({ body, ...(needsReason && reason.trim() !== '' ? { overrideReason: reason } : {}) });
      setBody('');
      setReason('');
      setNeedsReason(false);
    } catch (error) {
      setFailure(errorText(error));
      if (error instanceof ApiError && error.body?.reason === 'claims' && isAdmin) setNeedsReason(true);
    } finally {
      setIsSending(false);
    }
  }

  function select({ start, end }: { start: number; end: number }) {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  }

  return (
    <div className="space-y-3">
      <Field label={label} {...(failure === undefined ? {} : { error: failure })}>
        {(control) => (
          <MarkedField
            pieces={findingPieces(body, findings).map(({ text, start, finding }) => ({
              text,
              start,
              className:
                finding && `${FINDING_MARK[finding.severity]} ${finding === open ? 'claim-open' : ''}`,
            }))}
            className="px-2.5 py-1.5"
          >
            <Textarea
              {...control}
              ref={field}
              rows={rows}
              maxLength={LONGEST_POST}
              value={body}
              onChange={(event) => setBody(event.target.value)}
              className="bg-transparent!"
            />
          </MarkedField>
        )}
      </Field>
      {!isEmpty && (findings.length > 0 || claims.isFailed) && (
        <ClaimsPanel
          entries={entries}
          jurisdictions={jurisdictions}
          isFailed={claims.isFailed}
          openKey={openKey}
          onOpen={setOpenKey}
          onEdit={({ finding }) => select(finding)}
          onRewrite={({ finding }) => {
            const rewrite = rewriteOf(body, finding);
            flushSync(() => setOpenKey(null));
            select(rewrite);
            // The one way to write into a field that its own undo (Ctrl-Z) takes back.
            // oxlint-disable-next-line typescript/no-deprecated
            document.execCommand('insertText', false, rewrite.words);
          }}
        />
      )}
      {needsReason && (
        <Field label="Why it may leave" hint="It stands in the audit trail.">
          {(control) => (
            <Input
              {...control}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span id={`${id}-why`} className="mr-auto text-small text-ink-3">
          {isEmpty
            ? 'Write something first.'
            : hasBlock && !needsReason
              ? 'A marked claim must not leave.'
              : ''}
        </span>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          icon={Send}
          isPending={isSending}
          pendingLabel="Sending…"
          disabled={isEmpty}
          aria-describedby={`${id}-why`}
          onClick={() => void send()}
        >
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}

/** The findings in the order of the text; the n-th of a rule keeps its key while the text around it changes. */
function entriesOf(findings: readonly Finding[]): ClaimEntry[] {
  const counts = new Map<string, number>();
  return [...findings]
    .sort((left, right) => left.start - right.start)
    .map((finding) => {
      const count = counts.get(finding.rule) ?? 0;
      counts.set(finding.rule, count + 1);
      return { key: `${finding.rule}.${count}`, finding };
    });
}
