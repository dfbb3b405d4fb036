/** The local part: plain, or quoted with spaces and signs in it (RFC 5321 4.1.2). */
const LOCAL = String.raw`(?:[a-z0-9!#$%&'*+/=?^_\x60\x7b-\x7e-]+(?:\.[a-z0-9!#$%&'*+/=?^_\x60\x7b-\x7e-]+)*|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])+")`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const LAST_LABEL = String.raw`\p{L}(?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])`;

/**
 * An e-mail address that mail can be sent to: domains in any script (IDN) count, as do quoted local parts. Letters
 * beyond ASCII before the @ do not: few mail servers take them (RFC 6531).
 */
export const EMAIL_ADDRESS = new RegExp(
  String.raw`^(?=[^@]{1,64}@|"[^@]*@)${LOCAL}@(?:${LABEL}\.)+${LAST_LABEL}$`,
  'iu',
);

/** The domain as mail servers know it; two spellings of one domain are one. */
export function asciiDomain(domain: string): string {
  if (/^[\x21-\x7e]*$/.test(domain)) return domain;
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
