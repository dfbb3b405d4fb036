import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadConsent } from '#features/privacy/contract.ts';
import { touchpointToken } from '#features/tracking/rules.ts';
import { pageToken } from '#features/tracking/server/token-source.ts';
import { openTouchpoints, trackLink } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { BROWSER, createLandingPages, FORM } from '#tests/support/landing-pages.ts';
import type { HostedPage } from '../contract-pages.ts';

let yarrow: TestApp;
let member: TestClient;
let pages: ReturnType<typeof createLandingPages>;

beforeAll(async () => {
  yarrow = await startTestApp({ worker: false });
  member = await yarrow.as('member');
  pages = createLandingPages(yarrow, { member, viewer: await yarrow.as('viewer') });
});
afterAll(() => yarrow.close());

const signUp = (page: HostedPage, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  yarrow.visitor().call('POST', `/p/${page.slug}`, {
    body: new URLSearchParams({ email: '', consent: 'yes', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': BROWSER, ...headers },
  });

async function openContact(leadId: string) {
  const contact = { id: newId(), campaignId: newId(), leadId, messageId: newId(), contactHash: newId() };
  await inTransaction(yarrow.app.db, async (tx) => {
    await openTouchpoints(tx, [{ ...contact, channel: 'email' }]);
    await trackLink(tx, contact.campaignId, 'https://shop.example/');
  });
  return { ...contact, token: pageToken(yarrow.app.context, contact.id) };
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

it('speaks the language of its text: labels, what is missing and thanks', async () => {
  const page = await pages.publish(
    { title: 'Abende mit Tee', description: 'Ein warmer Raum bis neun.', action: FORM },
    'Wir haben im Winter bis neun für dich geöffnet, und der Tee ist für alle unsere Gäste da.',
  );
  const html = await (await pages.open(page)).text();
  expect(html).toContain('<html lang="de">');
  expect(html).toMatch(/E-Mail-Adresse<input.*Vorname <span>\(freiwillig\)/s);
  const refused = await signUp(page, { email: 'ines@example' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toMatch(/<title>Noch nicht gesendet: .*vollständige E-Mail-Adresse/s);
  const english = await (await pages.open(await pages.publish({ action: FORM }))).text();
  expect(english).toMatch(/<html lang="en">.*Email address<input/s);
});

describe('what people do on a page', () => {
  const report = (page: HostedPage, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    yarrow.visitor().call('POST', '/api/track', {
      body: { url: page.url, ...body },
      headers: { 'user-agent': BROWSER, ...headers },
    });

  it('visits and conversions count for the page by campaign, and no event of a person names the page', async () => {
    const page = await pages.publish();
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
    expect(await pages.pageOf(page.assetId)).toMatchObject({
      figures: { visits: 2, conversions: 1 },
      campaigns: [{ campaignId, visits: 1, conversions: 1 }],
    });
    const data = await rowsOf(yarrow.app.db, sql`select distinct data from events where lead_id = ${leadId}`);
    expect(data).toEqual([{ data: {} }]);
  });

  it('the button hands on whom the page was sent to; with Global Privacy Control the campaign alone', async () => {
    const page = await pages.publish();
    const { token, campaignId } = await openContact(newId());
    // A shop of someone else learns nothing.
    expect(await (await pages.open(page, `?yt=${token}`)).text()).toContain(
      'href="https://shop.example/room?a=1#top"',
    );
    await yarrow.app.db.execute(
      sql`insert into landing_sites (id, name, url) values (${newId()}, 'Shop', 'https://shop.example/')`,
    );
    expect(await (await pages.open(page, `?yt=${token}`)).text()).toContain(
      `href="https://shop.example/room?a=1&amp;yt=${token}#top"`,
    );
    expect(await (await pages.open(page, `?yt=${token}`, { 'sec-gpc': '1' })).text()).toContain(
      `href="https://shop.example/room?a=1&amp;yc=${touchpointToken(campaignId)}#top"`,
    );
    for (const query of ['?yt=AAAAAAAAAAAAAAAAAAAAAA0', '?yt="><script>', `?yt=${token}&yt=x`]) {
      expect(await (await pages.open(page, query)).text()).toContain(
        'href="https://shop.example/room?a=1#top"',
      );
    }
  });

  it('who signs up becomes a lead that agreed to be written to, once', async () => {
    const page = await pages.publish({ action: FORM });
    const form = await (await pages.open(page)).text();
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
    ).toEqual([{ ground: 'consent', source: 'form', url: page.url, text: FORM.consent }]);
    expect(await member.get(`/api/leads/${lead?.id}`)).toMatchObject({ legalGround: 'consent' });
    expect(await member.get(`/api/leads/${lead?.id}/source-notice`)).toMatchObject({ state: 'not_needed' });
    const { channels } = await member.get<LeadConsent>(`/api/leads/${lead?.id}/consents`);
    const allowed = channels.filter(({ obstacle }) => obstacle === null).map(({ channel }) => channel);
    expect(allowed, 'the page asked about mail').toEqual(['email']);
    expect((await pages.pageOf(page.assetId)).figures).toEqual({ visits: 0, conversions: 1 });
    expect((await conversions()).filter(({ leadId }) => leadId === lead?.id)).toEqual([
      { leadId: lead?.id, data: {} },
    ]);
    const thanks = await (await pages.open(page, '?done=1')).text();
    expect(thanks).toContain('Thank you.');
    expect(thanks).toMatch(/<title>Thank you: /);
    expect(thanks).not.toContain('<form');
    // It is no second visit.
    expect(thanks).not.toContain('<script');
  });

  it('a known address is the person only where the page was reached from a message to them', async () => {
    const page = await pages.publish({ action: FORM });
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
    const page = await pages.publish({ action: FORM });
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
    const elsewhere = await pages.publish();
    expect((await signUp(elsewhere, { email })).status).toBe(303);
    expect(await leadsWith(email)).toEqual([]);
  });
});
