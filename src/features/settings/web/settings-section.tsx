import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** One subject of the settings: what it is on the left, what can be set on the right. */
export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const name = title.toLowerCase().replaceAll(' ', '-');
  const heading = useRef<HTMLHeadingElement>(null);
  const isMeant = useRouterState({ select: ({ location }) => location.hash === name });
  useEffect(() => {
    if (!isMeant) return;
    // What led here, a palette say, gives the focus back first.
    const frame = requestAnimationFrame(() => {
      if (!heading.current) return;
      heading.current.tabIndex = -1;
      heading.current.focus();
      heading.current.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [isMeant]);
  return (
    <section
      // Where the address leads to it by its name.
      id={name}
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line-2 py-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2 ref={heading} id={id} className="scroll-mt-16 text-h2">
          {title}
        </h2>
        <p className="mt-1 text-small text-pretty text-ink-3">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
