import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { formatUsd } from '#kit/money.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { SearchPlatform } from '../contract.ts';
import type { SourcePlan } from './query-plan.ts';

type QueryPlanFieldsProps = {
  plans: readonly SourcePlan[];
  /** Null goes back to the plan. */
  onWrite: (platform: SearchPlatform, text: string | null) => void;
  canChange: boolean;
};

/** What each source will be asked, to be looked at and changed before the run. */
export function QueryPlanFields({ plans, onWrite, canChange }: QueryPlanFieldsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (plans.length === 0) return null;
  const count = plans.reduce((sum, { queries }) => sum + queries.length, 0);
  const written = plans.filter(({ isWritten }) => isWritten).length;
  const hasError = plans.some(({ error }) => error !== undefined);
  const isShown = isOpen || hasError;
  return (
    <div>
      <Button
        variant="ghost"
        size="row"
        className="-ml-2"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setIsOpen(!isShown)}
      >
        <ChevronRight className={cn('size-3.5 transition-transform', isShown && 'rotate-90')} />
        What each source is asked: {countOf(count, 'query', 'queries')}
        {written > 0 && `, ${written} changed`}
      </Button>
      <div id={id} hidden={!isShown} className="mt-1.5 space-y-3 border-l border-line pl-3">
        {plans.map((plan) => (
          <PlanField key={plan.source.platform} plan={plan} onWrite={onWrite} canChange={canChange} />
        ))}
        <p className="text-small text-ink-3">
          Planned by the built-in engine from your words. Health conditions are left out: nobody is searched
          for by what ails them.
        </p>
      </div>
    </div>
  );
}

function PlanField({
  plan: { source, text, queries, isWritten, error },
  onWrite,
  canChange,
}: Omit<QueryPlanFieldsProps, 'plans'> & { plan: SourcePlan }) {
  const price = source.usdPerThousandPosts;
  return (
    <Field
      label={source.label}
      note={price === null ? undefined : `about ${formatUsd(price * 100)} for 1,000 posts`}
      error={error}
      hint={
        queries.length === 0
          ? 'Nothing to ask: describe what people want, or write a query.'
          : `One query a line, at most ${source.asks.most}.`
      }
    >
      {(control) => (
        <>
          <Textarea
            {...control}
            value={text}
            readOnly={!canChange}
            rows={Math.max(1, queries.length)}
            maxLength={2_000}
            onChange={(event) => onWrite(source.platform, event.target.value)}
          />
          {isWritten && canChange && (
            <Button
              variant="ghost"
              size="row"
              className="mt-1 -ml-2"
              aria-label={`Back to the plan for ${source.label}`}
              onClick={() => onWrite(source.platform, null)}
            >
              Back to the plan
            </Button>
          )}
        </>
      )}
    </Field>
  );
}
