import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { readInPortions, TOOK_TOO_LONG, TOOK_TOO_MUCH_MEMORY } from '#platform/bounded-thread.ts';
import { threadFile } from '#platform/thread-file.ts';
import { type ImportFormat, ImportReason } from '../contract.ts';
import type { ImportRecord, ReadingChoice } from './read-records.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** What the thread that reads a file hands on: what the file is, then what it holds. */
export type ImportBatch = { format: ImportFormat } | { records: ImportRecord[] };

/** Reads a file in the pool of threads that parse files. Throws `UnreadableFile`. */
export async function* readImportFile(
  { path, bytes, name }: ReceivedFile,
  choice: ReadingChoice,
): AsyncGenerator<ImportBatch, void, undefined> {
  try {
    yield* readInPortions<ImportBatch>(threadFile('read-records-worker', import.meta.url), {
      path,
      bytes,
      name,
      ...choice,
    });
  } catch (error) {
    const reason = error instanceof AppError ? reasonOf(error) : undefined;
    throw reason === undefined ? error : new UnreadableFile(reason);
  }
}

function reasonOf({ reason }: AppError): ImportReason | undefined {
  if (reason === TOOK_TOO_LONG) return 'takes_too_long';
  if (reason === TOOK_TOO_MUCH_MEMORY) return 'takes_too_much_memory';
  return ImportReason.safeParse(reason).data;
}
