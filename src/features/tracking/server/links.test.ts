import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSuppressed, suppress } from '#features/compliance/server/suppression-store.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { pageToken } from '#features/tracking/server/token-source.ts';
import { openTouchpoints, trackLink } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { linkToken, touchpointToken } from '../rules.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const TARGET = 'https://shop.example/winter?utm_source=newsletter&utm_medium=email&utm_campaign=winter';

type EventRow = { type: string; campaign_id: string; lead_id: string | null; message_id: string | null };

describe('links of a message', () => {
  let running: TestApp;
  const campaignId = newId();

  beforeAll(async () => {
    running = await startTestApp({ worker: false });
    await running.app.db.execute(
      sql`insert into landing_sites (id, name, url) values (${newId()}, 'Shop', 'https://shop.example/')`,
    );
    await (await running.as('admin')).patch('/api/settings/workspace', { countsOpens: true });
  });
  afterAll(() => running.close());

  const openContact = async (target = TARGET) => {
    const { app } = running;
    const contact = {
      id: newId(),
      campaignId,
      leadId: newId(),
      messageId: newId(),
      contactHash: crypto.randomUUID(),
    };
    const position = await inTransaction(app.db, async (tx) => {
      await openTouchpoints(tx, [{ ...contact, channel: 'email' }]);
      return trackLink(tx, campaignId, target);
    });
    return {
      ...contact,
      link: `/r/${app.context.contactTokens.write('click', contact.id)}${position}`,
      leave: `/u/${app.context.contactTokens.write('choices', contact.id)}`,
      picture: `/o/${app.context.contactTokens.write('open', contact.id)}`,
      position,
    };
  };
  const follow = (
    path: string,
    headers: Record<string, string> = { 'user-agent': BROWSER },
    method = 'GET',
  ) => running.visitor().call(method, path, { headers });
  const eventsOf = (messageId: string) =>
    rowsOf<EventRow>(
      running.app.db,
      sql`select type, campaign_id, lead_id, message_id from events where message_id = ${messageId} order by id`,
    );

  it('what a page address names its visitor by neither unsubscribes nor files a request', async () => {
    const contact = await openContact();
    const location = new URL((await follow(contact.link)).headers.get('location') ?? '');
    const seen = location.searchParams.get('yt') ?? '';
    expect(seen).toMatch(/^[\w-]{22}$/);
    for (const path of [`/u/${seen}`, `/n/${seen}`]) {
      expect((await follow(path)).status).toBe(404);
      expect((await follow(path, { 'user-agent': BROWSER }, 'POST')).status).toBeGreaterThanOrEqual(400);
    }
    expect((await follow(contact.leave)).status).toBe(200);
    expect(await eventsOf(contact.messageId)).toMatchObject([{ type: 'link.clicked' }]);
  });

  it('links of mail that was sent before each purpose had its own tokens still work', async () => {
    const contact = await openContact();
    const old = touchpointToken(contact.id);
    expect((await follow(`/r/${linkToken(contact.id, contact.position)}`)).status).toBe(302);
    expect((await follow(`/n/${old}`)).status).toBe(200);
    expect((await follow(`/u/${old}`, {}, 'POST')).status).toBe(200);
    await follow(`/o/${old}`);
    expect((await eventsOf(contact.messageId)).map(({ type }) => type)).toEqual([
      'link.clicked',
      'contact.unsubscribed',
      'message.opened',
    ]);
  });

  it('a click is counted and goes on to the stored address with its utm parameters and the contact', async () => {
    const contact = await openContact();
    const response = await follow(contact.link);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(
      `${TARGET}&yt=${pageToken(running.app.context, contact.id)}`,
    );
    expect(await eventsOf(contact.messageId)).toEqual([
      {
        type: 'link.clicked',
        campaign_id: campaignId,
        lead_id: contact.leadId,
        message_id: contact.messageId,
      },
    ]);
  });

  it.each<Record<string, string>>([{}, { 'sec-gpc': '1' }])(
    'somebody else’s page learns nothing of whom the link was sent to, %j',
    async (privacy) => {
      const target = 'https://news.example/story?id=7#end';
      const contact = await openContact(target);
      const response = await follow(contact.link, { 'user-agent': BROWSER, ...privacy });
      expect(response.headers.get('location')).toBe(target);
    },
  );

  it.each([
    ['HEAD', { 'user-agent': BROWSER }, 'HEAD'],
    [
      'a crawler',
      { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
      'GET',
    ],
    ['a library', { 'user-agent': 'python-requests/2.32' }, 'GET'],
    ['a caller without a name', { 'user-agent': '' }, 'GET'],
    ['a prefetch', { 'user-agent': BROWSER, 'sec-purpose': 'prefetch' }, 'GET'],
  ])('%s is sent on as well but counted as a scan', async (_who, headers, method) => {
    const contact = await openContact();
    const response = await follow(contact.link, headers, method);
    expect(response.status).toBe(302);
    expect((await eventsOf(contact.messageId)).map((event) => event.type)).toEqual(['link.scanned']);
  });

  it('the picture in a mail counts it as opened once, by its reader and by a machine apart', async () => {
    const APPLE = { 'user-agent': 'Mozilla/5.0' };
    const GMAIL = {
      'user-agent':
        'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    };
    const contact = await openContact();
    const typesOf = async (messageId: string) => (await eventsOf(messageId)).map(({ type }) => type);
    const response = await follow(contact.picture, APPLE);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(await typesOf(contact.messageId)).toEqual(['message.preloaded']);
    await follow(contact.picture, APPLE);
    await follow(contact.picture, GMAIL);
    await follow(contact.picture);
    expect(await typesOf(contact.messageId)).toEqual(['message.preloaded', 'message.opened']);
    expect((await follow(`/o/${touchpointToken(newId())}`)).status).toBe(200);
  });

  const opensOf = ({ id, messageId }: { id: string; messageId: string }) =>
    rowsOf(
      running.app.db,
      sql`select opened_at, preloaded_at, (select count(*)::int from events where message_id = ${messageId}) as events
        from touchpoints where id = ${id}`,
    );
  const UNOPENED = [{ opened_at: null, preloaded_at: null, events: 0 }];

  it.each<Record<string, string>>([
    { 'sec-gpc': '1' },
    { dnt: '1' },
    { 'sec-gpc': '1', 'user-agent': 'Mozilla/5.0' },
  ])('whoever asks not to be followed opens a mail and nothing is kept of it, %j', async (asked) => {
    const contact = await openContact();
    const opens = () =>
      rowsOf(
        running.app.db,
        sql`select id from events where type in ('message.opened', 'message.preloaded')`,
      );
    const before = await opens();
    expect((await follow(contact.picture, { 'user-agent': BROWSER, ...asked })).status).toBe(200);
    expect(await opensOf(contact)).toEqual(UNOPENED);
    expect(await opens()).toEqual(before);
  });

  it('a mail that left with its picture tells nothing while the workspace does not count', async () => {
    const admin = await running.as('admin');
    const contact = await openContact();
    await admin.patch('/api/settings/workspace', { countsOpens: false });
    expect((await follow(contact.picture)).headers.get('content-type')).toBe('image/gif');
    expect(await opensOf(contact)).toEqual(UNOPENED);
    await admin.patch('/api/settings/workspace', { countsOpens: true });
  });

  it('an app that opens a link at once scans, later it clicks', async () => {
    const contact = await openContact();
    const headers = { 'user-agent': 'Opera/9.80 (X11; Linux) Presto/2.12' };
    const sentAt = new Date();
    await inTransaction(running.app.db, (tx) =>
      recordEvents(running.app.context, tx, [
        {
          type: 'message.sent',
          campaignId,
          leadId: contact.leadId,
          messageId: contact.messageId,
          occurredAt: sentAt,
        },
      ]),
    );
    await follow(contact.link, headers);
    await running.app.db.execute(
      sql`update events set occurred_at = occurred_at - interval '3 seconds' where message_id = ${contact.messageId}
        and type = 'message.sent'`,
    );
    await follow(contact.link, headers);
    expect((await eventsOf(contact.messageId)).map((event) => event.type).sort()).toEqual([
      'link.clicked',
      'link.scanned',
      'message.sent',
    ]);
  });

  it.each(['sec-gpc', 'dnt'])('with %s only the campaign is counted and named', async (header) => {
    const contact = await openContact();
    const response = await follow(contact.link, { 'user-agent': BROWSER, [header]: '1' });
    expect(response.headers.get('location')).toBe(`${TARGET}&yc=${touchpointToken(campaignId)}`);
    expect(await eventsOf(contact.messageId)).toEqual([]);
    const [row] = await rowsOf<{ count: number }>(
      running.app.db,
      sql`select count(*) from events where campaign_id = ${campaignId} and type = 'link.clicked' and lead_id is null`,
    );
    expect(row?.count).toBeGreaterThan(0);
  });

  it('a token that is not ours shows a page that says so and never redirects', async () => {
    const known = await openContact();
    for (const path of [
      '/r/short',
      `/r/${touchpointToken(newId())}0`,
      `/r/${touchpointToken(known.id)}999`,
      '/r/https%3A%2F%2Fevil.example',
      '/u/short',
      `/u/${touchpointToken(newId())}`,
    ]) {
      const response = await follow(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(await response.text()).toContain('This link leads nowhere');
    }
    expect((await follow(`/u/${touchpointToken(newId())}`, {}, 'POST')).status).toBe(404);
  });

  describe('unsubscribing', () => {
    const isSuppressed = async (hash: string) => (await findSuppressed(running.app.db, [hash])).has(hash);

    it('reading the page changes nothing; it has one button and no script', async () => {
      const contact = await openContact();
      const response = await follow(contact.leave);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain('<form method="post"><button>Unsubscribe</button></form>');
      expect(html).not.toContain('<script');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await isSuppressed(contact.contactHash)).toBe(false);
    });

    it.each([
      ['one click of a mail program', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'one click as multipart',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
      ['the button of the page', 'application/x-www-form-urlencoded', ''],
      ['an empty post', '', ''],
    ])('%s holds at once, and repeating it changes nothing', async (_what, type, body) => {
      const contact = await openContact();
      for (let turn = 0; turn < 2; turn += 1) {
        const response = await running.visitor().call('POST', contact.leave, {
          ...(body ? { body } : {}),
          headers: type ? { 'content-type': type } : {},
        });
        expect(response.status).toBe(200);
        expect(await response.text()).toContain('You are unsubscribed');
      }
      expect(await isSuppressed(contact.contactHash)).toBe(true);
      expect(await eventsOf(contact.messageId)).toEqual([
        {
          type: 'contact.unsubscribed',
          campaign_id: campaignId,
          lead_id: contact.leadId,
          message_id: contact.messageId,
        },
      ]);
    });

    it('somebody who has unsubscribed reads that it is done, without a button', async () => {
      const contact = await openContact();
      await running.visitor().call('POST', contact.leave);
      const html = await (await follow(contact.leave)).text();
      expect(html).toContain('You are unsubscribed');
      expect(html).not.toContain('<button>');
      expect(html).toContain(`href="/n/${running.app.context.contactTokens.write('choices', contact.id)}"`);
    });

    it('whom others put on the list can still say it themselves', async () => {
      const contact = await openContact();
      const { contactHash } = contact;
      await suppress(running.app.db, { contactHash, reason: 'manual' });
      expect(await (await follow(contact.leave)).text()).toContain('<button>Unsubscribe</button>');
    });

    it('suppression and event are written together or not at all', async () => {
      const contact = await openContact();
      const { db } = running.app;
      await db.execute(
        sql`alter table events add constraint refuse check (type <> 'contact.unsubscribed') not valid`,
      );
      const refused = await running.visitor().call('POST', contact.leave);
      await db.execute(sql`alter table events drop constraint refuse`);
      expect(refused.status).toBeGreaterThanOrEqual(500);
      expect(await isSuppressed(contact.contactHash)).toBe(false);
    });
  });
});
