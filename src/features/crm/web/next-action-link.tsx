import { Link } from '@tanstack/react-router';
import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lead, Stage } from '#features/leads/contract.ts';
import { nextActionOf } from '#features/leads/rules.ts';
import { useUpdateLead } from '#features/leads/web/api.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { cn } from '#ui/class-names.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import { adviceFor, contactWay } from '../rules-contact.ts';
import { WriteLink } from './write-link.tsx';

type NextActionLinkProps = {
  lead: Lead;
  canChange: boolean;
  /** `button`: the main action of a view; `row`: in a list. */
  look: 'button' | 'row';
  /** Opens where their address is changed; in a list a link leads to the lead. */
  onFindAddress?: () => void;
};

/** What to do next with a lead, and the place where that is done. */
export function NextActionLink({ lead, canChange, look, onFindAddress }: NextActionLinkProps) {
  const text = look === 'row' ? 'text-small' : 'text-body';
  const action = nextActionOf(lead.stage, lead.isOnboarded, lead.legalGround);
  if (action === 'complete') {
    return (
      <span className={`inline-flex items-center gap-1.5 align-middle text-ink-2 ${text}`}>
        <Check className="size-4 text-green-ink" />
        Complete
      </span>
    );
  }
  if (action === 'onboard') {
    return canChange ? (
      <MarkOnboarded lead={lead} look={look} />
    ) : (
      <span className={`text-ink-2 ${text}`}>Onboard</span>
    );
  }
  const advice = adviceFor(lead, new Date());
  if (advice === 'none') {
    return (
      <NextWord lead={lead} look={look}>
        <span className="text-ink-3">may not be written to</span>
      </NextWord>
    );
  }
  if (advice === 'find_address') {
    return (
      <NextWord lead={lead} look={look}>
        {!canChange ? (
          <span className="text-ink-3">mail bounced</span>
        ) : onFindAddress ? (
          <Button onClick={onFindAddress}>Find another address</Button>
        ) : (
          <Link
            to="/crm"
            search={(search) => ({ ...search, lead: lead.id })}
            aria-label={`Find another address: ${lead.name}`}
            className={linkClass(look)}
          >
            Find another address
          </Link>
        )}
      </NextWord>
    );
  }
  if (!canChange || (lead.stage === 'contacted' && advice === null)) {
    return <NextWord lead={lead} look={look} />;
  }
  // It is said of one person, so it is a letter of their own; a campaign would go to everybody of the group.
  const letter = { subject: (action === 'answer' ? 'Your question' : SUBJECTS[lead.stage]) ?? '' };
  if (contactWay(lead, letter) === null) {
    return (
      <span className={`text-ink-2 ${text}`}>
        {lead.nextAction} <span className="text-ink-3">(no address)</span>
      </span>
    );
  }
  if (advice === 'follow_up') {
    return (
      <NextWord lead={lead} look={look}>
        <WriteLink
          lead={lead}
          letter={letter}
          label="Follow up"
          isNamed={look === 'row'}
          className={look === 'row' ? linkClass(look) : linkButtonClass()}
          hasIcon={look === 'row'}
          markLook={{ size: look === 'row' ? 'row' : 'control' }}
        />
      </NextWord>
    );
  }
  return (
    <WriteLink
      lead={lead}
      letter={letter}
      label={lead.nextAction}
      className={linkClass(look)}
      isNamed={look === 'row'}
      hasIcon={look === 'row'}
      markLook={look === 'row' ? { size: 'row' } : { size: 'control', variant: 'primary' }}
    />
  );
}

type NextWordProps = {
  lead: Lead;
  look: 'button' | 'row';
  /** What can be done beside it. */
  children?: ReactNode;
};

/** The next action as a word that nothing is pressed for. */
function NextWord({ lead, look, children }: NextWordProps) {
  return (
    <span
      className={cn(
        'inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 align-middle text-ink-2',
        look === 'row' ? 'text-small' : 'text-body',
      )}
    >
      <span
        {...(children === undefined ? {} : { 'data-next-action': true })}
        className="inline-flex items-center gap-1.5"
      >
        {lead.stage === 'contacted' && <Clock className="size-4 text-ink-3" />}
        {lead.nextAction}
      </span>
      {children}
    </span>
  );
}

function linkClass(look: 'button' | 'row'): string {
  if (look === 'button') return linkButtonClass({ variant: 'primary' });
  return 'inline-flex items-center gap-1 rounded-badge align-middle text-small font-medium text-green-ink hover:underline pointer-coarse:min-h-11';
}

const SUBJECTS: Partial<Record<Stage, string>> = {
  new: 'A short introduction',
  contacted: 'Following up',
  engaged: 'Following up',
  qualified: 'A time for a call',
};

function MarkOnboarded({ lead, look }: { lead: Lead; look: 'button' | 'row' }) {
  const update = useUpdateLead();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 align-middle">
      <span data-next-action className={cn('text-ink-2', look === 'row' ? 'text-small' : 'text-body')}>
        Onboard
      </span>
      <Button
        size={look === 'row' ? 'row' : 'control'}
        variant={look === 'row' ? 'secondary' : 'primary'}
        aria-label={`Mark onboarded: ${lead.name}`}
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
