import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommunityMember } from '#features/communities/contract.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { communityCalls } from '#tests/support/communities.ts';

let running: TestApp;
let client: TestClient;
beforeAll(async () => {
  running = await startTestApp({ worker: false });
  client = await running.as('admin');
});
afterAll(() => running.close());

const { create, membersOf, invite, linkOf } = communityCalls(() => client);
const statusOf = async (method: string, path: string, headers: Record<string, string> = {}) =>
  (await running.visitor().call(method, path, { headers })).status;

let made = 0;
async function invited() {
  made += 1;
  const email = `invited${made}@customer.test`;
  const { id } = await create();
  await invite(id, [email]);
  const { memberId, path } = await linkOf(id, email);
  const member = async (): Promise<CommunityMember | undefined> =>
    (await membersOf(id)).find((one) => one.email === email);
  return { id, email, memberId, path, member, token: path.slice('/j/'.length) };
}

const SCANNERS: Record<string, string>[] = [
  {},
  { 'sec-purpose': 'prefetch' },
  { 'user-agent': 'Mimecast link scanner' },
];

describe('the link of an invitation', () => {
  it('makes no member when it is only opened, as a scanner or a preview does', async () => {
    const { path, member } = await invited();
    for (const method of ['GET', 'HEAD', 'GET'])
      for (const headers of SCANNERS) expect(await statusOf(method, path, headers), method).toBe(200);
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(await statusOf(method, path), method).toBe(404);
    expect(await member()).toMatchObject({ status: 'invited', joinedAt: null });
  });

  it('is refused when one character differs, is missing or is added, and its page does not show the address', async () => {
    const { token, path, email, member } = await invited();
    const { token: others } = await invited();
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const guesses = [
      token.slice(0, -1),
      `${token.slice(0, -1)}${last}`,
      `${token}A`,
      token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
      `${token.slice(0, 20)}${others.slice(20)}`,
      'A'.repeat(token.length),
      encodeURIComponent("' or '1'='1"),
      '%00',
      '..%2f',
    ];
    for (const guess of guesses)
      for (const [method, rest] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', '/decline'],
      ] as const)
        expect(await statusOf(method, `/j/${guess}${rest}`), guess).toBeOneOf([400, 404]);
    expect(await member()).toMatchObject({ status: 'invited' });
    const page = await running.visitor().call('GET', path);
    expect(await page.text()).not.toContain(email);
    // Other sites read the host alone.
    expect(page.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('is stored only as a hash', async () => {
    const { token, memberId } = await invited();
    const rows = await rowsOf<{ row: string }>(
      running.app.db,
      sql`select to_jsonb(m)::text as row from community_members m where id = ${memberId}`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
  });

  it('leads to the configured address, whatever host the call names', async () => {
    const { id, email } = await invited();
    const member = (await membersOf(id)).find((one) => one.email === email);
    const answer = await client.call('GET', `/api/communities/${id}/members/${member?.id}/invitation`, {
      headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', forwarded: 'host=evil.test' },
    });
    expect(await answer.text()).not.toContain('evil.test');
  });

  it.each<[string, (given: Awaited<ReturnType<typeof invited>>) => Promise<unknown>]>([
    ['removed', ({ id, memberId }) => client.call('DELETE', `/api/communities/${id}/members/${memberId}`)],
    [
      'blocked',
      ({ id, memberId }) => client.patch(`/api/communities/${id}/members/${memberId}`, { status: 'blocked' }),
    ],
    ['in a community that is deleted', ({ id }) => client.call('DELETE', `/api/communities/${id}`)],
  ])('makes no member of a person who is %s', async (_what, change) => {
    const given = await invited();
    await change(given);
    expect(await statusOf('GET', given.path)).toBe(404);
    expect(await statusOf('POST', given.path)).toBe(404);
    const [row] = await rowsOf<{ status: string; joined: Date | null }>(
      running.app.db,
      sql`select status, joined_at as joined from community_members where id = ${given.memberId}`,
    );
    expect(row?.status).not.toBe('active');
    expect(row?.joined ?? null).toBeNull();
  });

  it('accepted and declined at the same time ends declined', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { path, member } = await invited();
      await Promise.all([
        statusOf('POST', path),
        statusOf('POST', `${path}/decline`),
        statusOf('POST', path),
      ]);
      expect(['declined', 'left']).toContain((await member())?.status);
      await statusOf('POST', path);
      expect(['declined', 'left'], 'nor later').toContain((await member())?.status);
    }
  });

  it('cannot be pressed by a page of another site with the cookies of a colleague', async () => {
    const { id } = await create();
    const answer = await client.call('POST', `/api/communities/${id}/invitations`, {
      body: { emails: ['victim@customer.test'] },
      headers: { origin: 'https://evil.test' },
    });
    expect(answer.status).toBe(403);
    expect(await membersOf(id)).toEqual([]);
  });
});
