/** Writes in place of what is selected in the focused field: the one way that the field's own undo (Ctrl-Z) takes back. */
export function insertText(words: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else is part of what a field can undo
  document.execCommand('insertText', false, words);
}
