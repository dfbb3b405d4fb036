import { parseInThread } from '#platform/parsing-pool.ts';
import { threadFile } from '#platform/thread-file.ts';

/** Work of seconds on what somebody teaches, in the pool of threads that parse files. */
export function runInThread<T>(
  thread: 'file-reading-worker' | 'knowledge-worker',
  workerData: object,
): Promise<T> {
  return parseInThread(threadFile(thread, import.meta.url), workerData);
}
