import type { TextEncoding } from '#kit/text-encodings.ts';

/** Names of the detector, by ours. Beyond these it guesses code pages of DOS and of mainframes. */
const DETECTED: Record<string, TextEncoding> = {
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'iso-8859-2': 'iso-8859-2',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
};
const CANDIDATES = Object.keys(DETECTED);

/** Of bytes beyond ASCII with what surrounds them: more tells a detector nothing new. */
const SAMPLE_BYTES = 16 * 1024;
/** A file with so few broken places among its letters is UTF-8 that was damaged. */
const MOST_BROKEN = 0.02;

/** U+FFFD in UTF-8. */
const REPLACEMENT = '\u00EF\u00BF\u00BD';

export type DetectedEncoding = { encoding: TextEncoding; bomBytes: number };

/**
 * The encoding of a text: by its byte order mark, else UTF-8 where the bytes are that, else what a detector finds most
 * likely. Reads all chunks, and holds a few KB of them.
 */
export async function detectTextEncoding(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<DetectedEncoding> {
  const utf8 = new TextDecoder('utf-8');
  const sample = createSample();
  let isFirst = true;
  let letters = 0;
  let broken = 0;
  const count = (chunk: Uint8Array): void => {
    const text = utf8.decode(chunk, { stream: true });
    // A file may hold the sign for a broken letter; it is broken no further.
    broken -=
      Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1').split(REPLACEMENT)
        .length - 1;
    for (const [run] of text.matchAll(/[^\0-\x7F]+/g)) {
      const lost = run.split('\uFFFD').length - 1;
      letters += run.length - lost;
      broken += lost;
    }
  };
  for await (const chunk of chunks) {
    if (isFirst) {
      const marked = markOf(chunk) ?? wideOf(chunk);
      if (marked) return marked;
      isFirst = false;
    }
    count(chunk);
    sample.add(chunk);
  }
  // A file that was cut in the middle of a letter is no worse for it.
  if (broken <= letters * MOST_BROKEN) return { encoding: 'utf-8', bomBytes: 0 };
  return { encoding: await likeliestOf(sample.taken()), bomBytes: 0 };
}

/** Browsers look for a declaration here. */
const DECLARED_WITHIN = 4_096;
const DECLARATION =
  /<(?:meta\s[^>]{0,500}?charset|\?xml\s[^>]{0,200}?encoding)\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i;
/** Up to this many broken bytes per letter, a text is UTF-8 into which other programs wrote. */
const MOST_MIXED = 0.5;

/**
 * The text of a file: by its byte order mark, else as UTF-8 where the bytes are valid, else as a page declares, else as
 * a detector finds most likely. UTF-8 with single letters of windows-1252 is repaired.
 */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  const marked = markOf(bytes) ?? wideOf(bytes);
  if (marked) return new TextDecoder(marked.encoding).decode(bytes.subarray(marked.bomBytes));
  const valid = decode(bytes, 'utf-8', { fatal: true });
  if (valid !== undefined) return valid;
  const declared = DECLARATION.exec(latin1(bytes.subarray(0, DECLARED_WITHIN)))?.[1];
  const stated =
    declared === undefined || /^utf-?(?:8|16)/i.test(declared) ? undefined : decode(bytes, declared);
  if (stated !== undefined) return stated;
  const lossy = new TextDecoder().decode(bytes);
  const broken = lossy.match(/\uFFFD/g)?.length ?? 0;
  const letters = (lossy.match(/[^\0-\x7F]/g)?.length ?? 0) - broken;
  if (broken <= letters * MOST_MIXED) return decodeMixed(bytes);
  const { encoding } = await detectTextEncoding([bytes]);
  return new TextDecoder(encoding).decode(bytes);
}

/** UTF-8 into which other programs wrote single letters of windows-1252. */
function decodeMixed(bytes: Uint8Array): string {
  return latin1(bytes).replaceAll(
    /((?:[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3})+)|[\x80-\xFF]/g,
    (piece, whole?: string) =>
      decode(Buffer.from(piece, 'latin1'), whole === undefined ? 'windows-1252' : 'utf-8') ?? '',
  );
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Undefined for an unknown encoding, or where the bytes do not fit it. */
function decode(bytes: Uint8Array, encoding: string, options?: TextDecoderOptions): string | undefined {
  try {
    return new TextDecoder(encoding, options).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes that a text in this encoding begins with, where they only say so. */
export function bomBytesOf(head: Uint8Array, encoding: TextEncoding): number {
  const marked = markOf(head);
  return marked?.encoding === encoding ? marked.bomBytes : 0;
}

function markOf([first, second, third]: Uint8Array): DetectedEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', bomBytes: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', bomBytes: 2 };
  return undefined;
}

/** UTF-16 without a mark: every other byte of what is ASCII in it is zero. */
function wideOf(chunk: Uint8Array): DetectedEncoding | undefined {
  const head = chunk.subarray(0, 4_096);
  let even = 0;
  let odd = 0;
  head.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  const many = head.length / 8;
  if (odd > many && even * 8 < odd) return { encoding: 'utf-16le', bomBytes: 0 };
  if (even > many && odd * 8 < even) return { encoding: 'utf-16be', bomBytes: 0 };
  return undefined;
}

/**
 * Cells and lines that hold more than ASCII: the rest of a table would drown what they tell. None of the bytes that end a
 * run is part of a letter in any of the encodings.
 */
function createSample(): { add: (chunk: Uint8Array) => void; taken: () => Buffer } {
  const runs: string[] = [];
  let bytes = 0;
  return {
    add(chunk) {
      if (bytes >= SAMPLE_BYTES) return;
      const text = latin1(chunk);
      // oxlint-disable-next-line no-control-regex -- they end a line or a cell
      for (const [run] of text.matchAll(/[^\0-\x1F";,<>]+/g)) {
        if (bytes >= SAMPLE_BYTES) return;
        if (!/[^\0-\x7F]/.test(run)) continue;
        const taken = run.slice(0, SAMPLE_BYTES - bytes);
        runs.push(taken);
        bytes += taken.length;
      }
    },
    taken: () => Buffer.from(runs.join('\n'), 'latin1'),
  };
}

async function likeliestOf(sample: Buffer): Promise<TextEncoding> {
  // Loaded with the first file that is not UTF-8: its model takes a megabyte.
  const { detectAll } = await import('jschardet');
  const found = detectAll(sample, { detectEncodings: CANDIDATES, minimumThreshold: 0 }).flatMap(
    ({ encoding, confidence }) => {
      const name = DETECTED[(encoding ?? '').toLowerCase()];
      return name === undefined ? [] : [{ name, confidence }];
    },
  );
  const ranked = found
    .map(({ name, confidence }) => ({ name, likely: confidence * soundness(sample, name) }))
    .toSorted((one, other) => other.likely - one.likely);
  return ranked[0]?.name ?? 'windows-1252';
}

/** What no name and no word has: control characters, two alphabets, a capital or a symbol in the middle, a digit after it. */
const ODD =
  /[\uFFFD\u0080-\u009F\uE000-\uF8FF]|\p{Script=Latin}(?=[^\0-\x7F])[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]|[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]\p{Script=Latin}|\p{Lu}(?=[^\0-\x7F])\p{Lu}\p{Ll}|\p{Ll}(?=[^\0-\x7F])\p{Lu}|(?=[^\0-\x7F])\p{Ll}\p{Lu}|\p{L}(?=[^\0-\x7F‘’·–—])[\p{S}\p{P}]\p{L}|\p{L}[§¶¤¦¬±†‡]|[÷¬ˆ˜˙˛ˇ˝¸´ªº]\p{L}|[ﬁﬂ◊∆∏∑∫]|™\p{L}|[aeiou]œ|\p{Ll}[–—]\p{Ll}|\p{Script=Han}\p{Script=Hangul}|\p{Script=Hangul}\p{Script=Han}|\p{L}(?<=[^\0-\x7F])\d/gu;

/** Of two that are about as likely, the one that most programs write. */
const COMMON = 1.25;
/** Turkish ş, ı and İ read as windows-1252, at places where Icelandic seldom has its own. */
const READ_TURKISH = /\p{L}þ|[ýþ](?!\p{L})|Ý/gu;
/** Turkish ğ and Ş too, in a text without the letters that Icelandic has besides. */
const READ_TURKISH_ALL = /[ðÐþÞýÝ]/gu;
/** Spanish ñ, French ç, Portuguese ã and õ and Swedish Å read as windows-1250: Polish has no ń before a vowel. */
const READ_WESTERN = /ń(?=[aeiouáéíóú])|Ń(?=[AEIOUaeiou])|ç|Ĺ(?=\p{Ll})|ăo|őe/giu;
const ICELANDIC = /[áíóúæÁÍÓÚÆ]/u;

/** A handful of letters tells a detector little: how much of it would be odd decides between what it finds as likely. */
function soundness(sample: Buffer, encoding: TextEncoding): number {
  const text = new TextDecoder(encoding).decode(sample);
  const isWestern = encoding === 'windows-1252';
  const own =
    encoding === 'windows-1250' || encoding === 'iso-8859-2'
      ? READ_WESTERN
      : !isWestern
        ? undefined
        : ICELANDIC.test(text)
          ? READ_TURKISH
          : READ_TURKISH_ALL;
  const odd = [ODD, own].reduce(
    (sum, pattern) => sum + (pattern ? (text.match(pattern)?.length ?? 0) : 0),
    0,
  );
  const letters = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return (1 - Math.min(1, odd / Math.max(1, letters))) ** 4 * (isWestern ? COMMON : 1);
}
