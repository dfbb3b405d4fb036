import { BadgeCheck, Eye, PenLine } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import type { AssetStatus } from '../contract.ts';

/** Where an asset stands on its way from draft to approved. */
export function StatusBadge({ status }: { status: AssetStatus }) {
  if (status === 'approved') {
    return (
      <Badge tone="good" icon={BadgeCheck}>
        Approved
      </Badge>
    );
  }
  if (status === 'in_review') {
    return (
      <Badge tone="attention" icon={Eye}>
        In review
      </Badge>
    );
  }
  return (
    <Badge tone="outline" icon={PenLine}>
      Draft
    </Badge>
  );
}
