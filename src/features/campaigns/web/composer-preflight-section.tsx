import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { errorText } from '#ui/error-words.ts';
import type { PreflightCheck } from '../contract-checks.ts';
import type { PreviewInput } from './api.ts';
import { usePreflight } from './check-calls.ts';

const STATES = {
  good: { Icon: CircleCheck, ink: 'text-green-ink', word: 'In order' },
  warn: { Icon: TriangleAlert, ink: 'text-amber-ink', word: 'Look at it' },
  bad: { Icon: OctagonX, ink: 'text-red-ink', word: 'Mend it' },
} as const satisfies Record<PreflightCheck['state'], unknown>;

/** Whether the sender's records, the links, the unsubscribe and the address are in order. */
export function ComposerPreflight({ input }: { input: PreviewInput }) {
  const preflight = usePreflight();
  return (
    <section aria-label="Preflight" className="border-b border-line px-5 py-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-h2">Preflight</h3>
        <Button
          size="row"
          variant="ghost"
          isPending={preflight.isPending}
          pendingLabel="Checking…"
          onClick={() => preflight.mutate(input)}
        >
          {preflight.data ? 'Check again' : 'Check'}
        </Button>
      </div>
      <div aria-live="polite">
        {preflight.isError ? (
          <p className="text-small text-red-ink">{errorText(preflight.error)}</p>
        ) : preflight.data ? (
          <ul className="mt-1 space-y-2">
            {preflight.data.map(({ id, label, state, text }) => {
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
        ) : (
          <p className="text-small text-pretty text-ink-2">
            Looks at SPF, DKIM and DMARC of the sender, the links, the unsubscribe and the postal address.
          </p>
        )}
      </div>
    </section>
  );
}
