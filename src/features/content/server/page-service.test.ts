import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PreflightCheck } from '#features/campaigns/contract-checks.ts';
import type { LandingSite } from '#features/campaigns/contract-landing.ts';
import type { LeadConsent } from '#features/leads/contract-privacy.ts';
import { touchpointToken } from '#features/tracking/rules.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { SCRIPT_CORPUS } from '#tests/support/script-corpus.ts';
import type { HostedPage, PageAction, PageOfAsset, PageSettings } from '../contract-pages.ts';

const PUBLIC_URL = 'http://127.0.0.1:3000';
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const TEXT = `Subject: Warm evenings

# Evenings with a book

Hello {{firstName|there}}, our reading room is open until nine this winter.

- tea on the house
- [opening hours](https://shop.example/hours)`;
const FORM: PageAction = {
  kind: 'form',
  label: 'Keep me posted',
  consent: 'I would like the reading room to write to me by email.',
  privacyUrl: 'https://shop.example/privacy',
};
const LINK: PageAction = {
  kind: 'link',
  label: 'See the room',
  url: 'https://shop.example/room?a=1#top',
  isConversion: false,
};

let yarrow: TestApp;
let admin: TestClient;
let member: TestClient;
let viewer: TestClient;

beforeAll(async () => {
  yarrow = await startTestApp({ worker: false });
  admin = await yarrow.as('admin');
  member = await yarrow.as('member');
  viewer = await yarrow.as('viewer');
});
afterAll(() => yarrow.close());
beforeEach(() =>
  admin.patch('/api/settings/workspace', { approvedContentOnly: false, jurisdictions: ['US', 'EU', 'UK'] }),
);

async function createAsset(content = TEXT): Promise<string> {
  const id = newId();
  await yarrow.app.db.execute(
    sql`insert into content_assets (id, name, type, content) values (${id}, 'Winter letter', 'email', ${content})`,
  );
  return id;
}

const settings = (change: Partial<PageSettings> = {}): PageSettings => ({
  slug: `room-${crypto.randomUUID().slice(0, 8)}`,
  title: 'Evenings with a book',
  description: 'A warm room, tea and quiet until nine.',
  action: LINK,
  isListed: false,
  ...change,
});

const address = (id: string, deed = ''): string => `/api/content-assets/${id}/page${deed}`;
const save = (id: string, body: PageSettings & { version?: number }, client = member) =>
  client.call('PUT', address(id), { body: { version: 0, ...body } });
const post = (id: string, deed: string, body: unknown, client = member) =>
  client.call('POST', address(id, deed), { body });
const pageOf = async (id: string): Promise<HostedPage> => {
  const { page } = await viewer.get<PageOfAsset>(address(id));
  if (!page) throw new Error('there is no page');
  return page;
};

async function publish(change: Partial<PageSettings> = {}, content?: string): Promise<HostedPage> {
  const id = await createAsset(content);
  expect((await save(id, settings(change))).status).toBe(200);
  const published = await post(id, '/publish', { version: 1 });
  if (published.status !== 200) throw new Error(await published.text());
  return (await published.json()) as HostedPage;
}

const open = (page: Pick<HostedPage, 'slug'>, query = '', headers: Record<string, string> = {}) =>
  yarrow.visitor().call('GET', `/p/${page.slug}${query}`, { headers: { 'user-agent': BROWSER, ...headers } });

const signUp = (page: HostedPage, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  yarrow.visitor().call('POST', `/p/${page.slug}`, {
    body: new URLSearchParams({ email: '', consent: 'yes', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': BROWSER, ...headers },
  });

async function openContact(leadId: string) {
  const contact = { id: newId(), campaignId: newId(), leadId, messageId: newId(), contactHash: newId() };
  await inTransaction(yarrow.app.db, async (tx) => {
    await yarrow.app.features.tracking.openTouchpoints(tx, [{ ...contact, channel: 'email' }]);
    await yarrow.app.features.tracking.trackLink(tx, contact.campaignId, 'https://shop.example/');
  });
  return { ...contact, token: touchpointToken(contact.id) };
}

const conversions = (campaignId: string | null = null) =>
  rowsOf<{ leadId: string | null; data: unknown }>(
    yarrow.app.db,
    sql`select lead_id as "leadId", data from events where type = 'landing.converted'
      and campaign_id is not distinct from ${campaignId}::uuid order by occurred_at, id`,
  );
const leadsWith = (email: string) =>
  rowsOf<{ id: string; name: string; signal: string }>(
    yarrow.app.db,
    sql`select id, name, behavior_signal as signal from leads where email = ${email}`,
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
    const id = await createAsset();
    const { page, suggestion, obstacle } = await viewer.get<PageOfAsset>(address(id));
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
    const draft = settings();
    expect(await (await save(id, draft)).json()).toMatchObject({ ...draft, state: 'draft', version: 1 });
    const answer = await open(draft);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('This page is not here any more');
    expect(
      (await member.get<LandingSite[]>('/api/landing-sites')).map(({ assetId }) => assetId),
    ).not.toContain(id);
  });

  it('leaves out what only a mail says, tells so in the preview, and reads as changed where it was published with it', async () => {
    const mail = `${TEXT}\n\nAny question at all, just answer this mail.\n\nWarmly,\nThe team`;
    const page = await publish({}, mail);
    const html = await (await open(page)).text();
    expect(html).toContain('Our reading room is open');
    expect(html).not.toMatch(/Hello there|answer this mail|Warmly|Left out/);
    const preview = await viewer.call('GET', address(page.assetId, '/preview'));
    expect(await preview.text()).toContain(
      'Left out, because only a mail says it: “Hello there,”, “Any question at all, just answer this mail.”, “Warmly, The team”.',
    );
    expect((await pageOf(page.assetId)).isOutdated).toBe(false);
    const whole = createHash('sha256')
      .update(JSON.stringify([mail, []]))
      .digest('base64url')
      .slice(0, 22);
    await yarrow.app.db.execute(
      sql`update content_pages set published = jsonb_set(published, '{textKey}', to_jsonb(${whole}::text)) where id = ${page.id}`,
    );
    expect((await pageOf(page.assetId)).isOutdated).toBe(true);
  });

  it('proposes the privacy notice of the form that was published last', async () => {
    const proposed = async () =>
      (await viewer.get<PageOfAsset>(address(await createAsset()))).suggestion.privacyUrl;
    await publish({ action: FORM });
    await publish({ action: { ...FORM, privacyUrl: 'https://shop.example/privacy-2' } });
    await publish();
    await save(await createAsset(), settings({ action: { ...FORM, privacyUrl: 'https://draft.example/' } }));
    expect(await proposed()).toBe('https://shop.example/privacy-2');
  });

  it('shows its text with title, button and cards for sharing, loads nothing of others and sets no cookie', async () => {
    const page = await publish();
    const answer = await open(page);
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
    const listed = await publish({ isListed: true });
    expect((await open(listed)).headers.get('x-robots-tag')).toBe('index, follow');
  });

  it('R13 no text of it runs, wherever it stands', async () => {
    const content = SCRIPT_CORPUS.join('\n\n');
    const id = await createAsset(content);
    const hostile = SCRIPT_CORPUS.filter((text) => text.trim().length >= 20 && text.length <= 60);
    expect(hostile.length).toBeGreaterThan(100);
    const pick = (index: number): string => hostile[index % hostile.length] ?? '';
    expect(
      (
        await save(
          id,
          settings({ title: pick(3), description: pick(50), action: { ...LINK, label: pick(90) } }),
        )
      ).status,
    ).toBe(200);
    const preview = await (await viewer.call('GET', address(id, '/preview'))).text();
    await post(
      id,
      '/publish',
      { version: 1, overrideReason: 'A test of hostile words, read by nobody.' },
      admin,
    );
    const online = await (await open(await pageOf(id))).text();
    for (const html of [preview, online]) expectHarmless(html);
    // The next text in each place that takes a short one.
    const short = await createAsset();
    expect((await save(short, settings())).status).toBe(200);
    for (let index = 0; index < hostile.length; index += 12) {
      const { version } = await pageOf(short);
      const next = settings({
        slug: (await pageOf(short)).slug,
        title: pick(index),
        description: pick(index + 1),
        action: { ...FORM, label: pick(index + 2), consent: pick(index + 3) },
      });
      expect((await save(short, { ...next, version })).status).toBe(200);
      const html = await (await viewer.call('GET', address(short, '/preview'))).text();
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
    const answer = await save(await createAsset(), settings({ action: { ...LINK, url } as PageAction }));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      fields: { 'action.url': 'Enter an address that starts with http:// or https://.' },
    });
  });

  it('stays as it was published until it is published again', async () => {
    const page = await publish();
    const { assetId: id } = page;
    const asset = await viewer.get<{ version: number }>(`/api/content-assets/${id}`);
    await member.patch(`/api/content-assets/${id}`, {
      version: asset.version,
      content: 'We close in spring.',
    });
    expect(await pageOf(id)).toMatchObject({ isOutdated: true, state: 'published' });
    expect(await (await open(page)).text()).toContain('open until nine');
    const again = await post(id, '/publish', { version: page.version });
    expect(await again.json()).toMatchObject({ isOutdated: false, version: page.version + 1 });
    const html = await (await open(page)).text();
    expect(html).toContain('We close in spring.');
    expect(html).not.toContain('open until nine');
    // A tag is no change of what people read.
    await member.patch(`/api/content-assets/${id}`, { version: asset.version + 1, tags: ['spring'] });
    expect((await pageOf(id)).isOutdated).toBe(false);
  });

  it('published twice is once; an address that was given out stays', async () => {
    const page = await publish();
    const again = await post(page.assetId, '/publish', { version: 1 });
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(page);
    const moved = await save(page.assetId, { ...settings(), version: page.version });
    expect([moved.status, ((await moved.json()) as { reason: string }).reason]).toEqual([
      422,
      'address_in_use',
    ]);
    const taken = await save(await createAsset(), settings({ slug: page.slug }));
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ fields: { slug: 'Another page has this address.' } });
  });

  it('two people at once: the later one is told, and the same change twice is one', async () => {
    const id = await createAsset();
    const [mine, theirs] = [settings({ title: 'Mine' }), settings({ title: 'Theirs' })];
    const first = await Promise.all([save(id, mine), save(id, theirs, admin)]);
    expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { version, state: _state, ...stored } = await pageOf(id);
    expect(version).toBe(1);
    const kept = stored.title === 'Mine' ? mine : theirs;
    expect((await save(id, kept)).status).toBe(200);
    const changes = ['One', 'Two'].map((title) => save(id, { ...kept, title, version: 1 }));
    expect((await Promise.all(changes)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await post(id, '/publish', { version: 1 })).status).toBe(409);
    const both = await Promise.all([
      post(id, '/publish', { version: 2 }),
      post(id, '/publish', { version: 2 }, admin),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await pageOf(id)).version).toBe(3);
  });

  it('taken down it is gone, also for campaigns, and can be put back as it was', async () => {
    const page = await publish();
    const { assetId: id, version } = page;
    const sites = async () =>
      (await member.get<LandingSite[]>('/api/landing-sites')).find(({ assetId }) => assetId === id);
    expect(await sites()).toMatchObject({ name: page.title, url: `${PUBLIC_URL}/p/${page.slug}` });
    expect(await (await post(id, '/unpublish', { version })).json()).toMatchObject({ state: 'unpublished' });
    expect((await open(page)).status).toBe(404);
    expect(await sites()).toBeUndefined();
    expect((await post(id, '/unpublish', { version })).status).toBe(200);
    expect((await post(id, '/restore', { version: version + 1 })).status).toBe(200);
    expect((await open(page)).status).toBe(200);
    expect(await sites()).toBeDefined();
    await member.call('DELETE', `/api/content-assets/${id}`);
    expect((await open(page)).status).toBe(404);
    expect(await sites()).toBeUndefined();
    await member.post(`/api/content-assets/${id}/restore`);
    expect((await open(page)).status).toBe(200);
  });
});

it('the preflight of a campaign knows whether a page of ours is there, without calling itself', async () => {
  const page = await publish();
  const linksTo = async (landingPageUrl: string) => {
    const steps = [{ channel: 'email', delayHours: 0, subject: 'Evenings', body: 'See {{landingPage}}' }];
    const input = { name: 'Evenings', channels: ['email'], targetGroups: [], landingPageUrl, steps };
    const checks = await member.post<PreflightCheck[]>('/api/campaigns/preflight', input);
    return checks.find(({ id }) => id === 'links')?.text;
  };
  // It is there; that it is on this machine alone is another matter.
  expect(await linksTo(page.url)).toMatch(/^Nobody outside can open/);
  expect(await linksTo(`${page.url}-elsewhere`)).toMatch(/^Answers with an error/);
  await post(page.assetId, '/unpublish', { version: page.version });
  expect(await linksTo(page.url)).toMatch(/^Answers with an error/);
});

describe('what keeps a page from being published', () => {
  it('claims that the law forbids, unless an admin answers for them in writing', async () => {
    const id = await createAsset('Our tea cures arthritis and replaces your medication.');
    await save(id, settings());
    const refused = await post(id, '/publish', { version: 1 });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ reason: 'claims_blocked' });
    const overrideReason = 'Read and agreed with our counsel on Monday.';
    expect((await post(id, '/publish', { version: 1, overrideReason })).status).toBe(403);
    expect((await post(id, '/publish', { version: 1, overrideReason: 'short' }, admin)).status).toBe(400);
    expect((await post(id, '/publish', { version: 1, overrideReason }, admin)).status).toBe(200);
    const trail = await admin.get<{ action: string; reason: string }[]>(`/api/audit?subject=content:${id}`);
    expect(trail).toMatchObject([{ action: 'claims.overridden', reason: overrideReason }]);
    // What was answered for were those words: put back, the rules are asked again.
    const { version } = await pageOf(id);
    await post(id, '/unpublish', { version });
    expect((await post(id, '/restore', { version: version + 1 })).status).toBe(422);
    expect((await post(id, '/restore', { version: version + 1, overrideReason }, admin)).status).toBe(200);
  });

  it('a claim in the button or the title as well', async () => {
    const action: PageAction = { ...LINK, label: 'Cure your arthritis now' };
    const id = await createAsset();
    await save(id, settings({ action }));
    expect((await post(id, '/publish', { version: 1 })).status).toBe(422);
  });

  it('a title or an address that names a condition, unless an admin allows it', async () => {
    const id = await createAsset();
    const named = settings({ title: 'Help with psoriasis', slug: 'for-psoriasis' });
    const refused = await save(id, named);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ reason: 'names_condition' });
    const body = { ...named, version: 0, allowsCondition: true };
    expect((await member.call('PUT', address(id), { body })).status).toBe(422);
    expect((await admin.call('PUT', address(id), { body })).status).toBe(200);
  });

  it('content that is not approved, where the workspace takes approved content only', async () => {
    await admin.patch('/api/settings/workspace', { approvedContentOnly: true });
    const id = await createAsset();
    await save(id, settings());
    expect((await viewer.get<PageOfAsset>(address(id))).obstacle).toMatch(/approved assets only/);
    const refused = await post(id, '/publish', { version: 1 });
    expect(await refused.json()).toMatchObject({ reason: 'not_publishable' });
  });

  it('words with a claim about structure and function carry the text that the law wants', async () => {
    const page = await publish({}, 'Magnesium supports healthy muscle function.');
    const html = await (await open(page)).text();
    expect(html).toContain('has not been evaluated by the Food and Drug Administration');
    expect(html).toMatch(/supports healthy muscle\* function/);
  });

  it('roles: viewers look, members publish', async () => {
    const id = await createAsset();
    expect((await save(id, settings(), viewer)).status).toBe(403);
    await save(id, settings());
    expect((await post(id, '/publish', { version: 1 }, viewer)).status).toBe(403);
    expect((await viewer.call('GET', address(id, '/preview'))).status).toBe(200);
    expect((await yarrow.visitor().call('GET', address(id, '/preview'))).status).toBe(401);
  });
});

describe('what people do on a page', () => {
  const report = (page: HostedPage, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    yarrow.visitor().call('POST', '/api/track', {
      body: { url: page.url, ...body },
      headers: { 'user-agent': BROWSER, ...headers },
    });

  it('visits and conversions count for the page by campaign, and no event of a person names the page', async () => {
    const page = await publish();
    const { token, campaignId, leadId } = await openContact(newId());
    const id = newId();
    await report(page, { type: 'visit', token, id });
    await report(page, { type: 'visit', token, id });
    await report(page, { type: 'visit' });
    await report(page, { type: 'conversion', token });
    await report(
      page,
      { type: 'visit' },
      { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
    );
    await report(page, { type: 'purchase', token, value: 10 });
    expect(await pageOf(page.assetId)).toMatchObject({
      figures: { visits: 2, conversions: 1 },
      campaigns: [{ campaignId, visits: 1, conversions: 1 }],
    });
    const data = await rowsOf(yarrow.app.db, sql`select distinct data from events where lead_id = ${leadId}`);
    expect(data).toEqual([{ data: {} }]);
  });

  it('the button hands on whom the page was sent to; with Global Privacy Control the campaign alone', async () => {
    const page = await publish();
    const { token, campaignId } = await openContact(newId());
    expect(await (await open(page, `?yt=${token}`)).text()).toContain(
      `href="https://shop.example/room?a=1&amp;yt=${token}#top"`,
    );
    expect(await (await open(page, `?yt=${token}`, { 'sec-gpc': '1' })).text()).toContain(
      `href="https://shop.example/room?a=1&amp;yc=${touchpointToken(campaignId)}#top"`,
    );
    for (const query of ['?yt=AAAAAAAAAAAAAAAAAAAAAA0', '?yt="><script>', `?yt=${token}&yt=x`]) {
      expect(await (await open(page, query)).text()).toContain('href="https://shop.example/room?a=1#top"');
    }
  });

  it('who signs up becomes a lead that agreed to be written to, once', async () => {
    const page = await publish({ action: FORM });
    const form = await (await open(page)).text();
    const once = /name="once" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const email = `${newId()}@example.org`;
    const answers = await Promise.all([1, 2, 3].map(() => signUp(page, { email, name: 'Ines', once })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(answers[0]?.headers.get('location')).toBe(`/p/${page.slug}?done=1`);
    const [lead, ...others] = await leadsWith(email);
    expect(others).toEqual([]);
    expect(lead).toMatchObject({ name: 'Ines', signal: 'Signed up on a landing page.' });
    expect(
      await rowsOf(
        yarrow.app.db,
        sql`select ground, source, source_url as url, text_version as text
      from consents where lead_id = ${lead?.id ?? ''}`,
      ),
    ).toEqual([
      { ground: 'consent', source: 'form', url: page.url, text: FORM.kind === 'form' && FORM.consent },
    ]);
    expect(await member.get(`/api/leads/${lead?.id}`)).toMatchObject({ legalGround: 'consent' });
    expect(await member.get(`/api/leads/${lead?.id}/source-notice`)).toMatchObject({ state: 'not_needed' });
    const { channels } = await member.get<LeadConsent>(`/api/leads/${lead?.id}/consents`);
    const allowed = channels.filter(({ obstacle }) => obstacle === null).map(({ channel }) => channel);
    expect(allowed, 'the page asked about mail').toEqual(['email']);
    expect((await pageOf(page.assetId)).figures).toEqual({ visits: 0, conversions: 1 });
    expect((await conversions()).filter(({ leadId }) => leadId === lead?.id)).toEqual([
      { leadId: lead?.id, data: {} },
    ]);
    const thanks = await (await open(page, '?done=1')).text();
    expect(thanks).toContain('Thank you.');
    expect(thanks).toMatch(/<title>Thank you: /);
    expect(thanks).not.toContain('<form');
    // It is no second visit.
    expect(thanks).not.toContain('<script');
  });

  it('a known address is the person only where the page was reached from a message to them', async () => {
    const page = await publish({ action: FORM });
    const email = `${newId()}@example.org`;
    await signUp(page, { email });
    const [lead] = await leadsWith(email);
    const stranger = await openContact(newId());
    await signUp(page, { email, token: stranger.token });
    expect(await conversions(stranger.campaignId)).toEqual([{ leadId: null, data: { page: page.url } }]);
    const own = await openContact(lead?.id ?? '');
    await signUp(page, { email, token: own.token });
    expect(await conversions(own.campaignId)).toEqual([{ leadId: lead?.id, data: {} }]);
    const lines = await rowsOf(yarrow.app.db, sql`select id from consents where lead_id = ${lead?.id ?? ''}`);
    expect(lines).toHaveLength(2);
  });

  it('says on the page what is missing, keeps what was typed, and takes nothing that a machine filled in', async () => {
    const page = await publish({ action: FORM });
    const cases: [Record<string, string>, string][] = [
      [{ email: '' }, 'Enter your email address.'],
      [{ email: 'ines@' }, 'Enter a whole email address'],
      [{ email: `ines@example.org\nbcc:x@example.org` }, 'Enter a whole email address'],
      [{ email: '"><script>alert(1)</script>' }, 'Enter a whole email address'],
      [{ email: 'ines@example.org', consent: '' }, 'Tick the box'],
    ];
    for (const [fields, words] of cases) {
      const answer = await signUp(page, { name: 'Ines"><b>', ...fields });
      expect(answer.status, words).toBe(422);
      const html = await answer.text();
      expect(html).toContain(words);
      expect(html).toContain('value="Ines&quot;&gt;&lt;b&gt;"');
      expect(html).not.toContain('<script>');
    }
    const email = `${newId()}@example.org`;
    expect((await signUp(page, { email, website: 'https://spam.example' })).status).toBe(303);
    expect(await leadsWith(email)).toEqual([]);
    const elsewhere = await publish();
    expect((await signUp(elsewhere, { email })).status).toBe(303);
    expect(await leadsWith(email)).toEqual([]);
  });
});
