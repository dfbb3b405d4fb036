import { blanksIn } from '#engines/writing/blanks.ts';

type Text = { subject?: string | null | undefined; body: string };

/** The blanks that keep messages from being sent, by the field that has them. */
export function blankProblems(
  steps: readonly (Text & { variants?: readonly Text[] | undefined })[],
): Record<string, string> {
  const problems: Record<string, string> = {};
  const read = (path: string, text: Text): void => {
    for (const field of ['subject', 'body'] as const) {
      const names = new Set(blanksIn(text[field] ?? '').map(({ name }) => `[${name}]`));
      if (names.size > 0) problems[`${path}.${field}`] = `Fill the blanks first: ${[...names].join(', ')}.`;
    }
  };
  for (const [index, step] of steps.entries()) {
    read(`steps.${index}`, step);
    for (const [place, variant] of (step.variants ?? []).entries()) {
      read(`steps.${index}.variants.${place}`, variant);
    }
  }
  return problems;
}
