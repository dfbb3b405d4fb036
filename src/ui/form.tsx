import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import {
  Controller,
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { Button, type ButtonProps } from './button.tsx';
import { ApiError } from './calls/call-api.ts';
import { errorText } from './error-words.ts';
import { Field, type FieldControl } from './field.tsx';

export type SchemaForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

type FormOptions<Input extends FieldValues> = {
  defaultValues: DefaultValues<Input>;
  /** What is stored as it is now, where others may change it meanwhile: fields that nobody touched here follow it. */
  values?: Input;
  /** When errors show first; after the first try they follow each change. */
  mode?: 'onSubmit' | 'onBlur' | 'onChange';
};

/** A form on a schema of the contract: what the server would refuse is refused here in the same words. */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { defaultValues, values, mode = 'onSubmit' }: FormOptions<Input>,
): SchemaForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode,
    ...(values === undefined ? {} : { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
  });
  // The form keeps account of touched fields only for who reads it.
  void form.formState.dirtyFields;
  return form;
}

/** Only the fields that differ from what is stored: a form that sent them all would undo what others changed. */
export function changedFields<Given extends object>(
  given: Given,
  stored: object | undefined,
): Partial<Given> {
  const before = new Map<string, unknown>(Object.entries(stored ?? {}));
  const isChanged = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(before.get(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of what was given
  return Object.fromEntries(Object.entries(given).filter(isChanged)) as Partial<Given>;
}

type FormProps<Input extends FieldValues, Output> = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: SchemaForm<Input, Output>;
  /** May return a promise; the form is being submitted until it settles. */
  onSubmit: (values: Output) => unknown;
  /** Takes over the errors that belong to no field (a toast, say); else they stand at the end of the form. */
  onFailure?: (error: unknown) => void;
};

/** Submits once at a time; puts what the server says about a field at that field. */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  onFailure,
  children,
  ...rest
}: FormProps<Input, Output>) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      if (onFailure) onFailure(error);
      else form.setError('root', { message: errorText(error) });
    }
  });
  const [said, setSaid] = useState('');
  const failure = form.formState.errors.root?.message;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Events pass through portals: a form in a dialog would submit the one that opened it as well.
        event.stopPropagation();
        if (form.formState.isSubmitting) return;
        const before = document.activeElement;
        setSaid('');
        void submit(event).then(() => setTimeout(() => setSaid(showError(before))));
      }}
      {...rest}
    >
      {children}
      {failure !== undefined && (
        <p role="alert" className="mt-4 flex items-start gap-1.5 text-small text-red-ink">
          <CircleAlert className="mt-px size-3.5" />
          {failure}
        </p>
      )}
      <span aria-live="assertive" className="sr-only">
        {said}
      </span>
    </form>
  );
}

/**
 * Brings the error of the field in focus into sight. Answers its words where the focus has been there before (Enter sends
 * a form as well): only a field that the focus comes to is read with what describes it.
 */
function showError(before: Element | null): string {
  const field = document.activeElement;
  if (field?.getAttribute('aria-invalid') !== 'true') return '';
  const error = document.getElementById(`${field.id}-error`);
  error?.scrollIntoView({ block: 'nearest' });
  // Nobody mends a letter of these.
  if (
    field instanceof HTMLInputElement &&
    (field.type === 'password' || field.autocomplete === 'one-time-code')
  )
    field.select();
  return field === before ? (error?.textContent ?? '') : '';
}

/** Puts the field errors of a refused call at their fields; true when at least one found its place. */
function showFieldErrors<Input extends FieldValues, Output>(
  form: SchemaForm<Input, Output>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError) || !error.body?.fields) return false;
  let isFirst = true;
  for (const [path, message] of Object.entries(error.body.fields)) {
    const name = fieldFor([...form.control._names.mount], path);
    if (name === undefined) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only fields of this form register here
    form.setError(name as FieldPath<Input>, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return !isFirst;
}

/** `steps.0.body` belongs to the field of that name, or to `steps` where only that is on the page. */
function fieldFor(names: readonly string[], path: string): string | undefined {
  return names.find((name) => name === path) ?? names.find((name) => path.startsWith(`${name}.`));
}

/** Of a field that stands for several values (addresses, one per line) the first that is wrong. */
function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Array.isArray(error) ? error.map(messageOf).find((message) => message !== undefined) : undefined;
}

type FormFieldProps<Input extends FieldValues, Output, Name extends FieldPath<Input>> = {
  form: SchemaForm<Input, Output>;
  name: Name;
  label: ReactNode;
  note?: ReactNode;
  hint?: ReactNode;
  isRequired?: boolean;
  className?: string;
  /** `(field) => <Input {...field} />`; a `Select` takes `onValueChange={field.onChange}`. */
  children: (field: ControllerRenderProps<Input, Name> & FieldControl) => ReactNode;
};

export function FormField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Input, Output, Name>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: wiring, fieldState }) => (
        <Field {...field} error={messageOf(fieldState.error)}>
          {(control) => children({ ...wiring, ...control })}
        </Field>
      )}
    />
  );
}

type SubmitButtonProps<Input extends FieldValues, Output> = Omit<ButtonProps, 'type' | 'form' | 'onClick'> & {
  form: SchemaForm<Input, Output>;
  /** The id of the form, where the button stands outside of it (the footer of a dialog). */
  formId?: string;
};

export function SubmitButton<Input extends FieldValues, Output>({
  form,
  formId,
  variant = 'primary',
  ...rest
}: SubmitButtonProps<Input, Output>) {
  return (
    <Button
      type="submit"
      variant={variant}
      isPending={form.formState.isSubmitting}
      {...(formId === undefined ? {} : { form: formId })}
      {...rest}
    />
  );
}
