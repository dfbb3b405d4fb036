import { useEffect, useId, useRef, useState } from 'react';
import { ClaimsTextarea } from '#features/compliance/web/claims-field-panel.tsx';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/calls/call-api.ts';
import { cn } from '#ui/class-names.ts';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { DisabledReason } from '#ui/disabled-reason.tsx';
import { Field } from '#ui/field.tsx';
import { Form, FormField, type SchemaForm, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { type Agent, AgentForm } from '../contract.ts';
import { hasAppearance, hasVoice } from '../rules.ts';
import { AGENT_TEMPLATES, type AgentTemplate } from '../rules-templates.ts';
import {
  AVATAR_OPTIONS,
  CATEGORY_OPTIONS,
  MODE_OPTIONS,
  STYLE_OPTIONS,
  VOICE_OPTIONS,
} from './agent-choices.ts';
import { formValuesOf } from './agent-values.ts';
import { useCreateAgent, useUpdateAgent } from './api.ts';
import { OvertakenNotice } from './changed-meanwhile-notice.tsx';
import { SpecializationsInput } from './specializations-field.tsx';
import { useModelHint } from './use-model-hint.ts';
import { useOpenedAgent } from './use-opened-agent.ts';

type AgentDialogProps = {
  /** The agent to edit; undefined creates one. */
  agent: Agent | undefined;
  onClose: () => void;
  onSaved: (agent: Agent) => void;
};

/** The style stays to be chosen. */
const EMPTY: Omit<AgentForm, 'communicationStyle'> = {
  name: '',
  expertiseArea: '',
  description: '',
  backgroundInfo: '',
  specializations: [],
  interactionMode: 'chat',
  voiceDescription: '',
  appearanceDescription: '',
  personalityDescription: '',
  category: 'general',
  isActive: true,
  voiceType: 'neutral',
  avatarStyle: 'leaf',
};

/** Creates or edits an agent. Mounted again each time it opens, so the form starts empty. */
export function AgentDialog({ agent, onClose, onSaved }: AgentDialogProps) {
  const formId = useId();
  const create = useCreateAgent();
  const update = useUpdateAgent();
  const { isOvertaken, sendOnTop } = useOpenedAgent<AgentForm & { overrideReason?: string }>(agent);
  const [wrong, setWrong] = useState<string>();
  const [reason, setReason] = useState('');
  const form = useSchemaForm<AgentForm, AgentForm>(AgentForm, {
    defaultValues: agent ? formValuesOf(agent) : EMPTY,
  });

  async function save(values: AgentForm): Promise<void> {
    const anyway = wrong === undefined || reason.trim() === '' ? {} : { overrideReason: reason };
    const saved = agent
      ? await sendOnTop({ ...values, ...anyway }, agent, (change) =>
          update.mutateAsync({ id: agent.id, change }),
        )
      : await create.mutateAsync(values);
    form.reset(EMPTY);
    onClose();
    onSaved(saved);
    toast(
      agent
        ? { title: 'AI Expert Updated', description: `${saved.name} answers as it stands now.` }
        : { title: 'AI Expert Created', description: `${saved.name} is ready to be trained.` },
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={agent ? 'Edit AI expert' : 'Create AI expert'}
      description={
        agent
          ? `${agent.name} keeps its knowledge, keys and conversations.`
          : 'Say who it is and how it talks. What it knows comes after, in the Training Center.'
      }
      size="large"
      footer={<Footer form={form} formId={formId} isNew={!agent} />}
    >
      <Form
        id={formId}
        form={form}
        onSubmit={save}
        onFailure={(error) => {
          if (error instanceof ApiError && error.body?.reason === 'golden_failing')
            return setWrong(error.humanMessage);
          if (error instanceof ApiError && error.body?.fields?.overrideReason !== undefined)
            return setWrong(error.body.fields.overrideReason);
          return toast(
            agent
              ? { title: 'Error', description: 'Failed to update agent', variant: 'destructive' }
              : {
                  title: 'Failed to Create Expert',
                  description: 'Please try again.',
                  variant: 'destructive',
                },
          );
        }}
        className="space-y-5"
      >
        {isOvertaken && <OvertakenNotice />}
        <Templates onChoose={(template) => prefill(form, template)} />
        <Identity form={form} />
        <Manner form={form} />
        {wrong !== undefined && <GoesOnAnyway wrong={wrong} reason={reason} onReason={setReason} />}
      </Form>
    </Dialog>
  );
}

/** Golden questions fail: an admin fixes the knowledge first or gives a written reason. */
function GoesOnAnyway({
  wrong,
  reason,
  onReason,
}: {
  wrong: string;
  reason: string;
  onReason: (reason: string) => void;
}) {
  const section = useRef<HTMLElement>(null);
  // It is below a long form, and Update may have been pressed from the top.
  useEffect(() => {
    if (wrong !== '') section.current?.scrollIntoView({ block: 'nearest' });
  }, [wrong]);
  return (
    <section ref={section} className="rounded-panel border border-amber-l bg-amber-t px-4 py-3">
      <p role="alert" className="text-label text-amber-ink wrap-anywhere">
        {wrong}
      </p>
      <p className="mt-1 mb-3 text-small text-ink-2">
        The agent stays off websites. Fix its knowledge in the Training Center, or write why you activate it
        anyway; your name and the reason are kept in the audit trail.
      </p>
      <Field label="Reason to go on" hint="At least 20 characters.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={1_000}
            value={reason}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
      </Field>
    </section>
  );
}

type Parts = { form: SchemaForm<AgentForm, AgentForm> };

function Templates({ onChoose }: { onChoose: (template: AgentTemplate) => void }) {
  return (
    <section aria-labelledby="quick-start">
      <h3 id="quick-start" className="mb-1.5 text-small font-medium text-ink-2">
        Quick start
      </h3>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {AGENT_TEMPLATES.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              onClick={() => onChoose(template)}
              className="flex h-full w-full flex-col rounded-control border border-line-2 px-3 py-2 text-left transition-colors duration-80 hover:border-control hover:bg-sunk focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus"
            >
              <span className="block text-label">{template.name}</span>
              <span className="block text-small text-ink-3">{template.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a template says replaces what stands there; the name stays the person's own. */
function prefill(form: Parts['form'], { fields }: AgentTemplate): void {
  form.reset({ ...form.getValues(), ...fields, specializations: [...fields.specializations] });
}

function Identity({ form }: Parts) {
  const withModel = useModelHint();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" placeholder="Fern" />}
      </FormField>
      <FormField form={form} name="expertiseArea" label="Area of expertise" isRequired>
        {(field) => (
          <Input {...field} maxLength={100} autoComplete="off" placeholder="Herbal tea and blends" />
        )}
      </FormField>
      <FormField form={form} name="category" label="Category">
        {({ onChange, ...field }) => (
          <Select {...field} onValueChange={onChange} options={CATEGORY_OPTIONS} />
        )}
      </FormField>
      <FormField form={form} name="communicationStyle" label="Communication style" isRequired>
        {({ onChange, value, ...field }) => (
          <Select
            {...field}
            value={value ?? null}
            onValueChange={onChange}
            options={STYLE_OPTIONS}
            placeholder="Choose a style"
          />
        )}
      </FormField>
      <FormField form={form} name="description" label="Description" className="sm:col-span-2">
        {(field) => (
          <ClaimsTextarea
            kind="agent_persona"
            {...field}
            maxLength={1_000}
            placeholder="What visitors can ask, in one or two sentences."
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="backgroundInfo"
        label="Role Instructions"
        hint={withModel('How it should answer and what is for a person. Visitors never see this.')}
        className="sm:col-span-2"
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} rows={4} maxLength={8_000} />}
      </FormField>
      <FormField
        form={form}
        name="specializations"
        label="Specializations"
        note="separated by commas"
        hint="What it says when someone asks what it can do."
        className="sm:col-span-2"
      >
        {(field) => <SpecializationsInput {...field} autoComplete="off" placeholder="Brewing, Gifts" />}
      </FormField>
    </div>
  );
}

function Manner({ form }: Parts) {
  const mode = form.watch('interactionMode');
  const withModel = useModelHint();
  return (
    <div className="space-y-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FormField form={form} name="interactionMode" label="Interaction mode">
          {({ value, onChange }) => (
            <SegmentedControl
              label="Interaction mode"
              value={value}
              onValueChange={onChange}
              segments={MODE_OPTIONS}
            />
          )}
        </FormField>
        <FormField form={form} name="isActive" label="On websites and the API">
          {({ value, onChange, ...field }) => (
            <span className="flex h-8 items-center gap-2 text-small text-ink-2">
              <Switch {...field} checked={value} onChange={(event) => onChange(event.target.checked)} />
              {value ? 'Active' : 'Inactive'}
            </span>
          )}
        </FormField>
      </div>
      {hasVoice(mode) && <VoiceFields form={form} />}
      {hasAppearance(mode) && <AppearanceFields form={form} />}
      <FormField
        form={form}
        name="personalityDescription"
        label="Personality"
        hint={withModel('How it comes across.')}
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} maxLength={1_000} />}
      </FormField>
    </div>
  );
}

function VoiceFields({ form }: Parts) {
  const withModel = useModelHint();
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
      <FormField
        form={form}
        name="voiceDescription"
        label="Voice description"
        hint={withModel('How spoken answers are worded; how they sound is chosen beside it.')}
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} maxLength={1_000} />}
      </FormField>
      <FormField form={form} name="voiceType" label="Voice">
        {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={VOICE_OPTIONS} />}
      </FormField>
    </div>
  );
}

function AppearanceFields({ form }: Parts) {
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
      <FormField
        form={form}
        name="appearanceDescription"
        label="Appearance description"
        hint="A note for your team; visitors see the face that is chosen."
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} maxLength={1_000} />}
      </FormField>
      <FormField form={form} name="avatarStyle" label="Face">
        {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={AVATAR_OPTIONS} />}
      </FormField>
    </div>
  );
}

function Footer({ form, formId, isNew }: Parts & { formId: string; isNew: boolean }) {
  const [name, expertiseArea, communicationStyle] = form.watch([
    'name',
    'expertiseArea',
    'communicationStyle',
  ]);
  const missing = [
    !name?.trim() && 'a name',
    !expertiseArea?.trim() && 'an area of expertise',
    !communicationStyle && 'a communication style',
  ].filter((part) => part !== false);
  const isSaving = form.formState.isSubmitting;
  const reason = missing.length === 0 ? null : `Needs ${missing.join(', ')}.`;
  return (
    <>
      <DialogClose asChild>
        <Button variant="ghost" className={cn(isSaving && 'invisible')}>
          Cancel
        </Button>
      </DialogClose>
      <DisabledReason
        reason={reason}
        side="before"
        className="max-sm:contents max-sm:[&>p]:order-first max-sm:[&>p]:basis-full"
      >
        {(control) => (
          <SubmitButton
            form={form}
            formId={formId}
            pendingLabel="Saving…"
            {...control}
            disabled={control.disabled || isSaving}
          >
            {isNew ? 'Create' : 'Update'}
          </SubmitButton>
        )}
      </DisabledReason>
    </>
  );
}
