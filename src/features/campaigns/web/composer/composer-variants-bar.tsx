import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { type StepTest, TestGoal, type VariantLetter } from '../../contract.ts';
import { GOAL_LABELS } from '../../rules-variants.ts';
import { type DraftStep, withNewVariant } from './campaign-draft.ts';

type VariantsBarProps = {
  step: DraftStep;
  letter: VariantLetter;
  onLetter: (letter: VariantLetter) => void;
  onStep: (step: DraftStep) => void;
  onAdded: () => void;
};

/** The texts of a message: which is shown, one more, one less, and how they are compared. */
export function VariantsBar({ step, letter, onLetter, onStep, onAdded }: VariantsBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const added = withNewVariant(step);
  const { variants, test, channel } = step;

  function add() {
    if (!added) return;
    onStep(added.step);
    onLetter(added.letter);
    onAdded();
  }
  function remove() {
    onStep({ ...step, composedBy: null, variants: variants.filter((one) => one.letter !== letter) });
    onLetter('A');
  }
  const letters: VariantLetter[] = ['A', ...variants.map((one) => one.letter)];
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1">
      {variants.length > 0 && (
        <SegmentedControl
          label="Variant"
          value={letter}
          onValueChange={onLetter}
          segments={letters.map((one) => ({ value: one, label: one }))}
        />
      )}
      {letter !== 'A' && <IconButton icon={Trash2} label={`Remove variant ${letter}`} onClick={remove} />}
      {added && (
        <Button size="row" variant="ghost" icon={Plus} onClick={add}>
          {variants.length === 0 ? 'Test a variant' : 'Add variant'}
        </Button>
      )}
      {variants.length > 0 && (
        <p className="text-small text-pretty text-ink-3">
          {wordsOf(test, channel === 'email')}{' '}
          <button type="button" className="link" onClick={() => setIsOpen(true)}>
            Change the test
          </button>
        </p>
      )}
      {isOpen && (
        <TestDialog
          test={test}
          canWait={channel === 'email'}
          onClose={() => setIsOpen(false)}
          onSave={(changed) => onStep({ ...step, composedBy: null, test: changed })}
        />
      )}
    </div>
  );
}

type TestDialogProps = {
  test: StepTest;
  canWait: boolean;
  onClose: () => void;
  onSave: (test: StepTest) => void;
};

function TestDialog({ test, canWait, onClose, onSave }: TestDialogProps) {
  const [goal, setGoal] = useState<StepTest['goal']>(test.goal);
  const [percent, setPercent] = useState(String(test.percent));
  const [waitHours, setWaitHours] = useState(String(test.waitHours));
  const inPercent = problemOf(percent, 10, 100);
  const inHours = problemOf(waitHours, 1, 720);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title="A/B test"
      description="The variants are compared once, when everybody in the test has had their time. One wins only where the difference is more than chance."
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabled={inPercent !== undefined || inHours !== undefined}
            onClick={() => {
              onSave({ goal, percent: Number(percent), waitHours: Number(waitHours) });
              onClose();
            }}
          >
            Set test
          </Button>
        </>
      }
    >
      <Field label="What counts">
        {(control) => (
          <Select
            {...control}
            value={goal}
            onValueChange={(value) => setGoal(TestGoal.catch(goal).parse(value))}
            options={TestGoal.options.map((value) => ({ value, label: GOAL_LABELS[value] }))}
          />
        )}
      </Field>
      {canWait && (
        <Field
          label="People in the test"
          className="mt-4"
          hint="The others wait and get the winner. With 100 nobody waits."
          error={inPercent}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={percent}
              trailing={<span className="text-small text-ink-3">%</span>}
              onChange={(event) => setPercent(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label="Time to answer"
        className="mt-4"
        hint="After each message. Later answers are not counted, so that everybody has the same time."
        error={inHours}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={waitHours}
            trailing={<span className="text-small text-ink-3">hours</span>}
            onChange={(event) => setWaitHours(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

function problemOf(text: string, least: number, most: number): string | undefined {
  const isGood = /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isGood ? undefined : `A whole number from ${least} to ${most}.`;
}

/** "40 % of the people are in the test; who clicks within 24 hours counts." */
function wordsOf({ goal, percent, waitHours }: StepTest, canWait: boolean): string {
  const who =
    canWait && percent < 100 ? `${percent}% of the people are in the test` : 'Everybody is in the test';
  return `${who}. What counts: ${GOAL_LABELS[goal].toLowerCase()} within ${waitHours} hours.`;
}
