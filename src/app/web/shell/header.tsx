import { LogOut, Menu, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '#features/access/contract.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Mark } from '#ui/mark.tsx';
import { AccountButton } from './account-button.tsx';
import { logOut, useExitTesting } from './exit.ts';
import { usePageTitle } from './page-title.tsx';
import { PALETTE_KEYS } from './shortcuts.ts';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));
const TaskBadge = lazy(async () => ({
  default: (await import('#features/crm/web/task-badge.tsx')).TaskBadge,
}));
const SmallMenu = lazy(async () => ({ default: (await import('./small-menu.tsx')).SmallMenu }));

/** Where we are, and whose session this is. */
export function Header({ user, onPalette }: { user: User; onPalette: () => void }) {
  const title = usePageTitle() ?? 'Yarrow';
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // Somebody may press the button before its menu has been loaded.
  const [isAccountWanted, setIsAccountWanted] = useState(false);
  const { exit, isLeaving } = useExitTesting();
  return (
    <header className="flex print:hidden h-12 min-w-0 items-center gap-2 bg-ground px-4 max-sm:gap-0.5 max-lg:sticky max-lg:top-0 max-lg:z-sticky max-lg:border-b max-lg:border-line-2">
      <IconButton
        icon={Menu}
        label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={() => setIsMenuOpen(true)}
        className="-ml-1.5 lg:hidden"
      />
      {isMenuOpen && (
        <Suspense>
          <SmallMenu onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
      <Breadcrumb
        className="min-w-0 flex-1"
        items={[
          {
            key: 'brand',
            content: (
              <>
                <Mark className="size-4" />
                <span className="max-sm:sr-only">Yarrow</span>
              </>
            ),
          },
          { key: 'page', content: title },
        ]}
      />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label="Search or jump to"
        aria-keyshortcuts={PALETTE_KEYS === '⌘K' ? 'Meta+K' : 'Control+K'}
        onClick={onPalette}
        className="flex h-8 items-center gap-2 rounded-control border border-line-2 px-2.5 text-body text-ink-3 transition-colors duration-80 hover:bg-hover hover:text-ink justify-center lg:min-w-52 pointer-coarse:h-11 pointer-coarse:min-w-11 max-sm:pointer-coarse:-ml-1.5 max-lg:border-transparent"
      >
        <Search className="size-4" />
        <span className="flex-1 text-left whitespace-nowrap max-lg:hidden">Search or jump to</span>
        <span aria-hidden="true" className="max-lg:hidden">
          <Kbd>{PALETTE_KEYS}</Kbd>
        </span>
      </button>
      <Suspense>
        <TaskBadge />
      </Suspense>
      <Suspense fallback={<AccountButton user={user} onClick={() => setIsAccountWanted(true)} />}>
        <AccountMenu user={user} onExit={exit} isOpenAtFirst={isAccountWanted} />
      </Suspense>
      <div className="flex items-center gap-1 max-md:hidden">
        <Button variant="ghost" onClick={exit} disabled={isLeaving}>
          Exit Testing
        </Button>
        <Button variant="ghost" icon={LogOut} onClick={logOut}>
          Logout
        </Button>
      </div>
    </header>
  );
}
