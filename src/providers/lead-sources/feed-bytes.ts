import { detectTextEncoding } from '#platform/text-encoding.ts';

/** What an answer of the web is decoded by. */
type Encoded = { bytes: Uint8Array; contentType: string | undefined };

const BOMS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // "<?" in UTF-16 without a mark.
  [[0x3c, 0x00, 0x3f, 0x00], 'utf-16le'],
  [[0x00, 0x3c, 0x00, 0x3f], 'utf-16be'],
];
/** A declaration is at the very beginning, in ASCII. */
const DECLARATION_BYTES = 256;

/**
 * The text of XML in any encoding. What reads as UTF-8 is UTF-8, whatever a server says of all its files; then the
 * document is believed before the server.
 */
export async function decodeXml({ bytes, contentType }: Encoded): Promise<string> {
  const mark = BOMS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (mark) return decode(bytes, mark[1]) ?? '';
  const utf8 = decode(bytes, 'utf-8', { fatal: true });
  if (utf8 !== undefined) return utf8;
  const head = decode(bytes.subarray(0, DECLARATION_BYTES), 'latin1') ?? '';
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const others = [declared, charset].filter((encoding) => encoding && !/^utf-?8$/i.test(encoding));
  const lossy = new TextDecoder().decode(bytes);
  const broken = lossy.match(/\ufffd/g)?.length ?? 0;
  // A few broken characters in what is UTF-8 otherwise.
  if (others.length === 0 && (lossy.match(/[^\0-\x7f]/g)?.length ?? 0) > 2 * broken) return lossy;
  for (const encoding of others) {
    const text = encoding && decode(bytes, encoding);
    if (text) return text;
  }
  return new TextDecoder(await guessed(bytes)).decode(bytes);
}

/** The names of elements are in English, whatever the words between them are. */
async function guessed(bytes: Uint8Array): Promise<string> {
  const words = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/<[^<>]*>/g, ' ');
  return (await detectTextEncoding([Buffer.from(words, 'latin1')])).encoding;
}

/** Undefined for an unknown encoding, or where the bytes do not fit it. */
function decode(bytes: Uint8Array, encoding: string, options?: TextDecoderOptions): string | undefined {
  try {
    return new TextDecoder(encoding, options).decode(bytes);
  } catch {
    return undefined;
  }
}
