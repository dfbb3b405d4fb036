import type { Cue } from './rules-signal.ts';
import { DECLINES } from './rules-signal-declines.ts';
import { NEEDS } from './rules-signal-needs.ts';
import { OTHERS } from './rules-signal-others.ts';
import { WANTS } from './rules-signal-wants.ts';

/** All cues. Of two that stand for the same reason the one further up names its words. */
export const CUES: readonly Cue[] = [...WANTS, ...NEEDS, ...DECLINES, ...OTHERS];
