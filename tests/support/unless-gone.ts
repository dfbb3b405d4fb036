import type { IncomingMessage } from 'node:http';

/** A caller who goes away in the midst of a call is no fault of the stand-in that was reading it. */
export const unlessGone =
  (incoming: IncomingMessage) =>
  (error: unknown): void => {
    if (!incoming.destroyed) throw error;
  };
