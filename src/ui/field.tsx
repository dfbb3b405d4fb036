import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

/** Spread on the control inside a `Field`. */
export type FieldControl = {
  id: string;
  'aria-labelledby': string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

type FieldProps = {
  label: ReactNode;
  /** At the end of the label's line: "20 leads per run", "optional". */
  note?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** Label above, hint and error below, all tied to the control. Inside a `Form` use `FormField`. */
export function Field({ label, note, hint, error, isRequired = false, className, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={cn('min-w-0', className)}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <label id={`${id}-label`} htmlFor={id} className="font-medium text-ink-2">
          {label}
        </label>
        {note !== undefined && <span className="text-ink-3">{note}</span>}
      </div>
      {children({
        id,
        'aria-labelledby': `${id}-label`,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
        ...(isRequired ? { 'aria-required': true } : {}),
      })}
      {error && (
        <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-small text-red-ink">
          <CircleAlert className="mt-px size-3.5" />
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-small text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
