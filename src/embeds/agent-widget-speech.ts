import type { LoaderConfig } from './agent-loader.ts';

/** What browsers know of speech recognition and the type library does not. */
type Recognition = EventTarget & {
  lang: string;
  interimResults: boolean;
  start: () => void;
  stop: () => void;
};

/** Hears and speaks with the browser's own means; each part is undefined where the browser lacks it. */
export function createSpeech(
  { voice, answersIn }: Pick<LoaderConfig, 'voice' | 'answersIn'>,
  onSpeaking: (isSpeaking: boolean) => void,
) {
  const Recognizer: unknown =
    Reflect.get(globalThis, 'SpeechRecognition') ?? Reflect.get(globalThis, 'webkitSpeechRecognition');
  const lang = document.documentElement.lang || navigator.language;

  const speak =
    'speechSynthesis' in globalThis
      ? (text: string) => {
          speechSynthesis.cancel();
          const utterance = new SpeechSynthesisUtterance(text);
          Object.assign(utterance, voice, { lang: answersIn ?? lang });
          utterance.addEventListener('start', () => onSpeaking(true));
          for (const end of ['end', 'error']) utterance.addEventListener(end, () => onSpeaking(false));
          speechSynthesis.speak(utterance);
        }
      : undefined;

  /** Hands over what was heard, or ends without a word. */
  const listen =
    typeof Recognizer === 'function'
      ? (onText: (text: string) => void, onEnd: () => void) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked to be the constructor
          const recognition = new (Recognizer as new () => Recognition)();
          recognition.lang = lang;
          recognition.interimResults = false;
          recognition.addEventListener('result', (event) => onText(heardIn(event)));
          recognition.addEventListener('end', onEnd);
          recognition.start();
          return () => recognition.stop();
        }
      : undefined;

  return {
    speak,
    listen,
    silence: () => {
      if ('speechSynthesis' in globalThis) speechSynthesis.cancel();
      onSpeaking(false);
    },
  };
}

function heardIn(event: Event): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the Web Speech API says
  const results = Reflect.get(event, 'results') as ArrayLike<ArrayLike<{ transcript: string }>> | undefined;
  return Array.from(results ?? [], (result) => result[0]?.transcript ?? '')
    .join(' ')
    .trim();
}
