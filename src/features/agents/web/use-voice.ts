import { useEffect, useState } from 'react';
import type { VoiceType } from '../contract.ts';
import { VOICE_SETTINGS } from '../rules-voice.ts';

/** The browser's own voice, as an agent would use it. `speak` is undefined in browsers without one. */
export function useVoice(type: VoiceType) {
  const [isSpeaking, setIsSpeaking] = useState(false);
  const isSupported = 'speechSynthesis' in globalThis;
  useEffect(
    () => () => {
      if ('speechSynthesis' in globalThis) speechSynthesis.cancel();
    },
    [],
  );
  function speak(text: string): void {
    speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    Object.assign(utterance, VOICE_SETTINGS[type]);
    utterance.addEventListener('start', () => setIsSpeaking(true));
    for (const end of ['end', 'error'] as const) utterance.addEventListener(end, () => setIsSpeaking(false));
    speechSynthesis.speak(utterance);
  }
  return { isSpeaking, speak: isSupported ? speak : undefined };
}
