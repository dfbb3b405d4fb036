import { useRouter, useRouterState } from '@tanstack/react-router';

declare module '@tanstack/history' {
  interface HistoryState {
    isOpened?: boolean;
  }
}

/** How a navigation stands in the history of the browser. */
type OpenedEntry = { replace?: boolean; state?: { isOpened: boolean } };

/**
 * What is opened from a list has an entry of its own in the history of the browser: Back closes it, and closing it leaves
 * nothing behind to go back to.
 */
export function useOpenedEntry() {
  const { history } = useRouter();
  const isOpened = useRouterState({ select: ({ location }) => location.state.isOpened === true });
  const staying: OpenedEntry = { replace: true, state: { isOpened } };
  return {
    /** Goes with a navigation that changes what stands around it, a filter say. */
    staying,
    /** Goes with the navigation that opens; what is open already gives its entry to what is opened instead. */
    opening: (isOpenAlready: boolean): OpenedEntry =>
      isOpenAlready ? staying : { state: { isOpened: true } },
    /** Goes back to the list; where somebody came straight to what is open, `showList` leads there. */
    close: (showList: () => void) => (isOpened ? history.back() : showList()),
  };
}
