import type { z } from 'zod';
import type { ProviderStatus } from '#features/settings/contract.ts';
import type { Settings } from '#platform/config.ts';

/** The outside services that a setting can turn on, and what serves without it. */
export function providerList(settings: Settings): z.infer<typeof ProviderStatus>[] {
  return [
    {
      id: 'mail',
      name: 'Mail server',
      isConfigured: settings.SMTP_URL !== undefined,
      fallback: 'Messages are kept in the outbox, complete and readable.',
      setting: 'SMTP_URL',
    },
    {
      id: 'identity',
      name: 'Single sign-on',
      isConfigured: settings.OIDC_ISSUER !== undefined,
      fallback: 'People sign in with email and password.',
      setting: 'OIDC_ISSUER',
    },
    {
      id: 'database',
      name: 'PostgreSQL server',
      isConfigured: settings.DATABASE_URL !== undefined,
      fallback: 'The built-in PostgreSQL keeps everything in the data folder.',
      setting: 'DATABASE_URL',
    },
  ];
}
