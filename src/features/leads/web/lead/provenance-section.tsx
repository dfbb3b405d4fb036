import { CircleSlash, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { LEGAL_GROUND_LABELS } from '#features/compliance/rules-consent.ts';
import { Badge } from '#ui/badge.tsx';
import { DrawerSection } from '#ui/drawer.tsx';
import { exactTime } from '#ui/relative-time-words.ts';
import type { Lead } from '../../contract.ts';
import { platformLabel, visitorOrigin } from '../../rules.ts';
import { ContactBadge } from '../contact-badge.tsx';

/** Where a person comes from, how they can be reached, and on what ground we may write. */
export function ProvenanceSection({ lead }: { lead: Lead }) {
  return (
    <DrawerSection title="Provenance and consent">
      <dl className="space-y-1.5 text-body">
        <Fact term="Found">
          {foundLine(lead)}, <time dateTime={lead.createdAt}>{exactTime(new Date(lead.createdAt))}</time>
        </Fact>
        <Fact term="Contact">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere">{lead.email ?? 'No address'}</span>
            <ContactBadge status={lead.contactStatus} />
          </span>
        </Fact>
        {lead.handle !== null && <Fact term="Handle">{lead.handle}</Fact>}
        {lead.phone !== null && (
          <Fact term="Telephone">
            {isDialled(lead.phone) ? (
              <a href={`tel:${lead.phone.replaceAll(' ', '')}`} className="link">
                {lead.phone}
              </a>
            ) : (
              `${lead.phone}, without a country code`
            )}
          </Fact>
        )}
        {lead.company !== null && <Fact term="Company">{lead.company}</Fact>}
        <Fact term="Country">{lead.country === null ? 'Not known' : countryName(lead.country)}</Fact>
        <Fact term="Legal ground">{LEGAL_GROUND_LABELS[lead.legalGround]}</Fact>
        <Fact term="Suppression">
          {lead.isSuppressed ? (
            <Badge tone="loss" icon={CircleSlash}>
              On the list: nothing may be sent
            </Badge>
          ) : (
            <span className="inline-flex items-center gap-1.5">
              <ShieldCheck className="size-4 text-green-ink" />
              Not on the list
            </span>
          )}
        </Fact>
      </dl>
    </DrawerSection>
  );
}

/** Where a person was found, in words. */
function foundLine({ platform, behaviorSignal }: Lead): string {
  switch (platform) {
    case 'manual':
      return 'Added by hand';
    case 'import':
      return 'Imported from a file';
    case 'website':
      return visitorOrigin(behaviorSignal);
    case 'practice':
      return 'Practice network: a made-up post';
    case 'professional_db':
    case 'clay_database':
      return `Record in ${platformLabel(platform)}`;
    default:
      return `Public post on ${platformLabel(platform)}`;
  }
}

function isDialled(phone: string): boolean {
  return phone.startsWith('+');
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-ink-3">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
