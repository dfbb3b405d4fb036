import type { MessageStatus } from '#features/campaigns/contract-messages.ts';
import type { BadgeTone } from '#ui/badge.tsx';
import type { RingStep } from '#ui/drawings/ring-glyph.tsx';

/** How far a message came, and whether that is good. Its word is in the rules. */
export const MESSAGE_LOOK: Record<MessageStatus, { tone: BadgeTone; ring: RingStep }> = {
  queued: { tone: 'outline', ring: 'dashed' },
  sending: { tone: 'outline', ring: 'half' },
  sent: { tone: 'good', ring: 'ticked' },
  outbox: { tone: 'attention', ring: 'three-quarters' },
  manual: { tone: 'attention', ring: 'half' },
  failed: { tone: 'loss', ring: 'quarter' },
  bounced: { tone: 'loss', ring: 'three-quarters' },
  unconfirmed: { tone: 'attention', ring: 'three-quarters' },
  skipped: { tone: 'neutral', ring: 'dashed' },
  held: { tone: 'outline', ring: 'dashed' },
};
