import { ArrowDown, ArrowUp, MousePointerClick, X } from 'lucide-react';
import {
  landingButtonOf,
  withButtonMoved,
  withLandingButton,
  withoutLandingButton,
} from '#features/mail/rules-landing-button.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';

type LandingButtonBarProps = {
  body: string;
  /** Those who sign the message. */
  names: readonly string[];
  onChange: (body: string) => void;
};

/** The button to the landing page as a block: where it is, and how to move or remove it. */
export function LandingButtonBar({ body, names, onChange }: LandingButtonBarProps) {
  if (body.trim() === '') return null;
  const state = landingButtonOf(body);
  const up = state === 'removed' ? null : withButtonMoved(body, -1, names);
  const down = state === 'removed' ? null : withButtonMoved(body, 1, names);
  return (
    <div
      role="group"
      aria-label="Landing page button"
      className="mt-2 flex flex-wrap items-center gap-2 rounded-panel border border-dashed border-control px-3 py-1.5 text-small text-ink-2"
    >
      <MousePointerClick className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-32" aria-live="polite">
        {PLACES[state]}
      </p>
      {state === 'removed' ? (
        <Button size="row" onClick={() => onChange(withLandingButton(body, names))}>
          Add button
        </Button>
      ) : (
        <div className="flex shrink-0 items-center gap-2">
          <IconButton
            icon={ArrowUp}
            label="Move button up"
            disabled={up === null}
            onClick={() => up !== null && onChange(up)}
          />
          <IconButton
            icon={ArrowDown}
            label="Move button down"
            disabled={down === null}
            onClick={() => down !== null && onChange(down)}
          />
          <IconButton icon={X} label="Remove button" onClick={() => onChange(withoutLandingButton(body))} />
        </div>
      )}
    </div>
  );
}

const PLACES = {
  automatic: 'Landing page button: before your sign-off',
  placed: 'Landing page button: at {{landingPage}} in the text',
  removed: 'No landing page button',
};
