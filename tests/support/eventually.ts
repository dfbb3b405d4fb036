import { vi } from 'vitest';

const PATIENCE_MS = 15_000;

/** What `check` answers once it no longer throws. A busy machine may take long about it, hence the patience. */
export function eventually<T>(check: () => T | Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs });
}
