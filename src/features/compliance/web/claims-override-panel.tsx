import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminsQuery, currentUserQuery } from '#features/access/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { FindingGlyph } from '#ui/finding-glyph.tsx';
import type { Finding } from '../contract.ts';
import { OverrideDialog } from './override-dialog.tsx';

/** What has to be rewritten, and for a member who could let it leave as it is. */
export function BlockedNotice({ count }: { count: number }) {
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
export function OverrideButton({ blocks, deed, onOverride }: OverrideButtonProps) {
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
