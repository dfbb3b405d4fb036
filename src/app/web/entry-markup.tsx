import { renderToString } from 'react-dom/server';
import { OpeningScreen } from '#features/access/web/testing-gate.tsx';
import { createQueryClient } from '#ui/calls/query-client.ts';
import { Entry } from './entry.tsx';

/** What a build writes into `index.html`: the page as a first visitor sees it, and as somebody who was inside does. */
export function entryMarkup(): { gate: string; opening: string } {
  const queryClient = createQueryClient();
  const gate = renderToString(<Entry queryClient={queryClient} />);
  // What it keeps for an hour would keep the build running as long.
  queryClient.clear();
  return { gate, opening: renderToString(<OpeningScreen />) };
}
