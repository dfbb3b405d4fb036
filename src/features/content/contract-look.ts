import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';

/** Faces that every device has: none is loaded from elsewhere. */
export const PageFont = z.enum(['sans', 'humanist', 'serif', 'rounded']);
export type PageFont = z.infer<typeof PageFont>;

/** Characters of a data address: about 45 kB of picture. */
export const LONGEST_LOGO = 60_000;

/** How all landing pages look. */
export const PageLook = z.object({
  /** A picture as a data address; null for none, when the name of the workspace is written. */
  logo: z
    .string()
    .max(LONGEST_LOGO, 'The logo is too large. Choose a smaller picture.')
    .regex(
      /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
      'Choose a PNG, JPEG or WebP picture.',
    )
    .nullable(),
  /** Of buttons and links; null for the colour of Yarrow. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Write a colour as # and six digits.')
    .nullable(),
  font: PageFont,
});
export type PageLook = z.infer<typeof PageLook>;

const Versioned = PageLook.extend({ version: z.number().int() });

export const getPageLook = endpoint({
  method: 'GET',
  path: '/api/page-look',
  access: 'viewer',
  summary: 'The logo, colour and font of all landing pages',
  response: Versioned,
});

export const changePageLook = endpoint({
  method: 'PUT',
  path: '/api/page-look',
  access: 'member',
  summary: 'Change the logo, colour and font of all landing pages',
  body: Versioned,
  response: Versioned,
});
