import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { readToken, TOKEN_PURPOSES, type TokenPurpose, touchpointToken } from '../rules.ts';

declare module '#platform/context.ts' {
  interface Context {
    readonly contactTokens: ReturnType<typeof createContactTokens>;
  }
}

const CIPHER = 'aes-128-ecb';

/**
 * Tokens that name a contact to us alone, each good for one purpose: the token of a click or of a page, which anyone who
 * gets its address sees, can't be turned into the one that unsubscribes the person or files requests in their name.
 * One block of AES is a permutation of the 16 bytes of an id, so a token is as long as an id and needs no table.
 */
export function createContactTokens(secret: string) {
  const keys = new Map(
    TOKEN_PURPOSES.map((purpose) => [purpose, Buffer.from(hkdfSync('sha256', secret, '', purpose, 16))]),
  );
  const keyOf = (purpose: TokenPurpose): Buffer => keys.get(purpose) ?? Buffer.alloc(0);
  return {
    write: (purpose: TokenPurpose, touchpointId: string): string => {
      const cipher = createCipheriv(CIPHER, keyOf(purpose), null).setAutoPadding(false);
      return cipher.update(Buffer.from(touchpointToken(touchpointId), 'base64url')).toString('base64url');
    },
    /** The contact of a token; a token of another purpose gives an id that no contact has. */
    read: (purpose: TokenPurpose, token: string): string | undefined => {
      if (readToken(token)?.link !== 0 || token.length !== 22) return undefined;
      const decipher = createDecipheriv(CIPHER, keyOf(purpose), null).setAutoPadding(false);
      const id = decipher.update(Buffer.from(token, 'base64url')).toString('base64url');
      return readToken(id)?.touchpointId;
    },
  };
}
