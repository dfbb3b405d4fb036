import { CircleAlert } from 'lucide-react';
import { countOf } from '#kit/text.ts';
import type { Lead } from '../contract.ts';
import { STAGE_LABELS } from '../rules.ts';
import { daysInStage, isStuck, STUCK_AFTER_DAYS } from '../rules-stage.ts';

/** How long somebody is in their stage, and that it is too long. */
export function StageTimeBadge({ lead }: { lead: Lead }) {
  const now = new Date();
  const days = daysInStage(lead, now);
  const stage = STAGE_LABELS[lead.stage];
  if (!isStuck(lead, now)) {
    return (
      <p className="text-small text-ink-3 tabular-nums">
        {days === 0 ? `${stage} since today` : `${stage} for ${countOf(days, 'day')}`}
      </p>
    );
  }
  return (
    <p className="flex items-start gap-1.5 text-small text-amber-ink tabular-nums">
      <CircleAlert className="mt-px size-3.5" />
      Stuck: {stage} for {countOf(days, 'day')}, after {STUCK_AFTER_DAYS[lead.stage]} somebody should look.
    </p>
  );
}
