import { type ReactNode, useId } from 'react';

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
  return (
    <section
      // Where the address leads to it by its name.
      id={title.toLowerCase().replaceAll(' ', '-')}
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line-2 py-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        <p className="mt-1 text-small text-pretty text-ink-3">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
