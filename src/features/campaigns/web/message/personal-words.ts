import { hasPersonalIn } from '#features/mail/rules-mail-language.ts';
import { type MergeField, parseMergeText } from '#features/mail/rules-merge.ts';
import type { DraftStep } from '../composer/campaign-draft.ts';

/** The sender's own values. */
const SAME_FOR_ALL: ReadonlySet<MergeField> = new Set(['senderName', 'workspaceName', 'landingPage']);

export type Piece = { text: string; isPersonal: boolean };

/**
 * Which words of a finished text were filled in: the fixed words of its template are found in it one after the
 * other, what stands between two of them is personal. A text that does not fit its template is left unmarked.
 */
export function markedPieces(text: string, template: string): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  let isWaiting = false;
  let isPersonal = false;
  for (const segment of parseMergeText(template.trim()).segments) {
    if (typeof segment !== 'string') {
      isWaiting = true;
      isPersonal ||= !SAME_FOR_ALL.has(segment.field);
      continue;
    }
    const found = findWords(text, segment, position);
    if (!found) return [{ text, isPersonal: false }];
    if (found.start > position) pieces.push({ text: text.slice(position, found.start), isPersonal });
    pieces.push({ text: text.slice(found.start, found.end), isPersonal: false });
    position = found.end;
    isWaiting = false;
    isPersonal = false;
  }
  const rest = text.slice(position);
  if (rest === '') return pieces;
  // After a field at the very end its value ends with its line; the footer follows.
  const end = isWaiting ? rest.search(/\n|$/) : 0;
  if (end > 0) pieces.push({ text: rest.slice(0, end), isPersonal });
  return [...pieces, { text: rest.slice(end), isPersonal: false }];
}

/** The fields of a message that differ from person to person. */
export function personalFields({ subject, body }: Pick<DraftStep, 'subject' | 'body'>): MergeField[] {
  const fields = [subject, body]
    .flatMap((text) => parseMergeText(text).segments)
    .flatMap((segment) => (typeof segment === 'string' ? [] : [segment.field]));
  return [...new Set(fields)].filter((field) => !SAME_FOR_ALL.has(field));
}

/** Whether a message has a place for a sentence of their own that stays empty for everybody. */
export function isPersonalEmpty(text: Pick<DraftStep, 'subject' | 'body'>): boolean {
  return personalFields(text).includes('personal') && !hasPersonalIn(text);
}

/** Where fixed words stand in a text; composing may have broken their lines elsewhere. */
function findWords(text: string, words: string, from: number): { start: number; end: number } | undefined {
  // What is filled in may be nothing, and then the blank after it goes too.
  const pattern = words
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/^\s+/, '\\s*')
    .replace(/(?<!^)\s+/g, '\\s+');
  const search = new RegExp(pattern, 'g');
  search.lastIndex = from;
  const match = search.exec(text);
  return match ? { start: match.index, end: search.lastIndex } : undefined;
}
