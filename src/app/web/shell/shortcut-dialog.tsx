import { useId } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Switch } from '#ui/switch.tsx';
import { GO_KEYS, PALETTE_KEYS } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';

const EVERYWHERE = [
  { keys: PALETTE_KEYS.split(' '), label: 'Search or jump to anything' },
  { keys: ['?'], label: 'Show this list' },
  { keys: ['/'], label: 'Search on this screen' },
  { keys: ['F8'], label: 'Go to a message, and to its Undo' },
  { keys: ['Esc'], label: 'Close what is open' },
];
const LISTS = [
  { keys: ['↑', '↓'], label: 'Walk the rows or cards' },
  { keys: ['←', '→'], label: 'Walk the columns of the board' },
  { keys: ['Enter'], label: 'Open a row or card' },
  { keys: ['Space'], label: 'Choose a row; lift and drop a card' },
];

/** The keys that work, by where they work. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const { areOn, turn } = useSingleKeys();
  const hintId = useId();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="mb-5">
        <Switch
          label="Single-key shortcuts"
          checked={areOn}
          aria-describedby={hintId}
          onChange={(event) => turn(event.target.checked)}
        />
        <p id={hintId} className="text-small text-pretty text-ink-3">
          Off, G with a letter, / and ? do nothing in this browser; {PALETTE_KEYS}, F8 and Esc go on working.
        </p>
      </div>
      <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-2">
        <div className="space-y-5">
          <Keys title="Everywhere" rows={EVERYWHERE} />
          <Keys title="In lists and on the board" rows={LISTS} />
        </div>
        <Keys
          title="Go to"
          rows={GO_KEYS.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], label }))}
        />
      </div>
    </Dialog>
  );
}

function Keys({
  title,
  rows,
}: {
  title: string;
  rows: readonly { keys: readonly string[]; label: string }[];
}) {
  return (
    <section>
      <h3 className="mb-1 text-small font-medium text-ink-2">{title}</h3>
      <dl>
        {rows.map(({ keys, label }) => (
          <div key={label} className="flex items-center justify-between gap-4 border-b border-line py-1.5">
            <dt className="text-body">{label}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
