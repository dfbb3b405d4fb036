import { expect, it } from 'vitest';
import type { BrandVoice } from './contract.ts';
import { voiceOnTop } from './rules-voice.ts';

const fact = (text: string) => ({ fact: text, source: 'Label' });
const voice = (change: Partial<BrandVoice>): BrandVoice => ({
  samples: 'Plain words.',
  doWords: ['gentle'],
  dontWords: ['cure'],
  facts: [fact('Six blends.'), fact('30 cups.')],
  ...change,
});

it('puts what was changed here on top of what a colleague changed, and loses neither', () => {
  const onTop = voiceOnTop({
    base: voice({}),
    mine: voice({ doWords: ['gentle', 'warm'], facts: [fact('Six blends.'), fact('25 cups.')] }),
    theirs: voice({
      samples: 'Short words.',
      dontWords: [],
      facts: [fact('Six blends.'), fact('30 cups.'), fact('No caffeine.')],
    }),
  });
  expect(onTop).toEqual({
    samples: 'Short words.',
    doWords: ['gentle', 'warm'],
    dontWords: [],
    facts: [fact('Six blends.'), fact('25 cups.'), fact('No caffeine.')],
  });
});

it('has once what both added', () => {
  const both = voice({ doWords: ['gentle', 'calm'] });
  expect(voiceOnTop({ base: voice({}), mine: both, theirs: both }).doWords).toEqual(['gentle', 'calm']);
});

it('keeps our samples where both changed them', () => {
  const onTop = voiceOnTop({
    base: voice({}),
    mine: voice({ samples: 'Ours.' }),
    theirs: voice({ samples: 'Theirs.' }),
  });
  expect(onTop.samples).toBe('Ours.');
});
