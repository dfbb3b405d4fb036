import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { SearchPlatform } from '#features/leads/contract.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { formatUsd } from '#kit/money.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { QueryPlan } from '../contract.ts';
import type { SourcePlan } from './query-plan.ts';

/** What the language model plans, where one is configured. */
export type Planning = { hasModel: boolean; isPending: boolean; plan: QueryPlan | undefined };

type QueryPlanFieldsProps = {
  plans: readonly SourcePlan[];
  unusedPlaces: string | null;
  planning: Planning;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Null goes back to the plan. */
  onWrite: (platform: SearchPlatform, text: string | null) => void;
  canChange: boolean;
};

/** What each source will be asked, to be looked at and changed before the run. */
export function QueryPlanFields({
  plans,
  unusedPlaces,
  planning,
  isOpen,
  onOpenChange,
  onWrite,
  canChange,
}: QueryPlanFieldsProps) {
  const id = useId();
  if (plans.length === 0) return null;
  const count = plans.reduce((sum, { queries }) => sum + queries.length, 0);
  const written = plans.filter(({ isWritten }) => isWritten).length;
  const hasError = plans.some(({ error }) => error !== undefined);
  const isShown = isOpen || hasError;
  return (
    <>
      <Button
        variant="ghost"
        size="row"
        className="-ml-2"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => onOpenChange(!isShown)}
      >
        <ChevronRight className={cn('size-3.5 transition-transform', isShown && 'rotate-90')} />
        What each source is asked:{' '}
        {planning.hasModel && !isShown ? 'planned by the language model' : countOf(count, 'query', 'queries')}
        {written > 0 && `, ${written} changed`}
      </Button>
      {/* Under the line of buttons in which its own stands. */}
      <div id={id} hidden={!isShown} className="order-last basis-full space-y-3 border-l border-line pl-3">
        {plans.map((plan) => (
          <PlanField key={plan.source.platform} plan={plan} onWrite={onWrite} canChange={canChange} />
        ))}
        <p role="status" className="text-small text-ink-3">
          {plannerWords(planning)} Health conditions are left out: nobody is searched for by what ails them.
        </p>
      </div>
      {!isShown && unusedPlaces !== null && (
        <p className="order-last basis-full text-small text-ink-3">{unusedPlaces}</p>
      )}
    </>
  );
}

function plannerWords({ hasModel, isPending, plan }: Planning): string {
  if (isPending) return 'The language model is planning…';
  const isByModel = plan !== undefined && plan.plannedBy !== BUILT_IN_ENGINE;
  if (isByModel) return `Planned by ${plan.plannedBy} from your words.`;
  return hasModel && plan
    ? 'Planned by the built-in engine from your words: the language model did not answer.'
    : 'Planned by the built-in engine from your words.';
}

function PlanField({
  plan: { source, text, queries, isWritten, placeNote, error },
  onWrite,
  canChange,
}: Pick<QueryPlanFieldsProps, 'onWrite' | 'canChange'> & { plan: SourcePlan }) {
  const price = source.usdPerThousandPosts;
  return (
    <Field
      label={source.label}
      note={price === null ? undefined : `about ${formatUsd(price * 100)} for 1,000 posts`}
      error={error}
      hint={
        queries.length === 0
          ? 'Nothing to ask: describe what people want, or write a query.'
          : [`One query a line, at most ${source.asks.most}.`, placeNote ?? []].flat().join(' ')
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
