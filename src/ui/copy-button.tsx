import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 2_000;

type CopyButtonProps = Omit<ButtonProps, 'icon' | 'onClick' | 'onCopy'> & {
  text: string;
  /** What it does, while nothing has been copied. */
  label?: string;
  onCopied?: () => void;
};

/** Copies a text and says so in its place. */
export function CopyButton({ text, label = 'Copy', size = 'row', onCopied, ...rest }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    const isCopied = await copyText(text);
    setState(isCopied ? 'copied' : 'failed');
    if (isCopied) onCopied?.();
  }
  return (
    <Button size={size} icon={state === 'copied' ? Check : Copy} onClick={() => void copy()} {...rest}>
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Not copied: select and copy it' : label}
      </span>
    </Button>
  );
}
