import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConsentSource, ContactChannel } from '#features/compliance/contract.ts';
import { CONTACT_CHANNEL_LABELS, LEGAL_GROUND_LABELS } from '#features/compliance/rules-consent.ts';
import { type Lead } from '#features/leads/contract.ts';
import { CONSENT_SOURCE_LABELS, consentWords, proofWords } from '#features/leads/rules-consent.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { useFocusAlong } from '#ui/focus/use-focus-along.ts';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { exactTime } from '#ui/relative-time-words.ts';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { type ChannelConsent, type LeadConsent, NewConsent } from '../contract.ts';
import { leadConsentQuery, useGiveConsent, useWithdrawConsent } from './api.ts';

/** What may be sent to a person, channel by channel, with the proofs. */
export function ConsentPanel({ lead, canChange }: { lead: Lead; canChange: boolean }) {
  const consent = useQuery(leadConsentQuery(lead.id));
  return (
    <DrawerSection title="Consent by channel">
      {consent.isPending ? (
        <Loading label="Loading consent" className="space-y-2">
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
        </Loading>
      ) : consent.isError ? (
        <ErrorState isCompact title="Consent could not be loaded" query={consent} />
      ) : (
        <Channels lead={lead} consent={consent.data} canChange={canChange} />
      )}
    </DrawerSection>
  );
}

function Channels({ lead, consent, canChange }: { lead: Lead; consent: LeadConsent; canChange: boolean }) {
  const [channel, setChannel] = useState<ContactChannel | null>(null);
  const isUnsaid =
    lead.legalGround === 'consent' && !consent.records.some(({ purpose }) => purpose === 'marketing');
  return (
    <>
      {isUnsaid && (lead.handle !== null || lead.phone !== null) && (
        <p className="mb-2 text-small text-amber-ink">
          They agreed, and nothing says to what: their consent counts for mail alone. Record each channel that
          they agreed to.
        </p>
      )}
      <ul>
        {consent.channels.map((gate) => (
          <ChannelRow
            key={gate.channel}
            lead={lead}
            gate={gate}
            canChange={canChange}
            onRecord={() => setChannel(gate.channel)}
          />
        ))}
      </ul>
      {consent.records.length > 0 && (
        <details className="mt-3">
          <summary className="cursor-pointer text-small text-ink-2">
            Proofs ({consent.records.length})
          </summary>
          <ol className="mt-2 space-y-2 text-small">
            {consent.records.map((record) => (
              <li key={record.id}>
                <span className="font-medium">{consentWords(record)}</span>,{' '}
                {exactTime(new Date(record.collectedAt))}
                {record.proof !== '' && (
                  <span className="block wrap-anywhere text-ink-2">{proofWords(record)}</span>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
      <Dialog
        open={channel !== null}
        onOpenChange={(isOpen) => !isOpen && setChannel(null)}
        title="Record consent"
        description={`What ${lead.name} agreed to, and how you can prove it.`}
      >
        {channel !== null && <ConsentForm lead={lead} channel={channel} onDone={() => setChannel(null)} />}
      </Dialog>
    </>
  );
}

const SUPPRESSED = 'On the suppression list: nothing may be sent.';

type ChannelRowProps = { lead: Lead; gate: ChannelConsent; canChange: boolean; onRecord: () => void };

function ChannelRow({ lead, gate, canChange, onRecord }: ChannelRowProps) {
  const withdraw = useWithdrawConsent();
  const name = CONTACT_CHANNEL_LABELS[gate.channel];
  const { ground } = gate;
  // Whoever is on the list is written to nowhere, whatever they once agreed to.
  const obstacle = lead.isSuppressed ? SUPPRESSED : gate.obstacle;
  const canWithdraw = ground !== null && obstacle === null;
  const record = useRef<HTMLButtonElement>(null);
  useFocusAlong(record, canWithdraw);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
      <p className="min-w-0 flex-1 basis-52">
        <span className="font-medium">{name}</span>
        <span className="block text-small text-ink-2">
          {obstacle ??
            `May be written to: ${ground === null ? '–' : LEGAL_GROUND_LABELS[ground].toLowerCase()}.`}
          {obstacle === null && gate.isPractice && ' A practice address: no country’s rule is applied.'}
        </span>
      </p>
      {canChange && (
        <span className="flex gap-1">
          <Button ref={record} size="row" aria-label={`Record consent for ${name}`} onClick={onRecord}>
            Record
          </Button>
          {canWithdraw && (
            <Button
              size="row"
              variant="ghost"
              aria-label={`Withdraw consent for ${name}`}
              isPending={withdraw.isPending}
              onClick={() =>
                withdraw.mutate(
                  { leadId: lead.id, channel: gate.channel },
                  {
                    onSuccess: () => toast({ title: `Nothing more is sent to ${lead.name} over ${name}` }),
                    onError: tellFailure('The withdrawal was not recorded'),
                  },
                )
              }
            >
              Withdraw
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

type ConsentFormProps = { lead: Lead; channel: ContactChannel; onDone: () => void };

function ConsentForm({ lead, channel, onDone }: ConsentFormProps) {
  const give = useGiveConsent();
  const form = useSchemaForm(NewConsent, {
    defaultValues: { channel, source: 'form', textVersion: '', proof: '' },
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await give.mutateAsync({ leadId: lead.id, ...values });
        onDone();
        toast({ title: 'Consent recorded' });
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      <FormField form={form} name="channel" label="Channel">
        {({ onChange, ...field }) => (
          <Select
            {...field}
            onValueChange={onChange}
            options={ContactChannel.options.map((value) => ({ value, label: CONTACT_CHANNEL_LABELS[value] }))}
          />
        )}
      </FormField>
      <FormField form={form} name="source" label="How they agreed">
        {({ onChange, ...field }) => (
          <Select
            {...field}
            onValueChange={onChange}
            options={ConsentSource.options.map((value) => ({ value, label: CONSENT_SOURCE_LABELS[value] }))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="textVersion"
        label="Wording"
        hint="What they read when they agreed, or the name of its version."
        isRequired
        className="sm:col-span-2"
      >
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="proof"
        label="Proof"
        hint="Where it is kept: the form entry, the recording, the signed sheet."
        isRequired
        className="sm:col-span-2"
      >
        {(field) => <Textarea {...field} rows={2} />}
      </FormField>
      <SubmitButton form={form} className="sm:col-span-2 sm:justify-self-start" pendingLabel="Saving…">
        Record consent
      </SubmitButton>
    </Form>
  );
}
