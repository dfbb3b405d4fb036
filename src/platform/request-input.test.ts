import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';
import { assertStorable, parseInput, parseTextBody } from './request-input.ts';

const anything = { params: {}, query: {}, body: undefined as unknown };

describe('what is refused before any schema looks at it', () => {
  it.each([
    ['a NUL character', { name: 'a\0b' }],
    ['a lone surrogate', { name: '\ud800' }],
    ['a NUL in a key', { 'a\0': 1 }],
    ['nesting of a thousand levels', JSON.parse('{"a":'.repeat(1000) + '1' + '}'.repeat(1000))],
  ])('%s', (_what, body) => {
    expect(() => assertStorable({ ...anything, body })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });

  it('more than 100,000 values', () => {
    const bodyOf = (length: number) => Array.from({ length }, () => 1);
    expect(() => assertStorable({ ...anything, body: bodyOf(100_000) })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
    expect(() => assertStorable({ ...anything, body: bodyOf(90_000) })).not.toThrow();
  });

  it('names the field', () => {
    expect(() => assertStorable({ ...anything, body: { person: { name: '\0' } } })).toThrow(
      expect.objectContaining({ fields: { 'person.name': expect.any(String) } }),
    );
  });

  it('lets any other text through', () => {
    expect(() => assertStorable({ ...anything, body: { name: 'Zoë 🌿 \u202e <b>' } })).not.toThrow();
  });
});

describe('input of an endpoint', () => {
  const rename = endpoint({
    method: 'PATCH',
    path: '/api/things/:id',
    access: 'member',
    summary: 'Rename',
    params: z.object({ id: z.uuid() }),
    body: z.object({ name: z.string().min(1, 'Enter a name.') }),
    response: z.undefined(),
  });

  it('with an id that cannot exist is not found', () => {
    expect(() => parseInput(rename, { ...anything, params: { id: '42' }, body: { name: 'x' } })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  it('that is wrong is told in the words of the contract', () => {
    const parts = { ...anything, params: { id: crypto.randomUUID() }, body: { name: '' } };
    expect(() => parseInput(rename, parts)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: 'Enter a name.',
        fields: { name: 'Enter a name.' },
      }),
    );
  });

  it('sent as a form is refused where JSON is wanted', () => {
    expect(() => parseTextBody(rename, 'name=x', 'application/x-www-form-urlencoded')).toThrow(
      expect.objectContaining({ code: 'unsupported_media_type' }),
    );
  });

  it('sent as text by a beacon is read where the endpoint takes that', () => {
    const beacon = { ...rename, consumes: ['text/plain'] };
    expect(parseTextBody(beacon, '{"name":"x"}', 'text/plain;charset=UTF-8')).toEqual({ name: 'x' });
    expect(() => parseTextBody(beacon, '{"name"', 'text/plain')).toThrow('not valid JSON');
  });
});
