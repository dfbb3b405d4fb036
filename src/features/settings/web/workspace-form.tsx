import { useQuery } from '@tanstack/react-query';
import { countOf } from '#kit/text.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { changedFields, Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { UnsavedGuard } from '#ui/kept/unsaved-guard.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { JURISDICTIONS, VisitorRegion, type Workspace, WorkspaceChange } from '../contract.ts';
import { useChangeWorkspace, workspaceQuery } from './api.ts';
import { JURISDICTION_NAMES, VISITOR_REGION_NAMES } from './jurisdiction-words.ts';

const AWAY_DAYS = [0, 3, 5, 7, 10, 14, 21, 30];

export function WorkspaceForm({ isAdmin }: { isAdmin: boolean }) {
  const workspace = useQuery(workspaceQuery());
  if (workspace.isLoadingError) {
    return <ErrorState isCompact title="The workspace could not be loaded" query={workspace} />;
  }
  if (workspace.isPending) {
    return (
      <Loading label="Loading the workspace" className="grid max-w-[36rem] gap-4 sm:grid-cols-2">
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
        <Skeleton className="h-22 sm:col-span-2" />
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </Loading>
    );
  }
  return isAdmin ? <Editable workspace={workspace.data} /> : <ReadOnly workspace={workspace.data} />;
}

function Editable({ workspace }: { workspace: Workspace }) {
  const { hasDemoData: _, ...values } = workspace;
  const change = useChangeWorkspace();
  const form = useSchemaForm(WorkspaceChange.required(), { defaultValues: values, values });
  return (
    <Form
      form={form}
      onSubmit={async (given) => {
        const changed = changedFields(given, form.formState.defaultValues);
        const { hasDemoData: _has, ...saved } = await change.mutateAsync(changed);
        form.reset(saved);
        toast({ title: 'Workspace saved' });
      }}
    >
      <UnsavedGuard isDirty={form.formState.isDirty} />
      <div className="grid max-w-[36rem] gap-4 sm:grid-cols-2">
        <FormField form={form} name="name" label="Name" isRequired>
          {(field) => <Input {...field} autoComplete="organization" />}
        </FormField>
        <FormField
          form={form}
          name="timeZone"
          label="Time zone"
          isRequired
          hint={
            <ZoneOfBrowser
              chosen={form.watch('timeZone')}
              onUse={(zone) => form.setValue('timeZone', zone, { shouldDirty: true, shouldValidate: true })}
            />
          }
        >
          {(field) => <Input {...field} list="time-zones" autoComplete="off" spellCheck={false} />}
        </FormField>
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </datalist>
        <FormField
          form={form}
          name="postalAddress"
          label="Postal address"
          hint="The law asks for it under each commercial mail (CAN-SPAM, 15 U.S.C. 7704)."
          className="sm:col-span-2"
        >
          {(field) => <Textarea {...field} rows={2} autoComplete="street-address" />}
        </FormField>
        <FormField form={form} name="senderName" label="Sender name">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="senderEmail"
          label="Sender email"
          hint="A mailbox below sends from its own address, and MAIL_FROM goes before this one."
        >
          {(field) => <Input {...field} type="email" autoComplete="off" spellCheck={false} />}
        </FormField>
        <fieldset className="sm:col-span-2" aria-describedby="jurisdictions-hint">
          <legend className="mb-1 text-small font-medium text-ink-2">Regions you write to</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {JURISDICTIONS.map((jurisdiction) => (
              <Checkbox
                key={jurisdiction}
                value={jurisdiction}
                label={JURISDICTION_NAMES[jurisdiction]}
                {...form.register('jurisdictions')}
              />
            ))}
          </div>
          <p id="jurisdictions-hint" className="mt-1 text-small text-pretty text-ink-3">
            {form.formState.errors.jurisdictions ? (
              <span className="text-red-ink">{form.formState.errors.jurisdictions.message}</span>
            ) : (
              'Their rules on health claims and consent hold for every text; where they differ, the strictest. Claims are checked in English; what is written in another language is marked as not checked.'
            )}
          </p>
        </fieldset>
        <FormField
          form={form}
          name="visitorRegion"
          label="Where visitors of your agents are"
          hint="Whose emergency and crisis numbers an agent shows. What a visitor says of where they are goes before it."
          className="sm:col-span-2"
        >
          {({ onChange, ...field }) => (
            <Select
              {...field}
              onValueChange={onChange}
              options={VisitorRegion.options.map((value) => ({ value, label: VISITOR_REGION_NAMES[value] }))}
            />
          )}
        </FormField>
        <div className="sm:col-span-2">
          <Checkbox
            label="Campaigns take approved content only"
            aria-describedby="approved-hint"
            {...form.register('approvedContentOnly')}
          />
          <p id="approved-hint" className="mt-1 text-small text-pretty text-ink-3">
            An admin approves an asset in its drawer, which locks it. Otherwise any asset can be chosen, and
            the composer says which are not approved.
          </p>
        </div>
        <div className="sm:col-span-2">
          <Checkbox
            label="Count opened mails"
            aria-describedby="opens-hint"
            {...form.register('countsOpens')}
          />
          <p id="opens-hint" className="mt-1 text-small text-pretty text-ink-3">
            Mails of campaigns launched from then on load a picture of one pixel. In the EU and the UK your
            readers must have agreed to that (Directive 2002/58/EC, Art. 5(3)). What mail programs load by
            themselves is counted apart. Unticked, nothing is counted, and mails leave without the picture.
          </p>
        </div>
        <FormField
          form={form}
          name="awayDays"
          label="After an out-of-office reply"
          hint="Follow-ups wait until the return date in the reply. Without a date they wait this long."
        >
          {({ value, onChange, ...field }) => (
            <Select
              {...field}
              value={String(value)}
              onValueChange={(days) => onChange(Number(days))}
              options={AWAY_DAYS.concat(AWAY_DAYS.includes(value) ? [] : [value]).map((days) => ({
                value: String(days),
                label: days === 0 ? 'Do not wait' : `Wait ${countOf(days, 'day')}`,
              }))}
            />
          )}
        </FormField>
      </div>
      <SubmitButton form={form} className="mt-5" disabled={!form.formState.isDirty} pendingLabel="Saving…">
        Save workspace
      </SubmitButton>
      {!form.formState.isDirty && <span className="ml-3 text-small text-ink-3">Nothing to save</span>}
    </Form>
  );
}

/** A new workspace counts its days by UTC: where this browser has another zone, it is offered. */
function ZoneOfBrowser({ chosen, onUse }: { chosen: string; onUse: (zone: string) => void }) {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (chosen !== 'UTC' || zone === 'UTC') return 'Days, send windows and schedules go by it.';
  return (
    <>
      This browser is in {zone}.{' '}
      <button
        type="button"
        className="text-green-ink underline underline-offset-2"
        onClick={() => onUse(zone)}
      >
        Use {zone}
      </button>
    </>
  );
}

function ReadOnly({ workspace }: { workspace: Workspace }) {
  const rows = [
    ['Name', workspace.name],
    ['Time zone', workspace.timeZone],
    ['Postal address', workspace.postalAddress],
    ['Sender name', workspace.senderName],
    ['Sender email', workspace.senderEmail],
    ['Regions', workspace.jurisdictions.map((one) => JURISDICTION_NAMES[one]).join(', ')],
    ['Visitors of agents', VISITOR_REGION_NAMES[workspace.visitorRegion]],
    [
      'Out-of-office replies',
      `Follow-ups wait ${countOf(workspace.awayDays, 'day')} where no return date is given`,
    ],
    ['Opened mails', workspace.countsOpens ? 'Counted, by a picture in each mail' : 'Not counted'],
    ['Content of campaigns', workspace.approvedContentOnly ? 'Approved assets only' : 'Any asset'],
  ] as const;
  return (
    <dl className="grid max-w-[36rem] gap-x-6 gap-y-2 sm:grid-cols-[9rem_1fr]">
      {rows.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{term}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
