import { setImmediate as othersAreServed } from 'node:timers/promises';
import { prepareClaims } from '#engines/claims/check.ts';
import { lazy } from '#kit/lazy.ts';

/** Nobody who asks for something else meanwhile waits for longer. */
const PIECE_MS = 5;

/**
 * Resolves when a text can be checked at once. The rules are made with the first text that a process reads, and not at
 * its start: idle processes do without their memory.
 */
export const claimsReady = lazy(() => prepareClaims(PIECE_MS, () => othersAreServed()));
