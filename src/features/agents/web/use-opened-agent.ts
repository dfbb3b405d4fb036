import { useState } from 'react';
import { mayBeDone } from '#ui/calls/call-api.ts';
import { changedFields } from '#ui/form.tsx';
import type { Agent, AgentForm } from '../contract.ts';
import { formValuesOf } from './agent-values.ts';

type Versioned<Typed> = Typed & { version: number };

/**
 * An agent whose fields are being edited, as it was when that began. Another person may change it meanwhile: what is saved is
 * how they left it, with what was changed here on top.
 */
export function useOpenedAgent<Typed extends AgentForm>(agent: Agent | undefined) {
  const [opened] = useState(agent);
  /** What was sent and may be saved, though no answer came. */
  const [lost, setLost] = useState<{ typed: string; change: Versioned<Typed> }>();
  const before = opened && formValuesOf(opened);
  const now = agent && formValuesOf(agent);
  const isAsOpened = JSON.stringify(before) === JSON.stringify(now);
  const isAsSent = lost !== undefined && Object.keys(changedFields(now ?? {}, lost.change)).length === 0;
  return {
    isOvertaken: !isAsOpened && !isAsSent,
    /** Sends what was typed on top of this version. What got no answer is sent just as before, and so done once. */
    sendOnTop: async <Saved>(
      values: Typed,
      { version }: Agent,
      deed: (change: Versioned<Typed>) => Promise<Saved>,
    ): Promise<Saved> => {
      const typed = JSON.stringify(values);
      const onTop = { ...values, ...now, ...changedFields(values, before), version };
      const change = lost?.typed === typed ? lost.change : onTop;
      try {
        return await deed(change);
      } catch (error) {
        setLost(mayBeDone(error) ? { typed, change } : undefined);
        throw error;
      }
    },
  };
}
