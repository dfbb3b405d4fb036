import { describe, expect, it } from 'vitest';
import { scoreOfReasons } from './rules-model-score.ts';

const POST = 'Can anyone recommend a herbal tea? Happy to pay for good leaves.';
const asks = { label: 'Asks for advice', points: 3, words: 'anyone recommend' };
const pays = { label: 'Will pay', points: 3.04, words: 'happy to pay' };

describe('the score of a language model', () => {
  it('is the sum of its reasons, each with the place of its words in the text', () => {
    expect(scoreOfReasons(POST, [asks, pays])).toEqual({
      score: 6,
      reasons: [
        { rule: 'model_1', label: 'Asks for advice', points: 3, start: 4, end: 20 },
        { rule: 'model_2', label: 'Will pay', points: 3, start: 35, end: 47 },
      ],
    });
  });

  it.each([
    ['words that are not in the text', { ...pays, words: 'will buy today' }],
    ['no words', { ...pays, words: ' ' }],
    ['a label that names a condition', { ...pays, label: 'Suffers from insomnia' }],
    ['no label', { ...pays, label: '' }],
    ['a label without end', { ...pays, label: 'very '.repeat(20) }],
    ['points that are no number', { ...pays, points: Number.NaN }],
    ['no points', { ...pays, points: 0.01 }],
  ])('leaves out a reason with %s', (_what, reason) => {
    expect(scoreOfReasons(POST, [asks, reason])).toMatchObject({ score: 3, reasons: [{ rule: 'model_1' }] });
  });

  it('names the right place in a text whose letters are more in lower case', () => {
    const text = 'İstanbul, (yes!) anyone RECOMMEND a tea?';
    const [reason] = scoreOfReasons(text, [{ ...asks, words: '(yes!) anyone recommend' }])?.reasons ?? [];
    expect(text.slice(reason?.start ?? 0, reason?.end ?? 0)).toBe('(yes!) anyone RECOMMEND');
  });

  it('is none where no reason holds, and 0 where none was given', () => {
    expect(scoreOfReasons(POST, [{ ...pays, words: 'made up' }])).toBeUndefined();
    expect(scoreOfReasons(POST, [])).toEqual({ score: 0, reasons: [] });
  });

  it('stays between 0 and 10, and its reasons still add up to it', () => {
    const many = ['recommend', 'herbal', 'tea', 'pay'].map((words) => ({ label: words, points: 50, words }));
    const much = scoreOfReasons(POST, many);
    expect(much?.score).toBe(10);
    expect(much?.reasons.reduce((sum, { points }) => sum + points, 0)).toBe(10);
    expect(scoreOfReasons(POST, [asks, { label: 'Sells', points: -5, words: 'good leaves' }])).toEqual({
      score: 0,
      reasons: [
        { rule: 'model_1', label: 'Asks for advice', points: 3, start: 4, end: 20 },
        { rule: 'model_2', label: 'Sells', points: -3, start: 52, end: 63 },
      ],
    });
  });
});
