import { z } from 'zod';
import { OverrideReason } from '#features/compliance/contract.ts';
import { endpoint, IdParams, RawAnswer } from '#kit/endpoint.ts';

export const PAGE_LIMITS = { title: 120, description: 200, label: 60, consent: 500, url: 2_000 } as const;

const upTo = (max: number): string => `At most ${max.toLocaleString('en-US')} characters.`;

const WebAddress = z
  .url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://.' })
  .max(PAGE_LIMITS.url, upTo(PAGE_LIMITS.url));

const Label = z
  .string()
  .trim()
  .min(1, 'Write what the button says.')
  .max(PAGE_LIMITS.label, upTo(PAGE_LIMITS.label));

/** What the page asks people to do. */
export const PageAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('link'),
    label: Label,
    url: WebAddress,
    /** A press is what the page is for; otherwise only what happens behind the link counts. */
    isConversion: z.boolean(),
  }),
  z.object({
    kind: z.literal('form'),
    label: Label,
    /** What people agree to with their address. */
    consent: z
      .string()
      .trim()
      .min(20, 'Say who will write, how, and about what: at least 20 characters.')
      .max(PAGE_LIMITS.consent, upTo(PAGE_LIMITS.consent)),
    /** Where it says what becomes of the address (GDPR Art. 13). */
    privacyUrl: WebAddress,
  }),
]);
export type PageAction = z.output<typeof PageAction>;

/** The end of the page's address. */
export const PageSlug = z
  .string()
  .trim()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Lower-case letters, digits and hyphens between them.')
  .min(3, 'At least 3 characters.')
  .max(80, upTo(80));

export const PageSettings = z.object({
  slug: PageSlug,
  title: z.string().trim().min(1, 'Write a title.').max(PAGE_LIMITS.title, upTo(PAGE_LIMITS.title)),
  /** One sentence, for search results and for where the page is shared. */
  description: z.string().trim().max(PAGE_LIMITS.description, upTo(PAGE_LIMITS.description)),
  action: PageAction,
  /** Search engines may list it. */
  isListed: z.boolean(),
});
export type PageSettings = z.output<typeof PageSettings>;

/** draft: nobody has seen it yet · published: at its address · unpublished: taken off its address. */
export const PageState = z.enum(['draft', 'published', 'unpublished']);
export type PageState = z.infer<typeof PageState>;

const Figures = z.object({ visits: z.number().int(), conversions: z.number().int() });

/** An asset as a page that people can open. */
export const HostedPage = PageSettings.extend({
  id: z.uuid(),
  assetId: z.uuid(),
  url: z.string(),
  state: PageState,
  /** Rises with each change; a change on top of an older one is answered with 409. */
  version: z.number().int(),
  /** The text or the settings have changed since it was published. */
  isOutdated: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
  publishedBy: z.string().nullable(),
  /** Of everybody, and of those whom a campaign sent there. */
  figures: Figures,
  campaigns: z.array(Figures.extend({ campaignId: z.uuid() })),
});
export type HostedPage = z.infer<typeof HostedPage>;

const PageOfAsset = z.object({
  /** Null where there is none yet. */
  page: HostedPage.nullable(),
  /** What a new page begins with. */
  suggestion: PageSettings.pick({ slug: true, title: true, description: true }).extend({
    /** That of the form published last; '' where there was none. */
    privacyUrl: z.string(),
  }),
  /** Why it cannot be published now; null when it can. */
  obstacle: z.string().nullable(),
});
export type PageOfAsset = z.infer<typeof PageOfAsset>;

export const getHostedPage = endpoint({
  method: 'GET',
  path: '/api/content-assets/:id/page',
  access: 'viewer',
  summary: 'The landing page of an asset, with what came of it',
  params: IdParams,
  response: PageOfAsset,
});

/** The version that was read; 0 for a page that is new. */
const version = z.number().int().min(0);
/** From an admin only. */
const answeredFor = {
  /** The title and the address may name a health condition. */
  allowsCondition: z.boolean().optional(),
  /** Why the page may say what a rule of health advertising blocks. */
  overrideReason: OverrideReason.optional(),
};

export const saveHostedPage = endpoint({
  method: 'PUT',
  path: '/api/content-assets/:id/page',
  access: 'member',
  summary: 'Keep how an asset shall look as a landing page; what is published stays as it is',
  params: IdParams,
  body: PageSettings.extend({ version, allowsCondition: answeredFor.allowsCondition }),
  response: HostedPage,
});

export const publishHostedPage = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/page/publish',
  access: 'member',
  summary: 'Put the text and settings of now at the address of the page; published twice is once',
  params: IdParams,
  body: z.object({ version, ...answeredFor }),
  response: HostedPage,
});

export const unpublishHostedPage = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/page/unpublish',
  access: 'member',
  summary: 'Take a landing page off its address; it can be put back as it was',
  params: IdParams,
  body: z.object({ version }),
  response: HostedPage,
});

export const restoreHostedPage = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/page/restore',
  access: 'member',
  summary: 'Undo that a landing page was taken off its address',
  params: IdParams,
  body: z.object({ version, overrideReason: answeredFor.overrideReason }),
  response: HostedPage,
});

export const previewHostedPage = endpoint({
  method: 'GET',
  path: '/api/content-assets/:id/page/preview',
  access: 'viewer',
  summary: 'The landing page as it would be published now; nothing is counted and its form is off',
  params: IdParams,
  response: RawAnswer,
  produces: 'text/html',
});

/** Any text: an address that leads nowhere is answered with a page for people, not with JSON. */
const Slug = z.object({ slug: z.string() });
/** Once; what stands there twice is taken for nothing. */
const Word = z.string().optional().catch(undefined);
const Field = z.string().catch('');

export const showHostedPage = endpoint({
  method: 'GET',
  path: '/p/:slug',
  access: 'public',
  summary: 'A landing page, for anybody',
  params: Slug,
  query: z.object({ done: Word, yt: Word, yc: Word }),
  response: RawAnswer,
  produces: 'text/html',
});

export const signUpOnPage = endpoint({
  method: 'POST',
  path: '/p/:slug',
  access: 'public',
  summary: 'The form of a landing page: its sender becomes a lead, and that counts as a conversion',
  params: Slug,
  /** What is missing is said on the page. */
  body: z.object({
    email: Field,
    name: Field,
    consent: Field,
    /** Nobody sees this field: what fills it in is no person. */
    website: Field,
    token: Field,
    once: Field,
  }),
  consumes: ['application/x-www-form-urlencoded'],
  response: RawAnswer,
  produces: 'text/html',
  rateLimitPerMinute: 20,
});
export type SignUp = z.output<typeof signUpOnPage.body>;

export function hostedPagePath(slug: string): string {
  return `/p/${slug}`;
}
