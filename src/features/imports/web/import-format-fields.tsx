import { formatCount } from '#kit/text.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { ImportEncoding, type ImportFormat } from '../contract.ts';
import { IMPORT_ENCODING_LABELS } from '../rules-words.ts';

const ENCODING_OPTIONS = ImportEncoding.options.map((value) => ({
  value,
  label: IMPORT_ENCODING_LABELS[value],
}));

type ImportFormatFieldsProps = {
  format: ImportFormat;
  onSheetChange: (sheet: string) => void;
  onEncodingChange: (encoding: ImportEncoding) => void;
};

/** How the file is read: the sheet of a workbook, or the encoding of a text. */
export function ImportFormatFields({ format, onSheetChange, onEncodingChange }: ImportFormatFieldsProps) {
  if (format.sheets.length > 1) {
    return (
      <Field label="Sheet" hint="The sheet with the most people is chosen for you.">
        {(field) => (
          <Select
            {...field}
            value={format.sheet}
            onValueChange={onSheetChange}
            options={format.sheets.map(({ name, rows, isHidden }) => ({
              value: name,
              label: `${name} (${formatCount(rows)} rows${isHidden ? ', hidden' : ''})`,
            }))}
          />
        )}
      </Field>
    );
  }
  if (format.encoding === null) return null;
  return (
    <Field label="Text encoding" hint="Change it if names look wrong below.">
      {(field) => (
        <Select
          {...field}
          value={format.encoding}
          onValueChange={onEncodingChange}
          options={ENCODING_OPTIONS}
        />
      )}
    </Field>
  );
}
