import { splitSubject } from '#features/content/rules.ts';
import { spansOf } from '#features/content/rules-markup.ts';

const BOLD_LINE = /^[ \t]*\*\*([^*]+)\*\*:?[ \t]*$/gm;
/** {{firstName|there}}: nobody is there whose name could stand in its place. */
const MERGE_FIELD = /\{\{[^{}|]*(?:\|([^{}]*))?\}\}/g;

/**
 * The text of an asset as an agent is taught it: without the subject line, merge fields and bold, so that an answer
 * quotes words that people read. Headings, lists and tables stay: passages are cut along them.
 */
export function teachingText(content: string): string {
  return splitSubject(content)
    .body.replace(MERGE_FIELD, (_field, fallback: string | undefined) => fallback?.trim() ?? '')
    .replace(BOLD_LINE, '## $1')
    .split('\n')
    .map((line) =>
      spansOf(line)
        .map(({ text, href }) => (href === null ? text : `${text} (${href})`))
        .join('')
        .trimEnd(),
    )
    .join('\n')
    .trim();
}

/** Why an asset cannot be taught; null when it can. */
export function teachingObstacle(
  asset: { status: string; content: string },
  { approvedContentOnly }: { approvedContentOnly: boolean },
): string | null {
  if (approvedContentOnly && asset.status !== 'approved')
    return 'This workspace takes approved assets only. Have it approved first.';
  return teachingText(asset.content) === '' ? 'It holds no words that an agent could quote.' : null;
}
