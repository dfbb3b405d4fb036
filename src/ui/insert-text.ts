/** Writes in place of what is selected in the focused field: the one way that the field's own undo (Ctrl-Z) takes back. */
export function insertText(words: string): void {
  type('insertText', words);
}

/** Takes back what was last typed or written into the focused field, as Ctrl-Z does. */
export function undoTyping(): void {
  type('undo');
}

export function redoTyping(): void {
  type('redo');
}

function type(command: 'insertText' | 'undo' | 'redo', words?: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else is part of what a field can undo
  document.execCommand(command, false, words);
}
