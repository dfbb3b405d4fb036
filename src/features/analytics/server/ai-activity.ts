import { z } from 'zod';
import type { AiActivity } from '../contract.ts';
import { checkedWords, composedWords, scoredWords } from '../rules.ts';
import type { AiEvent } from './store.ts';

const Count = z.number().int().min(0).default(0);
const By = z.string().default('Built-in engine');

/** What the features write with their events; a field that an older event lacks counts as nothing. */
const Scored = z.object({
  found: Count,
  high: Count,
  medium: Count,
  low: Count,
  sources: z.array(z.string()).default([]),
  groupId: z.uuid().nullish(),
  by: By,
});
const Checked = z.object({ checked: Count, verified: Count, manual: Count, failed: Count, by: By });
const Composed = z.object({ steps: z.number().int().positive().optional(), by: By });

/** One line of the activity list; undefined for what cannot be read. */
export function activityOf(event: AiEvent): AiActivity | undefined {
  const common = { id: event.id, at: event.occurredAt.toISOString() };
  switch (event.type) {
    case 'run.scored': {
      const run = Scored.safeParse(event.data).data;
      if (!run) return undefined;
      const href = run.groupId ? `/leads?group=${run.groupId}` : '/leads';
      return {
        ...common,
        kind: 'scored',
        ...scoredWords({ ...run, sources: run.sources.length }),
        by: run.by,
        href,
      };
    }
    case 'addresses.checked': {
      const check = Checked.safeParse(event.data).data;
      return check && { ...common, kind: 'checked', ...checkedWords(check), by: check.by, href: '/leads' };
    }
    case 'campaign.composed': {
      const composition = Composed.safeParse(event.data).data;
      if (!composition) return undefined;
      return {
        ...common,
        kind: 'composed',
        ...composedWords({ ...composition, campaign: event.campaign }),
        by: composition.by,
        href: '/campaigns',
      };
    }
    default:
      return undefined;
  }
}
