import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';

export const ASSET_TYPES = [
  'email',
  'social_post',
  'ad_copy',
  'flyer',
  'video',
  'newsletter',
  'text',
] as const;
export const AssetType = z.enum(ASSET_TYPES);

export const ContentAsset = z.object({
  id: z.uuid(),
  name: z.string(),
  type: AssetType,
  category: z.string(),
  /** Comma-separated. */
  tags: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime(),
});
export type ContentAsset = z.infer<typeof ContentAsset>;

export const listContentAssets = endpoint({
  method: 'GET',
  path: '/api/content-assets',
  access: 'viewer',
  summary: 'The content library',
  response: z.array(ContentAsset),
});
