import { type ComponentProps, useState } from 'react';
import { Input } from '#ui/input.tsx';

type SpecializationsInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'defaultValue'> & {
  value: readonly string[];
  onChange: (list: string[]) => void;
};

/** A list typed with commas; the text stays as it is typed while the field has the focus. */
export function SpecializationsInput({ value, onChange, ...rest }: SpecializationsInputProps) {
  const joined = value.join(', ');
  const [typed, setTyped] = useState(joined);
  const shown = readList(typed).join(', ') === joined ? typed : joined;
  return (
    <Input
      {...rest}
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readList(event.target.value));
      }}
    />
  );
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
