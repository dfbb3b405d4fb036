import type { ComponentProps } from 'react';
import type { User } from '#features/access/contract.ts';
import { actorName } from '#kit/actor.ts';
import { Avatar } from '#ui/avatar.tsx';

/** Picture and name; opens the menu of the person signed in. */
export function AccountButton({ user, ...rest }: { user: User } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="flex h-8 min-w-0 items-center gap-2 rounded-control px-1.5 text-body font-medium text-ink transition-colors duration-80 hover:bg-hover aria-expanded:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11 max-md:justify-center max-md:pointer-coarse:-mr-2"
      {...rest}
    >
      <Avatar firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} />
      <span className="max-w-48 truncate max-md:sr-only">{actorName(user)}</span>
    </button>
  );
}
