import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { type AssetCategory, LIMITS } from '../contract.ts';
import { CATEGORY_OPTIONS } from './words.ts';

/** What an asset is found by; tags as they are typed. */
export type AssetLabels = { name: string; category: AssetCategory; tags: string };

type AssetFieldsProps = { value: AssetLabels; onChange: (value: AssetLabels) => void };

export function AssetFields({ value, onChange }: AssetFieldsProps) {
  return (
    <>
      <Field label="Asset Name" isRequired>
        {(control) => (
          <Input
            {...control}
            value={value.name}
            maxLength={LIMITS.name}
            autoComplete="off"
            onChange={(event) => onChange({ ...value, name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            value={value.category}
            onValueChange={(category) => onChange({ ...value, category })}
            options={CATEGORY_OPTIONS}
          />
        )}
      </Field>
      <Field label="Tags (comma-separated)">
        {(control) => (
          <Input
            {...control}
            value={value.tags}
            maxLength={LIMITS.tags * (LIMITS.tag + 2)}
            autoComplete="off"
            placeholder="winter, tea, sampler"
            onChange={(event) => onChange({ ...value, tags: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
