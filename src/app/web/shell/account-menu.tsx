import { useNavigate } from '@tanstack/react-router';
import { DoorOpen, LogOut, Settings, UserRound } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { User } from '#features/access/contract.ts';
import { DropdownMenu, type MenuItem } from '#ui/dropdown-menu.tsx';
import { type ThemeChoice, useTheme } from '#ui/theme.ts';
import { AccountButton } from './account-button.tsx';
import { logOut } from './exit.ts';

const THEMES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As the system' },
];

type AccountMenuProps = { user: User; onExit: () => void; isOpenAtFirst: boolean };

/** Settings and the look of the app; where the header has no room, the ways out as well. */
export function AccountMenu({ user, onExit, isOpenAtFirst }: AccountMenuProps) {
  const navigate = useNavigate();
  const { choice, choose } = useTheme();
  const isNarrow = useSyncExternalStore(subscribe, isNarrowNow);
  const items: MenuItem[] = [
    { kind: 'heading', label: user.email },
    {
      label: 'Your account',
      icon: UserRound,
      onSelect: () => void navigate({ to: '/settings', hash: 'your-account' }),
    },
    { label: 'Settings', icon: Settings, onSelect: () => void navigate({ to: '/settings' }) },
    { kind: 'line', id: 'look' },
    { kind: 'heading', label: 'Theme' },
    {
      kind: 'choice',
      label: 'Theme',
      value: choice,
      options: THEMES,
      onValueChange: (value) => {
        const theme = THEMES.find((each) => each.value === value);
        if (theme) choose(theme.value);
      },
    },
  ];
  if (isNarrow) {
    items.push(
      { kind: 'line', id: 'out' },
      { label: 'Exit Testing', icon: DoorOpen, onSelect: onExit },
      { label: 'Logout', icon: LogOut, onSelect: logOut },
    );
  }
  return <DropdownMenu trigger={<AccountButton user={user} />} items={items} isOpenAtFirst={isOpenAtFirst} />;
}

const NARROW = '(max-width: 767px)';

function isNarrowNow(): boolean {
  return matchMedia(NARROW).matches;
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
