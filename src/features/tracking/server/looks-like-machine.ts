import { isbot } from 'isbot';

/**
 * Crawlers, link checkers, libraries and callers without a name. A browser that only says it is headless is taken
 * for a person: companies open links from mail in browsers that run on a server.
 */
export function looksLikeMachine(userAgent = ''): boolean {
  return userAgent.trim() === '' || isbot(userAgent.replace('HeadlessChrome', 'Chrome'));
}
