import type { IncomingHttpHeaders } from 'node:http';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Language } from '#kit/language.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import { publicPage, unknownLink } from '#platform/public-page.ts';
import { isSameSecret } from '#platform/secrets.ts';
import * as contract from '../contract.ts';
import { asksForPrivacy, isPrefetch } from '../rules.ts';
import { LEAVING_WORDS } from '../rules-leaving-words.ts';
import { createIngest } from './ingest.ts';
import { followLink, hasUnsubscribed, loadPixel, unsubscribe } from './links.ts';
import { looksLikeMachine } from './looks-like-machine.ts';
import { loadTracker } from './tracker-script.ts';

/** Pages of any origin may report and load the tracker; no cookie takes part. */
const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

const PREFLIGHT_SECONDS = 86_400;

/** A transparent picture of one pixel (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export function mountTracking({ mount, fastify }: HttpServer, ctx: Context): void {
  const { TRACK_KEY: serverKey, TRACK_LIMIT, TRACK_LIMIT_PER_ADDRESS } = ctx.config;
  const senderName = async () => (await getWorkspace(ctx.db)).name;
  const ingest = createIngest(ctx);

  mount(contract.followLink, async ({ params }, { method, headers }) => {
    const url = await followLink(ctx, params.token, {
      method,
      userAgent: headers['user-agent'] ?? '',
      isKnownBot: looksLikeMachine(headers['user-agent']),
      isPrefetch: isPrefetch(headers),
      isPrivate: asksForPrivacy(headers),
    });
    if (url === undefined) return unknownLink();
    return {
      status: 302,
      headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    };
  });

  mount(contract.loadPixel, async ({ params }, { method, headers }) => {
    await loadPixel(ctx, params.token, {
      method,
      userAgent: headers['user-agent'] ?? '',
      isKnownBot: looksLikeMachine(headers['user-agent']),
      isPrefetch: isPrefetch(headers),
      isPrivate: asksForPrivacy(headers),
    });
    // The same for every token: what loads it learns nothing.
    return {
      status: 200,
      headers: {
        'content-type': 'image/gif',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: PIXEL,
    };
  });

  const dataLink = (token: string, language: Language) => ({
    href: `/n/${token}${language === 'en' ? '' : `?lang=${language}`}`,
    label: LEAVING_WORDS[language].dataLink,
  });

  const unsubscribed = async (token: string, language: Language): Promise<RawAnswer> => {
    const { doneTitle, done } = LEAVING_WORDS[language];
    const text = done(await senderName());
    return publicPage({ status: 200, language, title: doneTitle, text, link: dataLink(token, language) });
  };

  mount(contract.showUnsubscribe, async ({ params: { token }, query: { lang } }) => {
    const isDone = await hasUnsubscribed(ctx, token);
    if (isDone === undefined) return unknownLink();
    if (isDone) return unsubscribed(token, lang);
    const { title, ask, button } = LEAVING_WORDS[lang];
    return publicPage({
      status: 200,
      language: lang,
      title,
      text: ask(await senderName()),
      buttons: [{ label: button }],
      link: dataLink(token, lang),
    });
  });

  mount(contract.unsubscribe, async ({ params: { token }, query: { lang } }) => {
    if (!(await unsubscribe(ctx, token))) return unknownLink();
    return unsubscribed(token, lang);
  });

  const isServer = ({ authorization = '' }: IncomingHttpHeaders): boolean =>
    serverKey !== undefined && isSameSecret(authorization, `Bearer ${serverKey}`);
  mount(
    contract.trackPage,
    async ({ body }, { headers, setHeader, ip }) => {
      for (const [name, value] of Object.entries(OPEN_TO_ALL)) setHeader(name, value);
      return ingest.report({
        event: body,
        isBot: looksLikeMachine(headers['user-agent']),
        isPrivate: asksForPrivacy(headers),
        from: isServer(headers) ? 'server' : { network: clientNetwork(ip), origin: headers.origin },
        receivedAt: ctx.clock.now(),
      });
    },
    {
      limits: { perAddress: TRACK_LIMIT_PER_ADDRESS, total: TRACK_LIMIT, isExempt: isServer },
      assertCaller: (headers) => {
        if (headers.authorization === undefined || isServer(headers)) return;
        throw new AppError('unauthenticated', 'This is not the TRACK_KEY of this server.');
      },
    },
  );
  // Not a call of its own: a browser asks first when a page reports as JSON.
  fastify.options(contract.trackPage.path, (_request, reply) =>
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
  mount(contract.trackerScript, (_input, { headers }) => {
    const caching = { ...OPEN_TO_ALL, etag: script.etag, 'cache-control': 'public, max-age=3600' };
    if (headers['if-none-match'] === script.etag) return { status: 304, headers: caching };
    return {
      status: 200,
      headers: { ...caching, 'content-type': 'text/javascript; charset=utf-8' },
      body: script.text,
    };
  });
}
