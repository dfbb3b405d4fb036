import { Clock, Plus, Trash2 } from 'lucide-react';
import { findingCounts } from '#features/compliance/rules-findings.ts';
import { mergeProblem } from '#features/mail/rules-merge.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { countOf, truncate } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { FINDING_INK, FindingGlyph } from '#ui/drawings/finding-glyph.tsx';
import { stayNear } from '#ui/focus/kept-focus.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { CHANNEL_LABELS } from '../../rules.ts';
import { isPersonalEmpty } from '../message/personal-words.ts';
import { type ClaimsOfStep, claimsOfStep, type SequenceClaims } from '../message/step-claims.ts';
import { type CampaignDraft, type DraftStep, isWritten, newStep } from './campaign-draft.ts';

const FOLLOW_UP_HOURS = 72;
const MOST_STEPS = 20;

type ComposerSequenceProps = {
  draft: CampaignDraft;
  sequence: readonly DraftStep[];
  claims: SequenceClaims;
  chosenKey: string | undefined;
  onChoose: (key: string, how: { isPointer: boolean }) => void;
  /** A step that has nothing to say yet. */
  onAdded: (key: string) => void;
  onChange: (part: Partial<CampaignDraft>) => void;
};

/** The messages in their order. */
export function ComposerSequence(props: ComposerSequenceProps) {
  const { draft, sequence, claims, chosenKey, onChoose, onAdded, onChange } = props;
  const chosen = sequence.find((step) => step.key === chosenKey) ?? sequence.at(-1);

  /** What the engine composed stands as the author's first message once there is a second. */
  function addStep(after: DraftStep) {
    const added = newStep({ channel: after.channel, delayHours: FOLLOW_UP_HOURS });
    const known = draft.steps.filter((step) => step.channel !== after.channel || isWritten(step));
    const isKnown = known.some((step) => step.key === after.key);
    const steps = isKnown ? known : [...known, after];
    const last = steps.findLastIndex((step) => step.channel === after.channel);
    onChange({ steps: steps.toSpliced(last + 1, 0, added) });
    onAdded(added.key);
  }

  return (
    <section aria-label="Sequence" className="border-b border-line px-5 py-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-h2">Sequence</h3>
        <span className="text-small text-ink-3 tabular-nums">{lengthOf(sequence)}</span>
      </div>
      {sequence.length === 0 ? (
        <p className="mt-2 text-small text-ink-3">Each channel you choose gets a first message here.</p>
      ) : (
        <ol className="-mx-2 mt-2">
          {sequence.map((step, index) => (
            <StepItem
              key={step.key}
              step={step}
              claims={claimsOfStep(claims, step)}
              number={index + 1}
              day={dayOf(sequence, index)}
              isChosen={step.key === chosenKey}
              onChoose={(how) => onChoose(step.key, how)}
              onRemove={
                draft.steps.some((one) => one.key === step.key)
                  ? () => onChange({ steps: draft.steps.filter((one) => one.key !== step.key) })
                  : undefined
              }
            />
          ))}
        </ol>
      )}
      {chosen && sequence.length < MOST_STEPS && (
        <Button size="row" variant="ghost" icon={Plus} className="-ml-2 mt-1" onClick={() => addStep(chosen)}>
          Add {CHANNEL_LABELS[chosen.channel]} step
        </Button>
      )}
      {sequence.length > 1 && (
        <p className="mt-1 text-small text-pretty text-ink-3">
          Stops for a person when they reply, sign up, buy or unsubscribe, or when a mail comes back.
        </p>
      )}
    </section>
  );
}

type StepItemProps = {
  step: DraftStep;
  claims: ClaimsOfStep;
  number: number;
  day: number;
  isChosen: boolean;
  onChoose: (how: { isPointer: boolean }) => void;
  onRemove: (() => void) | undefined;
};

function StepItem({ step, claims, number, day, isChosen, onChoose, onRemove }: StepItemProps) {
  return (
    <li>
      {step.delayHours > 0 && (
        <p className="flex items-center gap-4 px-3 py-1 text-small text-ink-3">
          <Clock className="size-3.5" />
          Wait {waitWords(step.delayHours)}
        </p>
      )}
      <div
        className={cn(
          'relative flex items-start gap-3 rounded-panel border px-2 py-2',
          isChosen ? 'border-green-l bg-sel' : 'border-transparent hover:bg-hover',
        )}
      >
        <span
          aria-hidden="true"
          className={cn(
            'inline-flex size-5 shrink-0 items-center justify-center rounded-full border text-small font-medium tabular-nums',
            isChosen ? 'border-green bg-green text-on-green' : 'border-control text-ink-2',
          )}
        >
          {number}
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline justify-between gap-2">
            <button
              type="button"
              aria-pressed={isChosen}
              data-missing={hasProblem(step) ? '' : undefined}
              onClick={({ detail }) => onChoose({ isPointer: detail > 0 })}
              className="text-label font-semibold after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
            >
              <span className="sr-only">Step {number}: </span>
              {CHANNEL_LABELS[step.channel]}
            </button>
            <span className="text-small text-ink-3 tabular-nums">Day {day}</span>
          </p>
          <p className="truncate text-small text-ink-2">
            {step.subject || truncate(step.body, 60) || 'Empty: left out'}
          </p>
          {step.variants.length > 0 && (
            <p className="text-small text-ink-3">{countOf(step.variants.length + 1, 'variant')}, A/B test</p>
          )}
          <ClaimsLine claims={claims} />
          {[step, ...step.variants].some(isPersonalEmpty) && (
            <p className="text-small text-pretty text-amber-ink">
              {'{{personal}} stays empty: it is not in English'}
            </p>
          )}
          {step.composedBy !== null && (
            <p className="text-small text-pretty text-ink-3">
              {step.quotedFrom !== null
                ? `Taken over from the asset “${step.quotedFrom}”`
                : step.composedBy === BUILT_IN_ENGINE
                  ? 'Written by the built-in engine from the objective'
                  : `Written by ${step.composedBy}`}
            </p>
          )}
        </div>
        {onRemove && (
          <IconButton
            icon={Trash2}
            label={`Remove step ${number}`}
            onClick={({ currentTarget }) => {
              stayNear(currentTarget);
              onRemove();
            }}
            className="relative z-sticky -my-1 -mr-1"
          />
        )}
      </div>
    </li>
  );
}

/** A text with a field to fill in that nobody can be written to with: nothing leaves until it is mended. */
function hasProblem(step: DraftStep): boolean {
  return [step, ...step.variants].some(({ subject, body }) =>
    [subject, body].some((text) => mergeProblem(text) !== undefined),
  );
}

/** What has to be cleared or looked at before it leaves; nothing where there is nothing. */
function ClaimsLine({ claims }: { claims: ClaimsOfStep }) {
  const findings = [...claims.subject, ...claims.body];
  const worst = (['block', 'warn', 'suggest'] as const).find((severity) =>
    findings.some((finding) => finding.severity === severity),
  );
  if (!worst) return null;
  return (
    <p className={cn('flex items-center gap-1.5 text-small', FINDING_INK[worst])}>
      <FindingGlyph severity={worst} className="size-3.5" />
      {findingCounts(findings)}
    </p>
  );
}

/** "3 days", "12 hours" */
function waitWords(hours: number): string {
  return hours >= 24 && hours % 24 === 0 ? countOf(hours / 24, 'day') : countOf(hours, 'hour');
}

/** The day a step goes out at the earliest, counted within its channel. */
function dayOf(sequence: readonly DraftStep[], index: number): number {
  const { channel } = sequence[index] ?? {};
  const hours = sequence
    .slice(0, index + 1)
    .filter((step) => step.channel === channel)
    .reduce((sum, step) => sum + step.delayHours, 0);
  return Math.floor(hours / 24) + 1;
}

function lengthOf(sequence: readonly DraftStep[]): string {
  const days = Math.max(0, ...sequence.map((_step, index) => dayOf(sequence, index)));
  return days === 0 ? '' : countOf(days, 'day');
}
