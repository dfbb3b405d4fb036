import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
// What opens by a key takes the focus: the first key is heard, also where the drawer that asks is loaded by it.
import '#ui/focus/last-input.ts';
import { lazy, StrictMode, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { hasAccessFlag } from '#features/access/web/access-flag.ts';
import { OpeningScreen } from '#features/access/web/testing-gate.tsx';
import { createQueryClient } from '#ui/calls/query-client.ts';
import { watchForSignedOut } from '#ui/calls/signed-out.ts';
import { Toaster } from '#ui/toaster.tsx';
import { Entry, loadApp } from './entry.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const queryClient = createQueryClient();

// The page of all components is for those who build screens: a production build leaves it out.
if ((import.meta.env.DEV || import.meta.env.VITE_DESIGN === 'on') && location.pathname === '/design') {
  const DesignPage = lazy(async () => ({
    default: (await import('./design-page/design-page.tsx')).DesignPage,
  }));
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<OpeningScreen />}>
          <DesignPage />
        </Suspense>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
} else {
  watchForSignedOut();
  const entry = <Entry queryClient={queryClient} />;
  if (hasAccessFlag()) {
    void loadApp();
    // At once, so that nothing shows between the two opening screens.
    flushSync(() => createRoot(element).render(entry));
  } else if (element.hasAttribute('data-prerendered')) {
    hydrateRoot(element, entry);
  } else {
    createRoot(element).render(entry);
  }
}

// What stood in for the app until here.
element.removeAttribute('data-prerendered');
document.getElementById('opening')?.remove();
