import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { PrivacyRequest } from '#features/privacy/contract.ts';
import type { ErrorBody } from '#kit/errors.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { mailboxAt, type ScriptedServer, startScriptedServer } from '#tests/support/mail-server.ts';
import type { SourceNotice } from '../contract.ts';

let server: ScriptedServer;
let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  server = await startScriptedServer({
    rcpt: (address) => {
      if (address.startsWith('dead')) return '550 5.1.1 no mailbox of this name';
      return address.startsWith('later') ? '451 4.7.1 try again later' : undefined;
    },
    end: (to) => (to.includes('lost') ? 'drop' : undefined),
  });
  running = await startTestApp({
    env: {
      SMTP_URL: server.url,
      PUBLIC_URL: 'https://yarrow.test',
      MAIL_HOSTS_ALLOW: '127.0.0.1',
    },
  });
  client = await running.as('member');
});
afterAll(async () => {
  await running.close();
  await server.close();
});

type Person = Parameters<typeof groupOf>[1][number];

async function addPerson(person: Person = {}): Promise<{ id: string; groupId: string; path: string }> {
  const { groupId, leadIds } = await groupOf(client, [{ legalGround: 'legitimate_interest', ...person }]);
  const id = leadIds[0] ?? '';
  return { id, groupId, path: `/api/leads/${id}/source-notice` };
}

const send = (path: string, body: object = {}) => client.post<SourceNotice>(path, body);
const actionsOf = async (id: string) =>
  (await client.get<AuditEntry[]>(`/api/audit?subject=lead:${id}`)).map(({ action }) => action);
const eventsOf = (id: string) =>
  rowsOf<{ type: string }>(
    running.app.db,
    sql`select type from events where lead_id = ${id} and type like 'notice.%'`,
  );

/** The text of the mail that stays in the outbox, and the path its link leads to. */
async function noticeMail(
  id: string,
): Promise<{ mail: Awaited<ReturnType<typeof PostalMime.parse>>; link: string }> {
  const [row] = await rowsOf<{ raw: string }>(
    running.app.db,
    sql`select raw from outbox_mails join source_notices on mail_id = outbox_mails.id where lead_id = ${id}`,
  );
  const mail = await PostalMime.parse(row?.raw ?? '');
  return { mail, link: /https:\/\/yarrow\.test(\/n\/[\w-]{22})/.exec(mail.text ?? '')?.[1] ?? '' };
}

describe('the source notice', () => {
  it('closes with a letter by hand that was begun with it, opens when that is taken back, and is due at once without it', async () => {
    const { id, path } = await addPerson({ email: 'hand@clinic.test' });
    const contacts = `/api/leads/${id}/contacts`;
    const due = await client.get<SourceNotice>(path);
    await client.post(contacts, { channel: 'email', saysSource: true });
    const told = await client.get<SourceNotice>(path);
    expect(told).toMatchObject({ state: 'sent', campaignName: null, obstacle: null });
    expect(told.note).toMatch(/^With a letter by hand: .* Marked as sent by member Person\.$/);
    expect(told.sentAt).toBe(told.dueAt);
    expect(await send(path), 'nothing more leaves').toEqual(told);
    expect(server.accepted).not.toContain('hand@clinic.test');

    expect((await client.call('DELETE', contacts)).status).toBe(200);
    expect(await client.get<SourceNotice>(path)).toEqual(due);

    await client.post(contacts, { channel: 'email' });
    const still = await client.get<SourceNotice>(path);
    expect(still).toMatchObject({ state: 'due', sentAt: null, note: null });
    expect(Date.parse(still.dueAt), 'with the first message at the latest').toBeLessThanOrEqual(Date.now());
    // What was told first stays told.
    await client.post(contacts, { channel: 'email', saysSource: true });
    await client.post(contacts, { channel: 'email' });
    expect(await client.get<SourceNotice>(path)).toMatchObject({ state: 'sent' });
  });

  it('is due a month after somebody came, leaves with one click, and says so everywhere', async () => {
    const { id, path } = await addPerson({ email: 'ann@clinic.test' });
    const lead = await client.get<Lead>(`/api/leads/${id}`);
    const due = await client.get<SourceNotice>(path);
    expect(due).toMatchObject({ state: 'due', sentAt: null, obstacle: null });
    expect(new Date(due.dueAt).getUTCDate()).toBe(new Date(lead.createdAt).getUTCDate());

    const sent = await send(path);

    expect(sent).toMatchObject({ state: 'sent', dueAt: due.dueAt, campaignName: null });
    expect(server.accepted).toEqual(['ann@clinic.test']);
    expect(await actionsOf(id)).toEqual(['notice.sent']);
    expect(await eventsOf(id)).toHaveLength(1);
    const timeline = await client.get<{ title: string }[]>(`/api/leads/${id}/timeline`);
    expect(timeline.map(({ title }) => title)).toContain('Told where we have their data from');
    expect((await client.get<Lead>(`/api/leads/${id}`)).lastContact).not.toBeNull();
    expect((await client.get<Lead>(`/api/leads/${id}`)).stage).toBe('new');
  });

  it('leaves once, however many people press the button', async () => {
    const { id, path } = await addPerson({ email: 'once@clinic.test' });
    await Promise.all([send(path), send(path), send(path)]);
    await send(path, { again: true });
    expect(server.accepted.filter((to) => to === 'once@clinic.test')).toHaveLength(1);
    expect(await actionsOf(id)).toEqual(['notice.sent']);
  });

  it('names source, ground, what is kept and how to object, and nothing of it in the subject', async () => {
    const { id, path } = await addPerson({ name: 'Dana Reed', email: 'dana@example.com' });
    expect(await send(path)).toMatchObject({ state: 'outbox', reason: 'practice_address' });
    const { mail, link } = await noticeMail(id);
    expect(mail.subject).toBe('Where we have your details from');
    for (const words of [
      'Hello Dana,',
      'We found your address in our records on',
      'Basis: legitimate interest.',
      'We keep your name and this address, for at most 182 days',
      'data protection authority',
      'Object, see or delete your data:',
      'Unsubscribe: https://yarrow.test/u/',
    ]) {
      expect(mail.text).toContain(words);
    }
    expect(link).not.toBe('');
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toContain('One-Click');
  });

  it('is in the language of the words through which they were found, with every page that it leads to', async () => {
    const { id, path } = await addPerson({
      name: 'Jonas Reed',
      email: 'jonas@example.com',
      platform: 'reddit',
      behaviorSignal: 'Kennt hier jemand einen guten Tee für den Abend? Ich suche schon lange.',
    });
    await send(path);
    const { mail, link } = await noticeMail(id);
    expect(mail.subject).toBe('Woher wir Ihre Angaben haben');
    for (const words of [
      'Guten Tag Jonas,',
      'Wir haben Ihr öffentliches Profil auf Reddit am',
      'Wir bewahren Ihren Namen oder Kontonamen, die öffentlichen Worte',
      'höchstens 182 Tage nach unserer letzten Nachricht',
      `Widersprechen, Ihre Daten sehen oder löschen lassen:\nhttps://yarrow.test${link}?lang=de`,
      'Abmelden: https://yarrow.test/u/',
    ]) {
      expect(mail.text).toContain(words);
      expect(mail.html).toContain('lang="de"');
    }
    expect(mail.text).not.toMatch(/\b(?:your|the|and|Hello)\b/);
    const list = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    expect(list).toMatch(/^<https:\/\/yarrow\.test\/u\/[\w-]{22}\?lang=de>$/);
  });

  it('cannot reach people without an address or who unsubscribed, needs no consent, and says why', async () => {
    const nameless = await addPerson({ name: 'Kim', handle: 'kim_brews', platform: 'reddit' });
    const notice = await client.get<SourceNotice>(nameless.path);
    expect(notice.obstacle).toContain('No email address.');
    const refused = await client.call('POST', nameless.path, { body: {} });
    expect([refused.status, ((await refused.json()) as ErrorBody).message]).toEqual([422, notice.obstacle]);

    const gone = await addPerson({ email: 'gone@clinic.test' });
    await running.app.db.execute(sql`insert into suppressions (id, contact_hash, reason)
      select gen_random_uuid(), contact_hash, 'unsubscribed' from leads where id = ${gone.id}`);
    expect((await client.call('POST', gone.path, { body: {} })).status).toBe(422);
    expect(server.accepted).not.toContain('gone@clinic.test');

    const known = await addPerson({ email: 'friend@clinic.test', legalGround: 'consent' });
    expect(await send(known.path)).toMatchObject({ state: 'not_needed', obstacle: null });
    expect(server.accepted).not.toContain('friend@clinic.test');
  });

  it('tells what the mail server said, and takes another try; a dead address is not written to again', async () => {
    const later = await addPerson({ email: 'later@clinic.test' });
    expect(await send(later.path)).toMatchObject({
      state: 'failed',
      reason: 'deferred',
    });
    expect(await send(later.path)).toMatchObject({ state: 'failed' });
    expect(await actionsOf(later.id)).toEqual([]);

    const dead = await addPerson({ email: 'dead@clinic.test' });
    expect(await send(dead.path)).toMatchObject({
      state: 'failed',
      obstacle: expect.stringContaining('Unsub'),
    });
    expect((await client.get<Lead>(`/api/leads/${dead.id}`)).isSuppressed).toBe(true);
  });

  it('is unconfirmed when the answer or the process is lost, and leaves again only when a person says so', async () => {
    const lost = await addPerson({ email: 'lost@clinic.test' });
    expect(await send(lost.path)).toMatchObject({ state: 'unconfirmed', sentAt: null });
    const tries = () => server.heard.filter(({ command }) => command.includes('<lost@clinic.test>')).length;
    const before = tries();
    expect(await send(lost.path)).toMatchObject({ state: 'unconfirmed' });
    expect(tries()).toBe(before);

    const { path, id } = await addPerson({ email: 'crash@clinic.test' });
    await running.app.db.execute(sql`insert into source_notices (lead_id, mail_id, touchpoint_id, state, claimed_at)
      values (${id}, gen_random_uuid(), gen_random_uuid(), 'sending', now() - interval '11 minutes')`);
    expect(await client.get<SourceNotice>(path)).toMatchObject({
      state: 'unconfirmed',
      reason: 'process_ended',
    });
    expect(await send(path)).toMatchObject({ state: 'unconfirmed' });
    expect(server.accepted).not.toContain('crash@clinic.test');
    expect(await send(path, { again: true })).toMatchObject({ state: 'sent' });
  });

  it('is given by the first message of a campaign too', async () => {
    const { groupId, path } = await addPerson({ name: 'Eve Hart', email: 'eve@example.com' });
    const { id } = await createCampaign(client, {
      name: 'Winter tea',
      status: 'active',
      targetGroups: [groupId],
    });
    await untilMessages(client, id, { outbox: 1 });
    const told = await client.get<SourceNotice>(path);
    expect(told).toMatchObject({ state: 'sent', campaignName: 'Winter tea', dueAt: told.sentAt });
    expect(await send(path)).toEqual(told);
    const [mail] = await rowsOf<{ raw: string }>(
      running.app.db,
      sql`select raw from outbox_mails where raw like '%eve@example.com%'`,
    );
    expect(mail?.raw).toContain('Your data: https://yarrow.test/n/');
  });

  it('is in what is given to the person and goes with them', async () => {
    const { id, path } = await addPerson({ name: 'Quill Zimm', email: 'quill.zimm@example.com' });
    await send(path);
    const file = await client.get<{ sourceNotice: SourceNotice }>(`/api/leads/${id}/export`);
    expect(file.sourceNotice).toMatchObject({ leadId: id, state: 'outbox' });
    expect((await client.call('POST', `/api/leads/${id}/erase`)).status).toBe(204);
    const left = await rowsOf(
      running.app.db,
      sql`select 1 from outbox_mails where raw like '%quill.zimm@%' union all select 1 from source_notices
        where lead_id = ${id}`,
    );
    expect(left).toEqual([]);
    expect((await client.call('GET', path)).status).toBe(404);
  });
});

describe('the page behind the link of a notice', () => {
  const visit = async (method: string, link: string, choice?: string) => {
    const response = await fetch(`${running.url}${link}`, {
      method,
      ...(choice === undefined ? {} : { body: new URLSearchParams({ choice }) }),
    });
    return { status: response.status, text: await response.text() };
  };

  async function toldPerson(email: string): Promise<{ id: string; link: string }> {
    const { id, path } = await addPerson({ name: 'Page Reader', email });
    await send(path);
    return { id, link: (await noticeMail(id)).link };
  }

  it('changes nothing when it is read, and names nobody', async () => {
    const { id, link } = await toldPerson('reader@example.com');
    const { status, text } = await visit('GET', link);
    expect([status, text.includes('Delete my data'), text.includes('reader@')]).toEqual([200, true, false]);
    expect((await client.get<Lead>(`/api/leads/${id}`)).isSuppressed).toBe(false);
    expect(await client.get<PrivacyRequest[]>(`/api/privacy/requests?leadId=${id}`)).toEqual([]);
  });

  it('opens one request for a copy and one for erasure, with a due date and without an actor', async () => {
    const { id, link } = await toldPerson('asker@example.com');
    for (const choice of ['access', 'access', 'erasure']) {
      expect((await visit('POST', link, choice)).text).toContain('within 30 days');
    }
    const requests = await client.get<PrivacyRequest[]>(`/api/privacy/requests?leadId=${id}`);
    expect(requests.map(({ kind }) => kind).toSorted()).toEqual(['access', 'erasure']);
    const [entry] = await client.get<AuditEntry[]>(`/api/audit?subject=lead:${id}`);
    expect(entry).toMatchObject({ action: 'request.opened', actorId: null, details: { by: 'person' } });
  });

  it('stops everything when the person objects', async () => {
    const { id, link } = await toldPerson('objector@example.com');
    expect((await visit('POST', link, 'object')).text).toContain('will not write to you again');
    expect((await client.get<Lead>(`/api/leads/${id}`)).isSuppressed).toBe(true);
  });

  it('says so when the link is not ours, the choice is none, or nothing is stored any more', async () => {
    expect((await visit('GET', '/n/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
    expect((await visit('POST', '/n/nonsense', 'access')).status).toBe(404);
    const { id, link } = await toldPerson('erased@example.com');
    expect((await visit('POST', link, 'everything')).status).toBe(400);
    await client.call('POST', `/api/leads/${id}/erase`);
    expect((await visit('POST', link, 'access')).text).toContain('Nothing is stored about you');
  });
});

it('the notice leaves from a mailbox of one’s own, counts against its limit, and from nowhere while it is paused', async () => {
  const admin = await running.as('admin');
  const { id } = await admin.post<{ id: string }>(
    '/api/mailboxes',
    mailboxAt(Number(new URL(server.url).port), { name: 'Mia', address: 'mia@own.test' }),
  );
  const first = await addPerson({ email: 'own@clinic.test' });
  expect(await send(first.path)).toMatchObject({ state: 'sent' });
  expect(server.heard.map(({ command }) => command)).toContainEqual(
    expect.stringContaining('<mia@own.test>'),
  );
  const attempts = await rowsOf(running.app.db, sql`select 1 from message_attempts where mailbox_id = ${id}`);
  expect(attempts).toHaveLength(1);

  await admin.patch(`/api/mailboxes/${id}`, { isPaused: true });
  const { path } = await addPerson({ email: 'paused@clinic.test' });
  const refused = await client.call('POST', path, { body: {} });
  expect([refused.status, ((await refused.json()) as ErrorBody).reason]).toEqual([422, 'no_mailbox']);
  expect(await client.get<SourceNotice>(path)).toMatchObject({ state: 'due' });
  expect(server.accepted).not.toContain('paused@clinic.test');
});

describe('the source notice without a mail server', () => {
  it('is as good as sent to a practice address, and leaves anybody else untold, whichever way it was tried', async () => {
    const own = await startTestApp();
    const member = await own.as('member');
    const group = await member.post<{ id: string }>('/api/lead-groups', { name: 'Nobody sends' });
    const personOf = async (email: string) => {
      const lead = await member.post<Lead>('/api/leads', {
        name: 'Quinn Ash',
        email,
        groupId: group.id,
        legalGround: 'legitimate_interest',
        // Where no consent is asked for.
        country: 'US',
      });
      return `/api/leads/${lead.id}/source-notice`;
    };
    const real = await personOf('quinn@clinic.test');
    const practice = await personOf('quinn@example.com');
    expect(await member.post(practice, {})).toMatchObject({ state: 'outbox', sentAt: expect.any(String) });
    const kept = { state: 'kept', sentAt: null, obstacle: null, reason: 'no_mail_server' };
    expect(await member.post(real, {})).toMatchObject(kept);
    const events = await rowsOf(own.app.db, sql`select 1 from events where type = 'notice.sent'`);
    expect(events, 'only of the one who was told').toHaveLength(1);
    // Nor does a campaign tell them that leaves everything in the outbox.
    const { id } = await createCampaign(member, { status: 'active', targetGroups: [group.id] });
    await untilMessages(member, id, { outbox: 2 });
    expect(await member.get(real)).toMatchObject(kept);
    await own.close();
  });

  it('says in which language it goes', async () => {
    const { path } = await addPerson({
      email: 'sprache@clinic.test',
      behaviorSignal: 'Wer kennt eine gute Creme für den Winter?',
    });
    expect(await client.get(path)).toMatchObject({ state: 'due', language: 'de' });
  });
});
