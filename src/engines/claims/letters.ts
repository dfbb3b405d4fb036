/** What a character is to a reader: which kind, and which of our letters it stands for. */

export const OTHER = 0;
export const LETTER = 1;
export const DIGIT = 2;
export const SPACE = 3;

export const ASCII_KIND = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-zA-Z]/.test(character)) ASCII_KIND[code] = LETTER;
  else if (/\d/.test(character)) ASCII_KIND[code] = DIGIT;
  else if (code <= 32) ASCII_KIND[code] = SPACE;
}

/** Letters of other scripts that look like ours. NFKD takes care of accents, widths and ligatures. */
const LOOKALIKES = new Map(
  `аa вb сc ԁd еe һh іi јj кk ӏl мm нh оo рp ԛq гr ѕs тt уy хx ԝw αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw ɑa ɡg ıi ƚl øo đd
   łl ħh ßss æae œoe ƒf`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

export const IS_LETTER = /\p{L}/u;
const IS_MARK = /^[\p{M}\p{Cf}™®©℠]+$/u;
const folded = new Map<string, string>();

/** Lower case, without accents, in our letters; '' for what nobody sees. */
export function fold(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const plain = IS_MARK.test(character)
    ? ''
    : Array.from(
        character
          .toLowerCase()
          .normalize('NFKD')
          .replace(/\p{M}+/gu, ''),
      )
        .map((part) => LOOKALIKES.get(part) ?? part)
        .join('')
        .toLowerCase();
  if (folded.size < 4_096) folded.set(character, plain);
  return plain;
}
