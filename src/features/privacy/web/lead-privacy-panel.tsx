import { useQuery } from '@tanstack/react-query';
import { Download, Eraser } from 'lucide-react';
import { useState } from 'react';
import { AuditPanel } from '#features/compliance/web/audit-panel.tsx';
import type { Lead } from '#features/leads/contract.ts';
import { consentAuditWords } from '#features/leads/rules-consent.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { DrawerSection } from '#ui/drawer.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { PrivacyRequestKind } from '../contract.ts';
import { leadConsentQuery, privacyRequestsQuery, useOpenPrivacyRequest } from './api.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { PersonalTextsSection } from './personal-texts-section.tsx';
import { RequestList } from './privacy-request-list.tsx';

/** What a person may ask of us: a copy of their data, and to be forgotten. */
export function LeadPrivacyPanel({ lead, onErased }: { lead: Lead; onErased: () => void }) {
  const requests = useQuery(privacyRequestsQuery(lead.id));
  const consent = useQuery(leadConsentQuery(lead.id));
  const open = useOpenPrivacyRequest();
  const [isErasing, setIsErasing] = useState(false);
  const note = (kind: PrivacyRequestKind) =>
    open.mutate(
      { leadId: lead.id, kind },
      {
        onSuccess: () => toast({ title: 'Request noted', description: 'An answer is due within 30 days.' }),
        onError: tellFailure('The request was not noted'),
      },
    );
  return (
    <>
      <DrawerSection title="Privacy">
        {requests.data && requests.data.length > 0 && <RequestList requests={requests.data} canChange />}
        <div className="flex flex-wrap gap-2">
          <a className={linkButtonClass({})} href={`/api/leads/${lead.id}/export`} download>
            <Download className="size-4" aria-hidden />
            Export data
          </a>
          <Button isPending={open.isPending} onClick={() => note('access')}>
            Note access request
          </Button>
          <Button isPending={open.isPending} onClick={() => note('erasure')}>
            Note erasure request
          </Button>
          <Button variant="loss" icon={Eraser} onClick={() => setIsErasing(true)}>
            Erase
          </Button>
        </div>
        {isErasing && <EraseDialog lead={lead} onClose={() => setIsErasing(false)} onErased={onErased} />}
      </DrawerSection>
      <AuditPanel
        subject={`lead:${lead.id}`}
        title="Audit trail"
        topics={['leads']}
        wordsOf={(entry) => consentAuditWords(entry, consent.data?.records ?? [])}
      />
      <PersonalTextsSection leadId={lead.id} />
    </>
  );
}
