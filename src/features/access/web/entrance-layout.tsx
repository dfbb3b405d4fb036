import type { ReactNode } from 'react';
import { UmbelDrawing } from '#ui/drawings/umbel-drawing.tsx';
import { Mark } from '#ui/mark.tsx';

type EntranceLayoutProps = {
  title: ReactNode;
  text?: ReactNode;
  children: ReactNode;
};

/** The page before the app: one thing to do on the left, one drawing on the right. */
export function EntranceLayout({ title, text, children }: EntranceLayoutProps) {
  return (
    <div className="grid min-h-dvh bg-ground lg:grid-cols-[minmax(30rem,4fr)_5fr]">
      <main className="flex flex-col bg-surface px-4 pt-6 pb-8 sm:px-16 lg:border-r lg:border-line-2 lg:pt-10 lg:pb-10">
        <h1 className="flex items-center gap-2.5 text-[1.0625rem] leading-7">
          <Mark className="size-7 text-green-ink" />
          Yarrow
        </h1>
        <div className="my-auto w-full max-w-[23.5rem] py-12">
          <h2 className="text-gate">{title}</h2>
          {text !== undefined && (
            <p className="mt-2 text-mail leading-[1.375rem] text-pretty text-ink-2">{text}</p>
          )}
          <div className="mt-8">{children}</div>
        </div>
        <p className="text-small text-ink-3">AI Powered Growth Platform</p>
      </main>
      <div className="flex h-dvh items-end justify-center pt-[18vh] max-lg:hidden lg:sticky lg:top-0">
        <UmbelDrawing className="h-full w-full max-w-[42rem] text-green-ink" />
      </div>
    </div>
  );
}
