import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditEntry } from '#features/compliance/contract.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { findStopped, hasStopped, suppress } from '#features/compliance/server/suppression-store.ts';
import { type Lead } from '#features/leads/contract.ts';
import { type LeadGroup } from '#features/leads/contract-groups.ts';
import { consentAuditWords } from '#features/leads/rules-consent.ts';
import { type LeadConsent } from '#features/privacy/contract.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type TestClient } from '#tests/support/client.ts';
import { csv, importCalls } from '#tests/support/lead-calls.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { type ImportReport } from '../contract.ts';

let app: TestApp;
let member: TestClient;
let admin: TestClient;
let group: LeadGroup;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
  admin = await app.as('admin');
  group = await member.post('/api/lead-groups', { name: 'From files' });
});
afterAll(() => app.close());

const { send, importFile, fresh, find } = importCalls(() => ({ member, group }));

const consentOf = async (email: string | undefined): Promise<LeadConsent> => {
  const lead = await find(email ?? '');
  return member.get<LeadConsent>(`/api/leads/${lead?.id}/consents`);
};
const openTo = async (email: string | undefined): Promise<string[]> =>
  (await consentOf(email)).channels
    .filter(({ obstacle }) => obstacle === null)
    .map(({ channel, ground }) => `${channel} ${ground}`);

describe('who left, where a colleague had entered them before', () => {
  it('stands there by their own word then, and goes on standing there when the import is undone', async () => {
    const [person] = fresh(1);

    const contactHash = hashContact(app.app.context, 'email', person?.email ?? '');
    await suppress(app.app.db, { contactHash, reason: 'bounced' });
    const { importId } = await importFile(`email,Unsubscribed\n${person?.email},yes\n`, {
      query: '&legalGround=consent',
    });
    expect(await findStopped(app.app.db, [contactHash])).toEqual(new Set([contactHash]));
    await member.call('POST', `/api/leads/imports/${importId}/undo`);
    expect(await hasStopped(app.app.db, contactHash)).toBe(true);
  });
});

describe('what a yes in a file opens', () => {
  it('is mail, and what the file or whoever imports it says besides', async () => {
    const [plain, whole, named, columns] = fresh(4);
    const head = 'email,Mobile,country,Consent';
    await importFile(`${head}\n${plain?.email},+44 7700 900301,GB,yes\n`, { query: '&legalGround=consent' });
    expect(await openTo(plain?.email)).toEqual(['email consent']);
    await importFile(`email,Mobile,country\n${whole?.email},+44 7700 900302,GB\n`, {
      query: '&legalGround=consent',
    });
    expect(await openTo(whole?.email)).toEqual(['email consent']);
    await importFile(`${head}\n${named?.email},+44 7700 900303,GB,yes\n`, {
      query: '&consentChannels=whatsapp',
    });
    expect(await openTo(named?.email)).toEqual(['whatsapp consent']);
    const report = await importFile(
      `email,Email opt-in,WhatsApp opt-in,SMS consent,SMS consent date\n${columns?.email},no,yes,no,2026-03-01\n`,
      { query: '&legalGround=consent&consentChannels=email,sms' },
    );
    expect(report.columns).toEqual(['email', 'consent', 'consentWhatsapp', 'consentSms', null]);
    expect(await openTo(columns?.email)).toEqual(['whatsapp consent']);
    expect((await consentOf(columns?.email)).records.map(({ textVersion }) => textVersion)).toContain(
      'WhatsApp opt-in',
    );
  });

  it.each(['', 'fax', 'email,'])('is never asked for as "%s"', async (channels) => {
    const [person] = fresh(1);
    const answer = await send(`email\n${person?.email}\n`, { query: `&consentChannels=${channels}` });
    expect(answer.status).toBe(400);
  });
});

describe('who left, by a column of the file', () => {
  type Suppression = { leadId: string | null; reason: string };
  const suppressionsOf = async (email: string | undefined): Promise<string[]> => {
    const lead = await find(email ?? '');
    const listed = await admin.get<Suppression[]>('/api/suppressions?limit=100');
    return listed.flatMap(({ leadId, reason }) => (leadId === lead?.id ? [reason] : []));
  };

  it('has agreed to nothing though the whole file did, stands on the list, and is known by the column', async () => {
    const [left, stays, dated] = fresh(3);
    const text = csv([
      ['email', 'Newsletter', 'Unsubscribed'],
      [left?.email ?? '', 'yes', 'yes'],
      [stays?.email ?? '', 'yes', 'no'],
      [dated?.email ?? '', 'yes', '2026-03-01'],
    ]);
    const query = '&legalGround=consent&consentChannels=email,whatsapp';
    const counts = { importable: 3, unsubscribed: 2, columns: ['email', 'consent', 'unsubscribed'] };
    expect(await importFile(text, { query: `${query}&dryRun=true` })).toMatchObject(counts);
    const { importId } = await importFile(text, { query, name: 'from the old program.csv' });
    expect(await find(left?.email ?? '')).toMatchObject({
      isSuppressed: true,
      legalGround: 'legitimate_interest',
    });
    expect(await find(dated?.email ?? '')).toMatchObject({ isSuppressed: true });
    expect(await find(stays?.email ?? '')).toMatchObject({ isSuppressed: false, legalGround: 'consent' });
    expect(await suppressionsOf(left?.email)).toEqual(['unsubscribed']);
    const { records } = await consentOf(left?.email);
    expect(records.map(({ channel, ground }) => `${channel} ${ground}`).toSorted()).toEqual([
      'email null',
      'social_dm null',
      'whatsapp null',
    ]);
    expect(records[0]).toMatchObject({
      textVersion: 'Unsubscribed',
      proof: expect.stringMatching(/^Record 1 of from the old program\.csv/),
    });

    expect(await member.post(`/api/leads/imports/${importId}/undo`)).toMatchObject({ removed: 3 });
    expect(await importFile(`email\n${left?.email}\n`)).toMatchObject({ imported: 1, errors: [] });
  });

  it('is written to no more where they are a lead already, until no file says so', async () => {
    const [person] = fresh(1);
    await member.post('/api/leads', { ...person, groupId: group.id, country: 'US', legalGround: 'consent' });
    const before = await openTo(person?.email);
    const text = `email,Do not contact\n${person?.email},x\n`;
    const first = await importFile(text);
    expect(first).toMatchObject({ imported: 0, unsubscribed: 1, withdrawn: 1, importId: expect.any(String) });
    expect(await find(person?.email ?? '')).toMatchObject({ isSuppressed: true });
    // The second file finds them on the list, and says the same.
    const [other] = fresh(1);
    const second = await importFile(`${text}${other?.email},\n`);
    expect(second.errors).toEqual([{ row: 1, field: null, reason: 'opted_out' }]);
    const undo = ({ importId }: ImportReport) => member.post(`/api/leads/imports/${importId}/undo`);
    await undo(first);
    expect(await find(person?.email ?? '')).toMatchObject({ isSuppressed: true });
    await undo(second);
    expect(await find(person?.email ?? '')).toMatchObject({ isSuppressed: false });
    expect(await openTo(person?.email)).toEqual(before);
  });

  it('is written to again when each of two imports of the same file is undone, whatever the second one added', async () => {
    const [person] = fresh(1);
    const text = `email,Do not contact\n${person?.email},x\n`;
    const first = await importFile(text);
    const second = await importFile(text);
    expect(second).toMatchObject({ imported: 0, unsubscribed: 0, importId: expect.any(String) });
    for (const { importId } of [first, second]) {
      expect(await importFile(`email\n${person?.email}\n`, { query: '&dryRun=true' })).toMatchObject({
        errors: [{ row: 1, reason: 'opted_out' }],
      });
      await member.post(`/api/leads/imports/${importId}/undo`);
    }
    expect(await importFile(`email\n${person?.email}\n`)).toMatchObject({ imported: 1, errors: [] });
  });

  it('is written to no more as each of the leads that they are, and what they said before outlives the undo', async () => {
    const [person, stopped] = fresh(2);
    const known = (given: { email?: string; handle?: string }): Promise<Lead> =>
      member.post('/api/leads', {
        name: 'Two Records',
        platform: given.handle === undefined ? 'manual' : 'reddit',
        ...given,
        groupId: group.id,
        country: 'US',
        legalGround: 'consent',
      });
    const isStopped = async (lead: Lead): Promise<boolean> =>
      (await member.get<Lead>(`/api/leads/${lead.id}`)).isSuppressed;
    const byAddress = await known({ email: person?.email ?? '' });
    const byAccount = await known({ handle: 'two_records' });
    const before = await known({ email: stopped?.email ?? '' });
    const beforeByAccount = await known({ handle: 'two_more_records' });
    await importFile(`email,opted out\n${stopped?.email},yes\n`);
    await app.app.db.execute(sql`update suppressions set created_at = now() where lead_id = ${before.id}`);
    const { importId, unsubscribed } = await importFile(
      csv([
        ['email', 'profile', 'Unsubscribed'],
        [person?.email ?? '', 'https://www.reddit.com/user/two_records', 'yes'],
        [stopped?.email ?? '', 'https://www.reddit.com/user/two_more_records', 'yes'],
      ]),
    );
    expect(unsubscribed).toBe(1);
    for (const lead of [byAddress, byAccount, before, beforeByAccount])
      expect(await isStopped(lead)).toBe(true);
    expect(await member.post(`/api/leads/imports/${importId}/undo`)).toMatchObject({ reopened: 3 });
    for (const lead of [byAddress, byAccount, beforeByAccount]) expect(await isStopped(lead)).toBe(false);
    expect(await isStopped(before)).toBe(true);
  });

  it('is counted and stands in the trail where the undo takes them off the list, and only who may be written to', async () => {
    const [agreed, refused] = fresh(2);
    for (const person of [agreed, refused]) {
      await member.post('/api/leads', {
        ...person,
        groupId: group.id,
        country: 'US',
        legalGround: 'consent',
      });
    }
    await importFile(`email,consent\n${refused?.email},no\n`);
    const [open, closed] = [await find(agreed?.email ?? ''), await find(refused?.email ?? '')];
    const newcomer = fresh(1)[0]?.email;
    const { importId } = await importFile(
      `email,Unsubscribed\n${agreed?.email},yes\n${refused?.email},yes\n${newcomer},yes\n`,
    );
    expect(await member.post(`/api/leads/imports/${importId}/undo`)).toEqual({
      isDone: true,
      removed: 1,
      kept: 0,
      reopened: 1,
    });
    for (const lead of [open, closed]) {
      const trail = await member.get<AuditEntry[]>(`/api/audit?subject=lead:${lead?.id}`);
      expect(trail.filter(({ action }) => action === 'suppression.lifted')).toEqual([
        expect.objectContaining({ details: { was: 'unsubscribed', since: expect.any(String), importId } }),
      ]);
    }
  });

  it('is known in a list sorted by status, and named where the first records say nothing of it', async () => {
    const stayed = fresh(25);
    const [left] = fresh(1);
    const sorted = (first: string): string =>
      csv([
        ['email', 'Status'],
        ...stayed.map(({ email }) => [email, first]),
        [left?.email ?? '', 'unsubscribed'],
      ]);
    const query = '&legalGround=consent&dryRun=true';
    expect(await importFile(sorted('customer'), { query })).toMatchObject({
      columns: ['email', null],
      unsubscribed: 0,
      warnings: [{ row: 0, field: 'Status', reason: 'unread_consent' }],
    });
    expect(await importFile(sorted('subscribed'), { query })).toMatchObject({
      columns: ['email', 'unsubscribed'],
      unsubscribed: 1,
      warnings: [],
    });
    const silent = `email,Status,Subscription status\n${left?.email},customer,1\n`;
    expect((await importFile(silent, { query })).warnings).toEqual([
      { row: 0, field: 'Subscription status', reason: 'unread_consent' },
    ]);
  });

  it('is counted once, however many batches the undo has', async () => {
    const people = fresh(1_050);
    await importFile(csv([['email'], ...people.map(({ email }) => [email])]));
    const says = people.map(({ email }) => [email, 'x', 'no']);
    const { importId } = await importFile(csv([['email', 'Do not contact', 'Consent'], ...says]));
    expect(await member.post(`/api/leads/imports/${importId}/undo`)).toMatchObject({
      isDone: true,
      reopened: 1_050,
    });
    const [trail] = await rowsOf<{ count: number }>(
      app.app.db,
      sql`select count(*)::int as count from audit_entries
        where action = 'suppression.lifted' and details->>'importId' = ${importId}`,
    );
    expect(trail?.count).toBe(1_050);
  });

  it('stays on the list by an import that runs while an earlier one is undone', async () => {
    const [person, other] = fresh(2);
    const text = `email,Do not contact\n${person?.email},x\n`;
    const first = await importFile(text);
    const holder = new pg.Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      // The import stops where it has stored everybody, the undo where it has taken everything back, if nothing else
      // stops it before.
      await holder.query('begin; lock table lead_imports in share mode');
      const running = importFile(`${text}${other?.email},\n`);
      await untilWaiting(holder, 1);
      const undone = member.post(`/api/leads/imports/${first.importId}/undo`);
      await untilWaiting(holder, 2);
      await holder.query('commit');
      await Promise.all([running, undone]);
    } finally {
      await holder.end();
    }
    expect(await importFile(`email\n${person?.email}\n`)).toMatchObject({
      imported: 0,
      errors: [{ row: 1, reason: 'opted_out' }],
    });
  });

  it('stays on the list where they have said so themselves since', async () => {
    const [person] = fresh(1);
    const { importId } = await importFile(`email,opted out\n${person?.email},yes\n`);
    const lead = await find(person?.email ?? '');
    await app.app.db.execute(sql`update suppressions set created_at = now() where lead_id = ${lead?.id}`);
    await member.post(`/api/leads/imports/${importId}/undo`);
    expect(await importFile(`email\n${person?.email}\n`)).toMatchObject({
      imported: 0,
      errors: [{ row: 1, field: null, reason: 'opted_out' }],
    });
  });

  it('is only refused by a column that says no without leaving, and on its own channel', async () => {
    const [refused, texted] = fresh(2);
    await importFile(
      csv([
        ['email', 'Mobile', 'country', 'Consent withdrawn', 'SMS opt-out', 'SMS consent'],
        [refused?.email ?? '', '', 'GB', 'yes', '', ''],
        [texted?.email ?? '', '+44 7700 900311', 'GB', '', 'yes', 'yes'],
      ]),
      { query: '&legalGround=consent' },
    );
    expect(await openTo(refused?.email)).toEqual([]);
    expect(await openTo(texted?.email)).toEqual(['email consent']);
    expect(await suppressionsOf(refused?.email)).toEqual([]);
  });
});

describe('a consent that came in a file', () => {
  it('stands in the trail of the person, whose ledger names file, column and day', async () => {
    const [person] = fresh(1);
    const { importId } = await importFile(`email,Newsletter opt-in\n${person?.email},yes\n`, {
      name: 'spring.csv',
    });
    const lead = await find(person?.email ?? '');
    const [entry] = await member.get<AuditEntry[]>(`/api/audit?subject=lead:${lead?.id}`);
    expect(entry).toMatchObject({
      action: 'consent.given',
      details: { channel: 'email', ground: 'consent', source: 'import', importId },
    });
    const { records } = await consentOf(person?.email);
    expect(entry && consentAuditWords(entry, records)).toMatch(
      /^Email: consent\. A list, “Newsletter opt-in”\. Record 1 of spring\.csv, imported on \d{4}-\d\d-\d\d by /,
    );
  });
});

describe('a no of somebody new in a file', () => {
  it('stands in the trail as a refusal, and an empty cell as nothing', async () => {
    const [refusing, silent] = fresh(2);
    await importFile(`email,Newsletter opt-in\n${refusing?.email},no\n${silent?.email},\n`, {
      query: '&legalGround=consent',
    });
    const trailOf = async (email = '') =>
      (await member.get<AuditEntry[]>(`/api/audit?subject=lead:${(await find(email))?.id}`)).map(
        ({ action }) => action,
      );
    expect(new Set(await trailOf(refusing?.email))).toEqual(new Set(['consent.refused']));
    expect(await trailOf(silent?.email)).toEqual([]);
    expect(await openTo(silent?.email)).toEqual([]);
  });
});

describe('a second column of one meaning', () => {
  it('is not read where it is chosen as well, and the report says so', async () => {
    const [person] = fresh(1);
    const report = await importFile(`email,Consent,Newsletter\n${person?.email},no,yes\n`, {
      query: '&columns=email,consent,consent',
    });
    expect(report.columns).toEqual(['email', 'consent', null]);
    expect(report.warnings).toEqual([{ row: 0, field: 'Newsletter', reason: 'unread_consent' }]);
    expect(await openTo(person?.email)).toEqual([]);
  });
});

describe('a no in a file for somebody who is a lead already', () => {
  it('takes back what was allowed, with the file as proof; it is counted, and undone with the import', async () => {
    const [agreed, silent, unsure, stranger] = fresh(4);
    for (const person of [agreed, silent, unsure]) {
      await member.post('/api/leads', {
        ...person,
        groupId: group.id,
        country: 'US',
        legalGround: person === agreed ? 'consent' : 'legitimate_interest',
      });
    }
    const before = await openTo(agreed?.email);
    expect(before).toContain('email consent');
    const text = csv([
      ['E-Mail', 'Newsletter opt-in'],
      [agreed?.email.toUpperCase() ?? '', 'no'],
      [silent?.email ?? '', ''],
      [unsure?.email ?? '', 'perhaps'],
      [stranger?.email ?? '', 'no'],
      [agreed?.email ?? '', 'no'],
    ]);
    const counts = { rows: 5, importable: 1, duplicates: 4, withdrawn: 1 };
    expect(await importFile(text, { query: '&dryRun=true' })).toMatchObject({ ...counts, importId: null });
    expect(await openTo(agreed?.email)).toEqual(before);

    const { importId } = await importFile(text, { name: 'newsletter.csv' });
    expect(await openTo(agreed?.email)).toEqual([]);
    expect((await consentOf(agreed?.email)).records).toContainEqual(
      expect.objectContaining({
        channel: 'email',
        ground: null,
        source: 'import',
        textVersion: 'Newsletter opt-in',
        proof: expect.stringMatching(/^Record 1 of newsletter\.csv, imported on /),
      }),
    );
    expect(await openTo(silent?.email)).toContain('email legitimate_interest');
    expect(await openTo(unsure?.email)).toContain('email legitimate_interest');

    const undo = () => member.post(`/api/leads/imports/${importId}/undo`);
    expect(await undo()).toEqual({ isDone: true, removed: 1, kept: 0, reopened: 1 });
    expect(await undo()).toEqual({ isDone: true, removed: 0, kept: 0, reopened: 0 });
    expect(await openTo(agreed?.email)).toEqual(before);
    const lead = await find(agreed?.email ?? '');
    const trail = await member.get<AuditEntry[]>(`/api/audit?subject=lead:${lead?.id}`);
    const actions = trail.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['consent.withdrawn', 'consent.withdrawal_undone']));
  });

  it('stands by each file that says it: undoing one of them opens nothing', async () => {
    const [agreed, stranger] = fresh(2);
    await member.post('/api/leads', { ...agreed, groupId: group.id, country: 'US', legalGround: 'consent' });
    const before = await openTo(agreed?.email);
    expect(before).toContain('email consent');
    const text = `email,consent\n${agreed?.email},no\n${stranger?.email},no\n`;
    const first = await importFile(text);
    expect(first).toMatchObject({ imported: 1, withdrawn: 1 });
    // What the stranger said as they came in is taken back by no undo as long as they are here.
    const later = { imported: 0, duplicates: 2, withdrawn: 1 };
    expect(await importFile(text, { query: '&dryRun=true' })).toMatchObject(later);
    const second = await importFile(text);
    expect(second).toMatchObject({ ...later, importId: expect.any(String) });

    const undo = ({ importId }: ImportReport) => member.post(`/api/leads/imports/${importId}/undo`);
    expect(await undo(first)).toMatchObject({ removed: 1, reopened: 0 });
    expect(await openTo(agreed?.email)).toEqual([]);
    expect(await undo(second)).toMatchObject({ removed: 0, reopened: 1 });
    expect(await openTo(agreed?.email)).toEqual(before);
  });

  it('is an import of its own where nobody is new, and leaves a yes to WhatsApp that stands by itself', async () => {
    const [person] = fresh(1);
    const lead = await member.post<Lead>('/api/leads', {
      ...person,
      groupId: group.id,
      country: 'US',
      legalGround: 'legitimate_interest',
    });
    await member.post(`/api/leads/${lead.id}/consents`, {
      channel: 'whatsapp',
      source: 'form',
      textVersion: 'Opt-in 3',
      proof: 'Form entry 12',
    });
    const report = await importFile(`email,consent\n${person?.email},no\n`);
    expect(report).toMatchObject({ imported: 0, withdrawn: 1, importId: expect.any(String) });
    expect(await openTo(person?.email)).toEqual(['whatsapp consent']);
    await importFile(`email,WhatsApp consent\n${person?.email},no\n`);
    expect(await openTo(person?.email)).toEqual([]);
  });
});

describe('a no in a file for somebody who went into another record', () => {
  type Given = { email?: string; handle?: string; platform?: string };
  const added = (given: Given): Promise<Lead> =>
    member.post('/api/leads', {
      name: `Merged ${(serial += 1)}`,
      ...given,
      groupId: group.id,
      country: 'US',
      legalGround: 'consent',
    });
  const merge = async (keep: Lead, other: Lead): Promise<string> => {
    const body = { otherId: other.id, take: [], version: keep.version, otherVersion: other.version };
    return (await member.post<{ mergeId: string }>(`/api/leads/${keep.id}/merge`, body)).mergeId;
  };
  const openOf = async ({ id }: Lead): Promise<string[]> =>
    (await member.get<LeadConsent>(`/api/leads/${id}/consents`)).channels
      .filter(({ obstacle }) => obstacle === null)
      .map(({ channel }) => channel);

  it.each([
    ['their address', 'email', (one: string) => `${one.toUpperCase()}@customer.test`],
    ['their account', 'profile', (one: string) => `https://www.reddit.com/u/${one}/`],
    ['the page of an account that came in a file', 'profile', (one: string) => `https://x.com/${one}`],
  ])('reaches the record that was kept by %s, with proof and undo', async (_, column, shown) => {
    serial += 1;
    const one = `merged${serial}`;
    const keep = await added({ email: `kept${serial}@customer.test` });
    const came = `https://twitter.com/${one}`;
    await importFile(`name,profile\nFiled,${came}\n`, { query: '&legalGround=consent' });
    const other = shown('a').includes('x.com')
      ? await find(one)
      : await added({ email: `${one}@customer.test`, handle: one, platform: 'reddit' });
    if (!other) throw new Error('nobody was imported');
    await merge(keep, other);
    const before = await openOf(keep);
    expect(before).toContain('email');

    const text = `name,${column},consent\nAsked us to stop,${shown(one)},no\n`;
    const counts = { rows: 1, importable: 0, duplicates: 1, withdrawn: 1, errors: [] };
    expect(await importFile(text, { query: '&dryRun=true' })).toMatchObject(counts);
    expect(await openOf(keep)).toEqual(before);
    const report = await importFile(text, { name: 'stop.csv' });
    expect(report).toMatchObject(counts);
    expect(await openOf(keep)).toEqual([]);
    const { records } = await member.get<LeadConsent>(`/api/leads/${keep.id}/consents`);
    expect(records[0]).toMatchObject({
      ground: null,
      proof: expect.stringMatching(/^Record 1 of stop\.csv/),
    });
    expect(await member.post(`/api/leads/imports/${report.importId}/undo`)).toMatchObject({ reopened: 1 });
    expect(await openOf(keep)).toEqual(before);
  });

  it('reaches them through two merges, and both when they are taken apart again', async () => {
    serial += 1;
    const [last, middle, first] = [
      await added({ email: `last${serial}@customer.test` }),
      await added({ email: `middle${serial}@customer.test` }),
      await added({ email: `first${serial}@customer.test` }),
    ];
    await merge(middle, first);
    const mergeId = await merge(last, await member.get<Lead>(`/api/leads/${middle.id}`));
    const { importId } = await importFile(`email,consent\n${first.email},no\n`);
    expect(await openOf(last)).toEqual([]);
    await member.post(`/api/leads/merges/${mergeId}/undo`);
    expect(await openOf(last)).toEqual([]);
    expect(await openOf(middle)).toEqual([]);
    await member.post(`/api/leads/imports/${importId}/undo`);
    expect(await openOf(last)).toContain('email');
    expect(await openOf(middle)).toContain('email');
    // Now the first is part of the middle again, and of nobody else.
    await importFile(`email,consent\n${first.email},no\n`);
    expect(await openOf(middle)).toEqual([]);
    expect(await openOf(last)).toContain('email');
  });

  it('reaches somebody who was deleted once and is a lead again; who is gone stays out', async () => {
    const [again, gone] = fresh(2);
    for (const person of [again, gone]) {
      const lead = await added(person ?? {});
      expect((await member.call('DELETE', `/api/leads/${lead.id}`)).status).toBe(204);
    }
    const lead = await added(again ?? {});
    const report = await importFile(`email,consent\n${again?.email},no\n${gone?.email},no\n`);
    expect(report).toMatchObject({ imported: 0, duplicates: 1, withdrawn: 1 });
    expect(report.errors).toEqual([{ row: 2, field: null, reason: 'rejected_before' }]);
    expect(await openOf(lead)).toEqual([]);
  });
});
