import type { MediaKind } from './rules-media.ts';

/**
 * A picture without what cameras and programs write beside it: place, time, owner, device, previews. How it is turned stays,
 * and so do its colours. The same bytes where there is nothing to leave out; undefined where it holds such data and cannot be
 * read to its end.
 */
export function withoutMetadata(bytes: Uint8Array, type: MediaKind['type']): Uint8Array | undefined {
  const read = READERS[type];
  if (!read) return bytes;
  const parts = read(bytes);
  if (parts === 'broken') return hasMetadata(bytes) ? undefined : bytes;
  const kept = joined(parts);
  return kept.length === bytes.length ? bytes : kept;
}

type Parts = Uint8Array[] | 'broken';

const READERS: Partial<Record<MediaKind['type'], (bytes: Uint8Array) => Parts>> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
  'image/gif': gifParts,
};

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const text = (bytes: Uint8Array, start: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(start, start + length));

/** ITU-T T.81, B.1: segments with their length, then scans until the end of the image. Further images behind it go. */
function jpegParts(bytes: Uint8Array): Parts {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return 'broken';
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return 'broken';
    const segment = bytes.subarray(at, end);
    const turned = marker === 0xe1 ? orientationOf(segment) : undefined;
    if (turned !== undefined) parts.push(orientationSegment(turned));
    if (isKeptSegment(marker, segment)) parts.push(segment);
    at = end;
    if (marker !== 0xda) continue;
    const next = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, next));
    at = next;
    if (bytes[at + 1] === 0xd9) return [...parts, bytes.subarray(at, at + 2)];
  }
  return 'broken';
}

/** JFIF, colour profiles and Adobe's note on colours; of the other application data and comments nothing is needed. */
function isKeptSegment(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xe0) return text(segment, 4, 5) === 'JFIF\0';
  if (marker === 0xe2) return text(segment, 4, 11) === 'ICC_PROFILE';
  return marker === 0xee || !((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe);
}

/** The next marker that is neither data (FF 00) nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0xd9;
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return bytes.length;
}

const ORIENTATION = 0x01_12;

/** TIFF 6.0, tag 274 in the first directory: 2 to 8 where the picture is turned or mirrored. */
function orientationOf(segment: Uint8Array): number | undefined {
  if (text(segment, 4, 6) !== 'Exif\0\0' || segment.length < 24) return undefined;
  const tiff = viewOf(segment.subarray(10));
  const isLittle = tiff.getUint16(0) === 0x49_49;
  const start = tiff.getUint32(4, isLittle);
  if (start + 2 > tiff.byteLength) return undefined;
  const count = tiff.getUint16(start, isLittle);
  for (let entry = start + 2; entry < start + 2 + count * 12 && entry + 12 <= tiff.byteLength; entry += 12) {
    if (tiff.getUint16(entry, isLittle) !== ORIENTATION) continue;
    const turned = tiff.getUint16(entry + 8, isLittle);
    return turned >= 2 && turned <= 8 ? turned : undefined;
  }
  return undefined;
}

function orientationSegment(turned: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    turned,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  return Uint8Array.from([0xff, 0xe1, 0, tiff.length + 8, ...new TextEncoder().encode('Exif\0\0'), ...tiff]);
}

const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD pHYs hIST acTL fcTL fdAT cICP mDCV cLLI'.split(' '),
);

function pngParts(bytes: Uint8Array): Parts {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return 'broken';
    const name = text(bytes, at + 4, 4);
    if (PNG_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return parts;
    at = end;
  }
  return 'broken';
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Of the flags of VP8X: that there is Exif, and XMP. */
const WEBP_METADATA = 0x0c;

function webpParts(bytes: Uint8Array): Parts {
  if (bytes.length < 12) return 'broken';
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  const size = Math.min(bytes.length, 8 + view.getUint32(4, true));
  for (let at = 12; at + 8 <= size; ) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return 'broken';
    const name = text(bytes, at, 4);
    const chunk = bytes.slice(at, end);
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA;
    if (WEBP_CHUNKS.has(name)) parts.push(chunk);
    at = end;
  }
  const head = bytes.slice(0, 12);
  viewOf(head).setUint32(4, 4 + parts.reduce((sum, { length }) => sum + length, 0), true);
  return [head, ...parts];
}

/** How often a GIF is played. */
const GIF_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** GIF89a: blocks, each of which is followed by data in pieces of up to 255 bytes. */
function gifParts(bytes: Uint8Array): Parts {
  const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const parts: Uint8Array[] = [];
  let at = 13 + tableBytes(bytes[10] ?? 0);
  parts.push(bytes.subarray(0, at));
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return [...parts, bytes.subarray(at, at + 1)];
    if (kind !== 0x21 && kind !== 0x2c) return 'broken';
    let end = kind === 0x21 ? at + 2 : at + 11 + tableBytes(bytes[at + 9] ?? 0);
    while ((bytes[end] ?? 0) > 0) end += 1 + (bytes[end] ?? 0);
    end += 1;
    if (end > bytes.length) return 'broken';
    const label = kind === 0x21 ? bytes[at + 1] : undefined;
    const isNote = label === 0xfe || label === 0x01;
    const isOther = label === 0xff && !GIF_APPLICATIONS.includes(text(bytes, at + 3, 11));
    if (!isNote && !isOther) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return 'broken';
}

const SIGNS = ['Exif\0\0', 'eXIf', 'EXIF', 'ns.adobe.com/xap', 'XMP DataXMP'];

function hasMetadata(bytes: Uint8Array): boolean {
  const all = new TextDecoder('latin1').decode(bytes);
  return SIGNS.some((sign) => all.includes(sign));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
