import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Contact,
  Hand,
  type LucideIcon,
  MailCheck,
  Phone,
} from 'lucide-react';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import type { ContactStatus } from '../contract.ts';
import { CONTACT_STATUS_LABELS } from '../rules.ts';

const LOOK: Record<ContactStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  verified: { tone: 'good', icon: CircleCheck },
  email_verified: { tone: 'good', icon: MailCheck },
  phone_verified: { tone: 'good', icon: Phone },
  multi_contact: { tone: 'good', icon: Contact },
  enrichment_pending: { tone: 'outline', icon: CircleDashed },
  manual_verification: { tone: 'attention', icon: Hand },
  verification_failed: { tone: 'loss', icon: CircleX },
};

/** Whether a person can be reached, and how sure that is. */
export function ContactBadge({ status }: { status: ContactStatus }) {
  const { tone, icon } = LOOK[status];
  return (
    <Badge tone={tone} icon={icon} className="align-middle">
      {CONTACT_STATUS_LABELS[status]}
    </Badge>
  );
}
