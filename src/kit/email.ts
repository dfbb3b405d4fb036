/** What may stand in a local part without quotes. Both cases are written out: to a search for any case "ſ" is an s. */
const ATOM = String.raw`[A-Za-z0-9!#$%&'*+/=?^_\x60\x7b-\x7e-]+`;
const PLAIN = String.raw`${ATOM}(?:\.${ATOM})*`;
/** The local part: plain, or quoted with spaces and signs in it (RFC 5321 4.1.2). */
const LOCAL = String.raw`(?:${PLAIN}|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])+")`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const LAST_LABEL = String.raw`\p{L}(?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])`;

/**
 * An e-mail address that mail can be sent to: domains in any script (IDN) count, as do quoted local parts. Letters
 * beyond ASCII before the @ do not: few mail servers take them (RFC 6531).
 */
export const EMAIL_ADDRESS = new RegExp(
  String.raw`^(?=[^@]{1,64}@|"[^@]*@)${LOCAL}@(?:${LABEL}\.)+${LAST_LABEL}$`,
  'u',
);

const IS_PLAIN = new RegExp(`^${PLAIN}$`);

/** A local part without quotes and signs that change nothing of who is meant (RFC 5321 4.1.2): `"ann"` is ann. */
export function plainLocal(local: string): string {
  const quoted = /^"(.*)"$/s.exec(local)?.[1];
  if (quoted === undefined) return local;
  const said = quoted.replace(/\\(.)/gs, '$1');
  return IS_PLAIN.test(said) ? said : `"${said.replace(/["\\]/g, String.raw`\$&`)}"`;
}

/** The domain as mail servers know it; two spellings of one domain are one. */
export function asciiDomain(domain: string): string {
  if (/^[\x21-\x7e]*$/.test(domain)) return domain;
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
