import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { colleaguesQuery } from '#features/access/web/api.ts';
import { DrawerSection } from '#ui/drawer.tsx';
import { Select } from '#ui/select.tsx';
import type { Lead } from '../../contract.ts';
import { MOST_TAGS } from '../../contract-notes.ts';
import { useChangeWithUndo } from '../change-with-undo.ts';
import { TagField } from './tag-field.tsx';

const NOBODY = 'none';

/** Who looks after a person, and how colleagues sorted them. */
export function OwnerAndTagsSection({ lead, canChange }: { lead: Lead; canChange: boolean }) {
  const colleagues = useQuery(colleaguesQuery());
  const { change, pending } = useChangeWithUndo(lead);
  const nameOf = (id: string | null) =>
    id === null ? 'nobody' : (colleagues.data?.find((each) => each.id === id)?.name ?? 'a colleague');
  // What was asked for just before is what an undo goes back to.
  const tags = pending?.tags ?? lead.tags;
  const ownerId = pending?.ownerId === undefined ? lead.ownerId : pending.ownerId;

  function give(next: string | null) {
    change({
      to: { ownerId: next },
      back: { ownerId },
      done:
        next === null ? `Nobody looks after ${lead.name} now` : `${nameOf(next)} looks after ${lead.name}`,
      failed: `${lead.name} stays with ${nameOf(ownerId)}`,
    });
  }
  function tag(next: string[], done: string) {
    change({ to: { tags: next }, back: { tags }, done, failed: `The tags of ${lead.name} stay` });
  }
  return (
    <DrawerSection title="Owner and tags">
      <div className="space-y-3">
        {canChange ? (
          <Select
            aria-label={`Owner of ${lead.name}`}
            value={ownerId ?? NOBODY}
            onValueChange={(id) => give(id === NOBODY ? null : id)}
            options={[
              { value: NOBODY, label: 'Nobody yet' },
              ...(colleagues.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : (
          <p>{ownerId === null ? 'Nobody looks after them yet.' : `${nameOf(ownerId)} looks after them.`}</p>
        )}
        {tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
            {tags.map((each) => (
              <li
                key={each}
                className="inline-flex h-6 max-w-full items-center gap-1 rounded-badge bg-hover pl-2 text-small font-medium not-has-[button]:pr-2 pointer-coarse:h-11"
              >
                <span className="truncate">{each}</span>
                {canChange && (
                  <button
                    type="button"
                    aria-label={`Remove ${each}`}
                    onClick={() =>
                      tag(
                        tags.filter((other) => other !== each),
                        `${each} taken from ${lead.name}`,
                      )
                    }
                    className="inline-flex size-6 items-center justify-center rounded-badge text-ink-3 hover:text-ink pointer-coarse:size-11"
                  >
                    <X className="size-3.5" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {canChange &&
          (tags.length < MOST_TAGS ? (
            <TagField
              label="Add a tag"
              onAdd={(added) => tag([...tags, added], `${lead.name} tagged ${added}`)}
            />
          ) : (
            <p className="text-small text-ink-3">{MOST_TAGS} tags are the most. Remove one to add another.</p>
          ))}
      </div>
    </DrawerSection>
  );
}
