import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#platform/db.ts';
import { createEgress } from '#platform/egress.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { fetchPreview, getPreviewImage, ImageCache } from './fetch-preview.ts';
import { findPreview, noteLinks } from './preview-store.ts';

/** A site of somebody else, and what was asked of it. */
let site: Server;
let origin = '';
/** Another one, which nobody trusts: it stands for everything inside the network. */
let inside: Server;
let insideOrigin = '';
let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
let database: TestDatabase;
let db: Database;
let clock = new Date('2027-01-14T12:00:00Z');

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, log: createLog('silent') });
  site = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  inside = createServer((_request, response) => {
    asked.push('INSIDE');
    response.setHeader('content-type', 'text/html').end('<title>Secrets of the network</title>');
  });
  origin = await listen(site);
  insideOrigin = await listen(inside);
});
afterAll(async () => {
  for (const server of [site, inside]) await new Promise((resolve) => server.close(resolve));
  await db.$client.end();
  await database.drop();
});
beforeEach(() => {
  asked = [];
});

/** One process that shows previews. */
const context = () => ({
  db,
  clock: { now: () => clock },
  linkEgress: createEgress({ trusted: [`http://${origin}`] }),
  imageCache: new ImageCache(),
});
let made = 0;
/** What became of a link to this path. */
async function look(
  path = '/',
): Promise<{ id: string; state: string; title: string; imageUrl: string | null }> {
  made += 1;
  const [id = ''] = await noteLinks(db, [`http://${origin}${path}?${made}`]);
  await fetchPreview(context(), id);
  const found = await findPreview(db, id);
  if (!found) throw new Error('the preview is gone');
  return found;
}
const html = (response: ServerResponse, body: string) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(body);

// R13
describe('what stands behind a link', () => {
  it('is read from the page, in plain words whatever the page holds', async () => {
    answer = (_request, response) =>
      html(
        response,
        '<head><meta property="og:title" content="Evening &lt;b&gt;tea&lt;/b&gt; &quot;quoted&quot;"><meta property="og:image" content="javascript:alert(1)"></head>',
      );
    expect(await look()).toMatchObject({
      state: 'ready',
      title: 'Evening <b>tea</b> "quoted"',
      imageUrl: null,
    });
  });

  it.each([
    ['an address inside the network', () => `http://${insideOrigin}/`],
    ['the address of cloud credentials', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a name that means this machine', () => `http://localhost:${insideOrigin.split(':')[1]}/`],
    ['this machine in six', () => `http://[::1]:${insideOrigin.split(':')[1]}/`],
    ['this machine in one number', () => `http://2130706433:${insideOrigin.split(':')[1]}/`],
    ['a file', () => 'file:///etc/passwd'],
    ['itself, for ever', () => `http://${origin}/again`],
  ])('is nothing where a page leads on to %s', async (_what, target) => {
    answer = (_request, response) => response.writeHead(302, { location: target() }).end();
    expect(await look()).toMatchObject({ state: 'none', title: '' });
    expect(asked).not.toContain('INSIDE');
    expect(asked.length, 'redirects end').toBeLessThan(12);
  });

  it.each([
    [
      'is larger than anybody needs',
      (response: ServerResponse) => html(response, `<title>Big</title>${'x'.repeat(1_200_000)}`),
    ],
    [
      'is no page',
      (response: ServerResponse) =>
        response.setHeader('content-type', 'application/zip').end('<title>x</title>'),
    ],
    [
      'is not there',
      (response: ServerResponse) => html(Object.assign(response, { statusCode: 404 }), '<title>Gone</title>'),
    ],
    ['breaks off', (response: ServerResponse) => response.destroy()],
    ['has no title', (response: ServerResponse) => html(response, '<p>Hello</p>')],
  ])('is nothing where the page %s', async (_what, respond) => {
    answer = (_request, response) => void respond(response);
    expect(await look()).toMatchObject({ state: 'none' });
  });

  it('is asked of its oEmbed address, whose HTML is never used and whose failure costs nothing', async () => {
    answer = (request, response) =>
      request.url?.startsWith('/oembed')
        ? response
            .setHeader('content-type', 'application/json')
            .end('{"title":"From the card","provider_name":"Tube","html":"<script>alert(1)</script>"}')
        : html(response, `<title>Page</title><link type="application/json+oembed" href="/oembed">`);
    expect(await look()).toMatchObject({ state: 'ready', title: 'From the card', siteName: 'Tube' });
    answer = (request, response) =>
      request.url?.startsWith('/oembed')
        ? response.end('not json')
        : html(response, `<title>Page</title><link type="application/json+oembed" href="/oembed">`);
    expect(await look()).toMatchObject({ state: 'ready', title: 'Page' });
  });
});

describe('the picture of a preview', () => {
  async function withPicture(respond: (response: ServerResponse) => void) {
    answer = (request, response) =>
      request.url?.startsWith('/picture')
        ? respond(response)
        : html(response, `<title>Tea</title><meta property="og:image" content="/picture-${made}">`);
    return look();
  }
  const png = (response: ServerResponse) => response.setHeader('content-type', 'image/png').end('PNG');
  const fetched = () => asked.filter((path) => path.startsWith('/picture')).length;

  it('is fetched once for many readers, and again after an hour', async () => {
    const { id } = await withPicture(png);
    const ctx = context();
    const pictures = await Promise.all(Array.from({ length: 20 }, () => getPreviewImage(ctx, id)));
    expect(new Set(pictures.map((picture) => picture?.type))).toEqual(new Set(['image/png']));
    await getPreviewImage(ctx, id);
    expect(fetched()).toBe(1);
    clock = new Date(clock.getTime() + 61 * 60_000);
    await getPreviewImage(ctx, id);
    expect(fetched()).toBe(2);
  });

  it('that does not come is asked for again after a minute', async () => {
    const { id } = await withPicture((response) => response.writeHead(503).end());
    const ctx = context();
    expect(await getPreviewImage(ctx, id)).toBeUndefined();
    expect(await getPreviewImage(ctx, id)).toBeUndefined();
    expect(fetched()).toBe(1);
    clock = new Date(clock.getTime() + 61_000);
    expect(await getPreviewImage(ctx, id)).toBeUndefined();
    expect(fetched()).toBe(2);
  });

  it.each([
    [
      'can hold a script',
      (response: ServerResponse) => void response.setHeader('content-type', 'image/svg+xml').end('<svg/>'),
    ],
    ['is no picture', (response: ServerResponse) => void html(response, '<p>Hello</p>')],
    [
      'is too large',
      (response: ServerResponse) =>
        void response.setHeader('content-type', 'image/png').end('x'.repeat(2_200_000)),
    ],
    [
      'lies inside the network',
      (response: ServerResponse) =>
        void response.writeHead(302, { location: `http://${insideOrigin}/` }).end(),
    ],
  ])('is left out where it %s', async (_what, respond) => {
    const { id } = await withPicture(respond);
    expect(await getPreviewImage(context(), id)).toBeUndefined();
    expect(asked).not.toContain('INSIDE');
  });
});
