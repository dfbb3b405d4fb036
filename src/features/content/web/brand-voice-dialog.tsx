import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useOwnWork } from '#features/access/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { TwoVersionsNotice } from '#ui/two-versions-notice.tsx';
import { readBegun, useTwoVersions } from '#ui/use-two-versions.ts';
import type { BrandVoice } from '../contract.ts';
import { splitTags } from '../rules.ts';
import { voiceOnTop } from '../rules-voice.ts';
import { brandVoiceQuery, useChangeBrandVoice, useRole } from './api.ts';

/** How the business sounds, and what it may say about its products; every text is written with it. */
export function BrandVoiceDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const voice = useQuery({ ...brandVoiceQuery(), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title="Brand voice"
      description="Used whenever content is written here, by the built-in engine or a language model."
    >
      {voice.isPending ? (
        <Loading label="Loading the brand voice" className="space-y-4">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-8 w-full" />
        </Loading>
      ) : voice.isLoadingError ? (
        <ErrorState isCompact title="The brand voice could not be loaded" query={voice} />
      ) : (
        <VoiceForm voice={voice.data} onClose={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

type Row = BrandVoice['facts'][number] & { key: number };

/** As it stands in the form. */
type Typed = { samples: string; doWords: string; dontWords: string; facts: Row[] };

/** Rows that are not whole yet are kept as well. */
const Begun = z.object({
  samples: z.string(),
  doWords: z.array(z.string()),
  dontWords: z.array(z.string()),
  facts: z.array(z.object({ fact: z.string(), source: z.string() })),
});

function typedOf({ samples, doWords, dontWords, facts }: BrandVoice): Typed {
  return {
    samples,
    doWords: doWords.join(', '),
    dontWords: dontWords.join(', '),
    facts: facts.map(({ fact, source }, key) => ({ fact, source, key })),
  };
}

function voiceOf({ samples, doWords, dontWords, facts }: Typed): BrandVoice {
  return {
    samples,
    doWords: splitTags(doWords),
    dontWords: splitTags(dontWords),
    facts: facts
      .filter(({ fact, source }) => fact.trim() !== '' || source.trim() !== '')
      .map(({ fact, source }) => ({ fact: fact.trim(), source: source.trim() })),
  };
}

function VoiceForm({ voice, onClose }: { voice: BrandVoice & { version: number }; onClose: () => void }) {
  const { canChange } = useRole();
  const change = useChangeBrandVoice();
  const name = useOwnWork('content.voice');
  const [begun] = useState(() => readBegun(name, Begun));
  const [typed, setTyped] = useState(() => typedOf(begun?.typed ?? voice));
  const { version: stored, ...fields } = voice;
  const versions = useTwoVersions({
    name,
    begun,
    stored: { version: stored, fields },
    typed: voiceOf(typed),
    show: (next) => setTyped(typedOf(next)),
    onTop: voiceOnTop,
    isSaving: change.isPending,
  });
  const { samples, doWords, dontWords, facts } = typed;
  const put = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const isIncomplete = facts.some(({ fact, source }) => (fact.trim() === '') !== (source.trim() === ''));
  const setFact = (key: number, part: Partial<Row>) =>
    put({ facts: facts.map((row) => (row.key === key ? { ...row, ...part } : row)) });

  function submit() {
    if (isIncomplete) return;
    change.mutate(
      { version: versions.version, ...voiceOf(typed) },
      {
        onSuccess: () => {
          versions.end();
          toast({ title: 'Brand voice kept', description: 'The next text is written with it.' });
          onClose();
        },
        onError: tellFailure('Error'),
      },
    );
  }

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!change.isPending) submit();
      }}
    >
      <TwoVersionsNotice what="brand voice" versions={versions} />
      <Field
        label="Samples"
        note="optional"
        hint="A few sentences as you write them. A language model follows their style."
      >
        {(control) => (
          <Textarea
            {...control}
            className="min-h-20"
            value={samples}
            maxLength={4_000}
            readOnly={!canChange}
            onChange={(event) => put({ samples: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Words to prefer" hint="Comma-separated.">
          {(control) => (
            <Input
              {...control}
              value={doWords}
              readOnly={!canChange}
              onChange={(event) => put({ doWords: event.target.value })}
            />
          )}
        </Field>
        <Field label="Words that never appear" hint="Comma-separated.">
          {(control) => (
            <Input
              {...control}
              value={dontWords}
              readOnly={!canChange}
              onChange={(event) => put({ dontWords: event.target.value })}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="text-small font-medium text-ink-2">Product facts</legend>
        <p className="text-small text-ink-3">
          Each with where it is proven. A text shows which of them it used.
        </p>
        <ul className="mt-2 space-y-2">
          {facts.map(({ key, fact, source }, index) => (
            <li key={key} className="flex flex-wrap items-center gap-2">
              <Input
                aria-label={`Fact ${index + 1}`}
                placeholder="Hearth holds no tea leaf, coffee or cocoa."
                className="flex-2 basis-56"
                value={fact}
                maxLength={300}
                readOnly={!canChange}
                onChange={(event) => setFact(key, { fact: event.target.value })}
              />
              <Input
                aria-label={`Source of fact ${index + 1}`}
                placeholder="Label of lot 2211"
                className="flex-1 basis-36"
                value={source}
                maxLength={300}
                readOnly={!canChange}
                onChange={(event) => setFact(key, { source: event.target.value })}
              />
              {canChange && (
                <IconButton
                  icon={X}
                  label={`Remove fact ${index + 1}`}
                  onClick={() => put({ facts: facts.filter((row) => row.key !== key) })}
                />
              )}
            </li>
          ))}
        </ul>
        {isIncomplete && (
          <p role="alert" className="mt-1 text-small text-red-ink">
            A fact needs its source, and a source its fact.
          </p>
        )}
        {canChange && facts.length < 100 && (
          <Button
            size="row"
            icon={Plus}
            className="mt-2"
            onClick={() =>
              put({
                facts: [
                  ...facts,
                  { key: Math.max(-1, ...facts.map((row) => row.key)) + 1, fact: '', source: '' },
                ],
              })
            }
          >
            Add fact
          </Button>
        )}
      </fieldset>
      <div className="flex justify-end gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            versions.end();
            onClose();
          }}
        >
          {canChange ? 'Cancel' : 'Close'}
        </Button>
        {canChange && (
          <Button type="submit" variant="primary" isPending={change.isPending} pendingLabel="Saving…">
            Save brand voice
          </Button>
        )}
      </div>
    </form>
  );
}
