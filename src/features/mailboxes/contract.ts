import { z } from 'zod';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';
import { InboxReason, MailboxReason, MailboxReasonDetails } from './contract-reasons.ts';

export const MailSecurity = z.enum(['tls', 'starttls', 'none'], 'tls, starttls or none.');
export type MailSecurity = z.infer<typeof MailSecurity>;

/** How fast a mailbox sends. */
export const MailboxLimits = z.object({
  /** Messages on the first day it sends. */
  perDay: z.number('A whole number.').int('A whole number.').min(1, 'At least 1.').max(100_000),
  /** More on each further day it sends, up to `mostPerDay`. */
  growthPerDay: z.number('A whole number.').int('A whole number.').min(0, 'At least 0.').max(10_000),
  mostPerDay: z.number('A whole number.').int('A whole number.').min(1, 'At least 1.').max(100_000),
  /** Seconds between two messages. */
  minGapSeconds: z.number('A number of seconds.').int('A whole number.').min(0, 'At least 0.').max(86_400),
  /** Messages to one recipient domain in an hour. */
  perDomainPerHour: z.number('A whole number.').int('A whole number.').min(1, 'At least 1.').max(10_000),
});
export type MailboxLimits = z.infer<typeof MailboxLimits>;

export const Mailbox = z.object({
  id: z.uuid(),
  /** The mail server of the settings SMTP_URL and IMAP_URL. */
  isServer: z.boolean(),
  name: z.string(),
  address: z.string(),
  smtpHost: z.string(),
  smtpPort: z.number().int(),
  smtpSecurity: MailSecurity,
  imapHost: z.string(),
  imapPort: z.number().int(),
  imapSecurity: MailSecurity,
  username: z.string(),
  limits: MailboxLimits.nullable(),
  /** What it may send today; null without limits. */
  capToday: z.number().int().nullable(),
  sentToday: z.number().int(),
  isPaused: z.boolean(),
  /** Mail can leave from it; of the mail server's own where SMTP_URL is set. */
  canSend: z.boolean(),
  /** For people: why it was paused by itself. */
  note: z.string().nullable(),
  reason: MailboxReason.nullable().default(null),
  details: MailboxReasonDetails.nullable().default(null),
  /** When answers were last looked for; null where mail is not read from it, or not yet. */
  readAt: z.iso.datetime().nullable(),
  /** For people: why its inbox cannot be read. */
  readNote: z.string().nullable(),
  readReason: InboxReason.nullable().default(null),
  readDetails: MailboxReasonDetails.nullable().default(null),
  version: z.number().int(),
});
export type Mailbox = z.infer<typeof Mailbox>;

const HostName = z
  .string()
  .trim()
  .max(253, 'At most 253 characters.')
  .regex(/^[\w.:-]*$/, 'A host name, for example smtp.example.org.');
const Port = z
  .number('A port number.')
  .int('A port number.')
  .min(1, 'A port number.')
  .max(65_535, 'At most 65535.');

export const MailboxFields = z.object({
  name: z
    .string()
    .trim()
    .max(100, 'At most 100 characters.')
    .regex(/^[^\p{Cc}<>"]*$/u, 'Without quotes, angle brackets and line breaks.'),
  address: z.email('Enter a valid email address.').max(254, 'At most 254 characters.'),
  smtpHost: HostName.min(1, 'Enter the mail server.'),
  smtpPort: Port,
  smtpSecurity: MailSecurity,
  imapHost: HostName,
  imapPort: Port,
  imapSecurity: MailSecurity,
  username: z
    .string()
    .trim()
    .max(254, 'At most 254 characters.')
    .regex(/^\P{Cc}*$/u, 'On one line.'),
  password: z
    .string()
    .max(1_000, 'At most 1,000 characters.')
    .regex(/^\P{Cc}*$/u, 'On one line.'),
  limits: MailboxLimits.nullable(),
});

export const listMailboxes = endpoint({
  method: 'GET',
  path: '/api/mailboxes',
  access: 'viewer',
  summary: 'The mailboxes that campaigns send from',
  response: z.array(Mailbox),
});

export const createMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes',
  access: 'admin',
  summary: 'Add a mailbox; it sends from then on',
  body: MailboxFields,
  response: Mailbox,
  status: 201,
});

export const MailboxChange = MailboxFields.partial().extend({
  isPaused: z.boolean().optional(),
  /** The version that was read; a change on top of an older one is answered with 409. */
  version: z.number().int().optional(),
});

export const updateMailbox = endpoint({
  method: 'PATCH',
  path: '/api/mailboxes/:id',
  access: 'admin',
  summary: 'Change, pause or resume a mailbox; of the server’s own only its limits',
  params: IdParams,
  body: MailboxChange,
  response: Mailbox,
});

export const deleteMailbox = endpoint({
  method: 'DELETE',
  path: '/api/mailboxes/:id',
  access: 'admin',
  summary: 'Remove a mailbox; it can be restored for a while',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes/:id/restore',
  access: 'admin',
  summary: 'Bring a removed mailbox back (Undo)',
  params: IdParams,
  response: Mailbox,
});

export const checkMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes/:id/check',
  access: 'admin',
  summary: 'Log in to the mail server and the inbox of a mailbox and say what came of it',
  params: IdParams,
  response: z.object({
    sending: z.object({ isReady: z.boolean(), text: z.string() }),
    /** Null where mail is not read from it. */
    reading: z.object({ isReady: z.boolean(), text: z.string() }).nullable(),
  }),
});
