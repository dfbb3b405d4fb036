import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery, useCanChange } from '#features/access/web/api.ts';
import { SuppressionReason } from '#features/compliance/contract.ts';
import { hasRole } from '#kit/actor.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Select } from '#ui/select.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { exportSuppressions, liftSuppression, type Suppression } from '../contract.ts';
import { isEverLifted, isOwnWish } from '../rules.ts';
import { suppressionsQuery, useImportSuppressions, useLiftSuppression } from './api.ts';

const REASON_WORDS: Record<Suppression['reason'], string> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Mail came back',
  complained: 'Reported as spam',
  objected: 'Objected',
  erased: 'Erased',
  manual: 'Added by hand',
  merged: 'Another record of them objected',
};
const ANY = 'any';

/** Who may not be written to: why and since when, with the way in and out. */
export function SuppressionPanel() {
  const canChange = useCanChange();
  const [reason, setReason] = useState<Suppression['reason'] | undefined>();
  const [isImporting, setIsImporting] = useState(false);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Select
          look="filter"
          prefix="Reason"
          aria-label="Reason"
          value={reason ?? ANY}
          onValueChange={(value) => setReason(value === ANY ? undefined : value)}
          options={[
            { value: ANY, label: 'any' },
            ...SuppressionReason.options.map((value) => ({ value, label: REASON_WORDS[value] })),
          ]}
        />
        {canChange && (
          <span className="ml-auto flex items-center gap-4">
            <a href={exportSuppressions.path} download className="link finger-wide text-small">
              Export as CSV
            </a>
            <Button size="row" onClick={() => setIsImporting(true)}>
              Add addresses
            </Button>
          </span>
        )}
      </div>
      <List reason={reason} />
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  );
}

function List({ reason }: { reason: Suppression['reason'] | undefined }) {
  const list = useInfiniteQuery(suppressionsQuery(reason));
  const user = useQuery(currentUserQuery());
  const isAdmin = user.data !== undefined && hasRole(user.data.role, 'admin');
  const [lifted, setLifted] = useState<Suppression | null>(null);
  if (list.isPending) {
    return (
      <Loading label="Loading the list">
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex justify-between gap-4 border-b border-line py-2.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-32" />
          </div>
        ))}
      </Loading>
    );
  }
  if (list.isError) {
    return <ErrorState isCompact title="The list could not be loaded" query={list} />;
  }
  const { rows, total } = pagedSource(list);
  if (rows.length === 0) {
    return (
      <p className="text-ink-2">
        {reason === undefined
          ? 'Nobody. Who unsubscribes, or whose address does not exist, is added by itself.'
          : 'Nobody for this reason.'}
      </p>
    );
  }
  return (
    <>
      <ul aria-label={`${countOf(total ?? rows.length, 'person', 'people')} who may not be written to`}>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5"
          >
            <span className="min-w-0 wrap-anywhere">
              {row.leadId !== null && row.name !== null ? (
                <Link to="/leads" search={{ lead: row.leadId, all: true }} className="link">
                  {row.name}
                </Link>
              ) : (
                <span className="text-ink-3">Not a lead; known by a hash alone</span>
              )}
            </span>
            <span className="text-small text-ink-3">
              {REASON_WORDS[row.reason]}
              {row.campaignName !== null && `, ${row.campaignName}`},{' '}
              <RelativeTime value={row.createdAt} isPlain />
              {isAdmin && isEverLifted(row) && (
                <button type="button" className="link finger-wide ml-3" onClick={() => setLifted(row)}>
                  Take off<span className="sr-only"> the list: {row.name ?? 'somebody known by a hash'}</span>
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ShowMore query={list} />
      {lifted && <LiftDialog entry={lifted} onClose={() => setLifted(null)} />}
    </>
  );
}

/** In writing and by name; who asked for it themselves has to have agreed anew. */
function LiftDialog({ entry, onClose }: { entry: Suppression; onClose: () => void }) {
  const lift = useLiftSuppression();
  const form = useSchemaForm(liftSuppression.body, { defaultValues: { reason: '' } });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title={`Take ${entry.name ?? 'this contact'} off the list`}
      description={
        isOwnWish(entry.reason)
          ? 'They said themselves that they want no more. That ends only by their own later word: record their new consent on the person first.'
          : 'They can be written to again. Your name and the reason stay in the audit trail.'
      }
    >
      <Form
        form={form}
        onSubmit={async ({ reason }) => {
          await lift.mutateAsync({ id: entry.id, reason });
          onClose();
          toast({ title: 'Taken off the list', description: entry.name ?? undefined });
        }}
      >
        <FormField
          form={form}
          name="reason"
          label="Reason"
          hint="At least 20 characters, without names or addresses: it cannot be changed later."
          isRequired
        >
          {(field) => <Textarea {...field} rows={3} maxLength={500} />}
        </FormField>
        <div className="mt-5 flex justify-end gap-2">
          <CancelButton />
          <SubmitButton form={form}>Take off the list</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const add = useImportSuppressions();
  const [text, setText] = useState('');
  const [leftCount, setLeftCount] = useState(0);
  const isEmpty = text.trim() === '';

  function save(): void {
    add.mutate(text, {
      onSuccess: ({ added, known, refused }) => {
        toast({
          title: `${countOf(added, 'address', 'addresses')} added`,
          description: known > 0 ? `${formatCount(known)} known already.` : undefined,
        });
        if (refused.length === 0) onClose();
        // Somebody objected who would still be written to: what is no address stays to be mended.
        setText(refused.join('\n'));
        setLeftCount(refused.length);
      },
    });
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title="Add addresses"
      description="Nobody here is written to again, on any channel and in any campaign. Only a keyed hash is kept."
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabled={isEmpty}
            aria-describedby="addresses-hint"
            isPending={add.isPending}
            pendingLabel="Adding…"
            onClick={save}
          >
            Add addresses
          </Button>
        </>
      }
    >
      <Field
        label="Email addresses"
        isRequired
        error={add.isError ? errorText(add.error) : leftCount > 0 ? leftWords(leftCount) : undefined}
      >
        {(control) => (
          <Textarea {...control} rows={8} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <p id="addresses-hint" className="mt-1 text-small text-ink-3">
        One per line, or separated by commas.
      </p>
    </Dialog>
  );
}

function leftWords(count: number): string {
  const what =
    count === 1
      ? 'This is no email address and was'
      : `These ${formatCount(count)} are no email addresses and were`;
  return `${what} not added.`;
}
