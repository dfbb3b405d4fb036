import type { Cue } from './signal.ts';
import { DECLINES } from './signal-declines.ts';
import { NEEDS } from './signal-needs.ts';
import { OTHERS } from './signal-others.ts';
import { WANTS } from './signal-wants.ts';

/** All cues. Of two that stand for the same reason the one further up names its words. */
export const CUES: readonly Cue[] = [...WANTS, ...NEEDS, ...DECLINES, ...OTHERS];
