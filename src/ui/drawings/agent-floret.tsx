import { cn } from '../class-names.ts';

const SIZE = {
  small: 'size-6 rounded-control',
  medium: 'size-8 rounded-control',
  large: 'size-9 rounded-panel',
};
/** Fewer dots are larger, so that each floret weighs about the same. */
const RADIUS: Record<number, number> = { 3: 3.1, 4: 3, 5: 2.7, 6: 2.3, 7: 2, 8: 1.8 };
const FEWEST = 3;
const MOST = 8;

type AgentFloretProps = {
  /** Of the agent: the same agent always has the same floret. */
  id: string;
  size?: 'small' | 'medium' | 'large';
  className?: string;
};

/** The face of an agent: a ring of 3 to 8 dots around one. */
export function AgentFloret({ id, size = 'medium', className }: AgentFloretProps) {
  const count = dotsOf(id);
  const radius = RADIUS[count] ?? 2;
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex shrink-0 items-center justify-center bg-green-t text-green-ink',
        SIZE[size],
        className,
      )}
    >
      <svg viewBox="0 0 24 24" className="size-[78%]" fill="currentColor">
        <circle cx="12" cy="12" r={Math.max(1.2, radius - 1)} />
        {Array.from({ length: count }, (_, index) => {
          const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
          return (
            <circle key={index} cx={12 + 7 * Math.cos(angle)} cy={12 + 7 * Math.sin(angle)} r={radius} />
          );
        })}
      </svg>
    </span>
  );
}

function dotsOf(id: string): number {
  // FNV-1a: neighbouring ids get different rings.
  let hash = 2_166_136_261;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return FEWEST + (((hash ^ (hash >>> 15)) >>> 0) % (MOST - FEWEST + 1));
}
