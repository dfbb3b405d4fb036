import { z } from 'zod';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';

export const PageFont = z.enum(['system', 'inter', 'nunito', 'lora']);
export type PageFont = z.infer<typeof PageFont>;

/** Characters of a data address: about 45 kB of picture. */
export const LONGEST_LOGO = 60_000;

/** How all landing pages look. */
export const PageLook = z.object({
  /** A picture as a data address; null for none, when pages show the name of the workspace. */
  logo: z
    .string()
    .max(LONGEST_LOGO, 'The logo is larger than 45 kB. Choose a smaller picture.')
    .regex(
      /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
      'Choose a PNG, JPEG or WebP picture.',
    )
    .nullable(),
  /** Of buttons and links, in lower case; null for the default. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a colour as # and six digits, for example #1e5b3e.')
    .nullable(),
  font: PageFont,
});
export type PageLook = z.infer<typeof PageLook>;

const VersionedLook = PageLook.extend({
  /** Rises with each change; 0 before the first. A change on top of an older one is answered with 409. */
  version: z.number().int().min(0),
});
export type VersionedLook = z.infer<typeof VersionedLook>;

export const getPageLook = endpoint({
  method: 'GET',
  path: '/api/page-look',
  access: 'viewer',
  summary: 'The logo, colour and font of all landing pages',
  response: VersionedLook,
});

export const changePageLook = endpoint({
  method: 'PUT',
  path: '/api/page-look',
  access: 'member',
  summary: 'Change the logo, colour and font of all landing pages, published ones included',
  body: VersionedLook,
  response: VersionedLook,
});

export const showPageLogo = endpoint({
  method: 'GET',
  path: '/look/logo/:key',
  access: 'public',
  summary: 'The logo of landing pages',
  params: z.object({ key: z.string() }),
  response: RawAnswer,
  produces: 'image/png, image/jpeg, image/webp',
});

export function logoPath(key: string): string {
  return `/look/logo/${key}`;
}

export const ICON_PATH = '/look/icon.svg';

export const showPageIcon = endpoint({
  method: 'GET',
  path: ICON_PATH,
  access: 'public',
  summary: 'The icon of landing pages: the first letter of the workspace name in its colour',
  response: RawAnswer,
  produces: 'image/svg+xml',
});

export const showPageFont = endpoint({
  method: 'GET',
  path: '/look/fonts/:name',
  access: 'public',
  summary: 'A font of landing pages',
  params: z.object({ name: z.string() }),
  response: RawAnswer,
  produces: 'font/woff2',
});

export function fontPath(name: string): string {
  return `/look/fonts/${name}`;
}
