/** Pictures and videos as browsers show them; everything else is refused, whatever it is called. */
const MEDIA_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
] as const;
type MediaType = (typeof MEDIA_TYPES)[number];

/** What a chooser of files offers. */
export const MEDIA_ENDINGS = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.mp4', '.webm'] as const;

export const MOST_IMAGE_BYTES = 10 * 1_048_576;
/** A picture of a few kilobytes can unpack to gigabytes in every browser that shows it. */
const MOST_PIXELS = 50_000_000;
/** The beginning of a file, in which its type and size are stated. */
export const HEAD_BYTES = 262_144;

/** What a file is by its content; width and height in pixels, 0 for videos. */
export type MediaKind = { type: MediaType; width: number; height: number };

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** By its content alone, never by its name or by what the sender calls it. Undefined: none that is shown. */
export function mediaKindOf(head: Uint8Array): MediaKind | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const picture = (type: MediaType, size: { width: number; height: number } | undefined) =>
    size && size.width > 0 && size.height > 0 ? { type, ...size } : undefined;
  if (head.length < 32) return undefined;
  if (ascii(head, 1, 4) === 'PNG' && head[0] === 0x89 && ascii(head, 12, 16) === 'IHDR') {
    return picture('image/png', { width: view.getUint32(16), height: view.getUint32(20) });
  }
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) {
    return picture('image/gif', { width: view.getUint16(6, true), height: view.getUint16(8, true) });
  }
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) {
    return picture('image/jpeg', jpegSize(view));
  }
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') {
    return picture('image/webp', webpSize(view, ascii(head, 12, 16)));
  }
  if (ascii(head, 4, 8) === 'ftyp' && /^(isom|iso[2-6]|mp4[12]|avc1|dash|M4V )$/.test(ascii(head, 8, 12))) {
    return { type: 'video/mp4', width: 0, height: 0 };
  }
  const isMatroska = view.getUint32(0) === 0x1a_45_df_a3;
  if (isMatroska && ascii(head, 0, 64).includes('webm')) return { type: 'video/webm', width: 0, height: 0 };
  return undefined;
}

/** The frame header (SOF) names the size; before it stand segments, each with its length. */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const isFill = marker === 0xff;
    at += isFill ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView, form: string): { width: number; height: number } | undefined {
  if (form === 'VP8 ') {
    return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
  }
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
  }
  if (form === 'VP8X') {
    const at24 = (offset: number) => view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
    return { width: at24(24) + 1, height: at24(27) + 1 };
  }
  return undefined;
}

/** Why a file is not taken as a picture or video, in words; undefined where it is. */
export function mediaRefusal(
  kind: MediaKind | undefined,
  bytes: number,
): { code: 'refused' | 'too_large'; message: string } | undefined {
  if (!kind) {
    return {
      code: 'refused',
      message: 'This is no picture (PNG, JPEG, GIF, WebP) or video (MP4, WebM) that can be shown.',
    };
  }
  if (kind.type.startsWith('image/') && bytes > MOST_IMAGE_BYTES) {
    return { code: 'too_large', message: 'The picture is larger than 10 MB.' };
  }
  if (kind.width * kind.height > MOST_PIXELS) {
    return { code: 'too_large', message: 'The picture has more than 50 million pixels. Make it smaller.' };
  }
  return undefined;
}
