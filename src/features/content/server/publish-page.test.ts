import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LandingSite } from '#features/campaigns/contract-landing.ts';
import type { PreflightCheck } from '#features/campaigns/contract-preview.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  createLandingPages,
  FORM,
  LINK,
  PUBLIC_URL,
  pageSettings,
  TEXT,
} from '#tests/support/landing-pages.ts';
import { SCRIPT_CORPUS } from '#tests/support/script-corpus.ts';
import type { PageAction, PageOfAsset } from '../contract-pages.ts';

let yarrow: TestApp;
let admin: TestClient;
let member: TestClient;
let viewer: TestClient;
let pages: ReturnType<typeof createLandingPages>;

beforeAll(async () => {
  yarrow = await startTestApp({ worker: false });
  admin = await yarrow.as('admin');
  member = await yarrow.as('member');
  viewer = await yarrow.as('viewer');
  pages = createLandingPages(yarrow, { member, viewer });
});
afterAll(() => yarrow.close());
beforeEach(() =>
  admin.patch('/api/settings/workspace', { approvedContentOnly: false, jurisdictions: ['US', 'EU', 'UK'] }),
);

/** The elements and attributes that a page of ours has, as a browser would read them. */
function expectHarmless(html: string): void {
  const { document } = new JSDOM(html).window;
  const elements = [...document.querySelectorAll('*')];
  const names = new Set(elements.map(({ localName }) => localName));
  for (const name of ['svg', 'iframe', 'object', 'math', 'base', 'video', 'audio', 'embed', 'img', 'select'])
    expect(names, name).not.toContain(name);
  const scripts = [...document.querySelectorAll('script')].map(({ outerHTML }) => outerHTML);
  expect(scripts.filter((script) => script !== '<script defer="" src="/t.js"></script>')).toEqual([]);
  expect(document.querySelectorAll('style')).toHaveLength(1);
  for (const { attributes } of elements) {
    for (const { name, value } of attributes) {
      expect(name).not.toMatch(/^on|^style$/);
      if (['href', 'src', 'action'].includes(name)) expect(value).toMatch(/^(?:https?:\/\/|\/|#)/);
    }
  }
}

describe('an asset as a landing page', () => {
  it('is proposed from its own words, kept as a draft, and opened by nobody before it is published', async () => {
    const id = await pages.createAsset();
    const { page, suggestion, obstacle } = await viewer.get<PageOfAsset>(pages.address(id));
    expect({ page, obstacle, suggestion }).toEqual({
      page: null,
      obstacle: null,
      suggestion: {
        slug: 'winter-letter',
        title: 'Evenings with a book',
        description: 'Our reading room is open until nine this winter.',
        privacyUrl: '',
      },
    });
    const draft = pageSettings();
    expect(await (await pages.save(id, draft)).json()).toMatchObject({
      ...draft,
      state: 'draft',
      version: 1,
    });
    const answer = await pages.open(draft);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('This page is not here any more');
    expect(
      (await member.get<LandingSite[]>('/api/landing-sites')).map(({ assetId }) => assetId),
    ).not.toContain(id);
  });

  it('leaves out what only a mail says, tells so in the preview, and reads as changed where it was published with it', async () => {
    const mail = `${TEXT}\n\nAny question at all, just answer this mail.\n\nWarmly,\nThe team`;
    const page = await pages.publish({}, mail);
    const html = await (await pages.open(page)).text();
    expect(html).toContain('Our reading room is open');
    expect(html).not.toMatch(/Hello there|answer this mail|Warmly|Left out/);
    const preview = await viewer.call('GET', pages.address(page.assetId, '/preview'));
    expect(await preview.text()).toContain(
      'Left out, because only a mail says it: “Hello there,”, “Any question at all, just answer this mail.”, “Warmly, The team”.',
    );
    expect((await pages.pageOf(page.assetId)).isOutdated).toBe(false);
    const whole = createHash('sha256')
      .update(JSON.stringify([mail, []]))
      .digest('base64url')
      .slice(0, 22);
    await yarrow.app.db.execute(
      sql`update content_pages set published = jsonb_set(published, '{textKey}', to_jsonb(${whole}::text)) where id = ${page.id}`,
    );
    expect((await pages.pageOf(page.assetId)).isOutdated).toBe(true);
  });

  it('proposes the privacy notice of the form that was published last', async () => {
    const proposed = async () =>
      (await viewer.get<PageOfAsset>(pages.address(await pages.createAsset()))).suggestion.privacyUrl;
    await pages.publish({ action: FORM });
    await pages.publish({ action: { ...FORM, privacyUrl: 'https://shop.example/privacy-2' } });
    await pages.publish();
    await pages.save(
      await pages.createAsset(),
      pageSettings({ action: { ...FORM, privacyUrl: 'https://draft.example/' } }),
    );
    expect(await proposed()).toBe('https://shop.example/privacy-2');
  });

  it('shows its text with title, button and cards for sharing, loads nothing of others and sets no cookie', async () => {
    const page = await pages.publish();
    const answer = await pages.open(page);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<h1>Evenings with a book</h1>');
    expect(html.match(/Evenings with a book<\/h/g)).toHaveLength(1);
    expect(html).toContain('Our reading room');
    expect(html).not.toContain('Subject:');
    expect(html).toContain('<a href="https://shop.example/hours">opening hours</a>');
    expect(html).toContain(
      '<a class="button" href="https://shop.example/room?a=1#top" rel="noopener">See the room</a>',
    );
    expect(html).toContain('<meta property="og:title" content="Evenings with a book">');
    expect(html).toContain(`<meta property="og:url" content="${PUBLIC_URL}/p/${page.slug}">`);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script defer src="/t.js">']);
    const listed = await pages.publish({ isListed: true, description: '' });
    expect(await (await pages.open(listed)).text()).toMatch(
      /<meta name="description" content="Our reading room is open until nine this winter\. tea on the house/,
    );
    expect((await pages.open(listed)).headers.get('x-robots-tag')).toBe('index, follow');
  });

  // R13
  it('no text of it runs, wherever it stands', async () => {
    const content = SCRIPT_CORPUS.join('\n\n');
    const id = await pages.createAsset(content);
    const hostile = SCRIPT_CORPUS.filter((text) => text.trim().length >= 20 && text.length <= 60);
    expect(hostile.length).toBeGreaterThan(100);
    const pick = (index: number): string => hostile[index % hostile.length] ?? '';
    expect(
      (
        await pages.save(
          id,
          pageSettings({ title: pick(3), description: pick(50), action: { ...LINK, label: pick(90) } }),
        )
      ).status,
    ).toBe(200);
    const preview = await (await viewer.call('GET', pages.address(id, '/preview'))).text();
    await pages.post(
      id,
      '/publish',
      { version: 1, overrideReason: 'A test of hostile words, read by nobody.' },
      admin,
    );
    const online = await (await pages.open(await pages.pageOf(id))).text();
    for (const html of [preview, online]) expectHarmless(html);
    // The next text in each place that takes a short one.
    const short = await pages.createAsset();
    expect((await pages.save(short, pageSettings())).status).toBe(200);
    for (let index = 0; index < hostile.length; index += 12) {
      const { version } = await pages.pageOf(short);
      const next = pageSettings({
        slug: (await pages.pageOf(short)).slug,
        title: pick(index),
        description: pick(index + 1),
        action: { ...FORM, label: pick(index + 2), consent: pick(index + 3) },
      });
      expect((await pages.save(short, { ...next, version })).status).toBe(200);
      const html = await (await viewer.call('GET', pages.address(short, '/preview'))).text();
      expectHarmless(html);
    }
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example',
    '//shop.example',
    'shop.example',
  ])('its button leads to the web and not to %s', async (url) => {
    const answer = await pages.save(
      await pages.createAsset(),
      pageSettings({ action: { ...LINK, url } as PageAction }),
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      fields: { 'action.url': 'Enter an address that starts with http:// or https://.' },
    });
  });

  it('stays as it was published until it is published again', async () => {
    const page = await pages.publish();
    const { assetId: id } = page;
    const asset = await viewer.get<{ version: number }>(`/api/content-assets/${id}`);
    await member.patch(`/api/content-assets/${id}`, {
      version: asset.version,
      content: 'We close in spring.',
    });
    expect(await pages.pageOf(id)).toMatchObject({ isOutdated: true, state: 'published' });
    expect(await (await pages.open(page)).text()).toContain('open until nine');
    const again = await pages.post(id, '/publish', { version: page.version });
    expect(await again.json()).toMatchObject({ isOutdated: false, version: page.version + 1 });
    const html = await (await pages.open(page)).text();
    expect(html).toContain('We close in spring.');
    expect(html).not.toContain('open until nine');
    // A tag is no change of what people read.
    await member.patch(`/api/content-assets/${id}`, { version: asset.version + 1, tags: ['spring'] });
    expect((await pages.pageOf(id)).isOutdated).toBe(false);
  });

  it('published twice is once; an address that was given out stays', async () => {
    const page = await pages.publish();
    const again = await pages.post(page.assetId, '/publish', { version: 1 });
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(page);
    const moved = await pages.save(page.assetId, { ...pageSettings(), version: page.version });
    expect([moved.status, ((await moved.json()) as { reason: string }).reason]).toEqual([
      422,
      'address_in_use',
    ]);
    const taken = await pages.save(await pages.createAsset(), pageSettings({ slug: page.slug }));
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ fields: { slug: 'Another page has this address.' } });
  });

  it('two people at once: the later one is told, and the same change twice is one', async () => {
    const id = await pages.createAsset();
    const [mine, theirs] = [pageSettings({ title: 'Mine' }), pageSettings({ title: 'Theirs' })];
    const first = await Promise.all([pages.save(id, mine), pages.save(id, theirs, admin)]);
    expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { version, state: _state, ...stored } = await pages.pageOf(id);
    expect(version).toBe(1);
    const kept = stored.title === 'Mine' ? mine : theirs;
    expect((await pages.save(id, kept)).status).toBe(200);
    const changes = ['One', 'Two'].map((title) => pages.save(id, { ...kept, title, version: 1 }));
    expect((await Promise.all(changes)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await pages.post(id, '/publish', { version: 1 })).status).toBe(409);
    const both = await Promise.all([
      pages.post(id, '/publish', { version: 2 }),
      pages.post(id, '/publish', { version: 2 }, admin),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await pages.pageOf(id)).version).toBe(3);
  });

  it('taken down it is gone, also for campaigns, and can be put back as it was', async () => {
    const page = await pages.publish();
    const { assetId: id, version } = page;
    const sites = async () =>
      (await member.get<LandingSite[]>('/api/landing-sites')).find(({ assetId }) => assetId === id);
    expect(await sites()).toMatchObject({ name: page.title, url: `${PUBLIC_URL}/p/${page.slug}` });
    expect(await (await pages.post(id, '/unpublish', { version })).json()).toMatchObject({
      state: 'unpublished',
    });
    expect((await pages.open(page)).status).toBe(404);
    expect(await sites()).toBeUndefined();
    expect((await pages.post(id, '/unpublish', { version })).status).toBe(200);
    expect((await pages.post(id, '/restore', { version: version + 1 })).status).toBe(200);
    expect((await pages.open(page)).status).toBe(200);
    expect(await sites()).toBeDefined();
    await member.call('DELETE', `/api/content-assets/${id}`);
    expect((await pages.open(page)).status).toBe(404);
    expect(await sites()).toBeUndefined();
    await member.post(`/api/content-assets/${id}/restore`);
    expect((await pages.open(page)).status).toBe(200);
  });
});

it('the preflight of a campaign knows whether a page of ours is there, without calling itself', async () => {
  const page = await pages.publish();
  const linksTo = async (landingPageUrl: string) => {
    const steps = [{ channel: 'email', delayHours: 0, subject: 'Evenings', body: 'See {{landingPage}}' }];
    const input = { name: 'Evenings', channels: ['email'], targetGroups: [], landingPageUrl, steps };
    const checks = await member.post<PreflightCheck[]>('/api/campaigns/preflight', input);
    return checks.find(({ id }) => id === 'links')?.text;
  };
  // It is there; that it is on this machine alone is another matter.
  expect(await linksTo(page.url)).toMatch(/^Nobody outside can open/);
  expect(await linksTo(`${page.url}-elsewhere`)).toMatch(/^Answers with an error/);
  await pages.post(page.assetId, '/unpublish', { version: page.version });
  expect(await linksTo(page.url)).toMatch(/^Answers with an error/);
});

describe('what keeps a page from being published', () => {
  it('claims that the law forbids, unless an admin answers for them in writing', async () => {
    const id = await pages.createAsset('Our tea cures arthritis and replaces your medication.');
    await pages.save(id, pageSettings());
    const refused = await pages.post(id, '/publish', { version: 1 });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ reason: 'claims_blocked' });
    const overrideReason = 'Read and agreed with our counsel on Monday.';
    expect((await pages.post(id, '/publish', { version: 1, overrideReason })).status).toBe(403);
    expect((await pages.post(id, '/publish', { version: 1, overrideReason: 'short' }, admin)).status).toBe(
      400,
    );
    expect((await pages.post(id, '/publish', { version: 1, overrideReason }, admin)).status).toBe(200);
    const trail = await admin.get<{ action: string; reason: string }[]>(`/api/audit?subject=content:${id}`);
    expect(trail).toMatchObject([{ action: 'claims.overridden', reason: overrideReason }]);
    // What was answered for were those words: put back, the rules are asked again.
    const { version } = await pages.pageOf(id);
    await pages.post(id, '/unpublish', { version });
    expect((await pages.post(id, '/restore', { version: version + 1 })).status).toBe(422);
    expect((await pages.post(id, '/restore', { version: version + 1, overrideReason }, admin)).status).toBe(
      200,
    );
  });

  it('a claim in the button or the title as well', async () => {
    const action: PageAction = { ...LINK, label: 'Cure your arthritis now' };
    const id = await pages.createAsset();
    await pages.save(id, pageSettings({ action }));
    expect((await pages.post(id, '/publish', { version: 1 })).status).toBe(422);
  });

  it('a title or an address that names a condition, unless an admin allows it', async () => {
    const id = await pages.createAsset();
    const named = pageSettings({ title: 'Help with psoriasis', slug: 'for-psoriasis' });
    const refused = await pages.save(id, named);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ reason: 'names_condition' });
    const body = { ...named, version: 0, allowsCondition: true };
    expect((await member.call('PUT', pages.address(id), { body })).status).toBe(422);
    expect((await admin.call('PUT', pages.address(id), { body })).status).toBe(200);
  });

  it('content that is not approved, where the workspace takes approved content only', async () => {
    await admin.patch('/api/settings/workspace', { approvedContentOnly: true });
    const id = await pages.createAsset();
    await pages.save(id, pageSettings());
    expect((await viewer.get<PageOfAsset>(pages.address(id))).obstacle).toMatch(/approved assets only/);
    const refused = await pages.post(id, '/publish', { version: 1 });
    expect(await refused.json()).toMatchObject({ reason: 'not_publishable' });
  });

  it('words with a claim about structure and function carry the text that the law wants', async () => {
    const page = await pages.publish({}, 'Magnesium supports healthy muscle function.');
    const html = await (await pages.open(page)).text();
    expect(html).toContain('has not been evaluated by the Food and Drug Administration');
    expect(html).toMatch(/supports healthy muscle\* function/);
  });

  it('roles: viewers look, members publish', async () => {
    const id = await pages.createAsset();
    expect((await pages.save(id, pageSettings(), viewer)).status).toBe(403);
    await pages.save(id, pageSettings());
    expect((await pages.post(id, '/publish', { version: 1 }, viewer)).status).toBe(403);
    expect((await viewer.call('GET', pages.address(id, '/preview'))).status).toBe(200);
    expect((await yarrow.visitor().call('GET', pages.address(id, '/preview'))).status).toBe(401);
  });
});
