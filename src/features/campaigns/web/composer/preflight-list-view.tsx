import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import { cn } from '#ui/class-names.ts';
import type { PreflightCheck } from '../../contract-checks.ts';

const STATES = {
  good: { Icon: CircleCheck, ink: 'text-green-ink', word: 'In order' },
  warn: { Icon: TriangleAlert, ink: 'text-amber-ink', word: 'Look at it' },
  bad: { Icon: OctagonX, ink: 'text-red-ink', word: 'Mend it' },
} as const satisfies Record<PreflightCheck['state'], unknown>;

/** What was found, one line each. */
export function PreflightList({ checks }: { checks: readonly PreflightCheck[] }) {
  return (
    <ul className="space-y-2">
      {checks.map(({ id, label, state, text }) => {
        const { Icon, ink, word } = STATES[state];
        return (
          <li key={id} className="flex items-start gap-2 text-small">
            <Icon className={cn('mt-0.5 size-3.5 shrink-0', ink)} />
            <p className="min-w-0 text-pretty wrap-anywhere text-ink-2">
              <span className="font-medium text-ink">{label}</span>
              <span className="sr-only"> {word}</span>: {text}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
