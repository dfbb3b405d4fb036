import {
  findRegion,
  likelyRegionOfLocale,
  regionOfLocale,
  regionOfTimeZone,
  regionsFrom,
} from '#engines/safety/help.ts';
import { HELP_REGIONS, type HelpRegion } from '#engines/safety/judgement.ts';
import { detectLanguage } from '#engines/safety/language.ts';
import type { Workspace } from '#features/settings/contract.ts';
import type { ConversationRow } from './store.ts';

type PlaceSettings = Pick<Workspace, 'jurisdictions' | 'timeZone' | 'visitorRegion'>;

/** Regions whose help lines fit, the likeliest first, and the region to keep for later chat turns. */
export function visitorRegions(
  conversation: Pick<ConversationRow, 'region'> | null,
  message: string,
  languages: string | undefined,
  { jurisdictions, timeZone, visitorRegion }: PlaceSettings,
): { region: HelpRegion | undefined; regions: readonly HelpRegion[] } {
  const said = findRegion(message);
  if (said) return { region: said, regions: [said] };
  const ofBrowser = regionOfLocale(languages);
  const kept = HELP_REGIONS.find((region) => region === conversation?.region);
  // It may have been named in passing: a parcel goes elsewhere too.
  if (kept) return { region: kept, regions: [...new Set([kept, ofBrowser ?? kept])] };
  // Many browsers anywhere ask for the English of the US: the numbers of both places are shown.
  if (visitorRegion !== 'anywhere')
    return { region: undefined, regions: [...new Set([visitorRegion, ofBrowser ?? visitorRegion])] };
  const only =
    jurisdictions.length === 1 ? HELP_REGIONS.find((region) => region === jurisdictions[0]) : undefined;
  const ofZone = regionOfTimeZone(timeZone);
  // Countries of the Union have numbers of their own.
  const own =
    only === 'EU' && ofZone !== undefined && !['US', 'CA', 'UK', 'AU', 'NZ'].includes(ofZone) ? ofZone : only;
  const region = ofBrowser ?? own;
  if (region) return { region, regions: [region] };
  const { language } = detectLanguage(message);
  return {
    region,
    regions: regionsFrom({ visitor: likelyRegionOfLocale(languages), business: ofZone }, language),
  };
}
