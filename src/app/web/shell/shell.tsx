import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { currentUserQuery, isSignedOut } from '#features/access/web/api.ts';
import { LandingScreen } from '#features/access/web/landing-screen.tsx';
import { SecondFactorNotice } from '#features/access/web/second-factor-notice.tsx';
import { SecondFactorScreen } from '#features/access/web/second-factor-screen.tsx';
import { endManualMessage } from '#features/crm/web/manual-message-drafts.ts';
import { useTidyDrafts } from '#features/leads/web/lead-drafts.ts';
import { connectLive } from '#ui/calls/live.ts';
import { useIsPast } from '#ui/use-is-past.ts';
import { logOut } from './exit.ts';
import { Header } from './header.tsx';
import { usePageTitle } from './page-title.tsx';
import { PaletteWaiting } from './palette-waiting.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { useFocusOfScreen } from './use-focus-of-screen.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const ShortcutDialog = lazy(async () => ({
  default: (await import('./shortcut-dialog.tsx')).ShortcutDialog,
}));

/** The frame around every screen: places on the left, where and who on top, the work in the middle. */
export function Shell() {
  const client = useQueryClient();
  const { data: user, error } = useQuery(currentUserQuery());
  const hasEnded = isSignedOut(error);
  const isIn = !hasEnded && user !== undefined;
  const [layer, setLayer] = useState<'palette' | 'keys' | null>(null);
  const [typed, setTyped] = useState('');
  const secondFactorFrom = user?.secondFactorFrom ?? null;
  const isSecondFactorDue = useIsPast(secondFactorFrom);
  const [isSettingUp, setIsSettingUp] = useState(false);
  const work = useRef<HTMLElement>(null);
  const title = usePageTitle();
  useFocusOfScreen(work);
  const openPalette = (): void => {
    setTyped('');
    setLayer('palette');
  };
  useShortcuts({
    onPalette: () => isIn && (layer === 'palette' ? setLayer(null) : openPalette()),
    onHelp: () => isIn && setLayer('keys'),
  });
  useTidyDrafts(isIn, endManualMessage);
  useEffect(() => (hasEnded ? undefined : connectLive(client)), [client, hasEnded]);
  // Nobody is signed in, or not any more: the session ended or the account was removed while the page was open.
  if (hasEnded || !user) return <LandingScreen />;
  if (isSecondFactorDue || isSettingUp) {
    return <SecondFactorScreen onLogOut={logOut} onSettingUp={setIsSettingUp} />;
  }
  return (
    <div className="grid print:block print:h-auto min-h-dvh bg-ground lg:h-dvh lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-rows-[3rem_minmax(0,1fr)] max-lg:grid-rows-[3rem_1fr]">
      <a
        href="#work"
        className="absolute top-2 left-2 z-palette rounded-control border border-line-2 bg-raised px-3 py-1.5 text-label not-focus:sr-only"
      >
        Skip to the content
      </a>
      <aside
        aria-label="Sidebar"
        className="relative overflow-y-auto max-lg:hidden lg:row-span-2 print:hidden"
      >
        <Sidebar />
      </aside>
      <Header user={user} onPalette={openPalette} />
      <main
        ref={work}
        id="work"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and not every screen has a control in it
        tabIndex={0}
        className="relative flex min-w-0 flex-col bg-surface focus-visible:-outline-offset-2 lg:overflow-y-auto lg:rounded-tl-work lg:border-t lg:border-l lg:border-line-2 print:overflow-visible print:border-0"
      >
        {secondFactorFrom !== null && <SecondFactorNotice from={secondFactorFrom} />}
        <Outlet />
      </main>
      <Suspense
        fallback={layer === 'palette' && <PaletteWaiting onText={setTyped} onClose={() => setLayer(null)} />}
      >
        {layer === 'palette' && (
          <CommandPalette firstText={typed} onClose={() => setLayer(null)} onHelp={() => setLayer('keys')} />
        )}
        {layer === 'keys' && <ShortcutDialog onClose={() => setLayer(null)} />}
      </Suspense>
    </div>
  );
}
