import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { ClaimsFieldPanel, useTextClaims } from '#features/compliance/web/claims-field-panel.tsx';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/call-api.ts';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
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
  const [body, setBody] = useState(initial);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const [needsReason, setNeedsReason] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isAdmin = useIsAdmin();
  const claims = useTextClaims(body, 'community_post');
  const hasBlock = claims.findings.some(({ severity }) => severity === 'block');
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

  return (
    <div className="space-y-3">
      <Field label={label} {...(failure === undefined ? {} : { error: failure })}>
        {(control) => (
          <ClaimsFieldPanel
            {...control}
            claims={claims}
            isEnforced
            rows={rows}
            maxLength={LONGEST_POST}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
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
