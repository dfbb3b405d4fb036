import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { readToken, touchpointToken } from '../rules.ts';

const CIPHER = 'aes-128-ecb';

/**
 * Tokens for the addresses of pages (`?yt=`), which anyone who gets the address sees: they name a contact to us alone.
 * The token of the mail itself unsubscribes the person and files requests in their name, and can't be made from these.
 * One block of AES is a permutation of the 16 bytes of an id, so a token is as long as an id and needs no table.
 */
export function createPageTokens(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'page visit', 16));
  return {
    write(touchpointId: string): string {
      const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
      return cipher.update(Buffer.from(touchpointToken(touchpointId), 'base64url')).toString('base64url');
    },
    /** The contact of a token; any other token gives an id that no contact has. */
    read(token: string): string | undefined {
      if (readToken(token)?.link !== 0 || token.length !== 22) return undefined;
      const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
      const id = decipher.update(Buffer.from(token, 'base64url')).toString('base64url');
      return readToken(id)?.touchpointId;
    },
  };
}
