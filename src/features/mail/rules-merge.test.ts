import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePattern, mergeProblem, renderMergeText } from './rules-merge.ts';

describe('merge fields', () => {
  it('fills in a field, or its fallback where nothing is known', () => {
    expect(renderMergeText('Hi {{firstName|friend}}!', { firstName: 'Ann' })).toBe('Hi Ann!');
    expect(renderMergeText('Hi {{ firstName | friend }}!', {})).toBe('Hi friend!');
    expect(renderMergeText('Hi {{firstName}}!', { firstName: '' })).toBe('Hi there!');
  });

  it('puts the fallback in place of a field nobody knows', () => {
    expect(renderMergeText('Your {{petName|companion}}', {})).toBe('Your companion');
    expect(mergeProblem('Your {{petName|companion}}')).toBeUndefined();
  });

  it('names a field that nobody knows and that has no fallback', () => {
    expect(mergeProblem('Your {{petName}}')).toContain('"{{petName}}" is not a known field');
  });

  it.each([
    ['Hi {{firstName', 'not closed'],
    ['Hi firstName}}', 'never opened'],
    ['Hi {{first{{Name}}', 'not closed'],
    ['Hi {{}}', 'names no field'],
    ['Hi {{|there}}', 'names no field'],
  ])('says in words what is wrong with "%s"', (text, words) => {
    expect(mergeProblem(text)).toContain(words);
  });

  it('knows no field by inheritance', () => {
    expect(mergeProblem('{{constructor}}')).toContain('not a known field');
    expect(mergeProblem('{{__proto__}}')).toContain('not a known field');
  });

  it('leaves any text without braces as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = text.replace(/[{}]/g, '');
        expect(renderMergeText(plain, {})).toBe(plain);
      }),
    );
  });
});

it('shows a text as it was written for everybody, its fields named', () => {
  expect(mergePattern('Quiet winter evenings, {{firstName|there}}')).toBe(
    'Quiet winter evenings, [First name]',
  );
});
