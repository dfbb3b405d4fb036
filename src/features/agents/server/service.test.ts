import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { type Database, openDatabase, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { AgentStats } from '../contract.ts';
import { createAgents } from './service.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, log: createLog('silent') });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

it('S9-40 S7-32 S3-25 counts stored conversations, and has no rate and no time without any', async () => {
  const agents = createAgents({ db });
  expect(await agents.getStats()).toEqual({
    totalConversations: 0,
    resolutionRate: null,
    avgResponseTime: null,
  });

  const expertId = newId();
  await db.execute(sql`insert into experts (id, name, expertise_area) values (${expertId}, 'Fern', 'Tea')`);
  await db.execute(sql`insert into conversations (id, expert_id, resolved_at, response_ms) values
    (${newId()}, ${expertId}, now(), 1000), (${newId()}, ${expertId}, now(), 1200), (${newId()}, ${expertId}, null, 2150)`);
  expect(AgentStats.parse(await agents.getStats())).toEqual({
    totalConversations: 3,
    resolutionRate: 66.7,
    avgResponseTime: 1.5,
  });
});
