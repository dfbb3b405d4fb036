import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** The focus of a new screen has arrived by then. */
const ARRIVED_MS = 150;

/**
 * Puts the title into the browser's tab, and says it to those who listen: a screen may change without a page load. Where
 * the focus went to the heading of the screen, that has been said.
 */
export function PageTitle() {
  const title = usePageTitle();
  const subject = useOpenSubject();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const [said, say] = useState('');
  const shown = useRef(path);
  useEffect(() => {
    document.title = [subject, title, 'Yarrow'].filter((part) => part !== undefined).join(' · ');
  }, [subject, title]);
  const tell = useEffectEvent(() => say(document.activeElement?.matches('main h1') ? '' : (title ?? '')));
  useEffect(() => {
    // A page that loads is told by the browser.
    const isFirst = shown.current === undefined;
    const isSame = shown.current === path;
    shown.current = path;
    if (isFirst || isSame) return;
    const timer = setTimeout(() => tell(), ARRIVED_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
