import { useQuery } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { actorName, ROLES, type Role } from '#kit/actor.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LossDialog } from '#ui/kept/loss-dialog.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { ManagedUser } from '../contract.ts';
import { isLastAdmin } from '../rules.ts';
import {
  useChangeRole,
  useEndSessions,
  useIssuePasswordReset,
  useRemoveUser,
  useResetSecondFactor,
  usersQuery,
} from './api.ts';
import { ROLE_WORDS } from './role-words.ts';
import { SecretLink } from './secret-link.tsx';

const ROLE_OPTIONS = ROLES.map((value) => ({ value, ...ROLE_WORDS[value] }));

/** Everybody who can sign in, their roles, and the way out. */
export function PeoplePanel({ ownId }: { ownId: string }) {
  const users = useQuery(usersQuery());
  const [leaving, setLeaving] = useState<ManagedUser | null>(null);
  const [losing, setLosing] = useState<ManagedUser | null>(null);
  if (users.isLoadingError) {
    return <ErrorState isCompact title="The people could not be loaded" query={users} />;
  }
  if (users.isPending) {
    return (
      <Loading label="Loading the people" className="space-y-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  const adminCount = users.data.filter(({ role }) => role === 'admin').length;
  return (
    <>
      <ul>
        {users.data.map((user) => (
          <PersonRow
            key={user.id}
            user={user}
            isSelf={user.id === ownId}
            isLast={isLastAdmin(user.role, adminCount)}
            onRemove={() => setLeaving(user)}
            onTakeOff={() => setLosing(user)}
          />
        ))}
      </ul>
      {leaving && <RemoveDialog user={leaving} onClose={() => setLeaving(null)} />}
      {losing && <TakeOffDialog user={losing} onClose={() => setLosing(null)} />}
    </>
  );
}

type PersonRowProps = {
  user: ManagedUser;
  isSelf: boolean;
  isLast: boolean;
  onRemove: () => void;
  onTakeOff: () => void;
};

function PersonRow({ user, isSelf, isLast, onRemove, onTakeOff }: PersonRowProps) {
  const change = useChangeRole();
  const reset = useIssuePasswordReset();
  const end = useEndSessions();
  const name = actorName(user);
  const reasonId = `reason-${user.id}`;
  const reason = isLast
    ? 'The last admin: make somebody else one first.'
    : isSelf
      ? 'This is you: another admin can remove you. Change your password under Your account.'
      : null;

  function changeRole(role: Role): void {
    change.mutate(
      { id: user.id, role },
      {
        onSuccess: () => toast({ title: `${name} is ${role === 'admin' ? 'an' : 'a'} ${role} now` }),
        onError: tellFailure('The role was not changed'),
      },
    );
  }
  function endSessions(): void {
    end.mutate(user.id, {
      onSuccess: ({ ended }) =>
        toast({
          title: ended === 0 ? `${name} was signed in nowhere` : `${name} is logged out everywhere`,
          description: ended === 0 ? undefined : 'They can sign in again.',
        }),
      onError: tellFailure('They were not logged out'),
    });
  }
  return (
    <li className="border-b border-line py-2.5 first:pt-0 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar
          size="medium"
          firstName={user.firstName}
          lastName={user.lastName}
          imageUrl={user.profileImageUrl}
        />
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate font-medium">
            {name} {isSelf && <span className="font-normal text-ink-3">you</span>}
          </p>
          <p className="truncate text-small text-ink-3">{user.email}</p>
          {user.hasSecondFactor && <p className="text-small text-ink-3">Two-factor sign-in</p>}
          {reason !== null && (
            <p id={reasonId} className="text-small text-ink-3">
              {reason}
            </p>
          )}
        </div>
        <div className="w-32">
          <Select
            aria-label={`Role of ${name}`}
            {...(isLast ? { 'aria-describedby': reasonId } : {})}
            value={change.isPending ? change.variables.role : user.role}
            onValueChange={changeRole}
            options={ROLE_OPTIONS}
            disabled={isLast || change.isPending}
          />
        </div>
        <Button
          aria-label={`Password link for ${name}`}
          disabled={isSelf}
          isPending={reset.isPending}
          onClick={() =>
            reset.mutate(user.id, {
              onError: tellFailure('No link was made'),
            })
          }
        >
          Password link
        </Button>
        <Button
          variant="loss"
          onClick={onRemove}
          disabled={reason !== null}
          aria-label={`Remove ${name}`}
          {...(reason === null ? {} : { 'aria-describedby': reasonId })}
        >
          Remove
        </Button>
        {isSelf ? (
          <span className="w-7 max-sm:hidden" />
        ) : (
          <DropdownMenu
            trigger={<IconButton icon={MoreHorizontal} label={`More about ${name}`} />}
            items={[
              { label: 'Log out everywhere', onSelect: endSessions },
              ...(user.hasSecondFactor
                ? [{ label: 'Take off two-factor sign-in', isLoss: true, onSelect: onTakeOff }]
                : []),
            ]}
          />
        )}
      </div>
      <SecretLink link={reset.data?.link}>
        Hand this link to {name}: it sets a new password, once, within a day. It is shown only now.
      </SecretLink>
    </li>
  );
}

/** Their next sign-in takes the password alone. */
function TakeOffDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const reset = useResetSecondFactor();
  const name = actorName(user);
  return (
    <LossDialog
      title={`Take off the two-factor sign-in of ${name}?`}
      description="For somebody who has lost phone and recovery codes. Be sure that it is they who ask. They are logged out everywhere, and their password alone lets them in then."
      deed="Take off"
      pendingLabel="Taking off…"
      call={reset}
      onClose={onClose}
      onConfirm={() =>
        reset.mutate(user.id, {
          onSuccess: () => {
            onClose();
            toast({ title: `${name} signs in with the password alone now` });
          },
        })
      }
    />
  );
}

/** An account that is gone does not come back: the person has to be invited again. */
function RemoveDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const remove = useRemoveUser();
  const name = actorName(user);
  return (
    <LossDialog
      title={`Remove ${name}?`}
      description="They are signed out at once and cannot come back without a new invitation. Their work stays."
      deed="Remove person"
      pendingLabel="Removing…"
      call={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(user.id, {
          onSuccess: () => {
            onClose();
            toast({ title: `${name} was removed` });
          },
        })
      }
    />
  );
}
