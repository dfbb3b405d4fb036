import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { unpackWithin } from './unpack.ts';

const KIB = 1024;
const limits = { mostBytes: 64 * KIB, mostEntries: 3, isWanted: (name: string) => name.endsWith('.xml') };
const problemOf = (archive: Uint8Array, changed: Partial<typeof limits> = {}): string => {
  try {
    unpackWithin(archive, { ...limits, ...changed });
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : 'none';
  }
};

it('unpacks what is wanted and names the rest', () => {
  const archive = zipSync({ 'a.xml': strToU8('<a/>'), 'b.png': new Uint8Array(200 * KIB) });
  const { names, files } = unpackWithin(archive, limits);
  expect(names).toEqual(['a.xml', 'b.png']);
  expect(Object.keys(files)).toEqual(['a.xml']);
});

it('refuses an archive that unpacks to more than its limit, or holds too many files', () => {
  const large = zipSync({ 'a.xml': new Uint8Array(40 * KIB), 'b.xml': new Uint8Array(40 * KIB) });
  expect(problemOf(large)).toBe('too_large');
  expect(problemOf(large, { mostBytes: 80 * KIB })).toBe('none');
  expect(problemOf(zipSync({ a: [strToU8(''), {}], b: strToU8(''), c: strToU8(''), d: strToU8('') }))).toBe(
    'too_many_entries',
  );
});

it('gives a file no more room than the directory states, whatever its first header says', () => {
  const archive = zipSync({ 'a.xml': new Uint8Array(8 * KIB) });
  // A data descriptor and a size in the local header, which readers of a stream believe.
  archive[6] = 8;
  // The directory states 16 bytes.
  const view = new DataView(archive.buffer, archive.byteOffset);
  const directory = view.getUint32(archive.length - 6, true);
  view.setUint32(directory + 24, 16, true);
  const { files } = unpackWithin(archive, limits);
  expect(files['a.xml']?.length).toBe(16);
});

it('says that an archive is damaged', () => {
  expect(problemOf(zipSync({ 'a.xml': strToU8('x'.repeat(1_000)) }).subarray(0, 40))).toBe('damaged');
});
