import { drawAvatar, MOUTH_STEP_MS, mouthAt } from '#features/agents/rules-avatar.ts';
import type { LoaderConfig } from './agent-loader.ts';
import { shape } from './agent-widget-elements.ts';

/** The drawn face of an agent; its mouth moves while it speaks, and is just open for those who want no motion. */
export function createFace(style: LoaderConfig['avatar']) {
  const rest = drawAvatar(style, 0);
  const mouth = shape('path', { d: rest.mouth, class: 'light' });
  const svg = shape('svg', { viewBox: '0 0 64 64', 'aria-hidden': 'true' });
  svg.append(
    shape('path', { d: rest.outline, fill: 'currentColor' }),
    ...rest.eyes.map(({ cx, cy }) =>
      shape('circle', { cx: String(cx), cy: String(cy), r: '3.2', class: 'light' }),
    ),
    mouth,
  );
  const open = (openness: number) => mouth.setAttribute('d', drawAvatar(style, openness).mouth);
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    svg,
    setSpeaking(isSpeaking: boolean): void {
      clearInterval(timer);
      if (!isSpeaking) return open(0);
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return open(0.5);
      let step = 0;
      timer = setInterval(() => {
        step += 1;
        open(mouthAt(step));
      }, MOUTH_STEP_MS);
    },
  };
}
