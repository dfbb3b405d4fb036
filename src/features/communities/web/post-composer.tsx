import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { ClaimsFieldPanel, useTextClaims } from '#features/compliance/web/claims-field-panel.tsx';
import { BlockedNotice, OverrideButton } from '#features/compliance/web/claims-override-panel.tsx';
import { Button } from '#ui/button.tsx';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { LONGEST_POST } from '../contract-posts.ts';

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
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const claims = useTextClaims(body, 'community_post');
  const { blocks } = claims;
  const isEmpty = body.trim() === '';
  const isHeld = isEmpty || blocks.length > 0;

  async function send(overrideReason?: string) {
    setIsSending(true);
    setFailure(undefined);
    try {
      await onSubmit({ body, ...(overrideReason === undefined ? {} : { overrideReason }) });
      setBody('');
    } catch (error) {
      setFailure(errorText(error));
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
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div id={`${id}-why`} className="mr-auto">
          {isEmpty && <span className="text-small text-ink-3">Write something first.</span>}
          {blocks.length > 0 && <BlockedNotice count={blocks.length} />}
        </div>
        {blocks.length > 0 && (
          <OverrideButton blocks={blocks} deed={submitLabel} onOverride={(reason) => void send(reason)} />
        )}
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          icon={Send}
          isPending={isSending}
          pendingLabel="Sending…"
          disabled={isHeld}
          aria-describedby={isHeld ? `${id}-why` : undefined}
          onClick={() => void send()}
        >
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}
