import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, RefreshCw, Unplug } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#kit/text.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Field } from '#ui/field.tsx';
import { stayNear } from '#ui/focus/kept-focus.ts';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { type CommunitySource, connectSource, type SourceKind } from '../contract-sources.ts';
import {
  sourceKindsQuery,
  sourcesQuery,
  useConnectSource,
  useDisconnectSource,
  useSyncSource,
} from './api.ts';
import { tellAttempt } from './tell-attempt.ts';

/** The external communities that this one mirrors. */
export function MirrorSection({ communityId }: { communityId: string }) {
  const sources = useQuery(sourcesQuery(communityId));
  const kinds = useQuery(sourceKindsQuery());
  return (
    <section aria-labelledby="mirrored" className="mt-10 max-w-[40rem] border-t border-line-2 pt-6">
      <h2 id="mirrored" className="text-h2">
        Mirrored communities
      </h2>
      <p className="mt-0.5 text-small text-pretty text-ink-3">
        Members and posts of another place come in by themselves; edits and deletions there follow.
      </p>
      {sources.isPending || kinds.isPending ? (
        <Loading label="Loading the mirrored communities" className="mt-3">
          <Skeleton className="h-12" />
        </Loading>
      ) : sources.isLoadingError || kinds.isLoadingError ? (
        <ErrorState
          isCompact
          title="The mirrored communities could not be loaded"
          error={sources.error ?? kinds.error}
          onRetry={() => {
            void sources.refetch();
            void kinds.refetch();
          }}
          isRetrying={sources.isFetching || kinds.isFetching}
        />
      ) : (
        <>
          {sources.data.length > 0 && (
            <ul
              aria-label="Mirrored communities"
              className="mt-3 divide-y divide-line border-y border-line-2"
            >
              {sources.data.map((source) => (
                <SourceRow key={source.id} communityId={communityId} source={source} />
              ))}
            </ul>
          )}
          <ConnectForm communityId={communityId} kinds={kinds.data} />
        </>
      )}
    </section>
  );
}

function StateBadge({ state }: { state: CommunitySource['state'] }) {
  if (state === 'connected') {
    return (
      <Badge tone="good" icon={CircleCheck}>
        Connected
      </Badge>
    );
  }
  if (state === 'failed') {
    return (
      <Badge tone="attention" icon={CircleAlert}>
        Connection lost
      </Badge>
    );
  }
  return (
    <Badge tone="outline" icon={CircleDashed}>
      {state === 'reading' ? 'Reading' : 'Waiting'}
    </Badge>
  );
}

function SourceRow({ communityId, source }: { communityId: string; source: CommunitySource }) {
  const sync = useSyncSource(communityId);
  const disconnect = useDisconnectSource(communityId);
  const connect = useConnectSource(communityId);
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2">
            <strong className="font-semibold">{source.label}</strong>
            <StateBadge state={source.state} />
          </p>
          <p className="mt-0.5 text-small text-ink-2 wrap-anywhere">{source.place}</p>
          <p className="text-small text-ink-3 tabular-nums">
            {countOf(source.posts, 'post')}, {countOf(source.members, 'member')}
            {source.lastSyncedAt !== null && (
              <>
                , read <RelativeTime value={source.lastSyncedAt} />
              </>
            )}
            {!source.isBackfilled && source.lastSyncedAt !== null && ', older posts still come in'}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            size="row"
            icon={RefreshCw}
            isPending={sync.isPending}
            onClick={() =>
              sync.mutate(source.id, {
                onSuccess: () => void toast({ title: 'It is read in a moment' }),
                onError: tellAttempt('Failed to read it'),
              })
            }
          >
            Read now
          </Button>
          <Button
            size="row"
            variant="loss"
            icon={Unplug}
            isPending={disconnect.isPending}
            onClick={({ currentTarget }) => {
              const deed = disconnect.mutateAsync(source.id);
              stayNear(currentTarget, deed);
              doWithUndo({
                deed,
                done: { title: 'Disconnected', description: 'What was mirrored stays.' },
                onFailure: tellAttempt('Failed to disconnect'),
                undo: () => connect.mutateAsync({ kind: source.kind, place: source.place }),
                onUndoFailure: tellAttempt('Failed to connect it again'),
              });
            }}
          >
            Disconnect
          </Button>
        </div>
      </div>
      {source.error !== null && (
        <p className="text-small text-amber-ink">
          {source.error}. It is tried again <RelativeTime value={source.nextSyncAt} isAhead />.
        </p>
      )}
      {source.webhook && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Webhook address">
            {(control) => (
              <div className="flex gap-2">
                <Input {...control} readOnly value={source.webhook?.url} className="font-mono" />
                <CopyButton size="control" text={source.webhook?.url ?? ''} />
              </div>
            )}
          </Field>
          <Field label="Webhook secret">
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  readOnly
                  type="password"
                  value={source.webhook?.secret}
                  autoComplete="off"
                />
                <CopyButton size="control" text={source.webhook?.secret ?? ''} />
              </div>
            )}
          </Field>
        </div>
      )}
    </li>
  );
}

function ConnectForm({ communityId, kinds }: { communityId: string; kinds: readonly SourceKind[] }) {
  const connect = useConnectSource(communityId);
  const firstOn = kinds.find(({ isConfigured }) => isConfigured);
  const form = useSchemaForm(connectSource.body, { defaultValues: { kind: firstOn?.kind ?? '', place: '' } });
  const [round, setRound] = useState(0);
  const kind = kinds.find((one) => one.kind === form.watch('kind'));
  return (
    <Form
      key={round}
      form={form}
      onSubmit={async (values) => {
        await connect.mutateAsync(values);
        form.reset({ kind: values.kind, place: '' });
        setRound(round + 1);
        toast({ title: 'Connected', description: 'Its posts come in from now on.' });
      }}
      className="mt-4 grid items-start gap-3 sm:grid-cols-[11rem_1fr_auto]"
    >
      <FormField form={form} name="kind" label="Platform">
        {({ onChange, ...field }) => (
          <Select
            {...field}
            onValueChange={onChange}
            options={kinds.map(({ kind: value, label, isConfigured, note }) => ({
              value,
              label,
              isDisabled: !isConfigured,
              ...(note === null ? {} : { hint: note }),
            }))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="place"
        label={kind?.placeLabel ?? 'Which community'}
        {...(kind ? { hint: kind.placeHint } : {})}
      >
        {(field) => <Input {...field} maxLength={500} autoComplete="off" spellCheck={false} />}
      </FormField>
      <SubmitButton form={form} variant="secondary" pendingLabel="Connecting…" className="sm:mt-5">
        Mirror it
      </SubmitButton>
    </Form>
  );
}
