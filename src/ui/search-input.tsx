import { Search } from 'lucide-react';
import { cn } from './class-names.ts';
import { Input } from './input.tsx';
import { useChosenAtOnce } from './use-chosen-at-once.ts';

type SearchInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

/** A search whose words live in the address: they show as they are typed and come back with the back button. */
export function SearchInput({ label, value, onChange, className }: SearchInputProps) {
  const [text, type] = useChosenAtOnce(value, onChange);
  return (
    <Input
      type="search"
      icon={Search}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      onChange={(event) => type(event.target.value)}
      className={cn('[&>input]:h-7', className)}
    />
  );
}
