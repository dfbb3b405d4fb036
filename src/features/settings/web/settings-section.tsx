import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { usePageSubject } from '#ui/page-subject.ts';

export type SettingsSubject = {
  /** As addresses name it: `/settings#privacy`. */
  name: string;
  title: string;
  text: ReactNode;
  content: ReactNode;
};

/** One subject of the settings: what it is, and under it what can be set. */
export function SettingsSection({ name, title, text, content }: SettingsSubject) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  const isMeant = useRouterState({ select: ({ location }) => location.hash === name });
  usePageSubject(isMeant ? title : undefined);
  useEffect(() => {
    let letGo: (() => void) | undefined;
    function show(): void {
      letGo?.();
      letGo = heading.current ? goToHeading(heading.current) : undefined;
    }
    if (router.latestLocation.hash === name) show();
    // Also when the address does not change: whoever chooses the same section again has scrolled away from it.
    const stop = router.subscribe('onResolved', ({ toLocation }) => toLocation.hash === name && show());
    return () => {
      stop();
      letGo?.();
    };
  }, [router, name]);
  return (
    <section
      id={name}
      aria-labelledby={id}
      className="border-t border-line-2 py-8 first:border-t-0 first:pt-1.5 max-lg:first:pt-4"
    >
      <h2 ref={heading} id={id} className="scroll-mt-8 text-h2 max-lg:scroll-mt-2">
        {title}
      </h2>
      <p className="mt-1 mb-5 max-w-[40rem] text-small text-pretty text-ink-3">{text}</p>
      {content}
    </section>
  );
}

/** So long what stands above may still load. */
const SETTLE_MS = 5_000;
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Takes page and focus to a heading, and holds it in its place while what stands above loads, until somebody acts. */
function goToHeading(heading: HTMLElement): () => void {
  // What led here, a palette say, gives the focus back first.
  const frame = requestAnimationFrame(() => {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  });
  const watcher = new ResizeObserver(() => heading.scrollIntoView());
  const page = heading.closest('section')?.parentElement;
  if (page) watcher.observe(page);
  const timer = setTimeout(letGo, SETTLE_MS);
  for (const act of ACTS) addEventListener(act, letGo, { passive: true });
  function letGo(): void {
    watcher.disconnect();
    clearTimeout(timer);
    for (const act of ACTS) removeEventListener(act, letGo);
  }
  return () => {
    cancelAnimationFrame(frame);
    letGo();
  };
}
