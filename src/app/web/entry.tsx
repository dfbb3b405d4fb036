import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { OpeningScreen, TestingGate } from '#features/access/web/testing-gate.tsx';
import { Toaster } from '#ui/toaster.tsx';

// What is behind the gate is fetched when it opens: the gate itself stays a small page.
export const loadApp = () => import('./app.tsx');
const App = lazy(async () => ({ default: (await loadApp()).App }));

/** All there is, from the gate on. Drawn once at the build as it is for who comes first, and taken over from there. */
export function Entry({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TestingGate onOpening={() => void loadApp()}>
          <Suspense fallback={<OpeningScreen />}>
            <App queryClient={queryClient} />
          </Suspense>
        </TestingGate>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
