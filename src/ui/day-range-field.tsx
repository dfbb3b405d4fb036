import { CalendarDays } from 'lucide-react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Popover } from './popover.tsx';

type DayRangeProps = {
  /** Days as 2026-01-31. */
  from: string | undefined;
  to: string | undefined;
  onChange: (days: { from: string | undefined; to: string | undefined }) => void;
};

/** The days on which people came in. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  const words = from === undefined && to === undefined ? 'Any day' : `${from ?? '…'} – ${to ?? '…'}`;
  return (
    <Popover
      label="Added between"
      className="w-72"
      trigger={
        <Button size="row" icon={CalendarDays} aria-label={`Added: ${words}`}>
          {words}
        </Button>
      }
    >
      <div className="space-y-3">
        <Field label="Added from">
          {(field) => (
            <Input
              {...field}
              type="date"
              value={from ?? ''}
              max={to}
              onChange={(event) => onChange({ from: event.target.value || undefined, to })}
            />
          )}
        </Field>
        <Field label="Added until">
          {(field) => (
            <Input
              {...field}
              type="date"
              value={to ?? ''}
              min={from}
              onChange={(event) => onChange({ from, to: event.target.value || undefined })}
            />
          )}
        </Field>
        <Button size="row" variant="ghost" onClick={() => onChange({ from: undefined, to: undefined })}>
          Any day
        </Button>
      </div>
    </Popover>
  );
}
