import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { ArchiveError, unpackArchive } from './archive.ts';

const MIB = 1024 * 1024;
const FLAGS_AT = 6;
const METHOD_AT = 8;
const SIZE_AT = 22;
const DIRECTORY_SIZE_AT = 24;

const limits = { mostBytes: MIB, mostEntries: 10, isRead: () => true };

async function reasonOf(archive: Buffer, given = limits): Promise<string> {
  try {
    await unpackArchive(archive, given);
    return 'unpacked';
  } catch (error) {
    return error instanceof ArchiveError ? error.reason : 'another failure';
  }
}

const packed = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files));

it('unpacks the files that are read, and counts those alone', async () => {
  const archive = packed({ 'sheet.xml': strToU8('<a/>'), 'picture.png': new Uint8Array(2 * MIB) });
  const { names, files } = await unpackArchive(archive, { ...limits, isRead: (name) => name === 'sheet.xml' });
  expect(names).toEqual(['sheet.xml', 'picture.png']);
  expect([...files].map(([name, file]) => [name, file.toString()])).toEqual([['sheet.xml', '<a/>']]);
  expect(await reasonOf(archive)).toBe('too_large');
});

it('counts the bytes that come out, whatever an archive says of them', async () => {
  const archive = packed({ 'sheet.xml': new Uint8Array(2 * MIB) });
  archive.writeUInt32LE(1_000, SIZE_AT);
  archive.writeUInt32LE(1_000, archive.indexOf('PK\u0001\u0002') + DIRECTORY_SIZE_AT);
  expect(await reasonOf(archive)).toBe('too_large');
});

it('counts a file whose size is said to follow behind it', async () => {
  const archive = packed({ 'first.xml': strToU8('<a/>'), 'sheet.xml': new Uint8Array(2 * MIB) });
  // A reader from the front takes the size, which leaves the second file out of its sight; the directory names both.
  archive.writeUInt16LE(archive.readUInt16LE(FLAGS_AT) | 8, FLAGS_AT);
  archive.writeUInt32LE(archive.length, SIZE_AT - 4);
  expect(await reasonOf(archive)).toBe('too_large');
});

it('refuses what cannot be unpacked, and more files than anyone needs', async () => {
  const unknown = packed({ 'sheet.xml': strToU8('<a/>') });
  unknown[unknown.indexOf('PK\u0001\u0002') + METHOD_AT + 2] = 99;
  expect(await reasonOf(unknown)).toBe('damaged');
  expect(await reasonOf(packed({ 'sheet.xml': strToU8('x'.repeat(1_000)) }).subarray(0, 40))).toBe('damaged');
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.xml`, strToU8('<a/>')]));
  expect(await reasonOf(packed(many))).toBe('too_many_entries');
});
