import { useState } from 'react';
import { ClaimsFieldPanel, useHeldText } from '#features/compliance/web/claims-field-panel.tsx';
import { HeldFormPanel, useApproval } from '#features/compliance/web/claims-override-panel.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { COMMUNITY_SUBJECTS, type Community, NewCommunity } from '../contract.ts';
import { useCreateCommunity } from './api.ts';
import { SUBJECT_LABELS } from './community-words.ts';
import { ModeratorPicker } from './moderator-picker.tsx';
import { SocialLinksFields } from './social-links-fields.tsx';
import { tellAttempt } from './tell-attempt.ts';

type NewCommunityDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (community: Community) => void;
};

export function NewCommunityDialog({ open, onOpenChange, onCreated }: NewCommunityDialogProps) {
  // The fields begin anew each time the dialog opens, and stay while it is open.
  const [round, setRound] = useState(0);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) setRound(round + 1);
        onOpenChange(isOpen);
      }}
      title="Create Community"
      description="A place for people around one subject. Everything here can be changed later."
    >
      <CommunityForm
        key={round}
        onCreated={(community) => {
          setRound(round + 1);
          onOpenChange(false);
          onCreated(community);
        }}
      />
    </Dialog>
  );
}

const SUBJECT_OPTIONS = COMMUNITY_SUBJECTS.map((value) => ({ value, label: SUBJECT_LABELS[value] }));

function CommunityForm({ onCreated }: { onCreated: (community: Community) => void }) {
  const create = useCreateCommunity();
  const form = useSchemaForm(NewCommunity, {
    defaultValues: {
      name: '',
      description: '',
      subject: 'health-wellness',
      moderatorExpertId: null,
      socialMediaLinks: { twitter: '', facebook: '', discord: '' },
      settings: {},
    },
  });
  const description = form.watch('description') ?? '';
  const name = form.watch('name');
  const claims = useHeldText(description, 'community_post');
  const nameClaims = useHeldText(name, 'community_post');
  const [nameBlock] = nameClaims.blocks;
  const approval = useApproval(name, description);
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const community = await create.mutateAsync({ ...values, ...approval.take() });
        toast({ title: 'Community created successfully' });
        onCreated(community);
      }}
      onFailure={tellAttempt('Failed to create community')}
      className="grid gap-4 sm:grid-cols-2"
    >
      <FormField
        form={form}
        name="name"
        label="Name"
        isRequired
        className="sm:col-span-2"
        hint={nameBlock && `“${nameBlock.excerpt}” blocks it: ${nameBlock.explanation}`}
      >
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="description" label="Description" note="optional" className="sm:col-span-2">
        {(field) => (
          <ClaimsFieldPanel
            {...field}
            claims={claims}
            isEnforced
            value={description}
            maxLength={2_000}
            rows={3}
          />
        )}
      </FormField>
      <FormField form={form} name="subject" label="Subject">
        {({ onChange, ...field }) => (
          <Select {...field} value={field.value ?? null} onValueChange={onChange} options={SUBJECT_OPTIONS} />
        )}
      </FormField>
      <FormField form={form} name="moderatorExpertId" label="AI moderator">
        {({ onChange, value, ...field }) => (
          <ModeratorPicker {...field} value={value ?? null} onValueChange={onChange} />
        )}
      </FormField>
      <SocialLinksFields form={form} nameOf={(network) => `socialMediaLinks.${network}`} />
      <HeldFormPanel
        blocks={[...nameClaims.blocks, ...claims.blocks]}
        deed="Create community"
        approval={approval}
        className="sm:col-span-2"
      >
        {(send) => (
          <>
            <CancelButton />
            <SubmitButton form={form} pendingLabel="Creating…" {...send}>
              Create community
            </SubmitButton>
          </>
        )}
      </HeldFormPanel>
    </Form>
  );
}
