export function isWebAddress(target: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/i.test(target);
}

/** What the words of a link may lead to: a page, an email address, a telephone number. */
export function isLinkTarget(target: string): boolean {
  return (
    isWebAddress(target) ||
    /^mailto:[^\s<>"@]+@[^\s<>"@]+$/i.test(target) ||
    /^tel:\+?[\d().-]{2,40}$/i.test(target)
  );
}
