import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '#kit/time.ts';
import { type Egress, EgressError } from '#platform/egress.ts';
import { EnrichmentError, type EnrichmentWebhook } from './port.ts';

type Options = {
  url: string;
  /** Known to the service too: signs what we send, and what it sends back. */
  secret: string;
  /** Where answers arrive, without a trailing slash. */
  publicUrl: string;
  egress: Egress;
  now?: () => Date;
};

const ANSWER_PATH = '/api/enrichment/answers';

/** An older signature may be a copy of somebody who listened. */
const SIGNATURE_LASTS_MS = 300 * SECOND_MS;

/**
 * A service that is told about new people and answers when it knows more. Each call is signed; the answer is either
 * signed alike or carries the token of its request (a table such as Clay's can send a header, and cannot sign).
 */
export function createEnrichmentWebhook({
  url,
  secret,
  publicUrl,
  egress,
  now = () => new Date(),
}: Options): EnrichmentWebhook {
  const hmac = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const tokenOf = (requestId: string): string => hmac(`answer:${requestId}`);

  return {
    async ask({ requestId, leadId, name, handle, platform, profileUrl }, signal) {
      const body = JSON.stringify({
        request_id: requestId,
        lead_id: leadId,
        name,
        handle: handle ?? '',
        platform,
        profile_url: profileUrl ?? '',
        callback_url: `${publicUrl}${ANSWER_PATH}`,
        callback_token: tokenOf(requestId),
      });
      const timestamp = String(Math.floor(now().getTime() / SECOND_MS));
      const answer = await egress({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-yarrow-timestamp': timestamp,
          'x-yarrow-signature': `v1=${hmac(`${timestamp}.${body}`)}`,
        },
        body,
        ...(signal ? { signal } : {}),
      }).catch((error: unknown) => {
        const reason = error instanceof EgressError ? error.message : 'No answer';
        throw new EnrichmentError(reason, { retryable: true, cause: error });
      });
      if (answer.status >= 200 && answer.status < 300) return;
      const isBusy = answer.status === 408 || answer.status === 429 || answer.status >= 500;
      throw new EnrichmentError(`The enrichment service answered ${answer.status}`, {
        retryable: isBusy,
        retryAfterMs: retryAfterMs(answer.headers['retry-after']),
      });
    },

    isAuthentic({ requestId, body, authorization, timestamp, signature }) {
      if (signature !== undefined) {
        const age = Math.abs(now().getTime() - Number(timestamp) * SECOND_MS);
        return age <= SIGNATURE_LASTS_MS && isSame(signature, `v1=${hmac(`${timestamp}.${body}`)}`);
      }
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
      return isSame(token, tokenOf(requestId));
    },
  };
}

/** In a time that does not tell how much of it was right. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

function retryAfterMs(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return header !== undefined && Number.isFinite(seconds) ? Math.max(0, seconds) * SECOND_MS : undefined;
}
