import { expect, it } from 'vitest';
import { reasonOf } from './rules-inbox.ts';

it('says once that it is an emergency', () => {
  expect(reasonOf({ level: 'emergency', category: 'emergency' })).toBe('Emergency');
  expect(reasonOf({ level: 'emergency', category: 'self_harm' })).toBe('Emergency: Crisis');
  expect(reasonOf({ level: 'escalate', category: 'diagnosis' })).toBe('Question about symptoms');
});
