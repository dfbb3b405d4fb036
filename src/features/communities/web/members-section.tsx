import { useInfiniteQuery } from '@tanstack/react-query';
import { MailPlus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { type Community, type CommunityMember, MEMBER_VIEWS, type MemberView } from '../contract.ts';
import { membersQuery } from './api.ts';
import { VIEW_LABELS } from './community-words.ts';
import { InvitationDialog, InviteDialog, LeadDialog, NewMemberDialog } from './member-dialogs.tsx';
import { MemberTable } from './member-table.tsx';
import { SamePeopleNotice } from './same-people-notice.tsx';

type Open =
  | { kind: 'add' | 'invite' }
  | { kind: 'lead'; member: CommunityMember }
  | { kind: 'invitation'; memberId: string }
  | null;

/** The people of a community. */
export function MembersSection({ community, canChange }: { community: Community; canChange: boolean }) {
  const [view, setView] = useState<MemberView>('all');
  const [q, setQ] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const source = pagedSource(
    useInfiniteQuery(membersQuery(community.id, { view, q: q.trim() || undefined })),
  );
  const readInvitation = (memberId: string) => setOpen({ kind: 'invitation', memberId });
  const close = (isOpen: boolean) => {
    if (!isOpen) setOpen(null);
  };
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label="Which members"
          value={view}
          onValueChange={setView}
          segments={MEMBER_VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
          className="max-sm:h-auto max-sm:shrink max-sm:flex-wrap max-sm:*:min-h-8 pointer-coarse:*:min-h-11"
        />
        <SearchInput label="Search members" value={q} onChange={setQ} className="w-48 max-sm:w-full" />
        {canChange && (
          <div className="ml-auto flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
            <Button icon={MailPlus} onClick={() => setOpen({ kind: 'invite' })}>
              Invite by mail
            </Button>
            <Button variant="primary" icon={UserPlus} onClick={() => setOpen({ kind: 'add' })}>
              Add Member
            </Button>
          </div>
        )}
      </div>
      {canChange && <SamePeopleNotice communityId={community.id} />}
      <MemberTable
        communityId={community.id}
        source={source}
        canChange={canChange}
        onMakeLead={(member) => setOpen({ kind: 'lead', member })}
        onShowInvitation={(member) => readInvitation(member.id)}
        empty={<NoMembers view={view} q={q.trim()} onClear={() => setQ('')} />}
      />
      <NewMemberDialog communityId={community.id} open={open?.kind === 'add'} onOpenChange={close} />
      <InviteDialog
        community={community}
        open={open?.kind === 'invite'}
        onOpenChange={close}
        onRead={readInvitation}
      />
      {open?.kind === 'lead' && (
        <LeadDialog communityId={community.id} member={open.member} onOpenChange={close} />
      )}
      {open?.kind === 'invitation' && (
        <InvitationDialog communityId={community.id} memberId={open.memberId} onOpenChange={close} />
      )}
    </div>
  );
}

const EMPTY_VIEWS: Record<Exclude<MemberView, 'all'>, string> = {
  new_active: 'Members who joined in the last 30 days and have taken part show here.',
  gone_quiet: 'Members who took part and have done nothing for 30 days show here.',
  helpful: 'Members whose comments were thanked in the last 90 days show here.',
  leads: 'Members whom you made a lead show here, each with the way to them.',
};

function NoMembers({ view, q, onClear }: { view: MemberView; q: string; onClear: () => void }) {
  if (q !== '') {
    return (
      <EmptyState
        isCompact
        title="Nobody found"
        text={`Nobody matches “${q}”.`}
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
  if (view === 'all') {
    return (
      <EmptyState isCompact title="No members yet" text="Add people you know of, or invite them by mail." />
    );
  }
  return <EmptyState isCompact title="Nobody just now" text={EMPTY_VIEWS[view]} />;
}
