import { useEffect, useId, useState } from 'react';
import { z } from 'zod';
import { useOwnWork } from '#features/access/web/api.ts';
import { ClaimsTextarea } from '#features/compliance/web/claims-field-panel.tsx';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { forgetWork, keepWork, readWork } from '#ui/kept/kept-work.ts';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { type KnowledgeType, TARGET_AUDIENCES, TargetAudience } from '../contract.ts';
import { useAddKnowledge } from './api.ts';

type KnowledgeDialogProps = {
  agent: { id: string; name: string };
  type: Exclude<KnowledgeType, 'uploaded_file'>;
  /** Initial values: an answer of the test chat. */
  draft?: { title: string; content: string } | undefined;
  onClose: () => void;
};

const AUDIENCE_LABELS: Record<TargetAudience, string> = {
  general: 'General',
  beginners: 'Beginners',
  advanced: 'Advanced',
  medical: 'Medical',
};

const HEADS: Record<KnowledgeDialogProps['type'], { title: string; text: string }> = {
  manual: { title: 'Add knowledge', text: 'A title and the text that answers rest on.' },
  chat_training: {
    title: 'Train from chat',
    text: 'Keep a good answer: correct it where needed, and the same question finds it next time.',
  },
  custom_training: {
    title: 'Custom training',
    text: 'One question that customers ask, and the answer that is right.',
  },
};

const FormValues = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'At most 200 characters.'),
  content: z.string().trim().min(1, 'Enter the content.').max(200_000, 'At most 200,000 characters.'),
  trainingContext: z.string().trim().max(5_000, 'At most 5,000 characters.'),
  tags: z.string().max(1_000, 'At most 1,000 characters.'),
  targetAudience: TargetAudience,
  validUntil: z.union([z.literal(''), z.iso.date('A date.')]),
});
type FormValues = z.infer<typeof FormValues>;

/** The values of the form, complete or not. */
const Typed = z.object({
  title: z.string(),
  content: z.string(),
  trainingContext: z.string(),
  tags: z.string(),
  targetAudience: TargetAudience,
  validUntil: z.string(),
});
const EMPTY: FormValues = {
  title: '',
  content: '',
  trainingContext: '',
  tags: '',
  targetAudience: 'general',
  validUntil: '',
};

/** Adds an item by hand, from an answer of the test chat, or as a question with its answer. */
export function KnowledgeDialog({ agent, type, draft, onClose }: KnowledgeDialogProps) {
  const formId = useId();
  const add = useAddKnowledge();
  const isGuided = type === 'custom_training';
  // An answer of the test chat can be used again; typed text cannot.
  const work = useOwnWork(`agents.${agent.id}.${type}`);
  const [begun] = useState(() => (draft ? undefined : Typed.safeParse(readWork(work)).data));
  const form = useSchemaForm<FormValues, FormValues>(FormValues, {
    defaultValues: begun ?? { ...EMPTY, ...draft },
  });
  useEffect(() => {
    if (draft) return;
    const { unsubscribe } = form.watch((typed) => {
      if (typed.title || typed.content) keepWork(work, typed);
      else forgetWork(work);
    });
    return unsubscribe;
  }, [draft, form, work]);
  const [title, content] = form.watch(['title', 'content']);
  const isComplete = title.trim() !== '' && content.trim() !== '';

  async function save({ tags, validUntil, ...values }: FormValues): Promise<void> {
    await add.mutateAsync({
      ...values,
      expertId: agent.id,
      type,
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
      validUntil: validUntil === '' ? null : validUntil,
    });
    toast({ title: 'Knowledge Added', description: `${agent.name} answers from it now.` });
    forgetWork(work);
    if (isGuided) form.reset(EMPTY);
    else onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={HEADS[type].title}
      description={HEADS[type].text}
      size="large"
      footer={
        <>
          {!isComplete && (
            <p id={`${formId}-reason`} className="mr-auto text-small text-ink-3">
              {isGuided ? 'A question and its answer are needed.' : 'A title and the content are needed.'}
            </p>
          )}
          <CancelButton label={isGuided ? 'Done' : 'Cancel'} />
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!isComplete || add.isPending}
            {...(isComplete ? {} : { 'aria-describedby': `${formId}-reason` })}
          >
            {add.isPending ? 'Adding…' : 'Add Knowledge'}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        onSubmit={save}
        onFailure={() =>
          toast({
            title: 'Failed to Add Knowledge',
            description: 'Please try again.',
            variant: 'destructive',
          })
        }
        className="space-y-4"
      >
        <FormField form={form} name="title" label={isGuided ? 'Question' : 'Title'} isRequired>
          {(field) => (
            <Input
              {...field}
              maxLength={200}
              autoComplete="off"
              placeholder={isGuided ? 'Is Hearth caffeine-free?' : 'Shipping and returns'}
            />
          )}
        </FormField>
        <FormField form={form} name="content" label={isGuided ? 'Answer' : 'Content'} isRequired>
          {(field) => (
            <ClaimsTextarea kind="agent_answer" {...field} rows={isGuided ? 4 : 8} maxLength={200_000} />
          )}
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="targetAudience" label="Target audience">
            {({ onChange, ...field }) => (
              <Select
                {...field}
                onValueChange={onChange}
                options={TARGET_AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))}
              />
            )}
          </FormField>
          <FormField form={form} name="validUntil" label="Valid until" note="optional">
            {(field) => <Input {...field} type="date" />}
          </FormField>
          <FormField form={form} name="tags" label="Tags" note="separated by commas">
            {(field) => <Input {...field} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="trainingContext" label="Training context" note="optional">
            {(field) => (
              <Input {...field} maxLength={5_000} autoComplete="off" placeholder="When it applies" />
            )}
          </FormField>
        </div>
      </Form>
    </Dialog>
  );
}
