import type { ReactNode } from 'react';
import { formatCount } from '#kit/text.ts';
import { Bar } from './bar.tsx';

export type FunnelStep = {
  label: string;
  count: number;
  /** Share of the step before, "23.3%"; none for the first. */
  rate?: ReactNode;
  /** In place of the bare number: a button that opens it. */
  shown?: ReactNode;
};

/** From the base to the outcome: one bar each on one scale, with its number and its share of the step before. */
export function FunnelBars({ steps, max }: { steps: readonly FunnelStep[]; max: number }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(3rem,1fr)_auto_auto] items-center gap-y-1.5 text-small">
      {steps.map((step, index) => (
        <div key={step.label} className="contents">
          <dt className="pr-1.5 text-ink-3">{step.label}</dt>
          <dd className="contents">
            <Bar value={step.count} max={max} tone={index === 0 ? 'base' : 'outcome'} />
            <span className="pl-2.5 text-right font-medium text-ink tabular-nums">
              {step.shown ?? formatCount(step.count)}
            </span>
            <span className="min-w-12 pl-2 text-right text-ink-3 tabular-nums">{step.rate}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
