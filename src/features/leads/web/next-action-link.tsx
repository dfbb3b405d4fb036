import { Check, Clock } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import type { Lead, Stage } from '../contract.ts';
import { contactWay } from '../rules-contact.ts';
import { useUpdateLead } from './api.ts';
import { WriteLink } from './write-link.tsx';

type NextActionLinkProps = {
  lead: Lead;
  canChange: boolean;
  /** `button`: the main action of a view; `row`: in a list. */
  look: 'button' | 'row';
};

/** What to do next with a lead, and the place where that is done. */
export function NextActionLink({ lead, canChange, look }: NextActionLinkProps) {
  const text = look === 'row' ? 'text-small' : 'text-control';
  if (lead.nextAction === 'Complete') {
    return (
      <span className={`inline-flex items-center gap-1.5 align-middle text-ink-2 ${text}`}>
        <Check className="size-4 text-green-ink" />
        Complete
      </span>
    );
  }
  if (lead.nextAction === 'Onboard') {
    return canChange ? <MarkOnboarded lead={lead} look={look} /> : <span className={text}>Onboard</span>;
  }
  if (lead.stage === 'contacted' || !canChange || lead.isSuppressed) {
    return (
      <span className={`inline-flex items-center gap-1.5 align-middle text-ink-2 ${text}`}>
        {lead.stage === 'contacted' && <Clock className="size-4 text-ink-3" />}
        {lead.nextAction}
        {lead.isSuppressed && <span className="text-ink-3">· suppressed</span>}
      </span>
    );
  }
  // It is said of one person, so it is a letter of their own; a campaign would go to everybody of the group.
  const letter = { subject: (lead.nextAction === 'Answer' ? 'Your question' : SUBJECTS[lead.stage]) ?? '' };
  if (contactWay(lead, letter) === null) {
    return (
      <span className={`text-ink-2 ${text}`}>
        {lead.nextAction} <span className="text-ink-3">(no address)</span>
      </span>
    );
  }
  return (
    <WriteLink
      lead={lead}
      letter={letter}
      label={lead.nextAction}
      className={linkClass(look)}
      hasIcon={look === 'row'}
      markLook={look === 'row' ? { size: 'row' } : { size: 'control', variant: 'primary' }}
    />
  );
}

function linkClass(look: 'button' | 'row'): string {
  if (look === 'button') return linkButtonClass({ variant: 'primary' });
  return 'inline-flex items-center gap-1 rounded-badge align-middle text-small font-medium text-green-ink hover:underline pointer-coarse:min-h-11';
}

const SUBJECTS: Partial<Record<Stage, string>> = {
  new: 'A short introduction',
  engaged: 'Following up',
  qualified: 'A time for a call',
};

function MarkOnboarded({ lead, look }: { lead: Lead; look: 'button' | 'row' }) {
  const update = useUpdateLead();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 align-middle">
      <span data-next-action className={look === 'row' ? 'text-small' : 'text-control'}>
        Onboard
      </span>
      <Button
        size={look === 'row' ? 'row' : 'control'}
        variant={look === 'row' ? 'secondary' : 'primary'}
        aria-label={`Mark ${lead.name} onboarded`}
        isPending={update.isPending}
        pendingLabel="Marking…"
        onClick={() =>
          update.mutate(
            { lead, change: { isOnboarded: true } },
            {
              onError: tellFailure(`${lead.name} is not marked onboarded`),
            },
          )
        }
      >
        Mark onboarded
      </Button>
    </span>
  );
}
