import { z } from 'zod';
import { ApiError, isUnanswered, mayBeDone } from './calls/call-api.ts';

export type ErrorWords = {
  /** What happened and what to do, in a sentence or two. */
  text: string;
  /** "Reference 7f3a21c0, 10:42": finds it in the log. */
  reference: string | null;
};

/** The one place where an error becomes words. */
export function errorWords(error: unknown, now: Date = new Date()): ErrorWords {
  return { text: textOf(error), reference: referenceOf(error, now) };
}

/**
 * Whether a script of ours could not be loaded: no connection, or a newer version has replaced it. Browsers remember
 * that until the page is loaded again. Chrome, Firefox and Safari each word it their own way.
 */
export function isPartMissing(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|importing a module script failed/i.test(error.message)
  );
}

/** The sentence alone, for toasts and forms. */
export function errorText(error: unknown): string {
  return errorWords(error).text;
}

function textOf(error: unknown): string {
  if (mayBeDone(error) && isUnanswered(error) && !isOffline()) {
    return 'No answer came, so this may have been done. Within two minutes, trying again does not do it twice.';
  }
  if (error instanceof ApiError) {
    return error.body ? error.humanMessage : wordsOfStatus(error.status);
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return 'The answer of the server could not be read. Reload the page; it may be from before an update.';
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The server took too long to answer. Nothing you entered is lost.';
  }
  if (isPartMissing(error)) {
    return isOffline()
      ? 'You are offline. This part of the app was not loaded yet.'
      : 'A part of the app did not load. It may be from before an update.';
  }
  // fetch throws a TypeError for everything that keeps it from an answer.
  if (error instanceof TypeError) {
    return isOffline()
      ? 'You are offline. Nothing you entered is lost.'
      : 'The server did not answer. Nothing you entered is lost.';
  }
  return 'Something failed on our side. Nothing you entered is lost.';
}

function wordsOfStatus(status: number): string {
  if (status === 401) return 'You are logged out. Log in again to go on.';
  if (status === 403) return 'Your role does not allow this. An admin can change that.';
  if (status === 404) return 'This is gone, or never was.';
  if (status === 413) return 'This is larger than the server takes.';
  if (status === 429) return 'Too many calls. Wait a minute and try again.';
  if (status === 502 || status === 503 || status === 504) {
    return 'The server does not answer just now. Nothing you entered is lost.';
  }
  return 'Something failed on our side. Nothing you entered is lost.';
}

function referenceOf(error: unknown, now: Date): string | null {
  const requestId = error instanceof ApiError ? error.body?.requestId : undefined;
  if (!requestId) return null;
  const time = now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `Reference ${requestId.slice(0, 13)}, ${time}`;
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;
}
