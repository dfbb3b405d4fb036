let isKey = false;

/**
 * Whether the last thing somebody did was done without a pointer. What opens by a key takes the focus; what opens by a
 * click leaves it where the pointer is. A click without a press is a key or a screen reader.
 */
export function isByKeyboard(): boolean {
  return isKey;
}

if (typeof window !== 'undefined') {
  addEventListener('keydown', () => (isKey = true), true);
  addEventListener('pointerdown', () => (isKey = false), true);
  addEventListener('click', ({ detail }) => detail === 0 && (isKey = true), true);
}
