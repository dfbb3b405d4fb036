import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { ApiError, isGone } from '#ui/calls/call-api.ts';
import { cn } from '#ui/class-names.ts';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { Drawer } from '#ui/drawer.tsx';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { useFocusAlong } from '#ui/focus/use-focus-along.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { useSteady } from '#ui/use-steady.ts';
import type { Lead } from '../contract.ts';
import type { LeadGroup } from '../contract-groups.ts';
import { platformLabel } from '../rules.ts';
import { leadGroupsQuery, leadQuery, useDeleteLead, useRestoreLead } from './api.ts';
import { useChangeWithUndo } from './change-with-undo.ts';
import { GoneLeadView, type GoneProps } from './lead/gone-lead-view.tsx';
import { EditLeadDialog } from './lead/lead-dialogs.tsx';
import { NoteForm } from './lead/note-form.tsx';
import { OwnerAndTagsSection } from './lead/owner-and-tags-section.tsx';
import { ProvenanceSection } from './lead/provenance-section.tsx';
import { ScoreSection } from './lead/score-section.tsx';
import { forgetLeadDrafts } from './lead-drafts.ts';
import { StageTimeBadge } from './stage-badge.tsx';
import { StagePicker } from './stage-picker.tsx';

export type LeadPanelProps = {
  leadId: string;
  /** The lead as the list has it, so that walking the rows shows each at once. */
  known?: Lead | undefined;
  onClose: () => void;
  /** "1 of 64". */
  position?: string | undefined;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** What to do next with them: the CRM knows it. */
  renderNextAction: (lead: Lead, canChange: boolean, onEdit: () => void) => ReactNode;
  /** What happened with the lead: belongs to the features on the right of this one. */
  renderTimeline: (leadId: string) => ReactNode;
  /** What they bought: the CRM knows it. */
  renderPurchases?: ((leadId: string) => ReactNode) | undefined;
  /** What they agreed to: privacy knows it. */
  renderConsent: (lead: Lead, canChange: boolean) => ReactNode;
  /** Whether they know where we have their data from: what sends messages knows it. */
  renderNotice?: ((lead: Lead) => ReactNode) | undefined;
  /** What they may ask of us, shown to members only. */
  renderPrivacy: (lead: Lead, onErased: () => void) => ReactNode;
};

/** One person beside the list: why they scored as they did, where they come from, what happened, what to do next. */
export function LeadPanel({ leadId, known, onClose, ...given }: LeadPanelProps) {
  const {
    renderNextAction,
    renderTimeline,
    renderPurchases,
    renderConsent,
    renderNotice,
    renderPrivacy,
    ...walk
  } = given;
  const query = useQuery({ ...leadQuery(leadId), ...(known ? { placeholderData: known } : {}) });
  const groups = useQuery(leadGroupsQuery());
  const canChange = useCanChange();
  const [isEditing, setIsEditing] = useState(false);
  // What is still known of somebody whom a colleague has deleted offers deeds that can only fail.
  const lead = isGone(query.error) ? undefined : query.data;
  // Who it is stands there at once; what is under it is much, and must not hold up the key that walks the rows.
  const shown = useDeferredValue(lead, null);
  const sections = useSteady({
    onErased: () => {
      forgetLeadDrafts(leadId);
      onClose();
    },
    renderTimeline,
    renderConsent,
    renderNotice: (about: Lead) => renderNotice?.(about),
    renderPrivacy,
  });
  // Whoever was writing just then goes on from what is said of it, and from the name when the lead is back.
  const gone = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isShown = lead !== undefined;
  useFocusAlong(isShown ? title : gone, isShown);
  const frame = {
    onClose,
    onPrevious: walk.onPrevious,
    onNext: walk.onNext,
    ...(walk.position === undefined ? {} : { position: walk.position }),
  };

  if (lead === undefined) {
    return (
      <Drawer label="Lead" {...frame}>
        {query.isPending ? (
          <PanelSkeleton />
        ) : isGone(query.error) ? (
          <GoneLeadView leadId={leadId} {...goneOf(query.error)} canChange={canChange} place={gone} />
        ) : (
          <ErrorState isCompact className="px-5" title="The lead could not be loaded" query={query} />
        )}
      </Drawer>
    );
  }
  const group = groups.data?.find(({ id }) => id === lead.groupId);
  return (
    <Drawer
      label={lead.name}
      {...frame}
      isHeadLoose
      actions={canChange && <RareDeeds lead={lead} onEdit={() => setIsEditing(true)} onDelete={onClose} />}
      header={
        <>
          <div className="mt-2 flex items-center gap-3 max-sm:mt-1">
            <Avatar {...namesOf(lead.name)} size="large" />
            <div className="min-w-0">
              <h2 ref={title} className="truncate text-[1.0625rem]/6 font-semibold">
                {lead.name}
              </h2>
              <p className="truncate text-small text-ink-3">{whereLine(lead, group)}</p>
            </div>
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-2 max-sm:mt-2">
            {renderNextAction(lead, canChange, () => setIsEditing(true))}
            {canChange && <MoveToGroup lead={lead} groups={groups.data ?? []} />}
            <span className="ml-auto">
              <StagePicker lead={lead} canChange={canChange} />
            </span>
          </div>
          <div className="mt-2">
            <StageTimeBadge lead={lead} />
            {renderPurchases?.(lead.id)}
          </div>
        </>
      }
    >
      {canChange && <EditLeadDialog key={lead.id} lead={lead} open={isEditing} onOpenChange={setIsEditing} />}
      {shown && (
        <div aria-busy={shown.id !== lead.id} className={cn(shown.id !== lead.id && 'pointer-events-none')}>
          <Sections lead={shown} canChange={canChange} {...sections} />
        </div>
      )}
    </Drawer>
  );
}

type SectionsProps = Pick<
  LeadPanelProps,
  'renderTimeline' | 'renderConsent' | 'renderNotice' | 'renderPrivacy'
> & {
  onErased: () => void;
};

const Sections = memo(function Sections({
  lead,
  canChange,
  onErased,
  renderTimeline,
  renderConsent,
  renderNotice,
  renderPrivacy,
}: SectionsProps & { lead: Lead; canChange: boolean }) {
  return (
    <>
      <ScoreSection lead={lead} canChange={canChange} />
      <OwnerAndTagsSection key={`care-${lead.id}`} lead={lead} canChange={canChange} />
      <ProvenanceSection lead={lead} />
      {/* What is done with somebody every day, before what the law asks for, which is long. */}
      {canChange && <NoteForm key={`note-${lead.id}`} lead={lead} />}
      {renderTimeline(lead.id)}
      {renderConsent(lead, canChange)}
      {renderNotice?.(lead)}
      {canChange && renderPrivacy(lead, onErased)}
    </>
  );
});

function goneOf(error: unknown): Pick<GoneProps, 'reason' | 'successorId'> {
  const { reason, successorId } = (error instanceof ApiError && error.body) || {};
  return { reason, successorId };
}

/** "u/dana_brews on Reddit · Evening blends". */
function whereLine(lead: Lead, group: LeadGroup | undefined): string {
  const platform = platformLabel(lead.platform);
  const isPlace = lead.platform !== 'manual' && lead.platform !== 'import';
  const who =
    lead.handle === null
      ? platform
      : isPlace
        ? `${lead.handle} on ${platform}`
        : `${lead.handle} · ${platform}`;
  return `${who} · ${group?.name ?? 'no group'}`;
}

function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.at(-1) ?? '' };
}

const NO_GROUP = 'none';

function MoveToGroup({ lead, groups }: { lead: Lead; groups: readonly LeadGroup[] }) {
  const { change, isPending } = useChangeWithUndo(lead);
  function move(groupId: string | null) {
    if (groupId === lead.groupId) return;
    const name = groups.find(({ id }) => id === groupId)?.name ?? 'no group';
    change({
      to: { groupId },
      back: { groupId: lead.groupId },
      done: `${lead.name} moved to ${name}`,
      failed: `${lead.name} was not moved`,
    });
  }
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button isPending={isPending} pendingLabel="Moving…">
          Move to group
        </Button>
      }
      items={[
        {
          kind: 'choice',
          label: 'Group',
          value: lead.groupId ?? NO_GROUP,
          options: [
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
            { value: NO_GROUP, label: 'No group' },
          ],
          onValueChange: (id) => move(id === NO_GROUP ? null : id),
        },
      ]}
    />
  );
}

type RareDeedsProps = { lead: Lead; onEdit: () => void; onDelete: () => void };

function RareDeeds({ lead, onEdit, onDelete }: RareDeedsProps) {
  const deleteWithUndo = useDeleteLeadWithUndo();
  return (
    <DropdownMenu
      trigger={<IconButton icon={Ellipsis} label="More" />}
      items={[
        { label: 'Edit details', icon: Pencil, onSelect: onEdit },
        {
          label: 'Delete lead',
          icon: Trash2,
          isLoss: true,
          onSelect: () => {
            // First: what stands in the drawer would ask for somebody who is gone.
            onDelete();
            deleteWithUndo(lead);
          },
        },
      ]}
    />
  );
}

/** Deletes a lead and offers it back for ten seconds. */
function useDeleteLeadWithUndo(): (lead: Pick<Lead, 'id' | 'name'>) => void {
  const remove = useDeleteLead();
  const restore = useRestoreLead();
  return ({ id, name }) =>
    doWithUndo({
      deed: remove.mutateAsync(id),
      done: { title: `${name} deleted` },
      onFailure: tellFailure('The lead was not deleted'),
      undo: () => restore.mutateAsync(id),
      onUndoFailure: tellFailure(`${name} did not come back`),
    });
}

function PanelSkeleton() {
  return (
    <Loading label="Loading the lead" className="space-y-3 p-5">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-3 w-64" />
      <Skeleton className="mt-6 h-2.5 w-full" />
      <Skeleton className="h-3 w-56" />
      <Skeleton className="h-3 w-44" />
      <Skeleton className="h-20 w-full" />
    </Loading>
  );
}
