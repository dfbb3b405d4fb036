import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lead } from '#features/leads/contract.ts';
import { countOf } from '#kit/text.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { LossDialog } from '#ui/kept/loss-dialog.tsx';
import { shortDate } from '#ui/relative-time-words.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { Mention, MentionKind } from '../contract.ts';
import { mentionsQuery, useEraseLead } from './api.ts';

const KIND_WORDS: Record<MentionKind, string> = {
  chat: 'Chat',
  reply: 'Reply',
  answer: 'Your answer',
  post: 'Community post',
  note: 'Note',
  task: 'Task',
};

type EraseDialogProps = { lead: Lead; onClose: () => void; onErased: () => void };

/** Asks before a person is erased, and in which texts of others their name and addresses go too. */
export function EraseDialog({ lead, onClose, onErased }: EraseDialogProps) {
  const erase = useEraseLead();
  const [chosen, setChosen] = useState<readonly Mention[]>([]);
  return (
    <LossDialog
      title={`Erase ${lead.name}?`}
      description="Name, contacts, words, messages and consent go everywhere, for good. A keyed hash stays, so that this person is never added again."
      deed="Erase for good"
      pendingLabel="Erasing…"
      call={erase}
      ifFailed="Nothing was erased."
      onClose={onClose}
      onConfirm={() => {
        const mentions = chosen.map(({ kind, id }) => ({ kind, id }));
        // Not by a callback of `mutate`, which this dialog does not live to hear: the panel knows before that nobody is left.
        erase.mutateAsync({ leadId: lead.id, mentions }).then(
          () => {
            onClose();
            onErased();
            toast({ title: 'Person erased' });
          },
          // The dialog says it.
          () => undefined,
        );
      }}
    >
      <MentionList leadId={lead.id} chosen={chosen} onChoose={setChosen} />
    </LossDialog>
  );
}

type MentionListProps = {
  leadId: string;
  chosen: readonly Mention[];
  onChoose: (chosen: readonly Mention[]) => void;
};

function MentionList({ leadId, chosen, onChoose }: MentionListProps) {
  const mentions = useQuery(mentionsQuery(leadId));
  if (mentions.isLoadingError)
    return <ErrorState isCompact title="Other texts could not be searched" query={mentions} />;
  if (mentions.isPending) {
    return (
      <Loading label="Searching other texts">
        <Skeleton className="h-10" />
      </Loading>
    );
  }
  const { items, hasMore } = mentions.data;
  if (items.length === 0)
    return <p className="text-small text-ink-2">No text about other people names them.</p>;
  const keys = new Set(chosen.map(keyOf));
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-ink-2">
        Found in {countOf(items.length, 'text')} about other people. Select where [erased] replaces the name
        or address.
      </legend>
      <Checkbox
        className="mt-3"
        label="All of them"
        checked={chosen.length === items.length}
        isPartial={chosen.length > 0 && chosen.length < items.length}
        onChange={({ target }) => onChoose(target.checked ? items : [])}
      />
      <ul className="-mx-1 mt-2 max-h-60 space-y-2 overflow-y-auto border-t border-line-2 px-1 pt-2">
        {items.map((item) => (
          <li key={keyOf(item)}>
            <Checkbox
              label={`${KIND_WORDS[item.kind]}, ${shortDate(new Date(item.at), new Date())}`}
              hint={<span className="wrap-anywhere">{item.excerpt}</span>}
              checked={keys.has(keyOf(item))}
              onChange={({ target }) =>
                onChoose(
                  target.checked ? [...chosen, item] : chosen.filter((one) => keyOf(one) !== keyOf(item)),
                )
              }
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="mt-2 text-small text-ink-2">These are the newest 50 of each kind; there are more.</p>
      )}
    </fieldset>
  );
}

const keyOf = ({ kind, id }: Pick<Mention, 'kind' | 'id'>): string => `${kind} ${id}`;
