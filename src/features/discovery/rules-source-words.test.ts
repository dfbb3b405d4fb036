import { expect, it } from 'vitest';
import { SourceReason } from './contract.ts';
import { sourceNote } from './rules-source-words.ts';

it('explains why a source is off, failed or stopped early', () => {
  const details = { needs: ['CLAY_URL', 'CLAY_TOKEN'], answer: 'Reddit asked us to slow down' };
  const words = SourceReason.options.map((reason) => [reason, sourceNote({ reason, details })]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "earlier_note": "Reddit asked us to slow down",
      "failed_here": "It failed on our side",
      "nothing_to_ask": "Nothing to ask: conditions are not searched for",
      "scored_by_rules": "Scored by the built-in engine: Reddit asked us to slow down",
      "search_failed": "Reddit asked us to slow down",
      "setting_missing": "Off: set CLAY_URL and CLAY_TOKEN",
      "spending_limit": "Stopped at the spending limit",
      "stopped": "Stopped",
    }
  `);
  expect(sourceNote({ reason: 'setting_missing', details: null })).toBe('Off');
  expect(sourceNote({ reason: null, details: null })).toBeNull();
});
