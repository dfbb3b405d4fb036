/** Questions of our own with what their answers have to hold, and the shops that they are asked in. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFileText } from '../src/features/knowledge/server/reading/file-text.ts';
import { storeItem } from '../src/features/knowledge/server/knowledge-items.ts';
import { countAnew } from '../src/features/knowledge/server/store.ts';
import { newId } from '../src/kit/id.ts';
import { type Database, inTransaction, sql } from '../src/platform/db.ts';
import { has, violates } from './matcher.ts';

const AgentQuestion = z.object({
  id: z.string(),
  question: z.string(),
  answerable: z.boolean(),
  answer_contains: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  source: z.array(z.string()).default([]),
  type: z.string().default('question'),
  expect: z.enum(['answer', 'decline', 'refuse', 'smalltalk']),
  must_not_contain: z.array(z.string()).default([]),
});
export type AgentQuestion = z.infer<typeof AgentQuestion>;

/** Sets of our own: each a file of questions with a folder of its name. Fitted to … */
export const FITTED_SETS = ['agent-shop', 'agent-practice', 'agent-boxes', 'agent-tea', 'agent-gym', 'agent-pantry', 'agent-studio', 'agent-beds', 'agent-app', 'agent-optics'].map(pathOf);
/** … and only measured. */
export const HELD_OUT_SETS = ['agent-skincare', 'agent-retreat'].map(pathOf);
export const OWN_SETS = [...FITTED_SETS, ...HELD_OUT_SETS];

function pathOf(name: string): string {
  return fileURLToPath(new URL(`${name}.jsonl`, import.meta.url));
}

export function readAgentQuestions(path: string): AgentQuestion[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => AgentQuestion.parse(JSON.parse(line)));
}

/** What the questions are about lies in a folder of their name beside them, or in `agent_kb`. */
export function folderOf(path: string): string {
  const named = path.replace(/\.jsonl$/, '');
  return existsSync(named) ? named : join(path, '../agent_kb');
}

/** A new agent that knows the files of a folder, beside one that knows nothing. */
export async function teachAgent(db: Database, folder: string): Promise<string> {
  const agentId = newId();
  await db.execute(sql`insert into experts (id, name, expertise_area) values
    (${agentId}, 'Fern', 'Shop'), (${newId()}, 'Other', 'Other')`);
  for (const name of readdirSync(folder).sort()) {
    const { text } = await readFileText({ path: join(folder, name), name });
    const item = { id: newId(), agentId, title: name, content: text, type: 'uploaded_file' as const };
    await inTransaction(db, (tx) => storeItem(tx, item));
  }
  await countAnew(db);
  return agentId;
}

/** What a text lacks of what the answer has to hold, and what it holds that no answer may. */
export function faultsOf(
  text: string,
  { answer_contains: wanted, must_not_contain: barred }: AgentQuestion,
): { missing: (string | string[])[]; broken: string[] } {
  return {
    missing: wanted.filter((one) => ![one].flat().some((word) => has(text, word))),
    broken: violates(text, barred),
  };
}
