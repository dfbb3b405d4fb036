import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '#ui/badge.tsx';
import type { PagedSource } from '#ui/calls/paged-source.ts';
import { DataTable } from '#ui/data-table/data-table.tsx';
import type { ColumnDef } from '#ui/data-table/data-table-props.ts';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { DropdownMenu, type MenuItem } from '#ui/dropdown-menu.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { toast } from '#ui/toast.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { type CommunityMember, MEMBER_TYPES } from '../contract.ts';
import { useInviteMembers, useRemoveMember, useRestoreMember, useUpdateMember } from './api.ts';
import { LEVEL_LABELS, MEMBER_TYPE_LABELS, STATUS_LABELS } from './community-words.ts';
import { LeadLink } from './lead-link.tsx';
import { tellAttempt } from './tell-attempt.ts';
import { useBlocking } from './use-blocking.ts';

type MemberTableProps = {
  communityId: string;
  source: PagedSource<CommunityMember>;
  canChange: boolean;
  onMakeLead: (member: CommunityMember) => void;
  onShowInvitation: (member: CommunityMember) => void;
  empty: ReactNode;
};

/** How a member is called: by the address, else by the account. */
export function contactOf({ email, socialHandle, name }: CommunityMember): string {
  return email ?? socialHandle ?? (name || 'No contact known');
}

/** Members with what they do and may do. */
export function MemberTable({ source, empty, ...rest }: MemberTableProps) {
  const { communityId, canChange, onMakeLead, onShowInvitation } = rest;
  const columns = useMemo(
    () => columnsOf({ communityId, canChange, onMakeLead, onShowInvitation }),
    [communityId, canChange, onMakeLead, onShowInvitation],
  );
  return (
    <DataTable
      source={source}
      columns={columns}
      label="Members"
      getRowId={(member) => member.id}
      getRowLabel={contactOf}
      card={(member) => (
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 space-y-1">
            <Who member={member} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
              <StatusBadge member={member} />
              <span>{MEMBER_TYPE_LABELS[member.memberType]}</span>
              <span className="inline-flex items-center gap-1.5 text-ink-3">
                Joined <Joined member={member} />
              </span>
              <span className="inline-flex items-center gap-1.5 text-ink-3">
                Activity <Level member={member} />
              </span>
            </div>
          </div>
          {canChange && <MemberMenu member={member} {...rest} />}
        </div>
      )}
      errorTitle="The members could not be loaded"
      empty={empty}
      className="[--table-inset:0rem] sm:[--table-inset:0.75rem]"
    />
  );
}

type MenuProps = Omit<MemberTableProps, 'source' | 'empty'>;

function columnsOf(props: MenuProps): ColumnDef<CommunityMember>[] {
  const columns: ColumnDef<CommunityMember>[] = [
    {
      id: 'contact',
      header: 'Member',
      meta: { width: 'minmax(9rem, 2fr)' },
      cell: ({ row: { original } }) => <Who member={original} />,
    },
    {
      id: 'type',
      header: 'Type',
      meta: { width: '5.5rem' },
      cell: ({ row: { original } }) => (
        <span className="text-small text-ink-2">{MEMBER_TYPE_LABELS[original.memberType]}</span>
      ),
    },
    {
      id: 'joined',
      header: 'Joined',
      meta: { width: '5rem' },
      cell: ({ row: { original } }) => <Joined member={original} />,
    },
    {
      id: 'level',
      header: 'Activity',
      meta: { width: '5.5rem' },
      cell: ({ row: { original } }) => <Level member={original} />,
    },
    {
      id: 'status',
      header: 'Status',
      meta: { width: '5rem' },
      cell: ({ row: { original } }) => <StatusBadge member={original} />,
    },
  ];
  if (props.canChange) {
    columns.push({
      id: 'menu',
      header: () => <span className="sr-only">What to do</span>,
      meta: { width: '2.5rem' },
      cell: ({ row: { original } }) => <MemberMenu member={original} {...props} />,
    });
  }
  return columns;
}

function Who({ member }: { member: CommunityMember }) {
  const contact = contactOf(member);
  const notes = [
    member.name === contact ? '' : member.name,
    member.source === null ? '' : `from ${member.source}`,
  ].filter(Boolean);
  return (
    <TwoLines
      title={contact}
      text={
        <>
          {notes.join(', ')}
          {member.leadId !== null && notes.length > 0 && ', '}
          {member.leadId !== null && <LeadLink leadId={member.leadId} name={contact} />}
        </>
      }
    />
  );
}

function Joined({ member }: { member: CommunityMember }) {
  if (member.joinedAt === null) return <span className="text-small text-ink-3">Not yet</span>;
  return <RelativeTime isPlain value={member.joinedAt} className="text-small text-ink-2 tabular-nums" />;
}

function Level({ member }: { member: CommunityMember }) {
  const { posts, comments, reactions, thanks, score } = member.activity;
  return (
    <Tooltip
      content={`${posts} posts, ${comments} comments, ${reactions} reactions in 90 days: ${score} points. Thanked ${thanks} times.`}
    >
      <span
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the level is made of is needed without a mouse too
        tabIndex={0}
        className="text-small text-ink-2 tabular-nums"
      >
        {LEVEL_LABELS[member.level]} <span className="text-ink-3">{score}</span>
      </span>
    </Tooltip>
  );
}

const INVITE_NOTES = {
  queued: 'Invitation is on its way',
  waiting: 'Waits until a mailbox may send again, then leaves by itself',
  sent: 'Invitation sent',
  outbox: 'Kept and not sent: no mailbox or mail server sends to this address. Read it in the menu.',
  failed: 'The address does not take mail',
  given_up: 'No mail server took it for a day. Send it again in the menu.',
  suppressed: 'Asked not to be written to',
  unconfirmed: 'The invitation may not have arrived',
} as const;

function canSendAgain(state: CommunityMember['inviteState']): boolean {
  return state === 'failed' || state === 'given_up';
}

/** Nobody has got the invitation, and nobody will by itself. */
function isUnsent(state: CommunityMember['inviteState']): boolean {
  return state === 'outbox' || state === 'suppressed' || canSendAgain(state);
}

function StatusBadge({ member }: { member: CommunityMember }) {
  const badge = (
    <Badge tone={member.status === 'active' ? 'good' : 'neutral'}>{STATUS_LABELS[member.status]}</Badge>
  );
  if (member.status !== 'invited' || member.inviteState === null) return badge;
  return (
    <Tooltip content={INVITE_NOTES[member.inviteState]}>
      <button type="button" className="inline-flex flex-col items-start gap-0.5">
        {badge}
        {isUnsent(member.inviteState) && <span className="text-small text-amber-ink">not sent</span>}
      </button>
    </Tooltip>
  );
}

function MemberMenu({
  member,
  communityId,
  onMakeLead,
  onShowInvitation,
}: MenuProps & { member: CommunityMember }) {
  const navigate = useNavigate();
  const update = useUpdateMember(communityId);
  const remove = useRemoveMember(communityId);
  const restore = useRestoreMember(communityId);
  const invite = useInviteMembers(communityId);

  const blocking = useBlocking(communityId);
  const setRole = (memberType: CommunityMember['memberType']) =>
    update.mutate(
      { memberId: member.id, memberType },
      {
        onSuccess: () => void toast({ title: `Role: ${MEMBER_TYPE_LABELS[memberType].toLowerCase()}` }),
        onError: tellAttempt('Failed to change the member'),
      },
    );

  const inviteAgain = (email: string) => () =>
    invite.mutate([email], {
      onSuccess: ({ suppressed }) =>
        void toast(
          suppressed > 0
            ? {
                title: 'Not sent',
                description: 'This person asked not to be written to.',
                variant: 'destructive',
              }
            : { title: 'The invitation is on its way again' },
        ),
      onError: tellAttempt('Failed to send the invitation'),
    });

  const items: MenuItem[] = [
    { kind: 'heading', label: 'Role' },
    {
      kind: 'choice',
      label: 'Role',
      value: member.memberType,
      options: MEMBER_TYPES.map((value) => ({ value, label: MEMBER_TYPE_LABELS[value] })),
      onValueChange: (value) => {
        const memberType = MEMBER_TYPES.find((each) => each === value);
        if (memberType !== undefined && memberType !== member.memberType) setRole(memberType);
      },
    },
    { kind: 'line', id: 'deeds' },
    ...(member.status === 'invited'
      ? [{ label: 'Read the invitation', onSelect: () => onShowInvitation(member) }]
      : []),
    ...(member.status === 'invited' && member.email !== null && canSendAgain(member.inviteState)
      ? [{ label: 'Send the invitation again', onSelect: inviteAgain(member.email) }]
      : []),
    member.leadId === null
      ? { label: 'Make a lead', onSelect: () => onMakeLead(member) }
      : {
          label: 'Open the lead',
          onSelect: () =>
            void navigate({ to: '/leads', search: { all: true, lead: member.leadId ?? undefined } }),
        },
    member.status === 'blocked'
      ? { label: 'Admit again', onSelect: () => blocking.admit(member.id) }
      : { label: 'Block', isLoss: true, onSelect: () => blocking.block(member.id) },
    {
      label: 'Remove',
      isLoss: true,
      onSelect: () =>
        doWithUndo({
          deed: remove.mutateAsync(member.id),
          done: {
            title: 'Member removed',
            description: 'After a day their name and everything they wrote here are erased.',
          },
          onFailure: tellAttempt('Failed to remove the member'),
          undo: () => restore.mutateAsync(member.id),
          onUndoFailure: tellAttempt('Failed to bring the member back'),
        }),
    },
  ];
  return (
    <DropdownMenu
      trigger={<IconButton icon={EllipsisVertical} label={`What to do with ${contactOf(member)}`} />}
      items={items}
    />
  );
}
