import { describe, expect, it } from 'vitest';
import { withoutMetadata } from './rules-picture-metadata.ts';

const ascii = (value: string): number[] => Array.from(value, (character) => character.charCodeAt(0));
const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : part)));
const uint16 = (value: number): number[] => [value >> 8, value & 255];
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value & 0xff_ff)];
const little32 = (value: number): number[] => uint32(value).toReversed();

const segment = (marker: number, content: number[]) => [
  0xff,
  marker,
  ...uint16(content.length + 2),
  ...content,
];
const PLACE = ascii('GPS 52.5200N 13.4050E');
/** Big-endian TIFF with the orientation and a place. */
const exif = (turned: number) => [
  ...ascii('Exif\0\0MM'),
  ...[0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turned, 0, 0, 0, 0, 0, 0],
  ...PLACE,
];
const JFIF = segment(0xe0, ascii('JFIF\0\x01\x01'));
const COLOURS = segment(0xe2, ascii('ICC_PROFILE\0\x01\x01 of the screen'));
const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 0xff, 0, 2, 0xff, 0xd0, 3];
const END = [0xff, 0xd9];
const jpeg = (...parts: number[][]) => bytesOf([0xff, 0xd8], ...parts);

const holdsPlace = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).includes('GPS');

describe('a JPEG', () => {
  it('loses Exif, XMP, comments, other application data and the images behind it, and keeps how it is turned', () => {
    const xmp = segment(0xe1, [...ascii('http://ns.adobe.com/xap/1.0/\0'), ...PLACE]);
    const preview = segment(0xe2, [...ascii('MPF\0'), ...PLACE]);
    const notes = [segment(0xed, PLACE), segment(0xfe, PLACE), segment(0xe0, [...ascii('JFXX\0'), ...PLACE])];
    const second = jpeg(segment(0xe1, exif(1)), SCAN, END);
    const full = jpeg(JFIF, segment(0xe1, exif(6)), xmp, preview, COLOURS, ...notes, SCAN, END, [...second]);
    const kept = withoutMetadata(full, 'image/jpeg');
    expect(holdsPlace(kept)).toBe(false);
    expect(kept).toEqual(jpeg(JFIF, segment(0xe1, exif(6).slice(0, -PLACE.length)), COLOURS, SCAN, END));
    expect(withoutMetadata(kept ?? full, 'image/jpeg'), 'done once').toEqual(kept);
  });

  it('with several scans is kept to its end, and one without such data as it is', () => {
    const plain = jpeg(JFIF, SCAN, segment(0xc4, [1, 2, 3]), SCAN, END);
    expect(withoutMetadata(plain, 'image/jpeg')).toBe(plain);
  });

  it('with such data that breaks off is refused, and one without is left', () => {
    expect(withoutMetadata(jpeg(segment(0xe1, exif(1)), SCAN), 'image/jpeg')).toBeUndefined();
    const broken = jpeg(JFIF, [0, 1, 2, 3]);
    expect(withoutMetadata(broken, 'image/jpeg')).toBe(broken);
  });
});

it('a PNG loses its texts, times and Exif, and what stands behind it', () => {
  const chunk = (name: string, content: number[]) => [
    ...uint32(content.length),
    ...ascii(name),
    ...content,
    9,
    9,
    9,
    9,
  ];
  const head = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a];
  const [size, data, end] = [chunk('IHDR', Array(13).fill(1)), chunk('IDAT', [1, 2]), chunk('IEND', [])];
  const notes = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'].map((name) => chunk(name, PLACE));
  const full = bytesOf(head, size, ...notes, chunk('gAMA', [1]), data, ...notes, end, PLACE);
  expect(withoutMetadata(full, 'image/png')).toEqual(bytesOf(head, size, chunk('gAMA', [1]), data, end));
});

it('a WebP loses Exif and XMP, and says so', () => {
  const chunk = (name: string, content: number[]) => [
    ...ascii(name),
    ...little32(content.length),
    ...content,
    ...(content.length % 2 ? [0] : []),
  ];
  const file = (...chunks: number[][]) => {
    const body = chunks.flat();
    return bytesOf('RIFF', little32(4 + body.length), 'WEBP', body);
  };
  const flags = (value: number) => chunk('VP8X', [value, 0, 0, 0, 9, 0, 0, 9, 0, 0]);
  const picture = chunk('VP8 ', [1, 2, 3]);
  const full = file(flags(0x1c), picture, chunk('EXIF', PLACE), chunk('XMP ', PLACE));
  expect(withoutMetadata(full, 'image/webp')).toEqual(file(flags(0x10), picture));
});

it('a GIF loses its comments and what programs left, and plays as often as before', () => {
  const blocks = (content: number[]) => [content.length, ...content, 0];
  const head = bytesOf('GIF89a', [1, 0, 1, 0, 0x80, 0, 0], Array(6).fill(7));
  const loop = [0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), ...blocks([1, 0, 0])];
  const xmp = [0x21, 0xff, 11, ...ascii('XMP DataXMP'), ...blocks(PLACE)];
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, ...blocks([1, 2])];
  const full = bytesOf([...head], loop, xmp, [0x21, 0xfe, ...blocks(PLACE)], frame, [0x3b], PLACE);
  expect(withoutMetadata(full, 'image/gif')).toEqual(bytesOf([...head], loop, frame, [0x3b]));
});

it.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const)(
  'any bytes called %s are read to their end without failing',
  (type) => {
    for (let seed = 1; seed < 300; seed += 1) {
      const bytes = Uint8Array.from(
        { length: seed },
        (_, index) => (index * seed * 7 + (index % 5 === 0 ? 255 : 0)) & 255,
      );
      expect(withoutMetadata(bytes, type)?.length ?? 0).toBeLessThanOrEqual(seed);
    }
  },
);
