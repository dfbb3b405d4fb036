import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormField, type SchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';

type NameFieldsProps<Input extends FieldValues, Output> = {
  form: SchemaForm<Input, Output>;
  firstName: FieldPath<Input>;
  lastName: FieldPath<Input>;
};

/** First and last name side by side. */
export function NameFields<Values extends FieldValues, Output>({
  form,
  firstName,
  lastName,
}: NameFieldsProps<Values, Output>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name={firstName} label="First name" isRequired>
        {(field) => (
          <Input
            {...field}
            size="large"
            autoComplete="given-name"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of the one form of the page
            autoFocus
          />
        )}
      </FormField>
      <FormField form={form} name={lastName} label="Last name" isRequired>
        {(field) => <Input {...field} size="large" autoComplete="family-name" />}
      </FormField>
    </div>
  );
}

type EmailFieldProps<Input extends FieldValues, Output> = {
  form: SchemaForm<Input, Output>;
  name: FieldPath<Input>;
  /** The first field of its page. */
  isFirst?: boolean;
};

/** The address somebody signs in with. */
export function EmailField<Values extends FieldValues, Output>({
  form,
  name,
  isFirst = false,
}: EmailFieldProps<Values, Output>) {
  return (
    <FormField form={form} name={name} label="Email" isRequired>
      {(field) => (
        <Input
          {...field}
          size="large"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first of the fields its page is for
          autoFocus={isFirst}
        />
      )}
    </FormField>
  );
}

type CodeFieldProps<Input extends FieldValues, Output> = {
  form: SchemaForm<Input, Output>;
  name: FieldPath<Input>;
  hint?: string;
  size?: 'control' | 'large';
  isFirst?: boolean;
};

/** A code of an authenticator app, or what stands in for it. */
export function CodeField<Values extends FieldValues, Output>({
  form,
  name,
  hint = 'The 6 digits that your authenticator app shows, or a recovery code',
  size = 'control',
  isFirst = false,
}: CodeFieldProps<Values, Output>) {
  return (
    <FormField form={form} name={name} label="Code" hint={hint} isRequired>
      {(field) => (
        <Input
          {...field}
          size={size}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field that was missing
          autoFocus={isFirst}
        />
      )}
    </FormField>
  );
}

type NewPasswordFieldProps<Input extends FieldValues, Output> = {
  form: SchemaForm<Input, Output>;
  name: FieldPath<Input>;
  label?: string;
  /** Large where it stands alone on its page. */
  size?: 'control' | 'large';
};

/** A password somebody thinks up here. */
export function NewPasswordField<Values extends FieldValues, Output>({
  form,
  name,
  label = 'Password',
  size = 'large',
}: NewPasswordFieldProps<Values, Output>) {
  return (
    <FormField form={form} name={name} label={label} hint="8 characters or more" isRequired>
      {(field) => <PasswordInput {...field} size={size} autoComplete="new-password" />}
    </FormField>
  );
}
