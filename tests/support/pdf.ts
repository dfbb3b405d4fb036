/** A run of text on a page: where it begins (in points from below), its size, and whether it is bold. */
export type PdfText = { text: string; x?: number; y: number; size?: number; isBold?: boolean };

/** A PDF with text at its places, in Helvetica. */
export function pdfOf(pages: readonly (readonly PdfText[])[]): Uint8Array<ArrayBuffer> {
  const font = (name: string): string => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  for (const [at, runs] of pages.entries()) {
    const stream = runs
      .map(({ text, x = 50, y, size = 11, isBold = false }) => {
        const escaped = text.replace(/[\\()]/g, String.raw`\$&`);
        return `BT /F${isBold ? 2 : 1} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET`;
      })
      .join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + at * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}
