import { splitSubject } from '#features/content/rules.ts';
import { blocksOf, textOfBlocks, textOfLine } from '#features/content/rules-markup.ts';

/** {{firstName|there}}: there is no recipient whose name could replace it. */
const MERGE_FIELD = /\{\{[^{}|]*(?:\|([^{}]*))?\}\}/g;

/**
 * The text of an asset as an agent is taught it: without the subject line, merge fields and bold, so that an answer
 * quotes words that people read. Headings, lists and tables stay: passages are cut along them.
 */
export function teachingText(content: string): string {
  const words = splitSubject(content).body.replace(
    MERGE_FIELD,
    (_field, fallback: string | undefined) => fallback?.trim() ?? '',
  );
  return blocksOf(words)
    .map((block) => {
      const gap = block.follows ? '\n' : '\n\n';
      if (block.kind === 'heading') return `${gap}${'#'.repeat(block.level)} ${textOfLine(block.line)}`;
      if (block.kind === 'table')
        return block.rows
          .map((cells) => `\n| ${cells.map(textOfLine).join(' | ')} |`)
          .join('')
          .replace(/^\n/, gap);
      if (block.kind === 'quote') return `${gap}${block.paragraphs.flat().map(textOfLine).join('\n')}`;
      return `${gap}${textOfBlocks([block], textOfLine)}`;
    })
    .join('')
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
