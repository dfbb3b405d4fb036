import type { Settings } from '#platform/config.ts';
import type { Egress } from '#platform/egress.ts';
import type { BreachedPasswords } from './port.ts';
import { createRangeService } from './range-service.ts';

type Options = {
  settings: Pick<Settings, 'BREACHED_PASSWORDS' | 'BREACHED_PASSWORDS_BASE_URL'>;
  egress: Egress;
};

/** Undefined where the operator has not turned it on. */
export function createBreachedPasswords({ settings, egress }: Options): BreachedPasswords | undefined {
  if (!settings.BREACHED_PASSWORDS) return undefined;
  return createRangeService({ baseUrl: settings.BREACHED_PASSWORDS_BASE_URL, egress });
}
