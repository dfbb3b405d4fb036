import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** The empty margin that readers look for (ISO/IEC 18004, 9.1), in modules. */
const QUIET = 4;

type QrCodeProps = { text: string; label: string; className?: string };

/** A text to be read by a camera. Dark on light in both themes: many readers know no other way. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  return (
    <svg role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} className={className}>
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
