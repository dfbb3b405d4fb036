import { z } from 'zod';

const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
const list = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
    .pipe(z.array(schema));
const webAddress = z.url({ protocol: /^https?$/ });
const actor = z.string().regex(/^[\w.-]+[~/][\w.-]+$/, 'user~name');
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/**
 * Every setting, once. Each description is the sentence that `.env.example` and `docs/settings.md` show.
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
    DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })).describe(
      'The same database without the pooler in between, for what needs a connection of its own; none: DATABASE_URL is no pooler in transaction mode',
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
    BREACHED_PASSWORDS: optional(flag).describe(
      'on or off: refuse new passwords that are known from breaches; the service hears five digits of their hash; none: off',
    ),
    BREACHED_PASSWORDS_BASE_URL: webAddress
      .default('https://api.pwnedpasswords.com')
      .describe('Address of that service, which answers /range/ as Pwned Passwords does'),
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
    TRACK_LIMIT_PER_ADDRESS: z.coerce
      .number()
      .int()
      .min(0)
      .default(600)
      .describe('Page events a minute from one address, the rest answered with 429; 0: no limit'),
    TRACK_LIMIT: z.coerce
      .number()
      .int()
      .min(0)
      .default(30_000)
      .describe('Page events a minute in all, the rest answered with 429; 0: no limit'),
    TRACK_KEY: optional(z.string().min(16)).describe(
      "Bearer token with which a shop's server reports purchases to /api/track, without limits and without a review; none: pages report them",
    ),
    PURCHASES_PER_HOUR: z.coerce
      .number()
      .int()
      .min(1)
      .default(5)
      .describe('Purchases of one person that pages may report in an hour; more are held for review'),
    PURCHASE_VALUE_PER_DAY: z.coerce
      .number()
      .min(1)
      .default(10_000)
      .describe(
        'Value of the purchases of one person that pages may report in a day, in US dollars or as many units of another currency; more is held for review',
      ),
    API_TOKEN_CALLS_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .default(600)
      .describe('Calls a minute with one API token, the rest answered with 429'),
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
    DKIM_DOMAIN: optional(z.string().regex(/^[\w.-]+$/)).describe(
      'With DKIM_SELECTOR and DKIM_PRIVATE_KEY: signs the mail of SMTP_URL for this domain; none: the mail server signs',
    ),
    DKIM_SELECTOR: optional(z.string().regex(/^[\w.-]+$/)).describe(
      'Name of the key, as published at SELECTOR._domainkey.DOMAIN',
    ),
    DKIM_PRIVATE_KEY: optional(z.string().regex(/^-----BEGIN (?:RSA )?PRIVATE KEY-----/)).describe(
      'RSA key in PEM, on one line with \\n for its line ends',
    ),
    IMAP_URL: optional(z.url({ protocol: /^imaps?$/ })).describe(
      'Inbox in which answers and bounces to the mail of SMTP_URL arrive, imaps://user:password@host; none: they are not read',
    ),
    POSTMARK_WEBHOOK_SECRET: optional(z.string().min(16)).describe(
      'Password in the webhook address given to Postmark, https://any:SECRET@host/api/webhooks/postmark; none: its reports are not taken',
    ),
    SENDGRID_WEBHOOK_KEY: optional(z.string().min(40)).describe(
      'Verification key that SendGrid shows for its signed event webhook (/api/webhooks/sendgrid); none: its reports are not taken',
    ),
    WHATSAPP_TOKEN: optional(z.string().min(20)).describe(
      'Token of a system user; with WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_BUSINESS_ACCOUNT_ID: campaigns send over the WhatsApp Cloud API; none: people send by hand',
    ),
    WHATSAPP_PHONE_NUMBER_ID: optional(z.string().regex(/^\d+$/)).describe(
      'Id of the number that WhatsApp messages come from',
    ),
    WHATSAPP_BUSINESS_ACCOUNT_ID: optional(z.string().regex(/^\d+$/)).describe(
      'Id of the WhatsApp business account, whose approved templates are used',
    ),
    WHATSAPP_APP_SECRET: optional(z.string().min(16)).describe(
      'App secret, with which WhatsApp signs its reports to /api/webhooks/whatsapp; WHATSAPP_TOKEN needs it',
    ),
    WHATSAPP_VERIFY_TOKEN: optional(z.string().min(16)).describe(
      'Words of your own that are entered as the verify token of that webhook; WHATSAPP_TOKEN needs it',
    ),
    WHATSAPP_BASE_URL: webAddress
      .default('https://graph.facebook.com/v26.0')
      .describe('Address of the Graph API, with its version'),
    X_API_KEY: optional(z.string().min(8)).describe(
      'API key of an X app; with X_API_SECRET, X_ACCESS_TOKEN and X_ACCESS_TOKEN_SECRET: campaigns send direct messages on X; none: people send them by hand',
    ),
    X_API_SECRET: optional(z.string().min(8)).describe('Secret of that key'),
    X_ACCESS_TOKEN: optional(z.string().min(8)).describe(
      'Access token of the account that writes, with permission for direct messages',
    ),
    X_ACCESS_TOKEN_SECRET: optional(z.string().min(8)).describe('Secret of that token'),
    X_BASE_URL: webAddress.default('https://api.x.com/2').describe('Address of the X API'),
    MAIL_HOSTS_ALLOW: list(z.string().regex(/^[\w.:-]+$/)).describe(
      'Mail servers on a private network that mailboxes may be at, comma-separated; none: public ones only',
    ),
    OIDC_ISSUER: optional(z.url({ protocol: /^https?$/ })).describe(
      'OpenID Connect issuer; none: sign-in with e-mail and password',
    ),
    OIDC_CLIENT_ID: optional(z.string()).describe('Client id at that issuer'),
    OIDC_CLIENT_SECRET: optional(z.string()).describe('Client secret at that issuer'),
    OIDC_TRUST_EMAIL: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .describe(
        'true: take an email address from that issuer (also preferred_username or upn) as confirmed although it does not say so, as Entra ID does not',
      ),
    OIDC_ALLOWED_DOMAINS: list(
      z
        .string()
        .toLowerCase()
        .regex(/^[\w.-]+\.[a-z]+$/),
    ).describe(
      'Email domains whose people come in from that issuer as viewers without an invitation, comma-separated; none: invited people only',
    ),
    LLM_PROVIDER: optional(z.enum(['openai-compatible', 'openai', 'anthropic'])).describe(
      'openai-compatible, openai or anthropic; none: the built-in engine writes',
    ),
    LLM_BASE_URL: optional(webAddress).describe(
      'Address of that provider up to /v1; none: its public one; openai-compatible needs it',
    ),
    LLM_API_KEY: optional(z.string().min(1)).describe('API key there; openai and anthropic need it'),
    LLM_MODEL: optional(z.string().min(1).max(200)).describe('Model that writes and answers'),
    LLM_EMBEDDING_MODEL: optional(z.string().min(1).max(200)).describe(
      'Model that compares texts; none: they are compared by their words',
    ),
    EGRESS_ALLOW: list(webAddress).describe(
      'Addresses on a private network that feeds and providers may be at, comma-separated; none: public ones only',
    ),
    WEBHOOK_ALLOW_PRIVATE: flag
      .default(false)
      .describe('on or off: webhooks may call receivers on a private network; off: public addresses only'),
    DISCOVERY_RUN_BUDGET_USD: z.coerce
      .number()
      .min(0)
      .max(10_000)
      .default(1)
      .describe('The most that one discovery run spends on paid sources, in US dollars'),
    DISCOVERY_DAY_BUDGET_USD: z.coerce
      .number()
      .min(0)
      .max(100_000)
      .default(10)
      .describe('The most that all discovery runs of 24 hours spend, in US dollars'),
    APIFY_TOKEN: optional(z.string().min(8)).describe(
      'Apify API token: turns on Twitter, Reddit, LinkedIn and Google',
    ),
    APIFY_BASE_URL: webAddress.default('https://api.apify.com/v2').describe('Address of the Apify API'),
    APIFY_TWITTER_ACTOR: actor.default('apidojo~tweet-scraper').describe('Actor that searches Twitter'),
    APIFY_REDDIT_ACTOR: actor.default('trudax~reddit-scraper-lite').describe('Actor that searches Reddit'),
    APIFY_LINKEDIN_ACTOR: actor
      .default('harvestapi~linkedin-post-search')
      .describe('Actor that searches LinkedIn posts'),
    APIFY_GOOGLE_ACTOR: actor.default('apify~google-search-scraper').describe('Actor that searches Google'),
    APOLLO_API_KEY: optional(z.string().min(8)).describe('Apollo API key: turns on the Pro database'),
    APOLLO_BASE_URL: webAddress.default('https://api.apollo.io/api/v1').describe('Address of the Apollo API'),
    ENRICHMENT_WEBHOOK_URL: optional(webAddress).describe(
      'Service that is told about people without an address and answers with one; with ENRICHMENT_WEBHOOK_SECRET: turns on enrichment; needs a PUBLIC_URL that it can reach',
    ),
    ENRICHMENT_WEBHOOK_SECRET: optional(z.string().min(16)).describe(
      'At least 16 characters, known to that service too: signs calls and answers',
    ),
    ENRICHMENT_WAIT_HOURS: z.coerce
      .number()
      .int()
      .min(1)
      .max(720)
      .default(24)
      .describe('How long an address may be on its way before a person is asked to look'),
    CLAY_WEBHOOK_URL: optional(webAddress).describe(
      'Webhook of a Clay table that looks people up: turns on Clay; needs a PUBLIC_URL that Clay can reach',
    ),
    CLAY_WEBHOOK_TOKEN: optional(z.string()).describe('Authentication token of that webhook, if it has one'),
    CLAY_WAIT_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_000)
      .default(180)
      .describe('How long a run waits for rows of the Clay table'),
    BLUESKY_HANDLE: optional(z.string().min(3)).describe(
      'Bluesky account, name.bsky.social; with BLUESKY_APP_PASSWORD: turns on Bluesky',
    ),
    BLUESKY_APP_PASSWORD: optional(z.string().min(8)).describe('App password of that account'),
    BLUESKY_MESSAGES: optional(flag).describe(
      'on or off: campaigns send direct messages as that account, whose app password must allow it; none: off, people send them by hand',
    ),
    BLUESKY_BASE_URL: webAddress.default('https://bsky.social').describe('Address that Bluesky signs in at'),
    MASTODON_BASE_URL: webAddress
      .default('https://mastodon.social')
      .describe('Mastodon server whose public posts are read'),
    MASTODON_TOKEN: optional(z.string().min(8)).describe(
      'Access token there; none: what the server shows to everybody',
    ),
    HACKER_NEWS_BASE_URL: webAddress
      .default('https://hn.algolia.com/api/v1')
      .describe('Address of the Hacker News search'),
    DISCORD_BOT_TOKEN: optional(z.string().min(8)).describe(
      'Token of a Discord bot: turns on mirroring of Discord channels',
    ),
    DISCORD_BASE_URL: webAddress
      .default('https://discord.com/api/v10')
      .describe('Address of the Discord API'),
    DISCOURSE_BASE_URL: optional(webAddress).describe(
      'Address of a Discourse forum; with DISCOURSE_API_KEY and DISCOURSE_API_USERNAME: turns on mirroring it',
    ),
    DISCOURSE_API_KEY: optional(z.string().min(8)).describe('API key of that forum'),
    DISCOURSE_API_USERNAME: optional(z.string().min(1)).describe('Account that the key acts as there'),
    S3_ENDPOINT: optional(webAddress).describe(
      'S3-compatible storage that files are kept in, https://host; with S3_BUCKET and the two keys; none: DATA_DIR',
    ),
    S3_BUCKET: optional(
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, '3 to 63 small letters, digits, dots and hyphens'),
    ).describe('Bucket there; its CORS rules must allow PUT from PUBLIC_URL and expose ETag'),
    S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
    S3_ACCESS_KEY_ID: optional(z.string().min(1)).describe('Access key that reads and writes the bucket'),
    S3_SECRET_ACCESS_KEY: optional(z.string().min(1)).describe('Secret of that key'),
    S3_STS_ENDPOINT: optional(webAddress).describe(
      'Security token service of that storage, https://sts.amazonaws.com: turns on temporary credentials (/s3/sts)',
    ),
    S3_STS_ROLE: optional(z.string().min(1)).describe(
      'Role that temporary credentials take on; none: those of the access key, narrowed to uploads',
    ),
    COMPANION_URL: optional(webAddress).describe(
      'Companion server that stores into S3_BUCKET: turns on Google Drive, Dropbox, OneDrive and links as sources of uploads',
    ),
    COMPANION_PREFIX: z
      .string()
      .regex(/^[\w-]+(?:\/[\w-]+)*\/$/, 'must be a folder of the bucket that ends with /, such as companion/')
      .default('companion/')
      .describe(
        'Folder of S3_BUCKET into which Companion stores (its COMPANION_AWS_PREFIX); nothing else is taken over',
      ),
    STORAGE_GB: z.coerce
      .number()
      .min(1)
      .max(1_000_000)
      .default(50)
      .describe('How much room uploaded files may take together, in gigabytes'),
    FEED_URLS: list(webAddress).describe('RSS and Atom feeds to read, comma-separated: turns on Feeds'),
  })
  .check((context) => {
    const given = context.value;
    const demand = (path: keyof typeof given, message: string): void => {
      context.issues.push({ code: 'custom', input: given[path], path: [path], message });
    };
    if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
      demand('DATABASE_DIRECT_URL', 'needs DATABASE_URL: the address of the pooler');
    if (given.ROLE !== 'all' && !given.DATABASE_URL) {
      demand('ROLE', `${given.ROLE} needs DATABASE_URL: the embedded database serves one process`);
    }
    if (Boolean(given.ADMIN_EMAIL) !== Boolean(given.ADMIN_PASSWORD)) {
      demand('ADMIN_EMAIL', 'needs ADMIN_PASSWORD, and the reverse');
    }
    if (Boolean(given.BLUESKY_HANDLE) !== Boolean(given.BLUESKY_APP_PASSWORD)) {
      demand('BLUESKY_HANDLE', 'needs BLUESKY_APP_PASSWORD, and the reverse');
    }
    const whatsApp = [
      given.WHATSAPP_TOKEN,
      given.WHATSAPP_PHONE_NUMBER_ID,
      given.WHATSAPP_BUSINESS_ACCOUNT_ID,
      given.WHATSAPP_APP_SECRET,
      given.WHATSAPP_VERIFY_TOKEN,
    ];
    if (whatsApp.some(Boolean) && !whatsApp.every(Boolean)) {
      demand(
        'WHATSAPP_TOKEN',
        'needs WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_BUSINESS_ACCOUNT_ID, WHATSAPP_APP_SECRET and WHATSAPP_VERIFY_TOKEN, and the reverse',
      );
    }
    const x = [given.X_API_KEY, given.X_API_SECRET, given.X_ACCESS_TOKEN, given.X_ACCESS_TOKEN_SECRET];
    if (x.some(Boolean) && !x.every(Boolean)) {
      demand('X_API_KEY', 'needs X_API_SECRET, X_ACCESS_TOKEN and X_ACCESS_TOKEN_SECRET, and the reverse');
    }
    if (given.BLUESKY_MESSAGES && !given.BLUESKY_HANDLE) {
      demand('BLUESKY_MESSAGES', 'needs BLUESKY_HANDLE and BLUESKY_APP_PASSWORD');
    }
    const dkim = [given.DKIM_DOMAIN, given.DKIM_SELECTOR, given.DKIM_PRIVATE_KEY];
    if (dkim.some(Boolean) && !dkim.every(Boolean)) {
      demand('DKIM_DOMAIN', 'needs DKIM_SELECTOR and DKIM_PRIVATE_KEY, and the reverse');
    }
    if (given.OIDC_ISSUER && !(given.OIDC_CLIENT_ID && given.OIDC_CLIENT_SECRET)) {
      demand('OIDC_ISSUER', 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
    }
    const storage = [given.S3_ENDPOINT, given.S3_BUCKET, given.S3_ACCESS_KEY_ID, given.S3_SECRET_ACCESS_KEY];
    if (storage.some(Boolean) && !storage.every(Boolean)) {
      demand(
        'S3_ENDPOINT',
        'needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and each of them the others',
      );
    }
    if (given.S3_STS_ENDPOINT && !given.S3_ENDPOINT) demand('S3_STS_ENDPOINT', 'needs S3_ENDPOINT');
    if (given.COMPANION_URL && !given.S3_ENDPOINT) demand('COMPANION_URL', 'needs S3_ENDPOINT');
    if (given.LLM_PROVIDER) {
      if (!given.LLM_MODEL) demand('LLM_PROVIDER', 'needs LLM_MODEL');
      if (given.LLM_PROVIDER === 'openai-compatible') {
        if (!given.LLM_BASE_URL) demand('LLM_PROVIDER', 'openai-compatible needs LLM_BASE_URL');
      } else if (!given.LLM_API_KEY) demand('LLM_PROVIDER', `${given.LLM_PROVIDER} needs LLM_API_KEY`);
      if (given.LLM_PROVIDER === 'anthropic' && given.LLM_EMBEDDING_MODEL) {
        demand('LLM_EMBEDDING_MODEL', 'is not offered by anthropic');
      }
    } else if (given.LLM_BASE_URL ?? given.LLM_API_KEY ?? given.LLM_MODEL ?? given.LLM_EMBEDDING_MODEL) {
      demand('LLM_PROVIDER', 'openai-compatible, openai or anthropic is needed by the other LLM settings');
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

/**
 * The servers that the operator chose; they may stand on a private network. Known by how their settings are named, so that
 * nobody has to think of it for one more. The language model has a way out of its own.
 */
export function trustedAddresses(settings: Settings): string[] {
  const chosen = Object.entries(settings).flatMap(([name, value]) =>
    /_(?:BASE_URL|WEBHOOK_URL|ENDPOINT)$/.test(name) && name !== 'LLM_BASE_URL' && typeof value === 'string'
      ? [value]
      : [],
  );
  return [...settings.EGRESS_ALLOW, ...chosen];
}

/** Where people reach the product, without a trailing slash. */
export function publicUrlOf(settings: Settings): string {
  const address = settings.PUBLIC_URL ?? `http://${urlHost(settings.HOST)}:${settings.PORT}`;
  return address.replace(/\/+$/, '');
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
