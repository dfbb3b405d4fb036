/** Twice the size at which pages show it, for screens with fine pixels. */
const BOX = { width: 480, height: 88 };

/** A picture of any size as the logo of a page: small, and a data address. Rejects where the file is no picture. */
export async function logoOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, BOX.width / picture.width, BOX.height / picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  } finally {
    picture.close();
  }
}
