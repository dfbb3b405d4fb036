import { Bot, CircleCheck, Hand, UserRound } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import type { ConversationState } from '../contract-inbox.ts';
import { STATE_LABELS } from '../rules-inbox.ts';

const LOOK = {
  waiting: { tone: 'attention', icon: Hand },
  person: { tone: 'good', icon: UserRound },
  agent: { tone: 'outline', icon: Bot },
  resolved: { tone: 'neutral', icon: CircleCheck },
} as const;

export function ConversationBadge({ state }: { state: ConversationState }) {
  return <Badge {...LOOK[state]}>{STATE_LABELS[state]}</Badge>;
}
