/** What can be filled in per person. `fallback` stands where nothing is known and the author gave none. */
export const MERGE_FIELDS = {
  firstName: { label: 'First name', fallback: 'there' },
  name: { label: 'Full name', fallback: 'there' },
  platform: { label: 'Where they wrote in public', fallback: 'the web' },
  signalDate: { label: 'When they wrote it', fallback: 'recently' },
  groupName: { label: 'Lead group', fallback: 'our readers' },
  opening: {
    label: 'Where and when they wrote, or how you know them',
    fallback: 'I am writing to you for the first time.',
  },
  personal: { label: 'A sentence from their public post', fallback: '' },
  senderName: { label: 'Your name', fallback: 'The team' },
  workspaceName: { label: 'Your business', fallback: 'our team' },
  landingPage: { label: 'Link to the landing page', fallback: '' },
} as const;
export type MergeField = keyof typeof MERGE_FIELDS;

export const MERGE_FIELD_NAMES = Object.keys(MERGE_FIELDS).filter(isMergeField);

/** One piece of a text: words as they stand, or a field with what to say where it is empty. */
type Segment = string | { field: MergeField; fallback: string };

export type ParsedText = {
  segments: Segment[];
  /** For people, one sentence each; empty when the text can be sent. */
  problems: string[];
};

const OPEN = '{{';
const CLOSE = '}}';
const LONGEST_NAME = 40;

/**
 * Reads `{{firstName|there}}`. Where the author gave no fallback, one of `fallbacks` stands in, else our own in English.
 * A field nobody knows is replaced by its fallback, or named as a problem when it has none; braces that do not match are
 * problems too.
 */
export function parseMergeText(text: string, fallbacks: Partial<Record<string, string>> = {}): ParsedText {
  const segments: Segment[] = [];
  const problems: string[] = [];
  let position = 0;
  while (position < text.length) {
    const open = text.indexOf(OPEN, position);
    const before = text.slice(position, open < 0 ? text.length : open);
    if (before.includes(CLOSE))
      problems.push(`"${CLOSE}" closes a field that was never opened with "${OPEN}".`);
    if (before !== '') segments.push(before);
    if (open < 0) break;
    const close = text.indexOf(CLOSE, open);
    const inner = close < 0 ? undefined : text.slice(open + OPEN.length, close);
    if (inner === undefined || inner.includes(OPEN)) {
      problems.push(`"${quoted(text.slice(open))}" opens a field that is not closed with "${CLOSE}".`);
      position = open + OPEN.length;
      continue;
    }
    const read = readField(inner, fallbacks);
    if (typeof read === 'object' && 'problem' in read) problems.push(read.problem);
    else segments.push(read);
    position = close + CLOSE.length;
  }
  return { segments, problems: [...new Set(problems)] };
}

/** What keeps a text from being sent, for people; undefined when nothing does. */
export function mergeProblem(text: string): string | undefined {
  return parseMergeText(text).problems[0];
}

/** The text as one person reads it. `values` may lack fields: their fallbacks stand in. */
export function renderMergeText(text: string, values: Partial<Record<string, string>>): string {
  return parseMergeText(text)
    .segments.map((segment) =>
      typeof segment === 'string' ? segment : values[segment.field] || segment.fallback,
    )
    .join('');
}

const OTHER_SLOTS: Record<string, string> = {
  notice: 'where we know them from, and on what ground',
  unsubscribe: 'unsubscribe link',
  dataChoices: 'link to what we keep about them',
};

/** What stands for a person's value where a text is shown for everybody: "[First name]". */
export function slotWords(slotField: string): string {
  // Sentences of ours are named alike in every language.
  const field = slotField.replace(/:[a-z]{2}$/, '');
  if (isMergeField(field)) return `[${MERGE_FIELDS[field].label}]`;
  return field.startsWith('link:') ? '[link]' : `[${OTHER_SLOTS[field] ?? field}]`;
}

/** A text as its author wrote it for everybody, its fields named: "Good evening, [First name]". */
export function mergePattern(text: string): string {
  return parseMergeText(text)
    .segments.map((segment) => (typeof segment === 'string' ? segment : slotWords(segment.field)))
    .join('');
}

function readField(inner: string, fallbacks: Partial<Record<string, string>>): Segment | { problem: string } {
  const bar = inner.indexOf('|');
  const name = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  const fallback = bar < 0 ? undefined : inner.slice(bar + 1).trim();
  if (isMergeField(name))
    return { field: name, fallback: fallback ?? fallbacks[name] ?? MERGE_FIELDS[name].fallback };
  if (fallback !== undefined && name !== '') return fallback;
  if (name === '') return { problem: `"${OPEN}${quoted(inner)}${CLOSE}" names no field.` };
  return {
    problem: `"${OPEN}${quoted(name)}${CLOSE}" is not a known field. Use one of ${MERGE_FIELD_NAMES.join(', ')}, or give it a fallback: ${OPEN}${quoted(name)}|there${CLOSE}.`,
  };
}

function isMergeField(name: string): name is MergeField {
  return Object.hasOwn(MERGE_FIELDS, name);
}

function quoted(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
}
