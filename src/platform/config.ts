import { z } from 'zod';

const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/**
 * Every setting, once. Each description is the sentence that `.env.example` and the README show.
 * An empty value counts as not set.
 */
export const Settings = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port to serve on'),
    HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all'),
    PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })).describe(
      'Address that people and mail links use; none: http://HOST:PORT',
    ),
    DATA_DIR: z.string().min(1).default('./data').describe('Folder for the embedded database and files'),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })).describe(
      'PostgreSQL 15 or newer; none: the embedded one in DATA_DIR',
    ),
    ROLE: z
      .enum(['all', 'web', 'worker'])
      .default('all')
      .describe('What this process does; web and worker need DATABASE_URL'),
    ACCESS_PASSWORD: optional(z.string().min(1)).describe(
      'The shared testing password; none: generated once and printed at the start',
    ),
    ADMIN_EMAIL: optional(z.email()).describe(
      'With ADMIN_PASSWORD: creates the first admin; none: the first visitor past the gate does',
    ),
    ADMIN_PASSWORD: optional(z.string().min(8).max(128)).describe(
      'Password of that first admin, 8 to 128 characters',
    ),
    DEMO: optional(flag).describe(
      'on or off: seed the demo workspace at the first start; none: on with the embedded database',
    ),
    SESSION_SECRET: optional(z.string().min(32)).describe(
      'At least 32 characters, the same for all processes; none: generated once and stored in the database',
    ),
    TRUST_PROXY: z.coerce
      .number()
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe('Number of proxies in front, whose X-Forwarded-For is believed'),
    METRICS_TOKEN: optional(z.string().min(16)).describe(
      'Bearer token of /metrics; none: it answers only direct calls from this machine',
    ),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('How much is logged'),
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })).describe(
      'Mail server, smtp://user:password@host:587; none: messages stay in the outbox',
    ),
    SMTP_CONNECTIONS: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(20)
      .describe('Connections held open to the mail server'),
    MAIL_FROM: optional(z.string().min(3)).describe(
      'Sender, Name <address@domain>; none: from the workspace settings',
    ),
    OIDC_ISSUER: optional(z.url({ protocol: /^https?$/ })).describe(
      'OpenID Connect issuer; none: sign-in with e-mail and password',
    ),
    OIDC_CLIENT_ID: optional(z.string()).describe('Client id at that issuer'),
    OIDC_CLIENT_SECRET: optional(z.string()).describe('Client secret at that issuer'),
  })
  .check((context) => {
    const given = context.value;
    const demand = (path: keyof typeof given, message: string): void => {
      context.issues.push({ code: 'custom', input: given[path], path: [path], message });
    };
    if (given.ROLE !== 'all' && !given.DATABASE_URL) {
      demand('ROLE', `${given.ROLE} needs DATABASE_URL: the embedded database serves one process`);
    }
    if (Boolean(given.ADMIN_EMAIL) !== Boolean(given.ADMIN_PASSWORD)) {
      demand('ADMIN_EMAIL', 'needs ADMIN_PASSWORD, and the reverse');
    }
    if (given.OIDC_ISSUER && !(given.OIDC_CLIENT_ID && given.OIDC_CLIENT_SECRET)) {
      demand('OIDC_ISSUER', 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
    }
  });
export type Settings = z.infer<typeof Settings>;

/** A wrong setting; the message names each one and what it expects, never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads the settings from the environment. Throws `SettingsError`. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const parsed = Settings.safeParse(environment);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`These settings are wrong:\n${lines.join('\n')}`);
}
