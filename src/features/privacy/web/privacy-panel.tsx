import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { AuditPanel } from '#features/compliance/web/audit-panel.tsx';
import { callApi } from '#ui/calls/call-api.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { LossDialog } from '#ui/kept/loss-dialog.tsx';
import { UnsavedGuard } from '#ui/kept/unsaved-guard.tsx';
import { exactTime } from '#ui/relative-time-words.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import {
  previewRetention,
  RETENTION_KINDS,
  type Retention,
  type RetentionPreview,
  RetentionRules,
} from '../contract.ts';
import { isNothing, isShorter, RETENTION_WORDS, removalWords, retentionAuditWords } from '../rules.ts';
import { privacyRequestsQuery, retentionQuery, useChangeRetention } from './api.ts';
import { RequestList } from './privacy-request-list.tsx';

/** Requests that wait, how long data is kept, and what the daily job removed. */
export function PrivacyPanel({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="space-y-7">
      <OpenRequests />
      <RetentionPart isAdmin={isAdmin} />
      {isAdmin && (
        <div className="-mx-4 sm:-mx-5">
          <AuditPanel
            subject="workspace"
            title="Audit trail of the workspace"
            topics={['settings']}
            wordsOf={retentionAuditWords}
          />
        </div>
      )}
    </div>
  );
}

function OpenRequests() {
  const requests = useQuery(privacyRequestsQuery());
  const canChange = useCanChange();
  return (
    <section aria-label="Open requests">
      <h3 className="mb-1 text-small font-medium text-ink-2">Open requests</h3>
      {requests.isPending ? (
        <Skeleton className="h-9" />
      ) : requests.isError ? (
        <ErrorState isCompact title="The requests could not be loaded" query={requests} />
      ) : requests.data.length === 0 ? (
        <p className="text-ink-2">None. Note one in a person’s panel when somebody asks.</p>
      ) : (
        <RequestList requests={requests.data} canChange={canChange} />
      )}
    </section>
  );
}

function RetentionPart({ isAdmin }: { isAdmin: boolean }) {
  const retention = useQuery(retentionQuery());
  if (retention.isLoadingError) {
    return <ErrorState isCompact title="Retention could not be loaded" query={retention} />;
  }
  if (retention.isPending) {
    return (
      <Loading label="Loading retention" className="grid max-w-[36rem] gap-4">
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </Loading>
    );
  }
  return (
    <section aria-label="Retention">
      <h3 className="mb-2 text-small font-medium text-ink-2">Days that data is kept</h3>
      {isAdmin ? (
        <RetentionForm rules={retention.data.rules} />
      ) : (
        <dl className="grid max-w-[36rem] grid-cols-[1fr_auto] gap-x-6 gap-y-2">
          {RETENTION_KINDS.map((kind) => (
            <div key={kind} className="contents">
              <dt className="text-ink-3">{RETENTION_WORDS[kind].label}</dt>
              <dd>{retention.data.rules[kind] ?? 'Kept'}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-small text-ink-3">{lastRunWords(retention.data.lastRun)}</p>
    </section>
  );
}

function RetentionForm({ rules }: { rules: RetentionRules }) {
  const change = useChangeRetention();
  const form = useSchemaForm(RetentionRules, { defaultValues: rules });
  const [asked, setAsked] = useState<{ given: RetentionRules; preview: RetentionPreview }>();
  const save = async (given: RetentionRules) => {
    form.reset((await change.mutateAsync(given)).rules);
    toast({ title: 'Retention saved' });
  };
  return (
    <Form
      form={form}
      onSubmit={async (given) => {
        const preview = isShorter(given, rules) ? await previewOf(given) : undefined;
        if (preview && !isNothing(preview)) setAsked({ given, preview });
        else await save(given);
      }}
      className="grid max-w-[36rem] gap-4"
    >
      <UnsavedGuard isDirty={form.formState.isDirty} />
      {RETENTION_KINDS.map((kind) => (
        <FormField
          key={kind}
          form={form}
          name={kind}
          label={RETENTION_WORDS[kind].label}
          hint={`${RETENTION_WORDS[kind].hint} Empty keeps it.`}
        >
          {(field) => (
            <Input
              {...field}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-32"
              value={field.value ?? ''}
              onChange={(event) => field.onChange(daysOf(event.target.value))}
            />
          )}
        </FormField>
      ))}
      <SubmitButton
        form={form}
        className="justify-self-start"
        disabled={!form.formState.isDirty}
        pendingLabel="Saving…"
      >
        Save retention
      </SubmitButton>
      {asked && (
        <LossDialog
          title="Keep data for a shorter time?"
          description={lossWords(asked.preview)}
          deed="Shorten the time"
          pendingLabel="Saving…"
          call={change}
          ifFailed="Nothing was changed."
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            save(asked.given).then(
              () => setAsked(undefined),
              () => {},
            );
          }}
        />
      )}
    </Form>
  );
}

function previewOf(rules: RetentionRules): Promise<RetentionPreview> {
  const kept = RETENTION_KINDS.flatMap((kind) => (rules[kind] === null ? [] : [[kind, String(rules[kind])]]));
  return callApi(previewRetention, { query: Object.fromEntries(kept) });
}

function lossWords(preview: RetentionPreview): string {
  const letters =
    preview.writtenByHand === 0
      ? ''
      : ' What was noted of the letters that somebody wrote by hand goes with the people.';
  return `The next daily run, ${exactTime(new Date(preview.at))}, removes ${removalWords(preview)} for good.${letters} Until then a longer time can be set again.`;
}

/** Only digits count; nothing left means that it is kept. */
function daysOf(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 5);
  return digits === '' ? null : Number(digits);
}

function lastRunWords(lastRun: Retention['lastRun']): string {
  if (lastRun === null) return 'The daily job has not run yet. It runs at 04:11 UTC.';
  return `Last run ${exactTime(new Date(lastRun.at))}: ${removalWords(lastRun)} removed.`;
}
