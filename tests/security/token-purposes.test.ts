import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PURPOSES } from '#features/tracking/rules.ts';
import { openTouchpoints, trackLink } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

let running: TestApp;

beforeAll(async () => {
  running = await startTestApp({ worker: false });
  await (await running.as('admin')).patch('/api/settings/workspace', { countsOpens: true });
});
afterAll(() => running.close());

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' };

/** A contact of a message with one link, and its token for each purpose. */
async function openContact() {
  const { db, context } = running.app;
  const [id, campaignId, messageId] = [crypto.randomUUID(), newId(), newId()];
  const position = await inTransaction(db, async (tx) => {
    await openTouchpoints(tx, [
      { id, campaignId, messageId, leadId: newId(), channel: 'email', contactHash: id },
    ]);
    return trackLink(tx, campaignId, 'https://tea.example/');
  });
  const tokens = new Map(
    TOKEN_PURPOSES.map((purpose) => [purpose, context.contactTokens.write(purpose, id)]),
  );
  return { id, messageId, position, tokens };
}

const typesOf = async (messageId: string) => {
  const rows = await rowsOf<{ type: string }>(
    running.app.db,
    sql`select type from events where message_id = ${messageId}`,
  );
  return rows.map(({ type }) => type);
};

const ACTIONS = {
  'page visit': { path: () => `/api/track`, method: 'POST', event: 'landing.visited' },
  click: {
    path: (token: string, position: number) => `/r/${token}${position}`,
    method: 'GET',
    event: 'link.clicked',
  },
  open: { path: (token: string) => `/o/${token}`, method: 'GET', event: 'message.opened' },
  choices: { path: (token: string) => `/u/${token}`, method: 'POST', event: 'contact.unsubscribed' },
} as const;

describe('a token of a message', () => {
  it.each(TOKEN_PURPOSES)('serves its own purpose and no other: %s', async (action) => {
    const { path, method, event } = ACTIONS[action];
    for (const purpose of TOKEN_PURPOSES) {
      const { messageId, position, tokens } = await openContact();
      const token = tokens.get(purpose) ?? '';
      await running.visitor().call(method, path(token, position), {
        headers: BROWSER,
        ...(action === 'page visit' ? { body: { type: 'visit', url: 'https://tea.example/', token } } : {}),
      });
      expect(await typesOf(messageId), purpose).toEqual(purpose === action ? [event] : []);
    }
  });

  it('does not show the id of its contact', async () => {
    const { id, tokens } = await openContact();
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
    expect(new Set(tokens.values()).size).toBe(TOKEN_PURPOSES.length);
    expect([...tokens.values()]).not.toContain(bytes);
  });
});
