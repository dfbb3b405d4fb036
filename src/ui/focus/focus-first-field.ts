const FIELD =
  'input:not([disabled], [type=hidden]), textarea:not([disabled]), [role=combobox]:not([disabled])';

/** Whether there is a field in it that took the focus: what is hidden does not, what is no stop of its own shall not. */
export function focusFirstField(part: Element): boolean {
  for (const field of part.querySelectorAll<HTMLElement>(FIELD)) {
    if (field.tabIndex < 0 || field.getClientRects().length === 0) continue;
    field.focus();
    if (document.activeElement === field) return true;
  }
  return false;
}
