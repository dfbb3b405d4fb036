import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaignToken, pageToken } from '#features/tracking/server/token-source.ts';
import { openTouchpoints, trackLink } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
/** Of the shop's server: what it reports is not held for a review. */
const SHOP_KEY = 'the key of the shop server';
const PAGE = 'https://shop.example/winter?email=me@example.org';

type EventRow = {
  type: string;
  campaign_id: string | null;
  lead_id: string | null;
  value_cents: number | null;
  data: Record<string, unknown>;
  is_demo: boolean;
};

describe('POST /api/track', () => {
  let running: TestApp;

  beforeAll(async () => {
    running = await startTestApp({ worker: false, env: { TRACK_KEY: SHOP_KEY } });
  });
  afterAll(() => running.close());
  beforeEach(() =>
    running.app.db.execute(sql`truncate events, event_rollups, event_days, page_event_ids, orders`),
  );

  const report = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await running.visitor().call('POST', '/api/track', {
      body,
      headers: { 'user-agent': BROWSER, authorization: `Bearer ${SHOP_KEY}`, ...headers },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const events = () =>
    rowsOf<EventRow>(
      running.app.db,
      sql`select type, campaign_id, lead_id, value_cents, data, is_demo from events order by occurred_at, id`,
    );
  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await rowsOf<{ type: string; count: number }>(
          running.app.db,
          sql`select type, sum(count)::int as count from event_rollups group by type`,
        )
      ).map((row) => [row.type, row.count]),
    );
  const openContact = async (isDemo = false) => {
    const contact = {
      id: newId(),
      campaignId: newId(),
      leadId: newId(),
      messageId: newId(),
      contactHash: newId(),
    };
    await inTransaction(running.app.db, async (tx) => {
      await openTouchpoints(tx, [{ ...contact, channel: 'email', isDemo }]);
      await trackLink(tx, contact.campaignId, 'https://shop.example/');
    });
    return contact;
  };

  it('counts visits, conversions and purchases for the campaign and the lead of the token', async () => {
    const { id, campaignId, leadId } = await openContact();
    const token = pageToken(running.app.context, id);
    for (const event of [{ type: 'visit' }, { type: 'conversion' }, { type: 'purchase', value: '49.95' }]) {
      const { status, body } = await report({ url: PAGE, token, ...event });
      expect({ status, body }).toEqual({ status: 202, body: { counted: true, attributed: true } });
    }
    const common = { campaign_id: campaignId, lead_id: leadId, data: {}, is_demo: false };
    expect(await events()).toEqual([
      { ...common, type: 'landing.visited', value_cents: null },
      { ...common, type: 'landing.converted', value_cents: null },
      { ...common, type: 'purchase.made', value_cents: 4_995 },
    ]);
    expect(await counts()).toEqual({ 'landing.visited': 1, 'landing.converted': 1, 'purchase.made': 1 });
  });

  it('keeps with a person what they bought, unless its name tells of their health', async () => {
    const { id } = await openContact();
    const token = pageToken(running.app.context, id);
    const buy = (item: string, more: object = {}) =>
      report({ type: 'purchase', url: PAGE, value: 10, item, ...more });
    await buy(' Evening blend ', { token });
    await buy('Migraine relief tea', { token });
    await buy('Sleep drops', { token });
    await buy('Migraine relief tea');
    await report({ type: 'visit', url: PAGE, item: 'Evening blend', token });
    expect((await events()).map(({ data }) => data)).toEqual([
      { item: 'Evening blend' },
      {},
      {},
      { page: 'https://shop.example/winter', item: 'Migraine relief tea' },
      {},
    ]);
  });

  it('counts a visit that no message led to, without what stands in the query', async () => {
    await report({
      type: 'visit',
      url: PAGE,
      token: 'no-token-of-ours',
      referrer: 'https://search.example/?q=liver',
    });
    expect(await events()).toEqual([
      {
        type: 'landing.visited',
        campaign_id: null,
        lead_id: null,
        value_cents: null,
        data: { page: 'https://shop.example/winter', referrer: 'search.example' },
        is_demo: false,
      },
    ]);
  });

  it.each(['sec-gpc', 'dnt'])('with %s the campaign is counted and nobody is named', async (header) => {
    const { id, campaignId } = await openContact();
    await report({ type: 'visit', url: PAGE, token: pageToken(running.app.context, id) }, { [header]: '1' });
    await report({
      type: 'visit',
      url: PAGE,
      token: campaignToken(campaignId),
    });
    expect((await events()).map((event) => [event.campaign_id, event.lead_id])).toEqual([
      [campaignId, null],
      [campaignId, null],
    ]);
  });

  it('what follows from a demo message is demo data', async () => {
    const { id } = await openContact(true);
    await report({ type: 'visit', url: PAGE, token: pageToken(running.app.context, id) });
    expect((await events()).map((event) => event.is_demo)).toEqual([true]);
  });

  it('counts visits of crawlers apart, but takes conversions that a server reports', async () => {
    const crawler = {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    };
    expect((await report({ type: 'visit', url: PAGE }, crawler)).body).toMatchObject({ counted: false });
    expect((await report({ type: 'visit', url: PAGE }, { 'user-agent': '' })).body).toMatchObject({
      counted: false,
    });
    expect(
      (await report({ type: 'conversion', url: PAGE }, { 'user-agent': 'shop-server/1' })).body,
    ).toMatchObject({ counted: true });
    expect(await counts()).toEqual({ 'landing.scanned': 2, 'landing.converted': 1 });
  });

  it('counts an id once, at once and later, whatever the instant', async () => {
    const id = crypto.randomUUID();
    const together = await Promise.all(
      Array.from({ length: 20 }, () => report({ type: 'purchase', url: PAGE, value: 10, id })),
    );
    expect(together.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(together.filter(({ body }) => (body as { counted: boolean }).counted)).toHaveLength(1);
    expect((await report({ type: 'purchase', url: PAGE, value: 10, id })).body).toMatchObject({
      counted: false,
    });
    expect(await counts()).toEqual({ 'purchase.made': 1 });
  });

  it('loses none of many at once', async () => {
    const { id } = await openContact();
    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, index) =>
        report({
          type: 'visit',
          url: PAGE,
          ...(index % 3 === 0 ? { token: pageToken(running.app.context, id) } : {}),
        }),
      ),
    );
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect(await counts()).toEqual({ 'landing.visited': 600 });
    expect(await events()).toHaveLength(600);
  });

  it('takes a text beacon of any origin without asking, and answers the question before JSON', async () => {
    const beacon = await report(JSON.stringify({ type: 'visit', url: PAGE }), {
      'content-type': 'text/plain;charset=UTF-8',
      origin: 'https://shop.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(beacon.status).toBe(202);
    expect(beacon.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await running.visitor().call('OPTIONS', '/api/track', {
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
  });

  it.each([
    ['an unknown type', { type: 'scroll', url: PAGE }],
    ['no address', { type: 'visit' }],
    ['a script for an address', { type: 'visit', url: 'javascript:alert(1)' }],
    ['a NUL', { type: 'visit', url: PAGE, title: 'a\u0000b' }],
  ])('refuses %s and stores nothing', async (_what, body) => {
    expect((await report(body)).status).toBe(400);
    expect(await events()).toEqual([]);
  });

  it.each([
    [
      'whole where it just has room',
      `${'x'.repeat(113)} drops\u{1f343}`,
      `${'x'.repeat(113)} drops\u{1f343}`,
    ],
    ['without the word that has no room', `${'x'.repeat(112)} evening blend`, `${'x'.repeat(112)} evening`],
    ['without half a word that tells of health', `${'x'.repeat(113)} diabetes tea`, 'x'.repeat(113)],
    ['not at all where it is one endless word', 'x'.repeat(121), undefined],
  ])('counts a purchase with a long name, which is kept %s', async (_how, item, kept) => {
    const { id } = await openContact();
    const bought = {
      type: 'purchase',
      url: PAGE,
      value: 10,
      item,
      token: pageToken(running.app.context, id),
    };
    expect((await report(bought)).status).toBe(202);
    expect((await events()).map(({ value_cents, data }) => [value_cents, data])).toEqual([
      [1_000, kept === undefined ? {} : { item: kept }],
    ]);
  });

  describe('orders and refunds', () => {
    const money = async () =>
      (await events()).map(({ type, value_cents, data }) => [type, value_cents ?? data]);
    const sum = async (): Promise<number> =>
      (
        await rowsOf<{ sum: number }>(
          running.app.db,
          sql`select coalesce(sum(value_cents), 0)::int as sum from event_rollups`,
        )
      )[0]?.sum ?? 0;
    const buy = (more: object) => report({ type: 'purchase', url: PAGE, ...more });
    const refund = (more: object) => report({ type: 'refund', url: PAGE, ...more });

    it('counts an order once, at once and later, whatever page reports it', async () => {
      const together = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          buy({ order: index % 2 ? 'A-1001' : ' A-1001 ', value: 49.5, id: crypto.randomUUID() }),
        ),
      );
      expect(together.filter(({ body }) => (body as { counted: boolean }).counted)).toHaveLength(1);
      const again = await report({ type: 'purchase', url: 'https://shop.example/account', order: 'A-1001' });
      expect(again).toMatchObject({ status: 202, body: { counted: false } });
      expect((await buy({ order: 1002, value: 10 })).body).toMatchObject({ counted: true });
      expect(await counts()).toEqual({ 'purchase.made': 2 });
      expect(await sum()).toBe(5_950);
    });

    it('keeps no reference of an order as it was given', async () => {
      await buy({ order: 'ada@clinic.test', value: 10 });
      const rows = await rowsOf(running.app.db, sql`select orders::text from orders`);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('clinic');
    });

    it('attributes a refund like its order, and subtracts at most what that brought', async () => {
      const { id, campaignId, leadId } = await openContact();
      await buy({ order: 'A-1', value: 49.5, token: pageToken(running.app.context, id) });
      expect((await refund({ order: 'A-1', value: '20,00' })).body).toEqual({
        counted: true,
        attributed: true,
      });
      expect(await sum()).toBe(2_950);
      await Promise.all([
        refund({ order: 'A-1', value: 25 }),
        refund({ order: 'A-1', value: 25 }),
        refund({ order: 'A-1' }),
      ]);
      expect(await sum()).toBe(0);
      expect((await refund({ order: 'A-1' })).body).toMatchObject({ counted: false });
      const refunds = (await events()).filter(({ type }) => type === 'purchase.refunded');
      expect(refunds.every((event) => event.campaign_id === campaignId && event.lead_id === leadId)).toBe(
        true,
      );
    });

    it('knows an order and its refund that arrive together', async () => {
      await Promise.all([buy({ order: 'A-1', value: 10 }), refund({ order: 'A-1', value: 4 })]);
      expect(await sum()).toBe(600);
    });

    it('reads a value below zero as a refund, of its order or by a reference of its own', async () => {
      await buy({ order: 'A-1', value: 50 });
      await buy({ order: 'A-1', value: -20 });
      await buy({ order: 'R-1', value: '-$5.00' });
      await buy({ order: 'R-1', value: '-$5.00' });
      await buy({ value: -1 });
      await refund({ value: -2 });
      expect(await sum()).toBe(2_200);
      expect(await counts()).toEqual({ 'purchase.made': 1, 'purchase.refunded': 4 });
    });

    it('refunds nothing of an order that was never counted', async () => {
      expect((await refund({ order: 'A-9', value: 20 })).body).toEqual({
        counted: false,
        attributed: false,
        problem: 'unknown_order',
      });
      expect(await events()).toEqual([]);
    });

    it('reads an amount by the language of the page', async () => {
      await buy({ value: '1.299,00 €', lang: 'de' });
      await buy({ value: '1.299', lang: 'de' });
      await buy({ value: '1.299', lang: 'en-US' });
      expect((await money()).slice(1)).toEqual([
        ['purchase.made', 129_900],
        ['purchase.made', 130],
      ]);
    });

    it('stores every currency with its amount and adds none of them to US dollars', async () => {
      await buy({ value: 49.5, currency: 'eur' });
      await buy({ value: 1_299, currency: 'JPY', order: 'J-1' });
      await buy({ value: '£20.00' });
      await refund({ value: 300, order: 'J-1' });
      const page = 'https://shop.example/winter';
      expect(await money()).toEqual([
        ['purchase.made', { page, amountMinor: 4_950, currency: 'EUR' }],
        ['purchase.made', { page, amountMinor: 1_299, currency: 'JPY' }],
        ['purchase.made', { page, amountMinor: 2_000, currency: 'GBP' }],
        ['purchase.refunded', { page, amountMinor: -300, currency: 'JPY', purchaseId: expect.any(String) }],
      ]);
      expect(await sum()).toBe(0);
      expect((await refund({ value: 300, currency: 'EUR', order: 'J-1' })).body).toMatchObject({
        problem: 'unknown_currency',
      });
    });

    it.each([
      ['no number', { value: 'free' }, 'wrong_value'],
      ['a range', { value: '$10 – $20' }, 'wrong_value'],
      ['NaN', { value: Number.NaN }, 'wrong_value'],
      ['an object', { value: { amount: 5 } }, 'wrong_value'],
      ['too large a number', { value: 1_000_001 }, 'wrong_value'],
      ['no currency of ISO 4217', { value: 10, currency: 'XYZ' }, 'unknown_currency'],
    ])('keeps a purchase whose value is %s without it, and says so', async (_what, given, problem) => {
      expect(await buy(given)).toMatchObject({ status: 202, body: { counted: true, problem } });
      expect((await events()).map(({ type, value_cents }) => [type, value_cents])).toEqual([
        ['purchase.made', null],
      ]);
    });

    it('takes what a page has not got for not given', async () => {
      const given = { value: '49,50 €', currency: null, order: null, item: null, lang: '' };
      expect((await buy(given)).body).toEqual({ counted: true, attributed: false });
      expect((await buy({ ...given, currency: '', order: ' ' })).body).toEqual({
        counted: true,
        attributed: false,
      });
    });

    it('a refund converts no lead and counts for no page', async () => {
      await refund({ value: 10 });
      expect(await counts()).toEqual({ 'purchase.refunded': 1 });
    });
  });

  it('says whether a visit is attributed', async () => {
    const { id, campaignId } = await openContact();
    const visit = async (token: string | null, headers = {}) =>
      (await report({ type: 'visit', url: PAGE, token }, headers)).body;
    expect(await visit(pageToken(running.app.context, id))).toEqual({
      counted: true,
      attributed: true,
    });
    expect(await visit(pageToken(running.app.context, id), { 'sec-gpc': '1' })).toMatchObject({
      attributed: true,
    });
    expect(await visit(campaignToken(campaignId))).toMatchObject({
      attributed: true,
    });
    expect(await visit(pageToken(running.app.context, newId()))).toEqual({
      counted: true,
      attributed: false,
    });
    expect(await visit(null)).toEqual({ counted: true, attributed: false });
  });

  it('one report that cannot be stored does not take its neighbours with it', async () => {
    const { db } = running.app;
    await db.execute(
      sql`alter table events add constraint refuse check (coalesce(value_cents, 0) <> 1300) not valid`,
    );
    const answers = await Promise.all(
      [100, 13, 200].map((value) => report({ type: 'purchase', url: PAGE, value })),
    );
    await db.execute(sql`alter table events drop constraint refuse`);
    expect(answers.map(({ status }) => status)).toEqual([202, 500, 202]);
    expect((await events()).map((event) => event.value_cents).sort()).toEqual([10_000, 20_000]);
  });
});

describe('GET /t.js', () => {
  let running: TestApp;
  beforeAll(async () => {
    running = await startTestApp({ worker: false });
  });
  afterAll(() => running.close());

  it('is a script for any origin, small and kept by browsers', async () => {
    const response = await running.visitor().call('GET', '/t.js');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('cache-control')).toContain('max-age');
    const text = await response.text();
    expect(text).not.toMatch(/cookie|localStorage/);
    expect(text.length).toBeLessThan(4 * 1024);
    const again = await running.visitor().call('GET', '/t.js', {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
