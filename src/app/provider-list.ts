import type { ProviderStatus } from '#features/settings/contract.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Settings } from '#platform/config.ts';

/** The outside services that a setting can turn on, and what serves without it. */
export function providerList(settings: Settings): Omit<ProviderStatus, 'trouble'>[] {
  return [
    {
      id: 'mail',
      name: 'Mail server',
      isConfigured: settings.SMTP_URL !== undefined,
      fallback: 'Messages are kept in the outbox, complete and readable.',
      setting: 'SMTP_URL',
    },
    {
      id: 'whatsapp',
      name: 'WhatsApp',
      isConfigured: settings.WHATSAPP_TOKEN !== undefined,
      fallback: 'People send WhatsApp messages by hand, from the work list of a campaign.',
      setting: 'WHATSAPP_TOKEN',
    },
    {
      id: 'bluesky_messages',
      name: 'Direct messages on Bluesky',
      isConfigured: settings.BLUESKY_MESSAGES === true,
      fallback: 'People send them by hand, from the work list of a campaign.',
      setting: 'BLUESKY_MESSAGES',
    },
    {
      id: 'x_messages',
      name: 'Direct messages on X',
      isConfigured: settings.X_API_KEY !== undefined,
      fallback: 'People send them by hand, from the work list of a campaign.',
      setting: 'X_API_KEY',
    },
    {
      id: 'language_model',
      name: 'Language model',
      isConfigured: settings.LLM_PROVIDER !== undefined,
      fallback: `${BUILT_IN_ENGINE}: writes and answers from what is stored here.`,
      setting: 'LLM_PROVIDER',
    },
    {
      id: 'embedding_model',
      name: 'Embedding model',
      isConfigured: settings.LLM_EMBEDDING_MODEL !== undefined,
      fallback: 'Agents find what they know by its words, not by what it means.',
      setting: 'LLM_EMBEDDING_MODEL',
    },
    {
      id: 'enrichment',
      name: 'Contact enrichment',
      isConfigured: settings.ENRICHMENT_WEBHOOK_URL !== undefined,
      fallback: 'Addresses that people gave are checked here; nobody is asked for missing ones.',
      setting: 'ENRICHMENT_WEBHOOK_URL',
    },
    {
      id: 'identity',
      name: 'Single sign-on',
      isConfigured: settings.OIDC_ISSUER !== undefined,
      fallback: 'People sign in with email and password.',
      setting: 'OIDC_ISSUER',
    },
    {
      id: 'files',
      name: 'File storage',
      isConfigured: settings.S3_ENDPOINT !== undefined,
      fallback: 'Files are kept in the data folder.',
      setting: 'S3_ENDPOINT',
    },
    {
      id: 'companion',
      name: 'Files from elsewhere',
      isConfigured: settings.COMPANION_URL !== undefined,
      fallback: 'Files are sent from this device only.',
      setting: 'COMPANION_URL',
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
