import { isbot } from 'isbot';
import type { RawAnswer } from '#kit/endpoint.ts';
import type { HttpServer } from '#platform/http.ts';
import { publicPage, unknownLink } from '#platform/public-page.ts';
import { followLink, showUnsubscribe, trackerScript, trackPage, unsubscribe } from '../contract.ts';
import { asksForPrivacy, isPrefetch } from '../rules.ts';
import type { Ingest } from './ingest.ts';
import type { Links } from './links.ts';
import { loadTracker } from './tracker-script.ts';

type Dependencies = {
  links: Links;
  ingest: Ingest;
  /** Who writes the messages, as people know them. */
  senderName: () => Promise<string>;
};

/** Pages of any origin may report and load the tracker; no cookie takes part. */
const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

const PREFLIGHT_SECONDS = 86_400;

export function mountTracking(
  { mount, fastify }: HttpServer,
  { links, ingest, senderName }: Dependencies,
): void {
  mount(followLink, async ({ params }, { method, headers }) => {
    const url = await links.followLink(params.token, {
      method,
      userAgent: headers['user-agent'] ?? '',
      isKnownBot: isMachine(headers['user-agent']),
      isPrefetch: isPrefetch(headers),
      isPrivate: asksForPrivacy(headers),
    });
    if (url === undefined) return unknownLink();
    return {
      status: 302,
      headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    };
  });

  const unsubscribed = async (token: string): Promise<RawAnswer> =>
    publicPage({
      status: 200,
      title: 'You are unsubscribed',
      text: `${await senderName()} will not write to you again. You can close this page.`,
      link: { href: `/n/${token}`, label: 'See or delete your data' },
    });

  mount(showUnsubscribe, async ({ params }) => {
    const isDone = await links.hasUnsubscribed(params.token);
    if (isDone === undefined) return unknownLink();
    if (isDone) return unsubscribed(params.token);
    return publicPage({
      status: 200,
      title: 'Unsubscribe',
      text: `Press the button and ${await senderName()} will not write to you again.`,
      buttons: [{ label: 'Unsubscribe' }],
      link: { href: `/n/${params.token}`, label: 'See or delete your data' },
    });
  });

  mount(unsubscribe, async ({ params }) => {
    if (!(await links.unsubscribe(params.token))) return unknownLink();
    return unsubscribed(params.token);
  });

  mount(trackPage, async ({ body }, { headers, setHeader }) => {
    for (const [name, value] of Object.entries(OPEN_TO_ALL)) setHeader(name, value);
    const counted = await ingest.report({
      event: body,
      isBot: isMachine(headers['user-agent']),
      isPrivate: asksForPrivacy(headers),
      receivedAt: new Date(),
    });
    return { counted };
  });
  // Not a call of its own: a browser asks first when a page reports as JSON.
  fastify.options(trackPage.path, (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...OPEN_TO_ALL,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send(),
  );

  const script = loadTracker();
  mount(trackerScript, (_input, { headers }) => {
    const caching = { ...OPEN_TO_ALL, etag: script.etag, 'cache-control': 'public, max-age=3600' };
    if (headers['if-none-match'] === script.etag) return { status: 304, headers: caching };
    return {
      status: 200,
      headers: { ...caching, 'content-type': 'text/javascript; charset=utf-8' },
      body: script.text,
    };
  });
}

/**
 * Crawlers, link checkers, libraries and callers without a name. A browser that only says it is headless is taken
 * for a person: companies open links from mail in browsers that run on a server.
 */
function isMachine(userAgent = ''): boolean {
  return userAgent.trim() === '' || isbot(userAgent.replace('HeadlessChrome', 'Chrome'));
}
