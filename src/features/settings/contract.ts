import { z } from 'zod';
import { HELP_REGIONS } from '#engines/safety/judgement.ts';
import { endpoint } from '#kit/endpoint.ts';

const TimeZone = z.string().max(60).refine(isTimeZone, 'Choose a time zone, for example Europe/London.');

export const JURISDICTIONS = ['US', 'EU', 'UK'] as const;
export const Jurisdiction = z.enum(JURISDICTIONS, `One of ${JURISDICTIONS.join(', ')}.`);
export type Jurisdiction = z.infer<typeof Jurisdiction>;

const VISITOR_REGIONS = ['anywhere', ...HELP_REGIONS] as const;
export const VisitorRegion = z.enum(VISITOR_REGIONS, `One of ${VISITOR_REGIONS.join(', ')}.`);
export type VisitorRegion = z.infer<typeof VisitorRegion>;

/** What the whole workspace shares. */
export const Workspace = z.object({
  name: z.string(),
  timeZone: z.string(),
  /** Printed under each outgoing mail (CAN-SPAM 15 U.S.C. 7704(a)(5)). */
  postalAddress: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  /** Where the people written to live; the rules of each hold for every text. */
  jurisdictions: z.array(Jurisdiction),
  /** Where those live who write to the agents: whose numbers are shown to somebody in danger. */
  visitorRegion: VisitorRegion,
  /** Campaigns take up approved content alone; otherwise any, and the composer says what is not approved. */
  approvedContentOnly: z.boolean(),
  /** Mails that are composed from now on tell when they are opened, by a picture that they load from here. */
  countsOpens: z.boolean(),
  /** Follow-ups wait so many days after an automatic reply that names no return date. */
  awayDays: z.number().int(),
  /** Sample data of the demo workspace is present and can be removed. */
  hasDemoData: z.boolean(),
});
export type Workspace = z.infer<typeof Workspace>;

export const WorkspaceChange = z
  .object({
    name: z.string().trim().min(1, 'Enter a name.').max(100, 'At most 100 characters.'),
    timeZone: TimeZone,
    postalAddress: z.string().trim().max(300, 'At most 300 characters.'),
    senderName: z
      .string()
      .trim()
      .max(100, 'At most 100 characters.')
      .regex(/^[^\r\n<>"]*$/, 'Without quotes, angle brackets and line breaks.'),
    senderEmail: z.union([z.literal(''), z.email('Enter a valid email address.').max(254)]),
    jurisdictions: z
      .array(Jurisdiction)
      .min(1, 'Choose at least one region.')
      .transform((chosen) => JURISDICTIONS.filter((one) => chosen.includes(one))),
    visitorRegion: VisitorRegion,
    approvedContentOnly: z.boolean(),
    countsOpens: z.boolean(),
    awayDays: z
      .number('Enter a number of days.')
      .int('Whole days.')
      .min(0, 'At least 0 days.')
      .max(60, 'At most 60 days.'),
  })
  .partial();

export const getWorkspace = endpoint({
  method: 'GET',
  path: '/api/settings/workspace',
  access: 'viewer',
  summary: 'What the whole workspace shares',
  response: Workspace,
});

export const changeWorkspace = endpoint({
  method: 'PATCH',
  path: '/api/settings/workspace',
  access: 'admin',
  summary: 'Change what the workspace shares',
  body: WorkspaceChange,
  response: Workspace,
});

/** One outside service: whether it is on, and the setting that turns it on. */
export const ProviderStatus = z.object({
  id: z.string(),
  name: z.string(),
  isConfigured: z.boolean(),
  /** What serves while it is not configured, in words. */
  fallback: z.string(),
  setting: z.string(),
  /** It is configured and fails: how, in words, since when, and when it was last asked. */
  trouble: z.object({ text: z.string(), since: z.iso.datetime(), lastAt: z.iso.datetime() }).nullable(),
});
export type ProviderStatus = z.infer<typeof ProviderStatus>;

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/settings/providers',
  access: 'viewer',
  summary: 'The outside services, which are configured, which of them fail, and what turns on the others',
  response: z.array(ProviderStatus),
});

export const removeDemoData = endpoint({
  method: 'DELETE',
  path: '/api/settings/demo',
  access: 'admin',
  summary: 'Remove the sample data of the demo workspace and nothing else',
  response: z.object({ removedRows: z.number() }),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
