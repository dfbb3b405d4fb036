import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import type { SamePerson } from '../contract.ts';
import { samePeopleQuery, useJoinMembers, useSplitMember } from './api.ts';
import { contactOf } from './member-table.tsx';
import { tellAttempt } from './tell-attempt.ts';

/** Entries that seem to be one person, with what joining them would give. */
export function SamePeopleNotice({ communityId }: { communityId: string }) {
  const pairs = useQuery(samePeopleQuery(communityId));
  const join = useJoinMembers(communityId);
  const split = useSplitMember(communityId);
  if (!pairs.data || pairs.data.length === 0) return null;

  function onJoin({ first, second }: SamePerson) {
    const ids = { memberId: first.id, otherId: second.id };
    doWithUndo({
      deed: join.mutateAsync(ids),
      done: { title: 'Joined into one', description: contactOf(first) },
      onFailure: tellAttempt('Failed to join them'),
      undo: () => split.mutateAsync(ids),
      onUndoFailure: tellAttempt('Failed to take them apart'),
    });
  }

  return (
    <section aria-label="Seem to be one person" className="border-y border-line-2 py-3">
      <h2 className="flex items-center gap-1.5 text-label text-ink-2">
        <Users className="size-4" />
        Seem to be one person
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {pairs.data.slice(0, 3).map((pair) => (
          <li
            key={`${pair.first.id}${pair.second.id}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
          >
            <p className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">{contactOf(pair.first)}</strong> and{' '}
              <strong className="font-semibold">{contactOf(pair.second)}</strong>
              <span className="block text-small text-ink-3">
                {pair.note}. Joined: {countOf(pair.first.activity.posts + pair.second.activity.posts, 'post')}
                , {countOf(pair.first.activity.comments + pair.second.activity.comments, 'comment')}.
              </span>
            </p>
            <Button size="row" onClick={() => onJoin(pair)} isPending={join.isPending}>
              Join into one
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
