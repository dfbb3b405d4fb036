import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { hasAccessFlag } from '#features/access/web/access-flag.ts';
import { OpeningScreen, TestingGate } from '#features/access/web/testing-gate.tsx';
import { createQueryClient } from '#ui/query-client.ts';
import { watchForSignedOut } from '#ui/signed-out.ts';
import { Toaster } from '#ui/toaster.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);

// The page of all components is for those who build screens: a production build leaves it out.
if ((import.meta.env.DEV || import.meta.env.VITE_DESIGN === 'on') && location.pathname === '/design') {
  const DesignPage = lazy(async () => ({
    default: (await import('./design-page/design-page.tsx')).DesignPage,
  }));
  const queryClient = createQueryClient();
  root.render(
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
  const queryClient = createQueryClient();
  // What is behind the gate is fetched when it opens: the gate itself stays a small page.
  const loadApp = () => import('./app.tsx');
  const App = lazy(async () => ({ default: (await loadApp()).App }));
  if (hasAccessFlag()) void loadApp();
  watchForSignedOut();
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TestingGate onOpening={() => void loadApp()}>
          <Suspense fallback={<OpeningScreen />}>
            <App queryClient={queryClient} />
          </Suspense>
        </TestingGate>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
}
