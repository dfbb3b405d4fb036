import { z } from 'zod';
import { ClaimCheck } from '#features/compliance/contract.ts';
import { endpoint, IdParams, Nothing, PageQuery, RawAnswer } from '#kit/endpoint.ts';

/** In the order of the choice; the first is the default. */
export const ASSET_TYPES = [
  'email',
  'flyer',
  'video',
  'social_post',
  'ad_copy',
  'newsletter',
  'text',
] as const;
export const AssetType = z.enum(ASSET_TYPES);
export type AssetType = z.infer<typeof AssetType>;

export const AUDIENCES = [
  'health enthusiasts',
  'fitness beginners',
  'healthcare professionals',
  'wellness coaches',
  'general audience',
] as const;
export const Audience = z.enum(AUDIENCES);
export type Audience = z.infer<typeof Audience>;

export const TONES = [
  'professional',
  'friendly',
  'authoritative',
  'conversational',
  'urgent',
  'educational',
] as const;
export const Tone = z.enum(TONES);
export type Tone = z.infer<typeof Tone>;

export const ASSET_CATEGORIES = ['email', 'social', 'content', 'marketing', 'advertising'] as const;
export const AssetCategory = z.enum(ASSET_CATEGORIES);
export type AssetCategory = z.infer<typeof AssetCategory>;

/** draft: may be changed · in_review: waits for an admin · approved: locked as it is. */
export const AssetStatus = z.enum(['draft', 'in_review', 'approved']);
export type AssetStatus = z.infer<typeof AssetStatus>;

export const LIMITS = {
  name: 120,
  requirements: 4_000,
  prompt: 4_000,
  refinement: 2_000,
  content: 20_000,
  /** Of another editor: tags are not counted as content. */
  html: 100_000,
  tags: 20,
  tag: 40,
  note: 500,
  media: 10,
  alt: 300,
} as const;

/** The refusals of the forms, the same on both sides. */
export const MESSAGES = {
  sessionName: 'Please enter a session name.',
  prompt: 'Please select a session and enter a prompt.',
  refinement: 'Please enter refinement instructions.',
  assetName: 'Please enter an asset name.',
} as const;

export function upTo(max: number): string {
  return `At most ${max.toLocaleString('en-US')} characters.`;
}

export const Content = z.string().max(LIMITS.content, upTo(LIMITS.content));
/** Instead of the content: HTML of another editor, taken over as far as the markup can say it. */
export const Html = z.string().max(LIMITS.html, upTo(LIMITS.html));
export const ONE_TEXT = 'Send content or html, not both.';
const Name = z.string().trim().max(LIMITS.name, upTo(LIMITS.name));
const Alt = z.string().trim().max(LIMITS.alt, upTo(LIMITS.alt));
export const TagList = z
  .array(z.string().trim().max(LIMITS.tag, upTo(LIMITS.tag)))
  .max(LIMITS.tags, `At most ${LIMITS.tags} tags.`)
  // A comma inside a tag would make two of it in the library.
  .transform((tags) =>
    [...new Set(tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim()))].filter(Boolean),
  );

/** A picture or video of an asset. */
export const AssetMedia = z.object({
  id: z.uuid(),
  name: z.string(),
  /** By its content: image/png, image/jpeg, image/gif, image/webp, video/mp4 or video/webm. */
  type: z.string(),
  bytes: z.number().int(),
  /** In pixels; 0 for videos. */
  width: z.number().int(),
  height: z.number().int(),
  /** What it shows, for those who do not see it; '' where nobody wrote it. */
  alt: z.string(),
  url: z.string(),
});
export type AssetMedia = z.infer<typeof AssetMedia>;

export const ContentAsset = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The same as `name`: both are in use. */
  assetName: z.string(),
  type: AssetType,
  category: z.string(),
  /** Comma-separated. */
  tags: z.string(),
  /** Light markup: "Subject:" line, # headings, - and 1. lists, | tables, **bold**. */
  content: z.string(),
  status: AssetStatus,
  /** What the reviewer wrote when it came back; '' for nothing. */
  reviewNote: z.string(),
  /** Rises with each change; a change on top of an older one is answered with 409. */
  version: z.number().int(),
  /** Where it was written; null for what did not come from a session. */
  sessionId: z.uuid().nullable(),
  media: z.array(AssetMedia),
  createdAt: z.iso.datetime(),
});
export type ContentAsset = z.infer<typeof ContentAsset>;

/** An asset as it was kept, with what the rules of the workspace's regions say about its text. */
export const SavedAsset = ContentAsset.extend({ claims: ClaimCheck });
export type SavedAsset = z.infer<typeof SavedAsset>;

export const AssetQuery = PageQuery.extend({
  category: AssetCategory.optional(),
  type: AssetType.optional(),
  status: AssetStatus.optional(),
  tag: z.string().trim().max(LIMITS.tag).optional(),
  q: z.string().trim().max(200).optional(),
  /** Just these, comma-separated; at most 50. */
  ids: z
    .string()
    .max(2_000)
    .transform((ids) => ids.split(',').filter(Boolean))
    .pipe(z.array(z.uuid()).max(50, 'At most 50 assets.'))
    .optional(),
});
export type AssetQuery = z.output<typeof AssetQuery>;

export const listContentAssets = endpoint({
  method: 'GET',
  path: '/api/content-assets',
  access: 'viewer',
  summary: 'The content library, newest first',
  query: AssetQuery,
  response: z.array(ContentAsset),
  paged: true,
});

export const getContentAsset = endpoint({
  method: 'GET',
  path: '/api/content-assets/:id',
  access: 'viewer',
  summary: 'An asset with its HTML, which is made of the content and sanitised',
  params: IdParams,
  response: ContentAsset.extend({ html: z.string() }),
});

export const getContentFile = endpoint({
  method: 'GET',
  path: '/api/content-assets/:id/file',
  access: 'viewer',
  summary: 'An asset as a file: HTML, plain text, or a page to print',
  params: IdParams,
  query: z.object({ format: z.enum(['html', 'text', 'print']).default('text') }),
  response: RawAnswer,
  produces: 'text/html, text/plain',
});

const AssetChange = z
  .object({
    version: z.number().int(),
    name: Name.min(1, MESSAGES.assetName).optional(),
    category: AssetCategory.optional(),
    tags: TagList.optional(),
    content: Content.trim().min(1, 'An asset needs content.').optional(),
    html: Html.optional(),
  })
  .refine(({ content, html }) => content === undefined || html === undefined, {
    error: ONE_TEXT,
    path: ['html'],
  });
export type AssetChange = z.output<typeof AssetChange>;

export const changeContentAsset = endpoint({
  method: 'PATCH',
  path: '/api/content-assets/:id',
  access: 'member',
  summary: 'Change an asset that is not approved',
  params: IdParams,
  body: AssetChange,
  response: SavedAsset,
});

export const deleteContentAsset = endpoint({
  method: 'DELETE',
  path: '/api/content-assets/:id',
  access: 'member',
  summary: 'Delete an asset; it can be brought back',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreContentAsset = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/restore',
  access: 'member',
  summary: 'Undo the deletion of an asset',
  params: IdParams,
  response: ContentAsset,
});

export const duplicateContentAsset = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/duplicate',
  access: 'member',
  summary: 'A copy of an asset, as a draft',
  params: IdParams,
  response: ContentAsset,
  status: 201,
});

export const addAssetMedia = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/media',
  access: 'member',
  summary: 'Add a picture or video that was sent to an asset that is not approved',
  params: IdParams,
  body: z.object({
    fileUrl: z.string().max(1_000, upTo(1_000)),
    name: z.string().trim().min(1, 'Give the name of the file.').max(255, upTo(255)),
    alt: Alt.default(''),
  }),
  response: AssetMedia,
  status: 201,
});

export const changeAssetMedia = endpoint({
  method: 'PATCH',
  path: '/api/content-media/:id',
  access: 'member',
  summary: 'Say what a picture or video shows',
  params: IdParams,
  body: z.object({ alt: Alt }),
  response: AssetMedia,
});

export const removeAssetMedia = endpoint({
  method: 'DELETE',
  path: '/api/content-media/:id',
  access: 'member',
  summary: 'Take a picture or video off its asset; it can be brought back',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreAssetMedia = endpoint({
  method: 'POST',
  path: '/api/content-media/:id/restore',
  access: 'member',
  summary: 'Undo the removal of a picture or video',
  params: IdParams,
  response: AssetMedia,
});

export const getAssetMedia = endpoint({
  method: 'GET',
  path: '/api/content-media/:id',
  access: 'viewer',
  summary: 'The bytes of a picture or video, as it is shown',
  params: IdParams,
  response: RawAnswer,
  produces: 'image/png, image/jpeg, image/gif, image/webp, video/mp4, video/webm',
});

/** Pictures of an asset that a mail shows at most. */
export const MAIL_PICTURES = 3;

export const getPublishedMedia = endpoint({
  method: 'GET',
  path: '/m/:id',
  access: 'public',
  summary: 'The bytes of a picture that stands in mails that were sent; nothing is counted',
  params: IdParams,
  response: RawAnswer,
  produces: 'image/png, image/jpeg, image/gif, image/webp',
});

export function publicMediaPath(id: string): string {
  return `/m/${id}`;
}

const Reviewed = z.object({ version: z.number().int() });

export const submitContentAsset = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/submit',
  access: 'member',
  summary: 'Send an asset for review',
  params: IdParams,
  body: Reviewed,
  response: ContentAsset,
});

export const approveContentAsset = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/approve',
  access: 'admin',
  summary: 'Approve an asset in review; it is locked from then on',
  params: IdParams,
  body: Reviewed,
  response: ContentAsset,
});

export const returnContentAsset = endpoint({
  method: 'POST',
  path: '/api/content-assets/:id/return',
  access: 'admin',
  summary: 'Give an asset back to be changed, with a word why',
  params: IdParams,
  body: Reviewed.extend({ note: z.string().trim().max(LIMITS.note, upTo(LIMITS.note)).default('') }),
  response: ContentAsset,
});

const Phrases = z.array(z.string().trim().min(1).max(80, upTo(80))).max(50, 'At most 50.');

/** How the business sounds, and what it may say about its products. */
export const BrandVoice = z.object({
  /** Sentences as the business writes them. */
  samples: z.string().max(4_000, upTo(4_000)),
  /** Words to prefer. */
  doWords: Phrases,
  /** Words that never appear. */
  dontWords: Phrases,
  facts: z
    .array(
      z.object({
        fact: z.string().trim().min(1, 'Write the fact.').max(300, upTo(300)),
        /** Where it is proven: a label, a certificate, an address. */
        source: z.string().trim().min(1, 'Name the source.').max(300, upTo(300)),
      }),
    )
    .max(100, 'At most 100 facts.'),
});
export type BrandVoice = z.infer<typeof BrandVoice>;

export const getBrandVoice = endpoint({
  method: 'GET',
  path: '/api/brand-voice',
  access: 'viewer',
  summary: 'How the business sounds, and its product facts',
  response: BrandVoice.extend({ version: z.number().int() }),
});

export const changeBrandVoice = endpoint({
  method: 'PUT',
  path: '/api/brand-voice',
  access: 'member',
  summary: 'Change the brand voice and the product facts',
  body: BrandVoice.extend({ version: z.number().int() }),
  response: BrandVoice.extend({ version: z.number().int() }),
});
