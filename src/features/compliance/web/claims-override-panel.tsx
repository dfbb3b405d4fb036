import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { adminsQuery, currentUserQuery } from '#features/access/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import type { Finding } from '../contract.ts';
import { OverrideDialog } from './override-dialog.tsx';

/** The reason an admin gave for texts that are held, for as long as they read as they did. */
export function useApproval(...texts: readonly string[]): Approval {
  const given = useRef<{ of: string; reason: string }>(null);
  const of = JSON.stringify(texts);
  return {
    give: (reason) => {
      given.current = { of, reason };
    },
    take: () => {
      const { current } = given;
      given.current = null;
      return current?.of === of ? { overrideReason: current.reason } : {};
    },
  };
}

type Approval = {
  give: (reason: string) => void;
  /** What goes with the next call, and with that one alone. */
  take: () => { overrideReason?: string };
};

type HeldPanelProps = {
  ref?: Ref<HTMLDivElement>;
  /** What keeps it from leaving. */
  blocks: readonly Finding[];
  /** "Launch Campaign" */
  deed: string;
  /** What else keeps it, in a sentence; it cannot be overridden. */
  obstacle?: ReactNode;
  /** What stands beside the reasons though it keeps nothing. */
  note?: ReactNode;
  /** Sends it all the same. */
  onOverride: (reason: string) => void;
  /** Where the buttons of the form are: at the end as in a dialog, or where its fields begin. */
  align?: 'end' | 'start';
  className?: string;
  /** The buttons; the one that sends takes these. */
  children: (send: { disabled: boolean; 'aria-describedby'?: string }) => ReactNode;
};

/** The foot of a form whose text may be held: why, for an admin the way past it, and its buttons. */
export function HeldPanel(props: HeldPanelProps) {
  const { blocks, deed, obstacle, note, onOverride, align = 'end', className, children } = props;
  const id = useId();
  const isBlocked = blocks.length > 0;
  const hasObstacle = Boolean(obstacle);
  const isHeld = isBlocked || hasObstacle;
  const buttons = children(isHeld ? { disabled: true, 'aria-describedby': id } : { disabled: false });
  const why = (
    <div className={cn('min-w-0 space-y-1', align === 'end' && 'mr-auto')}>
      {note}
      <div id={id}>
        {obstacle}
        {isBlocked && <BlockedNotice count={blocks.length} />}
      </div>
    </div>
  );
  const override = isBlocked && !hasObstacle && (
    <OverrideButton blocks={blocks} deed={deed} onOverride={onOverride} />
  );
  return (
    <div
      ref={props.ref}
      className={cn('flex flex-wrap items-center gap-2', align === 'end' && 'justify-end', className)}
    >
      {align === 'end' ? why : buttons}
      {override}
      {align === 'end' ? buttons : why}
    </div>
  );
}

type HeldFormPanelProps = Omit<HeldPanelProps, 'onOverride' | 'ref'> & { approval: Approval };

/** The same where the form is submitted to send it. */
export function HeldFormPanel({ approval, ...props }: HeldFormPanelProps) {
  const own = useRef<HTMLDivElement>(null);
  return (
    <HeldPanel
      {...props}
      ref={own}
      onOverride={(reason) => {
        approval.give(reason);
        own.current?.closest('form')?.requestSubmit();
      }}
    />
  );
}

/** What has to be rewritten, and for a member who could let it leave as it is. */
function BlockedNotice({ count }: { count: number }) {
  const user = useQuery(currentUserQuery());
  const isAdmin = user.data !== undefined && hasRole(user.data.role, 'admin');
  const admins = useQuery({ ...adminsQuery(), enabled: user.data !== undefined && !isAdmin });
  return (
    <p className="text-small text-pretty text-ink-3">
      <span className="inline-flex items-center gap-1.5 text-red-ink">
        <FindingGlyph severity="block" className="size-3.5" />
        {countOf(count, 'block')} to clear
      </span>
      {!isAdmin && admins.data && (
        <span className="block">
          {admins.data.map(({ name }) => name).join(', ')} can override {count === 1 ? 'it' : 'them'}.
        </span>
      )}
    </p>
  );
}

type OverrideButtonProps = {
  blocks: readonly Finding[];
  /** "Launch Campaign" */
  deed: string;
  onOverride: (reason: string) => void;
};

/** For admins alone. */
function OverrideButton({ blocks, deed, onOverride }: OverrideButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const user = useQuery(currentUserQuery());
  if (!user.data || !hasRole(user.data.role, 'admin')) return null;
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        Override…
      </Button>
      <OverrideDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        blocks={blocks}
        deed={deed}
        onOverride={(reason) => {
          setIsOpen(false);
          onOverride(reason);
        }}
      />
    </>
  );
}
