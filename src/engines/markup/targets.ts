export function isWebAddress(target: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/i.test(target);
}

/** What the words of a link may lead to: a page, an email address, a telephone number. */
export function isLinkTarget(target: string): boolean {
  return (
    isWebAddress(target) ||
    /^mailto:[^\s<>"@]+@[^\s<>"]+$/i.test(target) ||
    // With an extension or letters in place of digits: ";ext=5", "1-800-FLOWERS".
    /^tel:\+?\d[\da-z().*#,;=+-]{1,60}$/i.test(target)
  );
}

const HOST =
  /^(?:[a-z0-9\u00A1-\uFFFF](?:[a-z0-9\u00A1-\uFFFF-]{0,62}\.)){1,8}[a-z\u00A1-\uFFFF]{2,24}(?=[/?#:]|$)/i;
const EMAIL = /^[^\s<>"@:/?#]{1,64}@[^\s<>"@:/?#]{1,255}\.[a-z\u00A1-\uFFFF]{2,24}(?=\?|$)/i;
/** A telephone number as people write it: an address has no spaces. */
const TELEPHONE = /^tel:([+\d\s()./-]{3,40})$/i;

/** A target as people write it, as a browser takes it: "tea.example/a", "tea@example.com", "tel:+49 30 12". */
export function completeTarget(written: string): string {
  const target = written.trim();
  const telephone = TELEPHONE.exec(target)?.[1];
  if (telephone !== undefined) return `tel:${telephone.replaceAll(/[^+\d]/g, '')}`;
  if (/^(?:mailto|https?):/i.test(target)) return target.replaceAll(/[ \t]/g, '%20');
  if (EMAIL.test(target)) return `mailto:${target}`;
  return HOST.test(target) ? `https://${target}` : target;
}

/** Whether words are a link without being written as one: an address as it is, "www.tea.example", "tea@example.com". */
export function isBareLink(words: string, target: string): boolean {
  const text = words.trim();
  return (
    text === target ||
    (/^www\./i.test(text) && target === `https://${text}`) ||
    (EMAIL.test(text) && target === `mailto:${text}`)
  );
}
