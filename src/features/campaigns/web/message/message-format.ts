import { type Format, withFormat } from '#features/mail/rules-mail.ts';
import { insertText } from '#ui/insert-text.ts';

/** As the editor of the library has them, in the words of the tooltips. */
export const FORMAT_KEYS: Partial<Record<Format, string>> = {
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
