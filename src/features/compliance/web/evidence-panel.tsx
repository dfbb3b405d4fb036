import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { useFocusOfForm } from '#ui/focus/use-focus-along.ts';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { WebAddressInput } from '#ui/web-address-input.tsx';
import { type ClaimEvidence, NewEvidence } from '../contract-evidence.ts';
import { evidenceQuery, useAddEvidence, useRemoveEvidence, useRestoreEvidence } from './api.ts';

/** What stands behind the words of claims; admins keep the list. */
export function EvidencePanel({ isAdmin }: { isAdmin: boolean }) {
  const evidence = useQuery(evidenceQuery());
  const [isAdding, setIsAdding] = useState(false);
  const { part, opener } = useFocusOfForm(isAdding);
  if (evidence.isPending) {
    return (
      <Loading label="Loading evidence" className="grid gap-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </Loading>
    );
  }
  if (evidence.isLoadingError) {
    return <ErrorState isCompact title="Evidence could not be loaded" query={evidence} />;
  }
  return (
    <div className="grid gap-4">
      {evidence.data.length === 0 && (
        <p className="text-small text-ink-3">
          None yet.{' '}
          {isAdmin ? 'Add the study or the terms behind words that you use.' : 'An admin can add some.'}
        </p>
      )}
      {evidence.data.length > 0 && (
        <ul>
          {evidence.data.map((one) => (
            <EvidenceRow key={one.id} evidence={one} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
      {isAdmin &&
        (isAdding ? (
          <div ref={part}>
            <EvidenceForm onDone={() => setIsAdding(false)} />
          </div>
        ) : (
          <Button ref={opener} className="justify-self-start" onClick={() => setIsAdding(true)}>
            Add evidence
          </Button>
        ))}
    </div>
  );
}

function EvidenceRow({ evidence, isAdmin }: { evidence: ClaimEvidence; isAdmin: boolean }) {
  const remove = useRemoveEvidence();
  const restore = useRestoreEvidence();
  const { id, words, title, url, publishedOn, validUntil } = evidence;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 first:pt-0">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium wrap-anywhere">“{words}”</span>
        <span className="block text-small wrap-anywhere text-ink-2">
          <a href={url} target="_blank" rel="noreferrer" className="underline">
            {title}
          </a>
          , {publishedOn}
          {validUntil !== null && `, until ${validUntil}`}
        </span>
      </p>
      {isAdmin && (
        <Button
          size="row"
          variant="ghost"
          aria-label={`Remove evidence for “${words}”`}
          isPending={remove.isPending}
          onClick={() =>
            doWithUndo({
              deed: remove.mutateAsync(id),
              done: { title: 'Evidence removed' },
              onFailure: tellFailure('The evidence was not removed'),
              undo: () => restore.mutateAsync(id),
              onUndoFailure: tellFailure('The evidence did not come back'),
            })
          }
        >
          Remove
        </Button>
      )}
    </li>
  );
}

function EvidenceForm({ onDone }: { onDone: () => void }) {
  const add = useAddEvidence();
  const form = useSchemaForm(NewEvidence, {
    defaultValues: { words: '', title: '', url: '', publishedOn: '', validUntil: '' },
  });
  return (
    <Form
      form={form}
      onSubmit={async (given) => {
        await add.mutateAsync(given);
        onDone();
        toast({ title: 'Evidence added' });
      }}
      className="grid max-w-[36rem] gap-4 sm:grid-cols-2"
    >
      <FormField
        form={form}
        name="words"
        label="Words of the claim"
        hint="As they stand in your texts, for example “clinically tested”."
        isRequired
        className="sm:col-span-2"
      >
        {(field) => <Input {...field} maxLength={120} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="title" label="Source" isRequired>
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="url" label="Its address" isRequired>
        {(field) => <WebAddressInput {...field} />}
      </FormField>
      <FormField form={form} name="publishedOn" label="Published on" isRequired>
        {(field) => <Input {...field} type="date" />}
      </FormField>
      <FormField
        form={form}
        name="validUntil"
        label="Holds until"
        note="optional"
        hint="The last day of an offer."
      >
        {({ value, ...field }) => <Input {...field} value={value ?? ''} type="date" />}
      </FormField>
      <div className="flex gap-2 sm:col-span-2">
        <SubmitButton form={form} pendingLabel="Adding…">
          Add evidence
        </SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
