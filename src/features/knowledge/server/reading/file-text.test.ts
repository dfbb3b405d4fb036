import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileText } from './file-text.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yarrow-file-text-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function textOf(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return (await readFileText({ path, name })).text;
}

/** Letters of windows-1252 beyond Latin-1 that prices and names need. */
const BEYOND: Readonly<Record<string, number>> = {
  '€': 0x80,
  '–': 0x96,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  Š: 0x8a,
};
const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => BEYOND[letter] ?? letter.charCodeAt(0));
const utf16 = (text: string, isBig = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('text of a file in another encoding', () => {
  const price = 'Massage;Preis\nRücken – kurz;18 €\nFüße;25 €\n';
  const table = '| Massage | Preis |\n| Rücken – kurz | 18 € |\n| Füße | 25 € |';
  it.each([
    ['windows-1252', windows1252(price)],
    ['UTF-16 with a mark', utf16(`\uFEFF${price}`)],
    ['UTF-16 of the other order', utf16(`\uFEFF${price}`, true)],
    ['UTF-16 without a mark', utf16(price)],
    ['UTF-8 with a mark', `\uFEFF${price}`],
    ['UTF-8', price],
  ])('is read from a table in %s', async (_, bytes) => {
    expect(await textOf('prices.csv', bytes)).toBe(table);
  });

  it.each([
    ['one pound', 'Price: £18', 'Price: £18'],
    ['one euro', 'Preis: €18', 'Preis: €18'],
    ['quotes and a dash', 'Open “daily” – until 6 o’clock', 'Open “daily” – until 6 o’clock'],
    [
      'French',
      'Séance de réflexologie à 45 €, fermé en août',
      'Séance de réflexologie à 45 €, fermé en août',
    ],
    ['Spanish', '¿Abrís mañana? Sí, señora: 30 € el niño', '¿Abrís mañana? Sí, señora: 30 € el niño'],
  ])('is read where little tells it: %s', async (_, text, read) => {
    expect(await textOf('price.txt', windows1252(text))).toBe(read);
  });

  it.each([
    ['<meta charset="windows-1252">', windows1252],
    ["<META http-equiv='Content-Type' content='text/html; charset=iso-8859-1'>", windows1252],
    [
      '<?xml version="1.0" encoding="ISO-8859-15"?>',
      (text: string) => windows1252(text.replaceAll('€', '¤')),
    ],
    ['<meta charset="utf-8">', windows1252],
    ['<meta charset="windows-1252">', (text: string) => Buffer.from(text)],
    ['<meta charset="utf-16">', (text: string) => utf16(`\uFEFF${text}`)],
  ])('is read from a page that says %s', async (says, encode) => {
    expect(await textOf('page.html', encode(`${says}<p>Füße: 18 €</p>`))).toBe('Füße: 18 €');
  });

  it('in another alphabet is read as a page declares, or as its letters tell', async () => {
    const polish = Buffer.concat([
      Buffer.from('<meta charset="iso-8859-2"><p>'),
      Buffer.from([0xb1, 0xb3, 0xf1]),
    ]);
    expect(await textOf('pl.html', polish)).toBe('ąłń');
    const words =
      'Мы открыты ежедневно с девяти до шести, кроме воскресенья. Запись на массаж возможна по телефону или на нашем сайте, отменить запись можно за сутки.';
    const windows1251 = Uint8Array.from(words, (letter) =>
      letter > '\x7F' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0),
    );
    expect(await textOf('ru.txt', windows1251)).toBe(words);
  });

  it('keeps single letters that another program wrote into UTF-8, and no sign of damage', async () => {
    const mixed = Buffer.concat([Buffer.from('Füße, Rücken, Bäder, Öle, Düfte: '), windows1252('18 €')]);
    expect(await textOf('mixed.txt', mixed)).toBe('Füße, Rücken, Bäder, Öle, Düfte: 18 €');
    expect(await textOf('damaged.txt', 'Price: \uFFFD18')).toBe('Price: 18');
  });
});

describe('a table in a file', () => {
  it('may say what separates its cells', async () => {
    expect(await textOf('a.csv', '\uFEFFsep=;\r\nTea;Price\r\nMint;4,50\r\n')).toBe(
      '| Tea | Price |\n| Mint | 4,50 |',
    );
    expect(await textOf('b.csv', utf16('\uFEFF"sep=\t"\r\nTea\tPrice\r\nMint\t4,50'))).toBe(
      '| Tea | Price |\n| Mint | 4,50 |',
    );
    expect(await textOf('c.tsv', 'Tea\tPrice\nMint\t4.50')).toBe('| Tea | Price |\n| Mint | 4.50 |');
  });

  it('may have titles above the names of its columns', async () => {
    expect(
      await textOf(
        'd.csv',
        'Price list 2026;;\nAll prices in euros;;\n;;\nTea;Size;Price\nMint;S;4\nMint;L;6\n',
      ),
    ).toBe(
      '### Price list 2026\n\nAll prices in euros\n\n| Tea | Size | Price |\n| Mint | S | 4 |\n| Mint | L | 6 |',
    );
    expect(await textOf('e.csv', 'Opening hours\nMonday;9–18\nTuesday;closed\n')).toBe(
      '### Opening hours\n\n- Monday: 9–18\n- Tuesday: closed',
    );
    expect(await textOf('f.csv', 'Tea;Price\nMint;4\n')).toBe('| Tea | Price |\n| Mint | 4 |');
  });
});
