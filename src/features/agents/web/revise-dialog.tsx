import { Sparkles, Volume2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { ClaimsTextarea } from '#features/compliance/web/claims-field-panel.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { AgentFloret } from '#ui/drawings/agent-floret.tsx';
import { Form, FormField, type SchemaForm, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { toast } from '#ui/toast.ts';
import { type Agent, AgentForm, AgentRevision, CommunicationStyle } from '../contract.ts';
import { choiceLabel } from '../rules.ts';
import { suggestPersona } from '../rules-suggestions.ts';
import { AVATAR_OPTIONS, MODE_OPTIONS, STYLE_OPTIONS, VOICE_OPTIONS } from './agent-choices.ts';
import { formValuesOf } from './agent-values.ts';
import { useReviseAgent } from './api.ts';
import { AvatarView } from './avatar-view.tsx';
import { OvertakenNotice } from './changed-meanwhile-notice.tsx';
import { useModelHint } from './use-model-hint.ts';
import { useOpenedAgent } from './use-opened-agent.ts';
import { useVoice } from './use-voice.ts';

type ReviseDialogProps = {
  agent: Agent;
  /** A test chat with the persona as it stands in the form. */
  renderTestChat: (draft: object) => ReactNode;
  onClose: () => void;
};
type Revision = SchemaForm<AgentForm, AgentForm>;
type Part = 'voice' | 'appearance' | 'personality';

/** How an agent sounds, looks and is, tried before it is kept. */
export function ReviseDialog({ agent, renderTestChat, onClose }: ReviseDialogProps) {
  const formId = useId();
  const revise = useReviseAgent();
  const { isOvertaken, sendOnTop } = useOpenedAgent(agent);
  const [part, setPart] = useState<Part>('voice');
  const form = useSchemaForm<AgentForm, AgentForm>(AgentForm, { defaultValues: formValuesOf(agent) });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Revise ${agent.name}`}
      description="Voice, appearance and personality. What it knows stays as it is."
      size="wide"
      footer={
        <>
          <CancelButton />
          <SubmitButton form={form} formId={formId} pendingLabel="Saving…">
            Save revision
          </SubmitButton>
        </>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Form
          id={formId}
          form={form}
          onSubmit={async (values) => {
            const saved = await sendOnTop(values, agent, (change) =>
              revise.mutateAsync({ id: agent.id, persona: AgentRevision.parse(change) }),
            );
            onClose();
            toast({ title: 'Success!', description: `${saved.name} talks as revised from now on.` });
          }}
          onFailure={() =>
            toast({ title: 'Error', description: 'Failed to update agent', variant: 'destructive' })
          }
        >
          {isOvertaken && <OvertakenNotice />}
          <Tabs
            label="Parts of the persona"
            value={part}
            onValueChange={setPart}
            tabs={[
              { value: 'voice', label: 'Voice', content: <VoicePart form={form} /> },
              { value: 'appearance', label: 'Appearance', content: <AppearancePart form={form} /> },
              { value: 'personality', label: 'Personality', content: <PersonalityPart form={form} /> },
            ]}
          />
        </Form>
        <div className="space-y-4">
          <Preview agent={agent} form={form} />
          {renderTestChat(form.watch())}
        </div>
      </div>
    </Dialog>
  );
}

function VoicePart({ form }: { form: Revision }) {
  const withModel = useModelHint();
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="interactionMode" label="Interaction mode">
          {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={MODE_OPTIONS} />}
        </FormField>
        <FormField form={form} name="voiceType" label="Voice">
          {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={VOICE_OPTIONS} />}
        </FormField>
      </div>
      <FormField
        form={form}
        name="voiceDescription"
        label="Voice description"
        hint={withModel('How spoken answers are worded; how they sound is chosen above.')}
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} rows={4} maxLength={1_000} />}
      </FormField>
      <HelperBox form={form} part="voice" field="voiceDescription" />
    </div>
  );
}

function AppearancePart({ form }: { form: Revision }) {
  return (
    <div className="space-y-4">
      <FormField form={form} name="avatarStyle" label="Face" className="sm:max-w-60">
        {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={AVATAR_OPTIONS} />}
      </FormField>
      <FormField
        form={form}
        name="appearanceDescription"
        label="Appearance description"
        hint="A note for your team; visitors see the face that is chosen."
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} rows={4} maxLength={1_000} />}
      </FormField>
      <HelperBox form={form} part="appearance" field="appearanceDescription" />
    </div>
  );
}

function PersonalityPart({ form }: { form: Revision }) {
  const withModel = useModelHint();
  return (
    <div className="space-y-4">
      <FormField form={form} name="communicationStyle" label="Communication style" className="sm:max-w-60">
        {({ onChange, value, ...field }) => (
          <Select {...field} value={value ?? null} onValueChange={onChange} options={STYLE_OPTIONS} />
        )}
      </FormField>
      <FormField
        form={form}
        name="personalityDescription"
        label="Personality"
        hint={withModel('How it comes across.')}
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} rows={4} maxLength={1_000} />}
      </FormField>
      <FormField
        form={form}
        name="backgroundInfo"
        label="Role Instructions"
        hint={withModel('How it should answer and what is for a person.')}
      >
        {(field) => <ClaimsTextarea kind="agent_persona" {...field} rows={4} maxLength={8_000} />}
      </FormField>
      <HelperBox form={form} part="personality" field="personalityDescription" />
    </div>
  );
}

type HelperBoxProps = {
  form: Revision;
  part: Part;
  field: 'voiceDescription' | 'appearanceDescription' | 'personalityDescription';
};

/** A first text composed from the other parts of the persona; the person takes it or leaves it. */
function HelperBox({ form, part, field }: HelperBoxProps) {
  const [style, expertiseArea, category, current] = form.watch([
    'communicationStyle',
    'expertiseArea',
    'category',
    field,
  ]);
  const communicationStyle = CommunicationStyle.catch('professional').parse(style);
  const text = suggestPersona(part, { communicationStyle, expertiseArea, category });
  return (
    <section aria-label={`AI helper for ${part}`} className="rounded-panel border border-line-2 bg-sunk p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-center gap-1.5 text-label">
          <Sparkles className="size-4 text-green-ink" />
          AI helper
        </h3>
        <Badge>Built-in engine</Badge>
      </div>
      <p className="mt-1.5 text-body text-ink-2">{text}</p>
      {current === text ? (
        <p className="mt-2 text-small text-ink-3">This text is in use.</p>
      ) : (
        <Button size="row" className="mt-2" onClick={() => form.setValue(field, text, { shouldDirty: true })}>
          Use this text
        </Button>
      )}
    </section>
  );
}

function Preview({ agent, form }: { agent: Agent; form: Revision }) {
  const [mode, voiceType, avatarStyle, style, area] = form.watch([
    'interactionMode',
    'voiceType',
    'avatarStyle',
    'communicationStyle',
    'expertiseArea',
  ]);
  const { isSpeaking, speak } = useVoice(voiceType);
  const greeting = `I am ${agent.name}, an AI assistant for ${area}. What would you like to know?`;
  return (
    <section aria-labelledby="agent-preview" className="rounded-panel border border-line-2 p-4">
      <h3 id="agent-preview" className="text-h2">
        Preview
      </h3>
      <div className="mt-3 flex items-center gap-4">
        {mode === 'avatar' ? (
          <AvatarView style={avatarStyle} isSpeaking={isSpeaking} />
        ) : (
          <AgentFloret id={agent.id} size="large" />
        )}
        <dl className="min-w-0 text-small text-ink-2">
          <Line term="Mode">{choiceLabel(mode)}</Line>
          <Line term="Voice">{choiceLabel(voiceType)}</Line>
          {style && <Line term="Style">{choiceLabel(style)}</Line>}
        </dl>
      </div>
      <p className="mt-3 rounded-panel bg-hover px-3 py-2 text-body">{greeting}</p>
      {mode !== 'chat' &&
        (speak ? (
          <Button size="row" icon={Volume2} className="mt-2" onClick={() => speak(greeting)}>
            Hear it
          </Button>
        ) : (
          <p className="mt-2 text-small text-ink-3">This browser has no voice of its own.</p>
        ))}
    </section>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-3">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
