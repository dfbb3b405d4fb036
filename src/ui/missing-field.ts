/** Controls that can be asked for, and groups that say themselves (`data-missing`) that a choice in them is. */
const ASKED =
  'input, textarea, select, [role=combobox], [contenteditable=true], [data-missing], [aria-invalid=true]';
const FOCUSABLE = 'input, textarea, select, button, [contenteditable=true], [tabindex]';

/** From a button that is held back to the first field of its form that keeps it: empty though required, or wrong. */
export function goToMissingField(button: HTMLButtonElement): void {
  const form = button.form ?? button.closest('form, [data-form], [role=dialog]');
  const missing = [...(form?.querySelectorAll<HTMLElement>(ASKED) ?? [])].find(isMissing);
  const target = missing?.matches(FOCUSABLE) ? missing : missing?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
}

function isMissing(element: HTMLElement): boolean {
  if (element.dataset.missing !== undefined || element.ariaInvalid === 'true') return true;
  const isRequired = element.hasAttribute('required') || element.ariaRequired === 'true';
  return isRequired && isEmpty(element);
}

function isEmpty(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return !element.checked;
  if ('value' in element && !(element instanceof HTMLButtonElement)) {
    return String(element.value).trim() === '';
  }
  // A `Select` without a choice says so; of a rich editor its words count.
  return element.role === 'combobox'
    ? element.dataset.empty !== undefined
    : (element.textContent ?? '').trim() === '';
}
