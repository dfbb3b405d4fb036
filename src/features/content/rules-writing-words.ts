import type { UnchangedReason } from '#engines/writing/reasons.ts';

/** Why the built-in engine wrote or changed nothing. */
export const UNCHANGED_WORDS: Readonly<Record<UnchangedReason, string>> = {
  needs_model:
    'Nothing changed: this needs a language model. Edit the text yourself, or connect a model in Settings.',
  edited_text:
    'Nothing changed: another tone of an edited text needs a language model. Edit the text yourself, or connect a model in Settings.',
  already_so: 'Nothing changed: the text is already like this.',
  language:
    'Writing in this language needs a language model. Without one, Yarrow writes English and German. Connect a model in Settings.',
  languages: 'Writing in several languages needs a language model. Connect one in Settings.',
};

/** Whether a language model would do it. */
export function needsModel(reason: UnchangedReason): boolean {
  return reason !== 'already_so';
}

/** The words of a brief that the text does not say. */
export function leftOutWords(leftOut: readonly string[]): string {
  return leftOut.length === 0 ? '' : `Left out: ${leftOut.map((words) => `“${words}”`).join(', ')}.`;
}

export function blanksMessage(count: number): string {
  return `${count === 1 ? '1 blank' : `${count} blanks`} to fill`;
}
