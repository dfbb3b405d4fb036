/** {{firstName|there}}: what a message says to each person, and to those of whom it is not known. */
const MERGE_FIELD = /\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*))?\}\}/g;

/** As it reads to everybody: each field is what stands where nothing is known. */
export function withoutMergeFields(text: string): string {
  return text.replace(MERGE_FIELD, (_field, _name, fallback: string | undefined) => fallback?.trim() ?? '');
}

/** A stretch of text; `field` names what is filled in there, in words. */
export type MergePiece = { text: string; field: string | null };

/** Cut where fields begin and end; of a field `text` is what stands where nothing is known. */
export function mergePieces(text: string): MergePiece[] {
  const pieces: MergePiece[] = [];
  let at = 0;
  for (const { 0: field, 1: name = '', 2: fallback = '', index } of text.matchAll(MERGE_FIELD)) {
    if (index > at) pieces.push({ text: text.slice(at, index), field: null });
    pieces.push({ text: fallback.trim(), field: inWords(name) });
    at = index + field.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), field: null });
  return pieces;
}

/** "firstName" → "first name". */
function inWords(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
