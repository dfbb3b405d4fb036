import { FlaskConical } from 'lucide-react';
import { TwoLines } from '#ui/two-lines.tsx';
import type { Lead } from '../contract.ts';
import { isPractice, platformLabel } from '../rules.ts';

/** Who somebody is, in two lines: the name over the handle and where they were found. */
export function LeadBadge({ lead }: { lead: Pick<Lead, 'name' | 'handle' | 'email' | 'platform'> }) {
  const handle = lead.handle ?? lead.email;
  return (
    <TwoLines
      title={lead.name}
      text={
        isPractice(lead.platform) ? (
          <span className="inline-flex max-w-full items-center gap-1">
            {handle !== null && <span className="truncate">{handle} ·</span>}
            <FlaskConical className="size-3" />
            Practice
          </span>
        ) : (
          [handle, platformLabel(lead.platform)].filter(Boolean).join(' · ')
        )
      }
    />
  );
}
