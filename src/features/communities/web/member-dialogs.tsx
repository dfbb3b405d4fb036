import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { leadGroupsQuery } from '#features/leads/web/api.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import {
  type Community,
  type CommunityMember,
  MEMBER_TYPES,
  MOST_INVITED_AT_ONCE,
  NewMember,
} from '../contract.ts';
import { MEMBER_PERMISSIONS } from '../rules.ts';
import { invitationQuery, useAddMember, useInviteMembers, useMakeLead } from './api.ts';
import { MEMBER_TYPE_LABELS } from './community-words.ts';
import { contactOf } from './member-table.tsx';
import { tellAttempt } from './tell-attempt.ts';

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

const TYPE_OPTIONS = MEMBER_TYPES.map((value) => ({
  value,
  label: MEMBER_TYPE_LABELS[value],
  hint: MEMBER_PERMISSIONS[value],
}));

export function NewMemberDialog({ communityId, open, onOpenChange }: DialogProps & { communityId: string }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="Add Member"
      description="Somebody you know is in. They get no mail; invite by mail those who are to say yes first."
    >
      <MemberForm communityId={communityId} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function MemberForm({ communityId, onDone }: { communityId: string; onDone: () => void }) {
  const add = useAddMember(communityId);
  const form = useSchemaForm(NewMember, {
    defaultValues: { email: '', socialHandle: '', memberType: 'member' },
  });
  const memberType = form.watch('memberType') ?? 'member';
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        try {
          await add.mutateAsync(values);
        } catch (error) {
          tellAttempt('Failed to add member')(error);
          return;
        }
        toast({ title: 'Member added successfully' });
        onDone();
      }}
      className="space-y-4"
    >
      <FormField form={form} name="email" label="Email">
        {(field) => (
          <Input {...field} value={field.value ?? ''} type="email" maxLength={254} autoComplete="off" />
        )}
      </FormField>
      <FormField form={form} name="socialHandle" label="Social handle">
        {(field) => (
          <Input {...field} value={field.value ?? ''} maxLength={100} autoComplete="off" spellCheck={false} />
        )}
      </FormField>
      <FormField form={form} name="memberType" label="Member type" hint={MEMBER_PERMISSIONS[memberType]}>
        {({ onChange, ...field }) => (
          <Select {...field} value={field.value ?? null} onValueChange={onChange} options={TYPE_OPTIONS} />
        )}
      </FormField>
      <div className="flex justify-end gap-2">
        <CancelButton />
        <SubmitButton form={form} pendingLabel="Adding…">
          Add member
        </SubmitButton>
      </div>
    </Form>
  );
}

const Addresses = z.object({
  addresses: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
    .pipe(
      z
        .array(
          z
            .string()
            .max(254, 'At most 254 characters for an address.')
            .regex(z.regexes.email, { error: ({ input }) => `“${String(input)}” is no email address.` }),
        )
        .min(1, 'Enter an e-mail address.')
        .max(MOST_INVITED_AT_ONCE, `At most ${MOST_INVITED_AT_ONCE} at once.`),
    ),
});

type InviteDialogProps = DialogProps & {
  community: Community;
  /** Shows the invitation of this member. */
  onRead: (memberId: string) => void;
};

export function InviteDialog({ community, open, onOpenChange, onRead }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite by mail"
      description={`Each person gets one mail with a link to join ${community.name}. They are members when they have said yes there.`}
    >
      <InviteForm communityId={community.id} onRead={onRead} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type InviteFormProps = Pick<InviteDialogProps, 'onRead'> & { communityId: string; onDone: () => void };

function InviteForm({ communityId, onRead, onDone }: InviteFormProps) {
  const invite = useInviteMembers(communityId);
  const form = useSchemaForm(Addresses, { defaultValues: { addresses: '' } });
  return (
    <Form
      form={form}
      onSubmit={async ({ addresses }) => {
        const { invited, known, suppressed, kept } = await invite.mutateAsync(addresses);
        const leftOut = [
          known > 0 && `${known} in the community or invited already`,
          suppressed > 0 && `${suppressed} asked not to be written to`,
        ].filter((note) => note !== false);
        const notes = [
          kept.length > 0 &&
            'No mail server sends to these addresses. Hand the link over yourself: “Read the invitation” shows it.',
          leftOut.length > 0 && `Left out: ${leftOut.join(', ')}.`,
        ].filter((note) => note !== false);
        const [first] = kept;
        toast({
          title: inviteTitle(invited, kept.length),
          ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
          ...(first === undefined
            ? {}
            : {
                offer: { label: kept.length === 1 ? 'Read it' : 'Read one', onSelect: () => onRead(first) },
              }),
        });
        onDone();
      }}
      className="space-y-4"
    >
      <FormField
        form={form}
        name="addresses"
        label="Email addresses"
        hint={`One per line, at most ${MOST_INVITED_AT_ONCE}. Invite only people who would expect it.`}
        isRequired
      >
        {(field) => <Textarea {...field} rows={4} spellCheck={false} />}
      </FormField>
      <div className="flex justify-end gap-2">
        <CancelButton />
        <SubmitButton form={form} pendingLabel="Inviting…">
          Send invitations
        </SubmitButton>
      </div>
    </Form>
  );
}

/** What became of the invitations: "2 invitations on the way, 1 kept and not sent". */
function inviteTitle(invited: number, kept: number): string {
  if (kept === 0) return `${countOf(invited, 'invitation')} on the way`;
  if (kept === invited) return `${countOf(kept, 'invitation')} kept and not sent`;
  return `${countOf(invited - kept, 'invitation')} on the way, ${kept} kept and not sent`;
}

type MemberDialogProps = {
  communityId: string;
  member: CommunityMember;
  onOpenChange: (open: boolean) => void;
};

/** A member becomes a lead of a group. */
export function LeadDialog({ communityId, member, onOpenChange }: MemberDialogProps) {
  const groups = useQuery(leadGroupsQuery());
  const [groupId, setGroupId] = useState<string | null>(null);
  const make = useMakeLead(communityId);
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="small"
      title={`Make ${contactOf(member)} a lead`}
      description="What they agreed to goes with them; nobody is written to by this alone."
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            isPending={make.isPending}
            pendingLabel="Adding…"
            disabled={groupId === null}
            aria-describedby="lead-group-reason"
            onClick={() => {
              if (groupId === null) return;
              make.mutate(
                { memberId: member.id, groupId },
                {
                  onSuccess: () => {
                    toast({ title: 'Added to the leads' });
                    onOpenChange(false);
                  },
                },
              );
            }}
          >
            Make a lead
          </Button>
        </>
      }
    >
      <Field label="Lead group" isRequired {...(make.isError ? { error: errorText(make.error) } : {})}>
        {(control) => (
          <Select
            {...control}
            value={groupId}
            onValueChange={setGroupId}
            placeholder="Choose a lead group"
            options={(groups.data ?? []).map(({ id, name, color }) => ({
              value: id,
              label: name,
              mark: <Swatch color={color} />,
            }))}
          />
        )}
      </Field>
      <p id="lead-group-reason" className="mt-2 text-small text-ink-3">
        {groupId === null ? 'Choose a lead group first.' : ''}
      </p>
    </Dialog>
  );
}

type InvitationDialogProps = Omit<MemberDialogProps, 'member'> & { memberId: string };

/** The invitation as the person reads it. */
export function InvitationDialog({ communityId, memberId, onOpenChange }: InvitationDialogProps) {
  const invitation = useQuery(invitationQuery(communityId, memberId));
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Invitation"
      {...(invitation.data?.isKept
        ? {
            description:
              'Kept and not sent: no mail server sends to this address. Add a mailbox under Settings or set SMTP_URL, or hand the link over yourself.',
          }
        : {})}
    >
      {invitation.isPending ? (
        <Loading label="Loading the invitation">
          <Skeleton className="h-40" />
        </Loading>
      ) : invitation.isError ? (
        <ErrorState isCompact title="The invitation could not be loaded" query={invitation} />
      ) : (
        <div className="space-y-3">
          <p className="text-small text-ink-2">To {invitation.data.to}</p>
          <p className="font-semibold">{invitation.data.subject}</p>
          <p className="rounded-control bg-sunk p-3 whitespace-pre-wrap wrap-anywhere">
            {invitation.data.text}
          </p>
          <CopyButton
            text={invitation.data.text}
            label="Copy the text"
            onCopied={() => toast({ title: 'Copied', description: 'The invitation is in the clipboard.' })}
          />
        </div>
      )}
    </Dialog>
  );
}
