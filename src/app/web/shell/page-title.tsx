import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery, isSignedOut } from '#features/access/web/api.ts';
import { useOpenSubject } from '#ui/page-subject.ts';

/** The title of the screen in view; undefined for an address without one. */
export function usePageTitle(): string | undefined {
  // Somebody who is signed out has the landing page in place of every screen of the shell; nothing is asked for here.
  const { error } = useQuery({ ...currentUserQuery(), enabled: false });
  const hasLanding = isSignedOut(error);
  return useMatches({
    select: (matches) =>
      hasLanding && matches.some(({ routeId }) => routeId === '/shell')
        ? 'Landing'
        : matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  });
}

/** Puts the title into the browser's tab, and says it to those who listen: a screen may change without a page load. */
export function PageTitle() {
  const title = usePageTitle();
  const subject = useOpenSubject();
  useEffect(() => {
    document.title = [subject, title, 'Yarrow'].filter((part) => part !== undefined).join(' · ');
  }, [subject, title]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
