import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { cn } from '#ui/class-names.ts';
import { focusQuietly } from '#ui/focus/use-focus-on-open.ts';
import { Select } from '#ui/select.tsx';

type SectionMenuProps = { sections: readonly { name: string; title: string }[] };

/** The way to each section and where one is: a list beside them, or a choice that stays above them where that is narrow. */
export function SectionMenu({ sections }: SectionMenuProps) {
  const navigate = useNavigate();
  const here = useSectionInView(sections);
  const router = useRouter();
  // Back to the settings as they were opened is back to their heading.
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
        if (pathChanged || toLocation.hash !== '' || !fromLocation?.hash) return;
        const heading = document.querySelector<HTMLElement>('main h1');
        if (heading) focusQuietly(heading);
      }),
    [router],
  );
  // The section moves the page and takes the focus itself.
  const goTo = (name: string): void => {
    void navigate({ to: '/settings', hash: name, hashScrollIntoView: false });
  };
  return (
    <div
      data-second-bar=""
      className="print:hidden max-lg:sticky max-lg:top-12 max-lg:z-sticky max-lg:-mx-4 max-lg:border-b max-lg:border-line-2 max-lg:bg-surface max-lg:px-4 max-lg:py-2 sm:max-lg:-mx-8 sm:max-lg:px-8"
    >
      <nav aria-label="Sections" className="sticky top-6 max-lg:hidden">
        <ul className="border-l border-line">
          {sections.map(({ name, title }) => (
            <li key={name}>
              <a
                href={`/settings#${name}`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                  event.preventDefault();
                  goTo(name);
                }}
                aria-current={name === here ? 'location' : undefined}
                className={cn(
                  '-ml-px flex min-h-8 items-center border-l-2 py-1 pl-3 text-label transition-colors duration-80 pointer-coarse:min-h-11',
                  name === here ? 'border-green text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Select
        look="filter"
        prefix="Section"
        aria-label="Section"
        value={here}
        onValueChange={goTo}
        options={sections.map(({ name, title }) => ({ value: name, label: title }))}
        className="w-full sm:w-64 lg:hidden"
      />
    </div>
  );
}

/** How far from the top a section has to have come to be the one that is read. */
const READ_AT = 0.3;

/**
 * The section that is read: the last that has come to the upper part of the screen, at the end of the page the last one
 * in sight; but the one that the address names as long as it stands there.
 */
function useSectionInView(sections: SectionMenuProps['sections']): string {
  const meant = useRouterState({ select: ({ location }) => location.hash });
  const names = sections.map(({ name }) => name).join(' ');
  const [inView, setInView] = useState(names.split(' ')[0] ?? '');
  useEffect(() => {
    let frame = 0;
    function look(): void {
      const tops = names.split(' ').map((name) => ({
        name,
        top: document.getElementById(name)?.getBoundingClientRect().top ?? Infinity,
      }));
      const isEnd = isAtEnd(document.getElementById(tops[0]?.name ?? ''));
      const reach = isEnd ? innerHeight : innerHeight * READ_AT;
      const isMeantInView = tops.some(({ name, top }) => name === meant && top >= 0 && top < reach);
      const chosen = isMeantInView ? meant : (tops.findLast(({ top }) => top < reach) ?? tops[0])?.name;
      if (chosen !== undefined) setInView(chosen);
    }
    function onScroll(): void {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    }
    // The work area scrolls on wide screens, the page on narrow ones.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    onScroll();
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [names, meant]);
  return inView;
}

/** Whether what scrolls around an element has come to its end, having somewhere to scroll at all. */
function isAtEnd(element: HTMLElement | null): boolean {
  const main = element?.closest('main');
  const scroller = main && main.scrollHeight > main.clientHeight ? main : document.documentElement;
  const rest = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  return scroller.scrollTop > 0 && rest < 2;
}
