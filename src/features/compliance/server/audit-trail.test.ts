import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { recordAudit } from './audit-store.ts';

let running: TestApp;
let admin: TestClient;
let member: TestClient;

beforeAll(async () => {
  running = await startTestApp({ worker: false });
  admin = await running.as('admin');
  member = await running.as('member');
});
afterAll(() => running.close());

const actor = { id: 'ann', email: 'ann@yarrow.test', firstName: 'Ann', lastName: 'Lee' };

async function record(subjectId: string, reasons: readonly string[]): Promise<void> {
  const { db } = running.app;
  for (const reason of reasons) {
    await recordAudit(db, {
      actor,
      action: 'claims.overridden',
      subject: { kind: 'campaign', id: subjectId },
      reason,
    });
  }
}

describe('the audit trail', () => {
  it.each([
    ['update', sql`update audit_entries set reason = 'another one'`],
    ['delete', sql`delete from audit_entries`],
    ['truncate', sql`truncate audit_entries`],
    ['update with triggers off', sql`update audit_entries set reason = 'another one'`],
  ])(
    'refuses the %s of the role that the product works with, which owns the table',
    async (how, statement) => {
      const { db } = running.app;
      await record(newId(), ['as it was']);
      const before = await rowsOf(db, sql`select * from audit_entries order by id`);
      await expect(
        db.transaction(async (tx) => {
          if (how.endsWith('off')) await tx.execute(sql`set local session_replication_role = 'replica'`);
          await tx.execute(statement);
        }),
      ).rejects.toThrow();
      expect(await rowsOf(db, sql`select * from audit_entries order by id`)).toEqual(before);
    },
  );

  it('is read page by page, newest first, with who, when and why', async () => {
    const id = newId();
    await record(id, ['first', 'second', 'third']);
    const response = await member.call('GET', `/api/audit?subject=campaign:${id}&limit=2`);
    const page = (await response.json()) as AuditEntry[];
    expect(page.map(({ reason }) => reason)).toEqual(['third', 'second']);
    expect(page[0]).toMatchObject({ actorName: 'Ann Lee', action: 'claims.overridden', subjectId: id });
    expect(response.headers.get('x-total-count')).toBe('3');
    const [, next = ''] = /<(.+)>/.exec(response.headers.get('link') ?? '') ?? [];
    const rest = await member.get<AuditEntry[]>(next);
    expect(rest.map(({ reason }) => reason)).toEqual(['first']);
  });

  it('leaves the trail of the workspace to admins and names what can be asked for', async () => {
    expect((await member.call('GET', '/api/audit?subject=workspace')).status).toBe(403);
    expect((await member.call('GET', '/api/audit/export?subject=workspace')).status).toBe(403);
    expect((await admin.call('GET', '/api/audit?subject=workspace')).status).toBe(200);
    for (const query of [
      '',
      '?subject=',
      '?subject=campaign:1',
      '?subject=nobody:2',
      '?subject=workspace&cursor=x',
    ]) {
      expect((await admin.call('GET', `/api/audit${query}`)).status, query).toBe(400);
    }
  });

  it('is exported as a table whose cells no spreadsheet runs, and as JSON', async () => {
    const id = newId();
    await record(id, ['=HYPERLINK("https://evil.test")', 'It is "true", and\nproven']);
    const csv = await (
      await member.call('GET', `/api/audit/export?subject=campaign:${id}&format=csv`)
    ).text();
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(csv).toContain('"It is ""true"", and\nproven"');
    const json = await member.get<AuditEntry[]>(`/api/audit/export?subject=campaign:${id}`);
    expect(json).toHaveLength(2);
    expect(await member.get(`/api/audit/export?subject=campaign:${newId()}`)).toEqual([]);
  });
});

it('keeps who changed the regions by whose rules texts are judged, and nothing where none changed', async () => {
  await admin.patch('/api/settings/workspace', { jurisdictions: ['US', 'UK'] });
  await admin.patch('/api/settings/workspace', { jurisdictions: ['UK', 'US'], name: 'Northwind' });
  const entries = await admin.get<AuditEntry[]>('/api/audit?subject=workspace');
  expect(entries.filter(({ action }) => action === 'regions.changed')).toEqual([
    expect.objectContaining({
      actorName: expect.any(String),
      details: { from: ['US', 'EU', 'UK'], to: ['US', 'UK'] },
    }),
  ]);
});
