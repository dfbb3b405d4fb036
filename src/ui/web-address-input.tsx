import { Input, type InputProps } from './input.tsx';

/** Of a page on the web; phones show the keys for it. */
export function WebAddressInput(props: Omit<InputProps, 'type' | 'inputMode'>) {
  return (
    <Input
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={2_000}
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  );
}
