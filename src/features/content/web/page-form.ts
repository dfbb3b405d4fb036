import { z } from 'zod';
import { type HostedPage, type PageAction, type PageOfAsset, PageSettings } from '../contract-pages.ts';

/** The fields of the dialog side by side: what the other kinds of page asked for is not lost by a change of mind. */
export const PageFields = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(['none', 'link', 'form']),
  linkLabel: z.string(),
  url: z.string(),
  isConversion: z.boolean(),
  formLabel: z.string(),
  consent: z.string(),
  privacyUrl: z.string(),
  isListed: z.boolean(),
  allowsCondition: z.boolean().optional(),
});
export type PageFields = z.input<typeof PageFields>;

/** As the contract wants it, its problems at their fields. */
export const PageForm = PageFields.transform((fields, context) => {
  const parsed = PageSettings.safeParse(settingsOf(fields));
  if (parsed.success) {
    return { settings: parsed.data, allowsCondition: fields.allowsCondition };
  }
  for (const { path, message } of parsed.error.issues) {
    const name = String(path.at(-1));
    const field = name === 'label' ? `${fields.kind}Label` : name;
    context.addIssue({ code: 'custom', path: [field], message });
  }
  return z.NEVER;
});

export function settingsOf(fields: PageFields): PageSettings {
  const { slug, title, description, isListed } = fields;
  return { slug, title, description, isListed, action: actionOf(fields) };
}

function actionOf(fields: PageFields): PageAction {
  const { kind, linkLabel, url, isConversion, formLabel, consent, privacyUrl } = fields;
  if (kind === 'link') return { kind, label: linkLabel, url: url.trim(), isConversion };
  return kind === 'form' ? { kind, label: formLabel, consent, privacyUrl: privacyUrl.trim() } : { kind };
}

/** What the dialog begins with. */
export function fieldsOf(
  page: HostedPage | null,
  suggestion: PageOfAsset['suggestion'],
  workspaceName: string,
): PageFields {
  const { slug, title, description } = page ?? suggestion;
  const action = page?.action ?? { kind: 'none' as const };
  const fields = {
    slug,
    title,
    description,
    isListed: page?.isListed ?? true,
    linkLabel: 'See more',
    url: '',
    isConversion: false,
    formLabel: 'Sign up',
    consent: `I would like ${workspaceName} to write to me by email about this. I can unsubscribe at any time.`,
    privacyUrl: suggestion.privacyUrl,
  };
  if (action.kind === 'none') return { ...fields, kind: page ? 'none' : 'link' };
  const { kind, label, ...rest } = action;
  return { ...fields, ...rest, kind, [kind === 'link' ? 'linkLabel' : 'formLabel']: label };
}
