import { AppError } from '#kit/errors.ts';
import { blankProblems } from '../../rules-blanks.ts';

/** Refuses to send a message that has blanks. */
export function assertNoBlanks(steps: Parameters<typeof blankProblems>[0]): void {
  const fields = blankProblems(steps);
  if (Object.keys(fields).length === 0) return;
  throw new AppError('refused', 'Some messages have blanks to fill. Fill them, then launch.', {
    reason: 'blanks',
    fields,
  });
}
