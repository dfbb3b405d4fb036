import { LONGEST_LOGO } from '../contract-look.ts';

/** Twice the size at which pages show it, for screens with fine pixels. */
const BOX = { width: 480, height: 96 };

/**
 * A picture of any kind and size as the logo of a page: small, and a data address. Undefined where it has too much
 * detail. Rejects where the file is no picture.
 */
export async function logoOf(file: File): Promise<string | undefined> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const { naturalWidth, naturalHeight } = picture;
    if (naturalWidth === 0 || naturalHeight === 0) throw new Error('the picture has no size');
    const fits = Math.min(BOX.width / naturalWidth, BOX.height / naturalHeight);
    // A drawing stays sharp at any size.
    const scale = file.type === 'image/svg+xml' ? fits : Math.min(1, fits);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = [canvas.toDataURL('image/png'), canvas.toDataURL('image/webp', 0.9)];
    return made.find((one) => one.length <= LONGEST_LOGO);
  } finally {
    URL.revokeObjectURL(address);
  }
}
