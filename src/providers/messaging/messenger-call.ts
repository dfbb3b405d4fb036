import { storableText } from '#kit/text.ts';
import { type Egress, EgressError, type EgressResponse } from '#platform/egress.ts';
import type { MessengerResult, Obstacle } from './port.ts';

export type CallResult =
  | { outcome: 'answer'; answer: EgressResponse; json: unknown }
  | Extract<MessengerResult, { outcome: 'unknown' | 'not_begun' }>;

/** Errors of a connection that never came about: nothing can have been handed over. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** One call to a platform. It is never made again here: a message that may have arrived is not sent twice. */
export async function callPlatform(
  egress: Egress,
  name: string,
  request: {
    url: string;
    method?: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: unknown;
  },
): Promise<CallResult> {
  const { url, method = 'GET', headers, body } = request;
  try {
    const answer = await egress({
      url,
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { outcome: 'answer', answer, json: jsonOf(answer.text) };
  } catch (error) {
    const isBefore = error instanceof EgressError && (error.failure === 'refused' || neverConnected(error));
    const reason =
      error instanceof EgressError && error.failure === 'timeout'
        ? `${name} gave no answer in time`
        : `the connection to ${name} failed`;
    return isBefore || method === 'GET'
      ? { outcome: 'not_begun', cause: 'unreachable', reason }
      : { outcome: 'unknown', reason };
  }
}

/** Why nothing can be asked at this moment. */
export function obstacleOf(failed: MessengerResult): Obstacle {
  return failed.outcome === 'not_begun' && failed.cause !== 'late' ? failed.cause : 'unreachable';
}

function neverConnected({ cause }: EgressError): boolean {
  const codes = cause instanceof AggregateError ? cause.errors : [cause];
  return codes.every(
    (one: unknown) => one instanceof Error && 'code' in one && NEVER_CONNECTED.has(String(one.code)),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? storableText(value) : value,
    );
  } catch {
    return undefined;
  }
}

/** How long a platform wants to be left alone: Retry-After, or the moment in `reset` (Unix seconds). */
function restMsOf({ headers }: EgressResponse, resetHeader?: string): number | undefined {
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after) && after > 0) return after * 1_000;
  const reset = Number(resetHeader === undefined ? Number.NaN : headers[resetHeader]);
  return Number.isFinite(reset) && reset > 0 ? Math.max(reset * 1_000 - Date.now(), 1_000) : undefined;
}

/** @returns the field for a result, left out where nothing is known */
export function retryAfter(answer: EgressResponse, resetHeader?: string): { retryAfterMs?: number } {
  const retryAfterMs = restMsOf(answer, resetHeader);
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}
