import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { DrawerSection } from '#ui/drawer.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { useRestoreLead } from '../api.ts';
import { useLeadDrafts } from '../lead-drafts.ts';

export type GoneProps = {
  leadId: string;
  /** As the server gives it; undefined where they are gone for good. */
  reason: string | undefined;
  /** The record that they went into. */
  successorId: string | undefined;
  canChange: boolean;
  place: RefObject<HTMLDivElement | null>;
};

/** In the place of a lead who is gone: what happened, and what somebody was writing about them just then. */
export function GoneLeadView({ leadId, reason, successorId, canChange, place }: GoneProps) {
  const isDeleted = reason === 'deleted';
  return (
    <>
      <div ref={place} role="status" tabIndex={-1} className="focus:outline-none">
        <EmptyState
          isCompact
          className="px-5"
          title={isDeleted ? 'This lead was deleted' : 'This lead is gone'}
          text={
            isDeleted
              ? 'For a day it can be brought back, with everything that belongs to it.'
              : reason === 'merged'
                ? 'It went into another record of the same person.'
                : 'Somebody erased it, or the link is from before.'
          }
          action={
            isDeleted && canChange ? (
              <Restore leadId={leadId} />
            ) : successorId !== undefined ? (
              <Link to="/leads" search={{ lead: successorId }} className={linkButtonClass({})}>
                Open that record
              </Link>
            ) : undefined
          }
        />
      </div>
      {(isDeleted || reason === 'merged') && <LeadDrafts leadId={leadId} isDeleted={isDeleted} />}
    </>
  );
}

function Restore({ leadId }: { leadId: string }) {
  const restore = useRestoreLead();
  return (
    <Button
      isPending={restore.isPending}
      pendingLabel="Restoring…"
      onClick={() => {
        restore.mutateAsync(leadId).catch(tellFailure('The lead did not come back'));
      }}
    >
      Restore lead
    </Button>
  );
}

function LeadDrafts({ leadId, isDeleted }: { leadId: string; isDeleted: boolean }) {
  const begun = useLeadDrafts(leadId);
  if (begun.length === 0) return null;
  return (
    <DrawerSection title="What you were writing">
      <p className="text-small text-ink-3">
        {isDeleted
          ? 'Kept in this browser: it stands in its place again when the lead is back.'
          : 'Kept in this browser. Copy it to the record of the same person.'}
      </p>
      <ul className="mt-2 space-y-3">
        {begun.map(({ name, text }) => (
          <li key={name} className="space-y-2">
            <p className="border-l-2 border-line-2 pl-3 wrap-anywhere whitespace-pre-line">{text}</p>
            <CopyButton text={text} label="Copy text" />
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}
