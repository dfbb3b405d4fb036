import { expect, it } from 'vitest';
import type { TextEncoding } from '#kit/text-encodings.ts';
import { bomBytesOf, decodeText, detectTextEncoding } from './text-encoding.ts';

/** Writes a text in an encoding that Node only reads. */
function written(text: string, encoding: TextEncoding): Buffer {
  const bytes = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  const note = (code: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(code));
    if (letter.length === 1 && letter !== '\uFFFD' && !bytes.has(letter)) bytes.set(letter, code);
  };
  for (let first = 0; first < 256; first += 1) note([first]);
  for (let first = 0x81; first < 0xff; first += 1) {
    for (let second = 0x40; second < 0xff; second += 1) note([first, second]);
  }
  return Buffer.from(text.split('').flatMap((letter) => bytes.get(letter) ?? []));
}

const HEAD = 'Name;E-Mail;Phone\r\n';
const LISTS: [TextEncoding, string][] = [
  ['windows-1252', 'Jörg Lämmle;joerg@example.com;\r\nAimée Brûlé;aimee@example.com;\r\n'],
  ['windows-1252', 'Niccolò Farò;nico@example.com;\r\n'],
  ['windows-1252', 'Begoña Núñez;b@example.com;\r\nÅsa Lindström;a@example.com;\r\n'],
  ['windows-1252', 'Sigríður Þórsdóttir;s@example.com;\r\n'],
  ['windows-1252', 'it’s hers;h@example.com;\r\n'],
  ['windows-1250', 'Łucja Brzęczyk;l@example.com;\r\nStanisław Żak;s@example.com;\r\n'],
  ['windows-1250', 'Jiřina Hošková;j@example.com;\r\n'],
  ['windows-1250', 'Jaśmina Gęsicka;j@example.com;\r\n'],
  ['windows-1251', 'Марфа Синицына;m@example.com;\r\n'],
  ['windows-1254', 'Gülşen Bağcı;g@example.com;\r\n'],
  ['shift_jis', '小林 さやか;s@example.com;\r\n松本 健二;k@example.com;\r\n'],
  ['shift_jis', '渡辺 直樹;n@example.com;\r\n'],
  ['gb18030', '刘洋;y@example.com;\r\n'],
  ['gb18030', '赵敏;m@example.com;\r\n黄建国;j@example.com;\r\n'],
  ['macintosh', 'Begoña Núñez;b@example.com;\r'],
  ['macintosh', 'Jörg Lämmle;joerg@example.com;\rAimée Brûlé;aimee@example.com;\r'],
];

it.each(LISTS)('reads a list of names in %s: %s', async (encoding, list) => {
  const bytes = written(HEAD + list, encoding);
  expect(await decodeText(bytes)).toBe(HEAD + list);
  expect((await detectTextEncoding([bytes])).encoding).toBe(encoding);
});

it('reads UTF-8 and UTF-16 with and without a byte order mark', async () => {
  const text = `${HEAD}Jörg Lämmle;joerg@example.com;\r\n`;
  const wide = Buffer.from(text, 'utf16le');
  const mark = Buffer.from([0xff, 0xfe]);
  expect(await decodeText(Buffer.from(text))).toBe(text);
  expect(await decodeText(Buffer.from(`\uFEFF${text}`))).toBe(text);
  expect(await decodeText(wide)).toBe(text);
  expect(await decodeText(Buffer.concat([mark, wide]))).toBe(text);
  expect(await decodeText(Buffer.concat([mark, wide]).swap16())).toBe(text);
  expect(bomBytesOf(mark, 'utf-16le')).toBe(2);
  expect(bomBytesOf(mark, 'windows-1252')).toBe(0);
});

it('calls a file UTF-8 that is damaged in one place, and one that was cut in the middle of a letter', async () => {
  const text = Buffer.from(`${HEAD}${'Jörg Lämmle;joerg@example.com;\r\n'.repeat(40)}`);
  const damaged = Buffer.concat([text, Buffer.from([0xff, 0x0a])]);
  expect((await detectTextEncoding([damaged])).encoding).toBe('utf-8');
  const letterEnd = text.indexOf(0xc3) + 1;
  expect((await detectTextEncoding([text.subarray(0, letterEnd)])).encoding).toBe('utf-8');
});

it('calls a file UTF-8 that holds letters which another program broke', async () => {
  const text = `${HEAD}J\uFFFDrg;j@example.com;\r\n`;
  expect(await decodeText(Buffer.from(text))).toBe(text);
  expect((await detectTextEncoding([Buffer.from(text)])).encoding).toBe('utf-8');
});

it('hears a letter that first comes late in a large file, and keeps no more than a sample', async () => {
  const ascii = Buffer.from('Ann;a@example.com;\r\n'.repeat(3_000));
  const late = written('Łucja Brzęczyk;l@example.com;\r\nStanisław Żak;s@example.com;\r\n', 'windows-1250');
  expect((await detectTextEncoding([ascii, ascii, late, ascii])).encoding).toBe('windows-1250');
});
