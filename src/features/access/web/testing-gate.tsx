import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#ui/error-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useAccessFlag } from './access-flag.ts';
import { gateQuery } from './api.ts';
import { GateScreen } from './gate-screen.tsx';

type TestingGateProps = {
  /** The password is on its way: time to fetch what comes behind the gate. */
  onOpening: () => void;
  children: ReactNode;
};

/** Shows the gate before anything else on every path, until the server knows this browser. */
export function TestingGate({ onOpening, children }: TestingGateProps) {
  const isFlagged = useAccessFlag();
  const gate = useQuery({ ...gateQuery(), enabled: isFlagged });
  if (!isFlagged || gate.data?.granted === false) return <GateScreen onOpening={onOpening} />;
  if (gate.isError) {
    return (
      <main className="grid min-h-dvh place-items-center bg-ground">
        <ErrorState title="Your access could not be checked" query={gate} />
      </main>
    );
  }
  return gate.isPending ? <OpeningScreen /> : children;
}

/** While the stored flag is checked and the app is fetched. */
export function OpeningScreen() {
  return (
    <main className="grid min-h-dvh place-items-center bg-ground">
      <p role="status" className="flex items-center gap-2.5 text-ink-2">
        <Spinner className="size-4 text-green-ink" />
        Loading...
      </p>
    </main>
  );
}
