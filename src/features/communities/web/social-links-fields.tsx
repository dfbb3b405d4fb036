import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormField, type SchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { NETWORK_LABELS } from './community-words.ts';

const NETWORKS = ['twitter', 'facebook', 'discord'] as const;

type SocialLinksFieldsProps<Values extends FieldValues, Output> = {
  form: SchemaForm<Values, Output>;
  nameOf: (network: (typeof NETWORKS)[number]) => FieldPath<Values>;
};

/** Where else a community is. */
export function SocialLinksFields<Values extends FieldValues, Output>({
  form,
  nameOf,
}: SocialLinksFieldsProps<Values, Output>) {
  return NETWORKS.map((network) => (
    <FormField
      key={network}
      form={form}
      name={nameOf(network)}
      label={NETWORK_LABELS[network]}
      note="optional"
    >
      {(field) => (
        <Input
          {...field}
          value={field.value ?? ''}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
        />
      )}
    </FormField>
  ));
}
