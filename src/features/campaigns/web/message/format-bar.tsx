import { Bold, Heading2, Link2, List, ListOrdered, type LucideIcon, Redo2, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import { type Format, withFormat } from '#features/mail/rules-mail.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { insertText, redoTyping, undoTyping } from '#ui/insert-text.ts';

const FORMATS: readonly { format: Format; label: string; icon: LucideIcon }[] = [
  { format: 'bold', label: 'Bold', icon: Bold },
  { format: 'heading', label: 'Heading', icon: Heading2 },
  { format: 'bullets', label: 'Bullet list', icon: List },
  { format: 'numbered', label: 'Numbered list', icon: ListOrdered },
  { format: 'link', label: 'Link', icon: Link2 },
];

/** Formats of the message, and its undo: what is pressed here is part of what the keys take back. */
export function FormatBar({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const act = (deed: (element: HTMLTextAreaElement) => void) => () => {
    const element = field.current;
    if (!element) return;
    element.focus();
    deed(element);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3">
      <div role="group" aria-label="Formatting" className={GROUP}>
        {FORMATS.map(({ format, label, icon }) => (
          <Tool
            key={format}
            icon={icon}
            label={label}
            keys={FORMAT_KEYS[format]}
            onClick={act((element) => applyFormat(element, format))}
          />
        ))}
      </div>
      <div role="group" aria-label="Undo and redo" className={GROUP}>
        <Tool icon={Undo2} label="Undo" keys="Ctrl Z" onClick={act(undoTyping)} />
        <Tool icon={Redo2} label="Redo" keys="Ctrl Shift Z" onClick={act(redoTyping)} />
      </div>
    </div>
  );
}

const GROUP = 'flex shrink-0 items-center gap-0.5 pointer-coarse:gap-0';

type ToolProps = { icon: LucideIcon; label: string; keys: string | undefined; onClick: () => void };

function Tool({ keys, ...rest }: ToolProps) {
  return (
    <IconButton
      {...rest}
      {...(keys === undefined ? {} : { keys })}
      // The selection stays where it is in the text.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}

/** As the editor of the library has them, in the words of the tooltips. */
const FORMAT_KEYS: Partial<Record<Format, string>> = {
  bold: 'Ctrl B',
  numbered: 'Ctrl Shift 7',
  bullets: 'Ctrl Shift 8',
};

type Pressed = {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
};

/** The format that a key asks for; the command key of a Mac does what the control key does elsewhere. */
export function formatOfKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Format | undefined {
  if (ctrlKey === metaKey || altKey) return undefined;
  if (!shiftKey) return key.toLowerCase() === 'b' ? 'bold' : undefined;
  // With the shift key the sign differs from keyboard to keyboard.
  return ({ Digit7: 'numbered', Digit8: 'bullets' } as const)[code];
}

/** Writes the signs of the markup into the field, as typing would: undo takes it back. */
export function applyFormat(element: HTMLTextAreaElement, format: Format): void {
  const { value, selectionStart: start, selectionEnd: end } = element;
  const change = withFormat(value, { start, end }, format);
  element.focus();
  element.setSelectionRange(change.start, change.end);
  insertText(change.words);
  element.setSelectionRange(change.select.start, change.select.end);
}
