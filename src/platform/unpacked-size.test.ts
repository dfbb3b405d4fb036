import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { weighUnpacked } from './unpacked-size.ts';

const MIB = 1024 * 1024;
const METHOD_AT = 8;

/** An archive whose first file says that it is packed in a way that is no way. */
function ledByUnknown(large: Uint8Array): Uint8Array {
  const archive = zipSync({ 'first.bin': strToU8('?'), 'sheet.xml': large });
  archive[METHOD_AT] = 99;
  return archive;
}

it('counts what an archive unpacks to, whatever the files say of their size', () => {
  const archive = zipSync({ 'sheet.xml': new Uint8Array(2 * MIB) });
  expect(weighUnpacked(archive, 2 * MIB)).toBe('fits');
  expect(weighUnpacked(archive, MIB)).toBe('beyond');
  expect(weighUnpacked(archive, MIB, (name) => name !== 'sheet.xml')).toBe('fits');
});

it('goes on counting behind a file that nobody can unpack', () => {
  expect(weighUnpacked(ledByUnknown(new Uint8Array(2 * MIB)), MIB)).toBe('beyond');
});

it('does not call small what nobody can unpack, unless it counts nothing', () => {
  const unknown = ledByUnknown(strToU8('<a/>'));
  expect(weighUnpacked(unknown, MIB)).toBe('unreadable');
  expect(weighUnpacked(unknown, MIB, (name) => name === 'sheet.xml')).toBe('fits');
  const broken = zipSync({ 'sheet.xml': strToU8('x'.repeat(1_000)) });
  broken.fill(0xff, 30 + 'sheet.xml'.length, 45 + 'sheet.xml'.length);
  expect(weighUnpacked(broken, MIB)).toBe('unreadable');
  expect(weighUnpacked(zipSync({ 'a.xml': strToU8('x'.repeat(1_000)) }).subarray(0, 40), MIB)).toBe(
    'unreadable',
  );
});
