import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type ClaimEntry, claimEntries, rewriteOf } from '#features/compliance/rules-findings.ts';
import { ClaimsPanel } from '#features/compliance/web/claims-panel.tsx';
import { detailsId } from '#features/compliance/web/findings-link.tsx';
import { formatCount } from '#kit/text.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { insertText } from '#ui/insert-text.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import type { VariantLetter } from '../../contract.ts';
import type { CampaignPreview } from '../../contract-preview.ts';
import type { PreviewInput } from '../api.ts';
import { MessageEditor } from '../message/message-editor.tsx';
import { MessagePreview, PersonalStaysEmpty } from '../message/message-preview.tsx';
import {
  type ClaimsOfStep,
  type SequenceClaims,
  STEP_FIELDS,
  type StepField,
} from '../message/step-claims.ts';
import { TestMailButton } from '../message/test-mail-button.tsx';
import {
  type CampaignDraft,
  type DraftStep,
  isWritten,
  textOf,
  withStep,
  withText,
} from './campaign-draft.ts';
import { VariantsBar } from './composer-variants-bar.tsx';

const VIEWS = [
  { value: 'template', label: 'Template' },
  { value: 'preview', label: 'Preview' },
] as const;

type ComposerMessageProps = {
  draft: CampaignDraft;
  step: DraftStep | undefined;
  /** Added just now, to be written. */
  isNew: boolean;
  section: RefObject<HTMLElement | null>;
  /** Which of the written messages of its channel it is, counted from 0. */
  ordinal: number;
  claims: SequenceClaims;
  preview: UseQueryResult<CampaignPreview>;
  /** What a test of it is sent with. */
  testInput: PreviewInput;
  /** Whose message is shown, counted from 0. */
  position: number;
  onPosition: (position: number) => void;
  onDraft: Dispatch<SetStateAction<CampaignDraft>>;
};

/** One message: as it is written, and exactly as each recipient gets it. */
export function ComposerMessage({
  draft,
  step,
  isNew,
  section,
  ordinal,
  claims,
  preview,
  testInput,
  position,
  onPosition,
  onDraft,
}: ComposerMessageProps) {
  const stored = draft.steps.find((one) => one.key === step?.key);
  const [chosenLetter, setLetter] = useState<VariantLetter>('A');
  const variant = step?.variants.some(({ letter }) => letter === chosenLetter) ? chosenLetter : 'A';
  const text = step && textOf(step, variant);
  const own = stored && textOf(stored, variant);
  // A step just added has nothing to show yet.
  const [view, setView] = useState<'preview' | 'template'>(
    own && own.body.trim() === '' ? 'template' : 'preview',
  );
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  useEffect(() => {
    if (isNew) (subject.current ?? body.current)?.focus();
  }, [isNew]);
  const claimsId = useId();
  const ofText = text && claims.of(own ?? text);
  const entries = ofText ? entriesOf(ofText) : [];

  /** Selects words in their field. */
  function select(field: StepField, { start, end }: { start: number; end: number }) {
    if (view !== 'template') flushSync(() => setView('template'));
    const element = field === 'subject' ? subject.current : body.current;
    element?.focus();
    element?.setSelectionRange(start, end);
  }

  const changeStep = (change: (step: DraftStep) => DraftStep) => {
    const whole = stored ?? step;
    if (whole) onDraft((before) => withStep(before, change(whole)));
  };

  const sample = preview.data?.sample;
  const recipients = preview.data?.recipients ?? 0;
  return (
    <section
      ref={section}
      aria-label="Message"
      className="relative min-w-0 bg-sunk px-4 py-4 sm:px-8 lg:overflow-y-auto"
    >
      <div className="mx-auto grid max-w-2xl gap-x-8 gap-y-6 xl:max-w-none xl:grid-cols-[minmax(0,42rem)_minmax(15rem,18rem)] xl:justify-center">
        <div className="min-w-0">
          <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {step && <SegmentedControl label="View" value={view} onValueChange={setView} segments={VIEWS} />}
            {view === 'preview' && sample && (
              <div className="flex items-center gap-1 text-label">
                {step?.channel === 'email' && (
                  <TestMailButton input={testInput} ordinal={ordinal} variant={variant} />
                )}
                <IconButton
                  icon={ChevronLeft}
                  label="Previous recipient"
                  disabled={position <= 0}
                  onClick={() => onPosition(position - 1)}
                />
                <p aria-live="polite" className="text-small text-ink-3 tabular-nums">
                  <span className="text-label font-semibold text-ink">{sample.leadName}</span>{' '}
                  {formatCount(sample.position + 1)} of {formatCount(recipients)}
                </p>
                <IconButton
                  icon={ChevronRight}
                  label="Next recipient"
                  disabled={position >= recipients - 1}
                  onClick={() => onPosition(position + 1)}
                />
              </div>
            )}
          </div>
          {step && isWritten(step) && (
            <VariantsBar
              step={stored ?? step}
              letter={variant}
              onLetter={setLetter}
              onStep={(next) => changeStep(() => next)}
              onAdded={() => setView('template')}
            />
          )}
          <div className="mt-4">
            {!step || !text ? (
              <p className="rounded-panel border border-line-2 bg-surface px-6 py-12 text-center text-body text-ink-2">
                Choose a channel to see its first message.
              </p>
            ) : view === 'template' ? (
              <MessageEditor
                key={`${step.key} ${variant}`}
                step={own ?? text}
                fallback={step}
                claims={claims.of(own ?? text)}
                claimsId={claimsId}
                openFinding={entries.find(({ key }) => key === openKey)?.finding}
                subject={subject}
                body={body}
                onCaret={(field, caret) => {
                  const here = entries.find(
                    (entry) =>
                      entry.field === field && entry.finding.start <= caret && caret < entry.finding.end,
                  );
                  if (here) setOpenKey(here.key);
                }}
                onChange={(part) => changeStep((whole) => withText(whole, variant, part))}
              />
            ) : (
              <MessagePreview
                draft={draft}
                step={text}
                ordinal={ordinal}
                variant={variant}
                claims={claims.of(text)}
                preview={preview}
              />
            )}
            {text && <PersonalStaysEmpty step={own ?? text} />}
          </div>
        </div>
        {step && (
          <ClaimsPanel
            id={detailsId(claimsId)}
            addsRequired
            entries={entries}
            jurisdictions={claims.jurisdictions}
            isFailed={claims.isFailed}
            openKey={openKey}
            onOpen={setOpenKey}
            onEdit={({ field, finding }) => select(field, finding)}
            onRewrite={({ field, finding }) => {
              const rewrite = rewriteOf((own ?? text ?? step)[field], finding);
              select(field, rewrite);
              insertText(rewrite.words);
            }}
          />
        )}
      </div>
    </section>
  );
}

type StepEntry = ClaimEntry & { field: StepField };

/** The findings of a message in its order. */
function entriesOf(claims: ClaimsOfStep): StepEntry[] {
  return STEP_FIELDS.flatMap((field) =>
    claimEntries(claims[field]).map(({ key, finding }) => ({
      key: `${field}.${key}`,
      field,
      finding,
      ...(field === 'subject' ? { place: 'Subject' } : {}),
      isOverridden: claims.overridden.includes(finding.rule),
    })),
  );
}
