import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { readFileText, UnreadableFile } from './file-text.ts';
import { type FileReading, readWhole } from './knowledge-reading.ts';
import { layReadingBy } from './knowledge-store.ts';
import type { ThreadAnswer } from './worker-thread.ts';

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
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(answer);

async function read(): Promise<ThreadAnswer<FileReading>> {
  const { readingId, title } = given;
  const text = await textOf();
  if (typeof text !== 'string') return text;
  const reading = readWhole({ title, content: text });
  // A connection of its own: what was read never passes through the process that chats.
  const db = openDatabase({ url: given.databaseUrl, log: createLog('silent'), maxConnections: 1 });
  try {
    await layReadingBy(db, readingId, { content: text, ...reading });
  } finally {
    await db.$client.end();
  }
  const { passageCount, effectiveFrom } = reading;
  return { done: { readingId, passageCount, effectiveFrom } };
}

async function textOf(): Promise<string | { refused: string }> {
  try {
    return (await readFileText(given)).text;
  } catch (error) {
    const isOurs = error instanceof UnreadableFile;
    return { refused: isOurs ? error.message : 'This file is damaged and cannot be read.' };
  }
}
