import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { cn } from './class-names.ts';
import { Input, type InputProps } from './input.tsx';

/** A password with its show/hide toggle. */
export function PasswordInput({ size = 'control', ...rest }: Omit<InputProps, 'type' | 'icon' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Input
      {...rest}
      size={size}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          // One name: a name that turned round as well would be heard as "Hide password, pressed".
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className={cn(
            '-mr-1 inline-flex items-center justify-center rounded-control text-ink-2 hover:bg-hover hover:text-ink',
            'pointer-coarse:size-11 pointer-coarse:-mr-2',
            size === 'large' ? 'size-8' : 'size-6',
          )}
        >
          <Icon className="size-4" />
        </button>
      }
    />
  );
}
