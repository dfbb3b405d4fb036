import type { Jurisdiction } from '#features/settings/contract.ts';
import type { ClaimCheck, ClaimContext } from '../contract.ts';

export type ClaimsQuestion = {
  id: number;
  text: string;
  jurisdictions: readonly Jurisdiction[];
  context: ClaimContext;
};
export type ClaimsAnswer = { id: number; check: ClaimCheck };

type Waiting = { resolve: (check: ClaimCheck) => void; reject: (error: Error) => void };

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, Waiting>();

/** Checks a text beside the page, with the same rules as the server. Rejects when the checker could not be loaded. */
export function checkBeside(question: Omit<ClaimsQuestion, 'id'>): Promise<ClaimCheck> {
  worker ??= startWorker();
  asked += 1;
  const id = asked;
  const answer = new Promise<ClaimCheck>((resolve, reject) => waiting.set(id, { resolve, reject }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker.postMessage({ ...question, id } satisfies ClaimsQuestion);
  return answer;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./claims-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<ClaimsAnswer>) => {
    waiting.get(data.id)?.resolve(data.check);
    waiting.delete(data.id);
  });
  started.addEventListener('error', () => {
    // The next question starts another one.
    worker = undefined;
    started.terminate();
    for (const { reject } of waiting.values()) reject(new Error('the claims checker could not be loaded'));
    waiting.clear();
  });
  return started;
}
