import { Badge } from '#ui/badge.tsx';
import { RingGlyph, type RingStep } from '#ui/drawings/ring-glyph.tsx';
import type { CampaignStatus } from '../contract.ts';
import { statusLabel } from '../rules.ts';

const RING: Record<CampaignStatus, RingStep> = {
  draft: 'dashed',
  active: 'half',
  paused: 'paused',
  completed: 'dashed',
};

/** Active, Paused, and Draft for whatever else does not run, with a word where it has run before. */
export function CampaignBadge({ status }: { status: CampaignStatus }) {
  return (
    <Badge
      tone={status === 'active' ? 'good' : status === 'paused' ? 'attention' : 'outline'}
      glyph={
        <RingGlyph
          step={RING[status]}
          className={`size-3.5 ${status === 'active' ? '' : status === 'paused' ? 'text-amber-ink' : 'text-ink-2'}`}
        />
      }
    >
      {statusLabel(status)}
    </Badge>
  );
}
