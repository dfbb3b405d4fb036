import { createHmac } from 'node:crypto';
import type { Context } from '#platform/context.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** Keys invitations, puzzles, webhooks and the hashes of reporters. */
    readonly communitySecret: string;
  }
}

/** HMAC-SHA-256 of a text, base64url. The text begins with its purpose, so that no signature serves another one. */
export function sign({ communitySecret }: Pick<Context, 'communitySecret'>, text: string): string {
  return createHmac('sha256', communitySecret).update(text).digest('base64url');
}
