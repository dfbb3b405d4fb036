import { LogOut, Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '#features/access/contract.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Mark } from '#ui/mark.tsx';
import { AccountButton } from './account-button.tsx';
import { logOut, useExitTesting } from './exit.ts';
import { usePageTitle } from './page-title.tsx';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));
const SmallMenu = lazy(async () => ({ default: (await import('./small-menu.tsx')).SmallMenu }));

/** Where we are, and whose session this is. */
export function Header({ user }: { user: User }) {
  const title = usePageTitle() ?? 'Yarrow';
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // Somebody may press the button before its menu has been loaded.
  const [isAccountWanted, setIsAccountWanted] = useState(false);
  const { exit, isLeaving } = useExitTesting();
  return (
    <header className="flex h-12 min-w-0 items-center gap-2 bg-ground px-4 max-lg:sticky max-lg:top-0 max-lg:z-sticky max-lg:border-b max-lg:border-line-2">
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
                Yarrow
              </>
            ),
          },
          { key: 'page', content: title },
        ]}
      />
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
