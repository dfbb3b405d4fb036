import { Bold, Heading2, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { insertText } from '#ui/insert-text.ts';
import { type Format, withFormat } from '../rules-mail.ts';

const FORMATS: readonly { format: Format; label: string; icon: LucideIcon }[] = [
  { format: 'bold', label: 'Bold', icon: Bold },
  { format: 'heading', label: 'Heading', icon: Heading2 },
  { format: 'bullets', label: 'Bullet list', icon: List },
  { format: 'numbered', label: 'Numbered list', icon: ListOrdered },
  { format: 'link', label: 'Link', icon: Link2 },
];

/** Writes the signs of the markup into the text, as typing would: undo takes it back. */
export function FormatBar({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  function act(format: Format) {
    const element = field.current;
    if (!element) return;
    const { value, selectionStart: start, selectionEnd: end } = element;
    const change = withFormat(value, { start, end }, format);
    element.focus();
    element.setSelectionRange(change.start, change.end);
    insertText(change.words);
    element.setSelectionRange(change.select.start, change.select.end);
  }
  return (
    <div
      role="group"
      aria-label="Formatting"
      className="flex shrink-0 items-center gap-0.5 pointer-coarse:gap-0"
    >
      {FORMATS.map(({ format, label, icon }) => (
        <IconButton
          key={format}
          icon={icon}
          label={label}
          // The selection stays where it is in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => act(format)}
        />
      ))}
    </div>
  );
}
