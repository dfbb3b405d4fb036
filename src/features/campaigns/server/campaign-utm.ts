import { utmOf, utmSlug } from '#features/tracking/rules-utm.ts';
import { findTemplate } from '../rules-templates.ts';
import type { CampaignRow } from './campaign-store.ts';

/** The campaign's name as it stands in links. */
export function slugOf({ id, name }: Pick<CampaignRow, 'id' | 'name'>): string {
  return utmSlug(name, `campaign-${id.slice(-6)}`);
}

/** The UTM values with which links leave. */
export function utmColumns({
  landingPageUrl,
  templateId,
  utmCampaign,
}: Pick<CampaignRow, 'landingPageUrl' | 'templateId' | 'utmCampaign'>) {
  const template = findTemplate(templateId);
  const utm = utmOf(landingPageUrl, {
    source: template?.utmSource ?? 'yarrow',
    medium: template?.utmMedium ?? 'email',
    campaign: utmCampaign,
  });
  return { utmSource: utm.source, utmMedium: utm.medium, utmCampaign: utm.campaign };
}
