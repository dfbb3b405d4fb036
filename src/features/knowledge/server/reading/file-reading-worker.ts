import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { ThreadAnswer } from '#platform/bounded-thread.ts';
import { readFileText, UnreadableFile } from './file-text.ts';
import {
  type FileReading,
  MOST_PASSAGES,
  type Reading,
  readWhole,
  TOO_MANY_PASSAGES,
} from './knowledge-reading.ts';

const Given = z.object({
  path: z.string(),
  name: z.string(),
  title: z.string(),
  readingId: z.uuid(),
  databaseUrl: z.string(),
});

/** Reads one file, lays what it says by and ends: whatever a file does to its reader stays in here. */
const given = Given.parse(workerData);
const answer = await read();
tell(answer);

function tell(told: ThreadAnswer<FileReading>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(told);
}

async function read(): Promise<ThreadAnswer<FileReading>> {
  const { readingId, title } = given;
  const text = await textOf();
  if (typeof text !== 'string') return text;
  const reading = readWhole({ title, content: text });
  if (reading.passageCount > MOST_PASSAGES) return { refused: TOO_MANY_PASSAGES };
  tell({ waits: true });
  await layBy({ content: text, ...reading });
  const { passageCount, effectiveFrom } = reading;
  return { done: { readingId, passageCount, effectiveFrom } };
}

/** Over a connection of its own: what was read never passes through the process that chats. */
async function layBy(whole: Reading & { content: string }): Promise<void> {
  // Loaded for what could be read alone: most of what is refused is refused at its first bytes.
  const [{ openDatabase }, { createLog }, { layReadingBy }] = await Promise.all([
    import('#platform/db.ts'),
    import('#platform/log.ts'),
    import('../store.ts'),
  ]);
  const db = openDatabase({ url: given.databaseUrl, log: createLog('silent'), maxConnections: 1 });
  try {
    await layReadingBy(db, given.readingId, whole);
  } finally {
    await db.$client.end();
  }
}

async function textOf(): Promise<string | { refused: string }> {
  try {
    return (await readFileText(given)).text;
  } catch (error) {
    const isOurs = error instanceof UnreadableFile;
    return { refused: isOurs ? error.message : 'This file is damaged and cannot be read.' };
  }
}
