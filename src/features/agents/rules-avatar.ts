import type { AvatarStyle } from './contract.ts';

/** Outline of the face in a box of 64 by 64; the features lie the same in every style. */
const OUTLINE: Record<AvatarStyle, string> = {
  leaf: 'M32 4C50 8 60 22 58 38C56 52 46 60 32 60C18 60 8 52 6 38C4 22 14 8 32 4Z',
  bloom:
    'M32 5C37 5 39 10 43 11C48 12 53 12 56 17C58 21 55 26 56 31C57 36 61 40 58 46C55 51 49 50 45 53C41 56 38 60 32 60C26 60 23 56 19 53C15 50 9 51 6 46C3 40 7 36 8 31C9 26 6 21 8 17C11 12 16 12 21 11C25 10 27 5 32 5Z',
  stone: 'M20 7C32 3 48 6 55 18C62 31 58 48 46 56C35 62 19 60 10 50C2 40 4 22 10 14C12 11 16 8 20 7Z',
};

const EYES = [
  { cx: 23, cy: 28 },
  { cx: 41, cy: 28 },
] as const;

/** A mouth that speaks moves so often. */
export const MOUTH_STEP_MS = 110;
/** How far the mouth opens, step by step: uneven, as speech is. */
const SYLLABLES = [0.2, 0.8, 0.4, 1, 0.3, 0.6, 0.1, 0.9];

/** How far it is open at a step of speech. */
export const mouthAt = (step: number): number => SYLLABLES[step % SYLLABLES.length] ?? 0;

/** The drawn face of an agent, its mouth open from 0 (closed) to 1. Same lines in the widget and in the preview. */
export function drawAvatar(style: AvatarStyle, openness: number) {
  const depth = Math.max(0, Math.min(1, openness));
  const lower = 42 + 4 + depth * 9;
  const upper = 42 + 4 - depth * 3;
  return {
    outline: OUTLINE[style],
    eyes: EYES,
    /** A closed shape when it speaks, a line in the same place when it does not. */
    mouth: `M23 42Q32 ${upper} 41 42Q32 ${lower} 23 42Z`,
  };
}
