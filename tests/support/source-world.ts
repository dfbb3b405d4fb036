import { readSettings } from '#platform/config.ts';
import { EgressError } from '#platform/egress.ts';
import type { SourceWorld } from '#providers/lead-sources/port.ts';

/** What sources may use on a machine without settings, network and deliveries. */
export const OFFLINE_WORLD: SourceWorld = {
  settings: readSettings({}),
  egress: () => Promise.reject(new EgressError('unreachable', 'There is no network')),
  inbox: {
    address: () => ({ url: '', token: '' }),
    isKey: () => false,
    take: () => Promise.resolve([]),
    close: () => Promise.resolve(),
    deliver: () => Promise.resolve(undefined),
    tidy: () => Promise.resolve(),
    listNaming: () => Promise.resolve([]),
    forgetNaming: () => Promise.resolve(),
  },
  wait: () => Promise.resolve(),
};
