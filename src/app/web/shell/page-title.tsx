import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The title of the screen in view; undefined for an address without one. */
export function usePageTitle(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  });
}

/** Puts the title into the browser's tab, and says it to those who listen: a screen may change without a page load. */
export function PageTitle() {
  const title = usePageTitle();
  useEffect(() => {
    document.title = title === undefined ? 'Yarrow' : `${title} · Yarrow`;
  }, [title]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
