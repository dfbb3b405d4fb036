import { useEffect, useEffectEvent } from 'react';

type PaletteWaitingProps = { onText: (change: (text: string) => string) => void; onClose: () => void };

/** Stands in while the palette is loaded: what is typed meanwhile is its first text, not a shortcut of the page. */
export function PaletteWaiting({ onText, onClose }: PaletteWaitingProps) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === 'Escape') onClose();
    else if (key === 'Backspace') onText((text) => text.slice(0, -1));
    else if (/^.$/u.test(key)) onText((text) => text + key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const options = { capture: true };
    document.addEventListener('keydown', onKeyDown, options);
    return () => document.removeEventListener('keydown', onKeyDown, options);
  }, []);
  return null;
}
