import { useState } from 'react';
import type { PreviewInput } from '../api.ts';
import { usePreflight } from '../api.ts';
import type { PreflightTrouble } from './preflight-dialog.tsx';

type CheckedLaunchOptions = {
  input: PreviewInput;
  /** Whether anything of it reaches people: mail without a server stays in the outbox. */
  reachesPeople: boolean;
  launch: (overrideReason?: string) => void;
};

/** Looks at what has to be in order before it launches, and asks where something is not. */
export function useCheckedLaunch({ input, reachesPeople, launch }: CheckedLaunchOptions) {
  const preflight = usePreflight();
  const [asking, setAsking] = useState<{
    trouble: PreflightTrouble;
    overrideReason: string | undefined;
  } | null>(null);

  async function look(): Promise<PreflightTrouble> {
    try {
      const checks = (await preflight.mutateAsync(input)).filter(({ state }) => state === 'bad');
      if (checks.length === 0) return { kind: 'mended' };
      return { kind: 'bad', checks };
    } catch (error) {
      return { kind: 'unknown', error };
    }
  }

  async function check(overrideReason: string | undefined): Promise<void> {
    const trouble = await look();
    if (trouble.kind === 'mended') launch(overrideReason);
    else setAsking({ trouble, overrideReason });
  }

  async function checkAgain(): Promise<void> {
    const trouble = await look();
    setAsking((before) => before && { ...before, trouble });
  }

  return {
    isChecking: preflight.isPending,
    trouble: asking?.trouble,
    start: (overrideReason?: string) => (reachesPeople ? void check(overrideReason) : launch(overrideReason)),
    checkAgain: () => void checkAgain(),
    launchAnyway: () => {
      setAsking(null);
      launch(asking?.overrideReason);
    },
    goBack: () => setAsking(null),
  };
}
