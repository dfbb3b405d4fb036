import { Send } from 'lucide-react';
import { useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { ClaimsFieldPanel, useHeldText } from '#features/compliance/web/claims-field-panel.tsx';
import { HeldPanel } from '#features/compliance/web/claims-override-panel.tsx';
import { Button } from '#ui/button.tsx';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { useKeptText } from '#ui/kept/kept-work.ts';
import { LONGEST_POST } from '../contract-posts.ts';

type PostComposerProps = {
  label: string;
  submitLabel: string;
  /** The text to begin with: of a draft, or of a post that is changed. */
  initial?: string;
  /** The name under which the text is kept until it is sent or given up. */
  begun: string;
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
  begun,
  rows = 3,
  onSubmit,
  onCancel,
}: PostComposerProps) {
  const [body, setBody] = useKeptText(useOwnWork(begun), initial);
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const claims = useHeldText(body, 'community_post');

  async function post(overrideReason?: string) {
    setIsSending(true);
    setFailure(undefined);
    try {
      await onSubmit({ body, ...(overrideReason === undefined ? {} : { overrideReason }) });
      setBody(initial);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <div data-form="" className="space-y-3">
      <Field label={label} isRequired {...(failure === undefined ? {} : { error: failure })}>
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
      <HeldPanel
        blocks={claims.blocks}
        deed={submitLabel}
        obstacle={body.trim() === '' && <span className="text-small text-ink-3">Write something first.</span>}
        onOverride={(reason) => void post(reason)}
      >
        {(send) => (
          <>
            {onCancel && (
              <Button
                variant="ghost"
                onClick={() => {
                  setBody(initial);
                  onCancel();
                }}
              >
                Cancel
              </Button>
            )}
            <Button
              icon={Send}
              isPending={isSending}
              pendingLabel="Sending…"
              onClick={() => void post()}
              {...send}
            >
              {submitLabel}
            </Button>
          </>
        )}
      </HeldPanel>
    </div>
  );
}
