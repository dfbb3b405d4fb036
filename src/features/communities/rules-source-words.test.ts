import { expect, it } from 'vitest';
import { SourceFailure } from './contract-sources.ts';
import { sourceError } from './rules-source-words.ts';

it('explains why a source cannot be read', () => {
  const source = { kind: 'discord', details: { answer: 'Discord asked us to slow down' } };
  const words = SourceFailure.options.map((reason) => [reason, sourceError({ ...source, reason })]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "failed_here": "Something went wrong on our side",
      "setting_missing": "discord is off: its settings are missing",
      "source_failed": "Discord asked us to slow down",
    }
  `);
  expect(sourceError({ ...source, reason: null })).toBeNull();
});
