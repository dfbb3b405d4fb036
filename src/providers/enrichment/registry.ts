import type { Settings } from '#platform/config.ts';
import type { Egress } from '#platform/egress.ts';
import { createAddressChecks, type Dns } from './address-checks.ts';
import type { AddressChecker, EnrichmentWebhook } from './port.ts';
import { createEnrichmentWebhook } from './webhook.ts';

/** Who completes and checks contacts. */
export type Enrichment = AddressChecker & {
  /** Whether an outside enrichment service receives new leads. */
  hasWebhook: boolean;
  webhook?: EnrichmentWebhook;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly enrichment: Enrichment;
  }
}

type Options = {
  dns?: Dns;
  /** The settings of the webhook; it is on when both are there. */
  settings?: Pick<Settings, 'ENRICHMENT_WEBHOOK_URL' | 'ENRICHMENT_WEBHOOK_SECRET'>;
  publicUrl?: string;
  egress?: Egress;
};

/** The checks that need no service, and the service where one is configured. */
export function createEnrichment({ dns, settings, publicUrl, egress }: Options = {}): Enrichment {
  const { ENRICHMENT_WEBHOOK_URL: url, ENRICHMENT_WEBHOOK_SECRET: secret } = settings ?? {};
  const webhook =
    url !== undefined && secret !== undefined && publicUrl !== undefined && egress !== undefined
      ? createEnrichmentWebhook({ url, secret, publicUrl, egress })
      : undefined;
  return {
    ...createAddressChecks(dns === undefined ? {} : { dns }),
    hasWebhook: webhook !== undefined,
    ...(webhook === undefined ? {} : { webhook }),
  };
}
