import { Bold, Heading2, Link2, List, ListOrdered, type LucideIcon, Redo2, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { Format } from '#features/mail/rules-mail.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { redoTyping, undoTyping } from '#ui/insert-text.ts';
import { applyFormat, FORMAT_KEYS } from './message-format.ts';

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
