import { Button } from '#ui/button.tsx';
import { errorText } from '#ui/error-words.ts';
import type { PreviewInput } from '../api.ts';
import { usePreflight } from '../api.ts';
import { PreflightList } from './preflight-list-view.tsx';

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
