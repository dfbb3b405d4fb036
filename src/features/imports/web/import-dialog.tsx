import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import { LEGAL_GROUND_LABELS } from '#features/compliance/rules-consent.ts';
import { ConsentChannelsPicker } from '#features/compliance/web/consent-channels-picker.tsx';
import { type LeadGroup } from '#features/leads/contract-groups.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type ImportEncoding, type ImportReport, type ImportRole, type ImportUndo } from '../contract.ts';
import { withRole } from '../rules-columns.ts';
import { importPreviewQuery, useImportLeads, useUndoImport } from './api.ts';
import { ImportFileField } from './import-file-field.tsx';
import { ImportFormatFields } from './import-format-fields.tsx';
import { ImportPreview } from './import-preview.tsx';

const GROUND_OPTIONS = LegalGround.options.map((value) => ({ value, label: LEGAL_GROUND_LABELS[value] }));

type ImportDialogProps = {
  onClose: () => void;
  groups: readonly LeadGroup[];
  groupId: string | null;
  onImported: (groupId: string) => void;
};

/** People from a file: what is in it is shown before anything is imported. */
export function ImportDialog({ onClose, ...rest }: ImportDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import leads"
      description="CSV, TSV or Excel (.xlsx), as exported from another program. You see a preview first."
      size="large"
    >
      <ImportForm onDone={onClose} {...rest} />
    </Dialog>
  );
}

type ImportFormProps = Omit<ImportDialogProps, 'onClose'> & { onDone: () => void };

function ImportForm({ groups, groupId: chosenId, onImported, onDone }: ImportFormProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  // The groups may arrive after the dialog has opened.
  const [pickedId, setPickedId] = useState<string | null>(null);
  const groupId = pickedId ?? chosenId ?? groups[0]?.id ?? null;
  const [legalGround, setLegalGround] = useState<LegalGround>('legitimate_interest');
  const [consentChannels, setConsentChannels] = useState<ContactChannel[]>(['email']);
  const [columns, setColumns] = useState<(ImportRole | null)[]>();
  const [reading, setReading] = useState<{ sheet?: string; encoding?: ImportEncoding }>({});
  const canPreview = file !== null && groupId !== null;
  const terms = { legalGround, consentChannels, columns, ...reading };
  const options = canPreview ? { file, groupId, ...terms } : null;
  const preview = useQuery({
    ...importPreviewQuery(options ?? { file: new File([], ''), groupId: '', ...terms }),
    enabled: canPreview && consentChannels.length > 0,
  });
  const importing = useImportLeads();
  const undo = useUndoImport(tellLong);
  const report = canPreview ? preview.data : undefined;
  const asksConsent = legalGround === 'consent' || report?.columns.includes('consent') === true;
  const deed = report && deedOf(report);
  const reason = !file
    ? 'Choose a file first.'
    : !groupId
      ? 'Create a lead group first.'
      : consentChannels.length === 0
        ? 'Tick what these people agreed to.'
        : '';

  function start() {
    if (!options) return;
    importing.mutate(options, {
      onSuccess: (done) => {
        onDone();
        onImported(options.groupId);
        const { importId } = done;
        toast({
          title: doneTitle(done),
          description: restOf(done),
          ...(importId === null
            ? {}
            : { undo: () => void undo.mutateAsync(importId).then(tellUndone, tellKept) }),
        });
      },
      onError: tellFailure('The file was not imported'),
    });
  }

  return (
    <div className="space-y-4">
      <ImportFileField
        file={file}
        onChoose={(chosen) => {
          setFile(chosen);
          setColumns(undefined);
          setReading({});
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Lead group" isRequired>
          {(field) => (
            <Select
              {...field}
              value={groupId}
              onValueChange={setPickedId}
              placeholder="Choose a lead group"
              options={groups.map(({ id: value, name, color }) => ({
                value,
                label: name,
                mark: <Swatch color={color} />,
              }))}
            />
          )}
        </Field>
        <Field label="Legal ground" hint="Why you may write to these people.">
          {(field) => (
            <Select {...field} value={legalGround} onValueChange={setLegalGround} options={GROUND_OPTIONS} />
          )}
        </Field>
      </div>
      {asksConsent && (
        <ConsentChannelsPicker
          legend="Their consent covers"
          hint="Only what they were asked about. A column of its own for WhatsApp or SMS answers for itself."
          channels={consentChannels}
          onChange={setConsentChannels}
        />
      )}
      {canPreview &&
        (preview.isPending ? (
          <Loading label="Reading the file">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-3 h-24 w-full" />
          </Loading>
        ) : preview.isError ? (
          <ErrorState isCompact title="The file could not be read" query={preview} />
        ) : (
          report && (
            <>
              <ImportFormatFields
                format={report.format}
                onSheetChange={(sheet) => {
                  setReading({ sheet });
                  setColumns(undefined);
                }}
                onEncodingChange={(encoding) => {
                  setReading({ encoding });
                  setColumns(undefined);
                }}
              />
              <ImportPreview
                report={report}
                columns={columns ?? report.columns}
                fileName={file.name}
                // On top of what was chosen just before, which the preview may not know yet.
                onColumnChange={(index, role) =>
                  setColumns((chosen) => withRole(chosen ?? report.columns, index, role))
                }
              />
            </>
          )
        ))}
      <div className="flex items-center justify-end gap-2">
        <p id={`${id}-why`} className="min-w-0 flex-1 text-small text-ink-3">
          {reason}
        </p>
        <CancelButton />
        <Button
          variant="primary"
          onClick={start}
          disabled={deed === undefined || consentChannels.length === 0 || preview.isFetching}
          isPending={importing.isPending}
          pendingLabel="Importing…"
          aria-describedby={`${id}-why`}
        >
          {deed ?? 'Import'}
        </Button>
      </div>
    </div>
  );
}

/** What the button does; undefined where the file holds nothing to take over. */
function deedOf(report: ImportReport): string | undefined {
  const { importable } = report;
  if (importable > 0) return `Import ${countOf(importable, 'person', 'people')}`;
  const refusals = refusalsOf(report);
  return refusals > 0 ? `Record ${countOf(refusals, 'refusal')}` : undefined;
}

/** Of a file in which nobody is new. */
function refusalsOf({ withdrawn, unsubscribed }: ImportReport): number {
  return Math.max(withdrawn, unsubscribed);
}

function doneTitle(report: ImportReport): string {
  const refusals = refusalsOf(report);
  return report.imported === 0 && refusals > 0
    ? `${countOf(refusals, 'refusal')} recorded`
    : `${countOf(report.imported, 'person', 'people')} imported`;
}

function restOf(report: ImportReport): string {
  const { imported, withdrawn, unsubscribed, rejectedRows, repeated } = report;
  const duplicates = report.duplicates - repeated;
  const known =
    duplicates === 0 ? '' : `${countOf(duplicates, 'record was', 'records were')} known already. `;
  const again =
    repeated === 0 ? '' : `${countOf(repeated, 'record was', 'records were')} repeated in the file. `;
  const refused =
    rejectedRows === 0 ? '' : `${countOf(rejectedRows, 'record was', 'records were')} left out. `;
  const withdrew = withdrawn === 0 ? '' : `${countOf(withdrawn, 'lead says', 'leads say')} no by now. `;
  const left =
    unsubscribed === 0 ? '' : `${countOf(unsubscribed, 'person', 'people')} left: never written to. `;
  const checked = imported === 0 ? '' : 'Their addresses are being checked.';
  return `${known}${again}${withdrew}${left}${refused}${checked}`.trim();
}

function tellLong({ removed }: ImportUndo): void {
  toast({
    title: `${countOf(removed, 'person', 'people')} taken back so far`,
    description: 'The rest follows by itself, also when you leave this page.',
  });
}

function tellUndone({ removed, kept, reopened }: ImportUndo): void {
  const lines = [
    ...(kept > 0 ? [`${countOf(kept, 'person stays', 'people stay')}: somebody has worked with them.`] : []),
    ...(reopened > 0 ? [`${countOf(reopened, 'person', 'people')} may be written to again.`] : []),
  ];
  toast({
    title: `${countOf(removed, 'person', 'people')} taken back`,
    ...(lines.length > 0 ? { description: lines.join(' ') } : {}),
  });
}

function tellKept(error: Error): void {
  toast({ title: 'The import was not undone', description: errorText(error), variant: 'destructive' });
}
