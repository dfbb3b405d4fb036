import { expect, it } from 'vitest';
import { readQuestion } from './question.ts';

/** Of the processor, the least of three. */
function costOf(text: string): number {
  const costs = [1, 2, 3].map(() => {
    const { user } = process.cpuUsage();
    readQuestion(text, text);
    return process.cpuUsage().user - user;
  });
  return Math.min(...costs);
}

it('takes no longer to read one word of 4,000 letters than as many words of 200', () => {
  costOf('What does it cost?');
  for (const letter of ['你', 'a', '’']) {
    const words = `${letter.repeat(199)} `.repeat(20);
    expect(costOf(letter.repeat(4_000)), letter).toBeLessThan(4 * costOf(words) + 5_000);
  }
});
