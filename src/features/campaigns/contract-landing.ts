import { z } from 'zod';
import { OverrideReason } from '#features/compliance/contract.ts';
import { endpoint } from '#kit/endpoint.ts';
import { WebUrl } from './contract.ts';

export const CampaignTemplate = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  targetSegment: z.string(),
  landingPageUrl: z.string(),
  message: z.string(),
  utmSource: z.string(),
  utmMedium: z.string(),
  /** The template's own reference data, labelled "typical". Percent, percent, US dollars. */
  performance: z.object({ responseRate: z.number(), conversionRate: z.number(), costPerLead: z.number() }),
});
export type CampaignTemplate = z.infer<typeof CampaignTemplate>;

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/campaign-templates',
  access: 'viewer',
  summary: 'The built-in quick-start templates',
  response: z.array(CampaignTemplate),
});

export const LandingSite = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  description: z.string(),
  /** The asset that is published there; null for a page somewhere else. */
  assetId: z.uuid().nullable(),
});
export type LandingSite = z.infer<typeof LandingSite>;

export const NewLandingSite = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  url: WebUrl,
  description: z.string().trim().max(500, 'At most 500 characters.').default(''),
  /** From an admin only: name and address may name a health condition. */
  allowsCondition: z.boolean().optional(),
  /** From an admin only: why the description may leave in spite of the findings that block it. */
  overrideReason: OverrideReason.optional(),
});

export const listLandingSites = endpoint({
  method: 'GET',
  path: '/api/landing-sites',
  access: 'viewer',
  summary: 'Landing pages to send people to',
  response: z.array(LandingSite),
});

export const createLandingSite = endpoint({
  method: 'POST',
  path: '/api/landing-sites',
  access: 'member',
  summary: 'Add a landing page',
  body: NewLandingSite,
  response: LandingSite,
  status: 201,
});
