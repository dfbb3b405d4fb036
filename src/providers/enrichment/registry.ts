import { createAddressChecks, type Dns } from './address-checks.ts';
import type { AddressChecker } from './port.ts';

/** Who completes and checks contacts. */
export type Enrichment = AddressChecker & {
  /** Whether an outside enrichment service receives new leads. */
  hasWebhook: boolean;
};

/** The checks that need no service. An outside webhook is one more adapter here. */
export function createEnrichment(options: { dns?: Dns } = {}): Enrichment {
  return { ...createAddressChecks(options), hasWebhook: false };
}
