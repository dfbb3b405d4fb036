import { useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useKeptText } from '#ui/kept/kept-work.ts';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { type AssetType, LIMITS, MESSAGES } from '../contract.ts';
import { useCreateSession } from './api.ts';
import { TYPE_OPTIONS } from './words.ts';

/** What to write, and for what: the beginning of a content session. */
export function SessionForm({ onCreated }: { onCreated: (id: string) => void }) {
  const create = useCreateSession();
  const [sessionName, setSessionName] = useKeptText(useOwnWork('content.new.name'));
  const [requirements, setRequirements] = useKeptText(useOwnWork('content.new.requirements'));
  const [contentType, setContentType] = useState<AssetType>('email');

  function submit() {
    if (sessionName.trim() === '') {
      toast({ title: 'Error', description: MESSAGES.sessionName, variant: 'destructive' });
      return;
    }
    create.mutate(
      { sessionName, contentType, requirements },
      {
        onSuccess: ({ id }) => {
          setSessionName('');
          setRequirements('');
          toast({
            title: 'Session Created',
            description: 'Content generation session created successfully.',
          });
          onCreated(id);
        },
        onError: () =>
          toast({
            title: 'Error',
            description: 'Failed to create content generation session.',
            variant: 'destructive',
          }),
      },
    );
  }

  return (
    <form
      aria-label="New content session"
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) submit();
      }}
    >
      <div className="flex flex-wrap gap-4">
        <Field label="Session Name" isRequired className="flex-1 basis-56">
          {(control) => (
            <Input
              {...control}
              value={sessionName}
              maxLength={LIMITS.name}
              autoComplete="off"
              placeholder="Winter teas, first mail"
              onChange={(event) => setSessionName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Content Type" className="basis-44 max-sm:grow">
          {(control) => (
            <Select {...control} value={contentType} onValueChange={setContentType} options={TYPE_OPTIONS} />
          )}
        </Field>
      </div>
      <Field
        label="Requirements"
        note="optional"
        hint="What must be said, what must not, and how long it may be. Only what stands here or in the product facts is used."
      >
        {(control) => (
          <Textarea
            {...control}
            className="min-h-28"
            value={requirements}
            maxLength={LIMITS.requirements}
            placeholder="Mail about the winter sampler: six blends, 30 cups, $18. Mention free returns. At most 120 words."
            onChange={(event) => setRequirements(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" isPending={create.isPending} pendingLabel="Creating…">
        Create Session & Start
      </Button>
    </form>
  );
}
