import chardet from 'chardet';

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** Browsers look for a declaration here. */
const DECLARED_WITHIN = 4_096;
const DECLARATION =
  /<(?:meta\s[^>]{0,500}?charset|\?xml\s[^>]{0,200}?encoding)\s*=\s*["']?\s*([\w.:-]{2,40})/i;
const SAMPLE_BYTES = 16_384;
/** A text with so few broken places among its letters is UTF-8 that others have written into. */
const MOST_BROKEN = 0.5;
/** What a detector has to be sure of, in per cent: short texts are windows-1252 far more often than anything else. */
const LEAST_SURE = 40;
const LEAST_LETTERS = 8;

/**
 * The text of a file: by its byte order mark, else as UTF-8 where the bytes are that, else as it declares, else as a
 * detector finds most likely.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
  const wide = marked ?? wideEncodingOf(bytes);
  if (wide) return decode(bytes, wide) ?? '';
  const utf8 = decode(bytes, 'utf-8', { fatal: true });
  if (utf8 !== undefined) return utf8;
  const head = latin1(bytes.subarray(0, DECLARED_WITHIN));
  const declared = DECLARATION.exec(head)?.[1];
  if (declared !== undefined && !/^utf-?(?:8|16)/i.test(declared)) {
    const text = decode(bytes, declared);
    if (text !== undefined) return text;
  }
  const lossy = decode(bytes, 'utf-8') ?? '';
  const broken = lossy.match(/\uFFFD/g)?.length ?? 0;
  const letters = (lossy.match(/[^\0-\x7F]/g)?.length ?? 0) - broken;
  if (broken <= letters * MOST_BROKEN) return decodeMixed(bytes);
  return guessed(bytes) ?? decode(bytes, 'windows-1252') ?? lossy;
}

function guessed(bytes: Uint8Array): string | undefined {
  const sample = sampleOf(bytes);
  if (sample.filter((byte) => byte > 0x7f).length < LEAST_LETTERS) return undefined;
  const likely = chardet.analyse(sample).find(({ confidence }) => confidence >= LEAST_SURE)?.name;
  // Of the two the detector names the one with fewer letters.
  return likely === undefined || likely === 'ISO-8859-1' ? undefined : decode(bytes, likely, { fatal: true });
}

/** UTF-16 without a mark: every other byte of what is ASCII in it is zero. */
function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, DECLARED_WITHIN);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 8 && even * 8 < odd) return 'utf-16le';
  return even > head.length / 8 && odd * 8 < even ? 'utf-16be' : undefined;
}

/** UTF-8 into which other programs wrote single letters of windows-1252. */
function decodeMixed(bytes: Uint8Array): string {
  return latin1(bytes).replaceAll(
    /((?:[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3})+)|[\x80-\xFF]/g,
    (piece, whole?: string) =>
      decode(Buffer.from(piece, 'latin1'), whole === undefined ? 'windows-1252' : 'utf-8') ?? '',
  );
}

/** What surrounds the letters beyond ASCII: the rest tells a detector nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const runs = latin1(bytes).match(/[^\s<>";,]{0,40}[\x80-\xFF][^\s<>";,]{0,40}/g) ?? [];
  return Buffer.from(runs.join('\n').slice(0, SAMPLE_BYTES), 'latin1');
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
