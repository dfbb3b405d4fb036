import { drawUmbel } from './umbel-geometry.ts';

/** Drawn once: the geometry has no input. */
const UMBEL = drawUmbel();

type UmbelDrawingProps = { className?: string };

/** The plant of the gate and the landing page, reckoned, not traced. Its stem ends at the lower edge. */
export function UmbelDrawing({ className }: UmbelDrawingProps) {
  return (
    <svg
      viewBox={`0 0 ${UMBEL.width} ${UMBEL.height}`}
      aria-hidden="true"
      preserveAspectRatio="xMidYMax meet"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={UMBEL.stem} strokeWidth="1.7" />
      <path d={UMBEL.rays} strokeWidth="1.35" />
      <path d={UMBEL.midribs} strokeWidth="1.2" />
      <path d={UMBEL.leaflets} strokeWidth="0.9" />
      <path d={UMBEL.pedicels} strokeWidth="0.7" />
      {UMBEL.openDots.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} strokeWidth="1" className="fill-ground" />
      ))}
      {UMBEL.filledDots.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="currentColor" stroke="none" />
      ))}
    </svg>
  );
}
