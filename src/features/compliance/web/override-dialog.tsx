import { z } from 'zod';
import { truncate } from '#kit/text.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { type Finding, OverrideReason } from '../contract.ts';
import { ruleWords } from '../rules-findings.ts';

type OverrideDialogProps = {
  open: boolean;
  onClose: () => void;
  blocks: readonly Finding[];
  /** "Launch Campaign" */
  deed: string;
  onOverride: (reason: string) => void;
};

/** An admin answers, in writing and by name, for claims that would keep a text from leaving. */
export function OverrideDialog({ open, onClose, blocks, deed, onOverride }: OverrideDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Override what blocks it"
      description="Your name and the reason stay in the audit trail. It holds for this very text: another one is checked anew."
    >
      <ul className="mb-4 space-y-2">
        {blocks.map((finding) => (
          <li key={`${finding.rule} ${finding.start} ${finding.excerpt}`} className="flex gap-2">
            <FindingGlyph severity="block" className="mt-0.5 size-4" />
            <span className="min-w-0 wrap-anywhere">
              {truncate(finding.excerpt, 90)}
              <span className="block text-small text-ink-3">
                {ruleWords(finding.rule)}, {finding.jurisdictions.join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <ReasonForm deed={deed} onOverride={onOverride} />
    </Dialog>
  );
}

const Reason = z.object({ reason: OverrideReason });

function ReasonForm({ deed, onOverride }: Pick<OverrideDialogProps, 'deed' | 'onOverride'>) {
  const form = useSchemaForm(Reason, { defaultValues: { reason: '' } });
  return (
    <Form form={form} onSubmit={({ reason }) => onOverride(reason)}>
      <FormField
        form={form}
        name="reason"
        label="Reason"
        hint="At least 20 characters: what the claim rests on, who agreed."
        isRequired
      >
        {(field) => <Textarea {...field} rows={3} maxLength={1_000} />}
      </FormField>
      <div className="mt-5 flex justify-end gap-2">
        <CancelButton />
        <SubmitButton form={form}>Override and {deed.toLowerCase()}</SubmitButton>
      </div>
    </Form>
  );
}
