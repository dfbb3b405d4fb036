import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { errorText } from '#ui/error-words.ts';
import type { PreflightCheck } from '../../contract-preview.ts';
import type { PreviewInput } from '../api.ts';
import { usePreflight } from '../api.ts';

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
          {preflight.isError ? 'Try again' : preflight.data ? 'Check again' : 'Check'}
        </Button>
      </div>
      <div aria-live="polite" className="mt-1">
        {preflight.isError ? (
          <p className="text-small text-red-ink">{errorText(preflight.error)}</p>
        ) : preflight.data ? (
          <PreflightList checks={preflight.data} />
        ) : (
          <p className="text-small text-pretty text-ink-2">
            Looks at SPF, DKIM and DMARC of the sender, the links, the unsubscribe and the postal address. A
            launch by a mail server looks by itself and asks where something is not in order; to the outbox it
            goes at once.
          </p>
        )}
      </div>
    </section>
  );
}

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
