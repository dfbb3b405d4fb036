import { describe, expect, it } from 'vitest';
import { idCursor, instantCursor, pageById } from './page-cursor.ts';

const ID = '0190a0b0-0000-7000-8000-000000000000';

describe('a page cursor', () => {
  it('is read as it was written, and of the first page there is none', () => {
    const place = { at: '2026-01-02T03:04:05.678901Z', id: ID };
    const text = instantCursor.write(place);
    expect(text).toMatch(/^[\w-]+$/);
    expect(instantCursor.read(text)).toEqual(place);
    expect(instantCursor.read(undefined)).toBeUndefined();
  });

  it.each([
    '',
    'nonsense',
    idCursor.write({ id: ID }),
    Buffer.from('{"at":"yesterday","id":"x"}').toString('base64url'),
  ])('refuses what no page of this list has handed out: %j', (text) => {
    expect(() => instantCursor.read(text)).toThrow(
      expect.objectContaining({ code: 'invalid_input', fields: { cursor: expect.any(String) as string } }),
    );
  });

  it('stands on a page behind which there is another', () => {
    const rows = [{ id: ID }, { id: '0190a0b0-0000-7000-8000-000000000001' }];
    expect(pageById(rows, { limit: 2, total: 2 }).nextCursor).toBeNull();
    const { items, nextCursor } = pageById(rows, { limit: 1, total: 2 });
    expect([items.length, idCursor.read(nextCursor ?? undefined)]).toEqual([1, { id: ID }]);
  });
});
