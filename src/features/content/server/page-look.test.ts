import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { createLandingPages } from '#tests/support/landing-pages.ts';
import type { VersionedLook } from '../contract-look.ts';

/** A red square of 2 × 1 pixels. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8AAREAMAAv/Af9FpRnVAAAAAElFTkSuQmCC';
const LOGO = `data:image/png;base64,${PNG}`;
const NEW = { logo: LOGO, color: '#0057ff', font: 'lora', version: 0 };

let yarrow: TestApp;
let member: TestClient;
let viewer: TestClient;
let pages: ReturnType<typeof createLandingPages>;

beforeAll(async () => {
  yarrow = await startTestApp({ worker: false });
  member = await yarrow.as('member');
  viewer = await yarrow.as('viewer');
  pages = createLandingPages(yarrow, { member, viewer });
});
afterAll(() => yarrow.close());
beforeEach(() => yarrow.app.db.execute(sql`delete from page_looks`));

const change = (body: object) => member.call('PUT', '/api/page-look', { body });
const opened = async (page: { slug: string }): Promise<{ html: string; policy: string }> => {
  const answer = await pages.open(page);
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
};

it('puts logo, colour and font on pages that are published already, and on previews', async () => {
  const page = await pages.publish();
  const plain = await opened(page);
  expect(plain.html).not.toMatch(/look\/(?:logo|fonts)|--green:#0057ff/);
  expect((await change(NEW)).status).toBe(200);
  const { html, policy } = await opened(page);
  expect(html).toMatch(/<img src="\/look\/logo\/[0-9a-f]{24}" alt="[^"]+" width="2" height="1">/);
  expect(html).toContain('--green:#0057ff');
  expect(html).toContain('font-family:"Lora"');
  expect(html).toContain('href="/look/fonts/lora-latin.woff2" as="font"');
  expect(policy).toContain("font-src 'self'");
  const preview = await (await viewer.call('GET', pages.address(page.assetId, '/preview'))).text();
  expect(preview).toContain('--green:#0057ff');
});

it('serves the logo, the icon and the fonts to all visitors, and nothing else', async () => {
  await change(NEW);
  const { html } = await opened(await pages.publish());
  const visitor = yarrow.visitor();
  const logo = await visitor.call('GET', /\/look\/logo\/\w+/.exec(html)?.[0] ?? '');
  expect(logo.headers.get('content-type')).toBe('image/png');
  expect(logo.headers.get('cache-control')).toContain('immutable');
  expect(Buffer.from(await logo.arrayBuffer()).toString('base64')).toBe(PNG);
  for (const font of ['inter', 'nunito', 'lora']) {
    const file = await visitor.call('GET', `/look/fonts/${font}-latin.woff2`);
    expect(file.headers.get('content-type')).toBe('font/woff2');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('wOF2');
  }
  const icon = await visitor.call('GET', '/look/icon.svg');
  expect(icon.headers.get('content-type')).toBe('image/svg+xml');
  expect(await icon.text()).toMatch(/fill="#0057ff".*>M<\/text>/);
  for (const address of ['/look/logo/0', '/look/fonts/lora', '/look/fonts/..%2F..%2Fpackage.json'])
    expect((await visitor.call('GET', address)).status).toBe(404);
});

it('refuses a change on top of an older version, and one by a viewer', async () => {
  expect(await viewer.get('/api/page-look')).toEqual({ logo: null, color: null, font: 'system', version: 0 });
  expect((await change(NEW)).status).toBe(200);
  expect((await change(NEW)).status).toBe(409);
  expect((await change({ ...NEW, logo: null, color: '#ABCDEF', version: 1 })).status).toBe(200);
  expect(await viewer.get<VersionedLook>('/api/page-look')).toEqual({
    logo: null,
    color: '#abcdef',
    font: 'lora',
    version: 2,
  });
  expect((await viewer.call('PUT', '/api/page-look', { body: { ...NEW, version: 2 } })).status).toBe(403);
});

it.each([
  ['a picture that is damaged', { logo: `data:image/png;base64,${btoa('no picture'.repeat(9))}` }],
  ['a drawing with scripts', { logo: `data:image/svg+xml;base64,${btoa('<svg/>')}` }],
  ['an address', { logo: 'https://elsewhere.example/logo.png' }],
  ['a colour with more in it', { color: '#0057ff}body{display:none' }],
  ['a font of another name', { font: 'Comic Sans' }],
])('refuses %s', async (_name, part) => {
  expect((await change({ ...NEW, ...part })).status).toBe(400);
});
