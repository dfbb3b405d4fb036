import { scopeOf } from '#features/access/rules-scopes.ts';
import { AppError } from '#kit/errors.ts';
import { lazy } from '#kit/lazy.ts';
import type { Visitor } from '#platform/admission.ts';
import { apiReference } from '#platform/api-reference.ts';
import { type Database, pingDatabase } from '#platform/db.ts';
import { describeApi } from '#platform/documentation.ts';
import type { Call, HttpServer } from '#platform/http.ts';
import type { LiveHub } from '#platform/live.ts';
import { liveConnections, registry } from '#platform/metrics.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { apiReferencePage, healthz, live, metrics, openApi, readyz } from './system-contract.ts';

const HEARTBEAT_MS = 20_000;

type Dependencies = {
  db: Database;
  hub: LiveHub;
  visitorOf: (cookies: Record<string, string | undefined>) => Promise<Visitor>;
  metricsToken: string | undefined;
  isShuttingDown: () => boolean;
};

export function mountSystem(
  server: HttpServer,
  { db, hub, visitorOf, metricsToken, isShuttingDown }: Dependencies,
): void {
  server.mount(healthz, () => ({ status: 'ok' as const }));

  server.mount(readyz, async () => {
    if (isShuttingDown()) throw new AppError('unavailable', 'Shutting down.');
    await pingDatabase(db);
    return { status: 'ok' as const };
  });

  server.mount(metrics, async (_input, call) => {
    if (!mayReadMetrics(call, metricsToken))
      throw new AppError('unauthenticated', 'Unauthorized: METRICS_TOKEN is needed.');
    return { status: 200, headers: { 'content-type': registry.contentType }, body: await registry.metrics() };
  });

  // Written for the few who ask: it takes a tenth of a second.
  const document = lazy(() => JSON.stringify(describeApi(server.mounted, scopeOf)));
  server.mount(openApi, () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: document(),
  }));

  const reference = lazy(() => apiReference(server.mounted, scopeOf));
  server.mount(apiReferencePage, () => reference());

  server.mount(live, ({ query }, { signal, cookies }) => {
    const isStillIn = (): Promise<boolean> =>
      visitorOf(cookies).then(
        ({ isGranted, user }) => isGranted && user !== null,
        // A database that cannot be asked has no news to tell either.
        () => true,
      );
    return {
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
      body: changes(hub, query.ageMs, { signal, isStillIn }),
    };
  });
}

/**
 * The stream of one browser whose page is `ageMs` old; ends when it goes away, and for whoever was removed or has logged
 * out: asked when people change, and as often as silence is broken.
 */
async function* changes(
  hub: LiveHub,
  ageMs: number,
  { signal, isStillIn }: { signal: AbortSignal; isStillIn: () => Promise<boolean> },
): AsyncGenerator<string> {
  let pending = new Set(hub.recent(ageMs));
  let wake = (): void => undefined;
  const leave = hub.subscribe((topics) => {
    for (const topic of topics) pending.add(topic);
    wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  liveConnections.inc();
  try {
    yield 'retry: 1000\n\n';
    while (!signal.aborted) {
      if (pending.size > 0) {
        const topics = [...pending];
        pending = new Set();
        if (topics.includes('users') && !(await isStillIn())) break;
        yield told(topics);
        continue;
      }
      const isNews = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), HEARTBEAT_MS);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
      if (isNews) continue;
      if (!(await isStillIn())) break;
      yield ': still here\n\n';
    }
    // The last that they hear: their page asks who they are, and finds that they are nobody.
    if (!signal.aborted) yield told(['users']);
  } finally {
    leave();
    signal.removeEventListener('abort', onAbort);
    liveConnections.dec();
  }
}

function told(topics: readonly string[]): string {
  return `data: ${JSON.stringify({ topics })}\n\n`;
}

/** The names of this machine: a proxy on it passes others on, and so does a page whose own name leads here. */
const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** What proxies add to a call that they pass on. */
const OF_PROXIES =
  /^(?:via|forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;

function mayReadMetrics(call: Call<unknown>, token: string | undefined): boolean {
  if (token === undefined) {
    const isDirect =
      OWN_NAME.test(call.headers.host ?? '') &&
      !Object.keys(call.headers).some((name) => OF_PROXIES.test(name));
    return isDirect && (call.ip === '127.0.0.1' || call.ip === '::1' || call.ip === '::ffff:127.0.0.1');
  }
  return isSameSecret(call.headers.authorization ?? '', `Bearer ${token}`);
}
