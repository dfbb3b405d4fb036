import type { VoiceType } from './contract.ts';

/** How a browser's own voice is set for each type: 1 is its usual pitch and pace. */
export const VOICE_SETTINGS: Record<VoiceType, { pitch: number; rate: number }> = {
  neutral: { pitch: 1, rate: 1 },
  warm: { pitch: 0.85, rate: 0.95 },
  bright: { pitch: 1.2, rate: 1.08 },
  calm: { pitch: 0.95, rate: 0.85 },
};
