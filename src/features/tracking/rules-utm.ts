import { hasHealthWord, isHealthWord } from '#features/compliance/rules-conditions.ts';
import { foldText } from '#kit/text.ts';

const LONGEST_UTM = 60;

/** A campaign's name for links: "Winter Liver Health" → "winter-health"; `fallback` where nothing is left. */
export function utmSlug(name: string, fallback: string): string {
  const slug = wordsOf(name)
    .filter((word) => !isHealthWord(word))
    .join('-')
    .slice(0, LONGEST_UTM)
    .replace(/-+$/, '');
  return slug === '' ? fallback : slug;
}

export type Utm = { source: string; medium: string; campaign: string };

/**
 * The landing page with the campaign's UTM parameters. Those the author has put there stay, unless they name a
 * condition.
 */
export function withUtm(landingPageUrl: string, utm: Utm): string {
  const url = new URL(landingPageUrl);
  const values = { utm_source: utm.source, utm_medium: utm.medium, utm_campaign: utm.campaign };
  for (const [key, value] of Object.entries(values)) {
    const own = url.searchParams.get(key);
    if (own === null || own === '' || hasHealthWord(own)) url.searchParams.set(key, value);
  }
  for (const [key, value] of [...url.searchParams]) {
    if (key.startsWith('utm_') && hasHealthWord(value)) url.searchParams.delete(key);
  }
  return url.href;
}

/** The campaign's UTM values as they will stand in the link: the author's own where the URL has them. */
export function utmOf(landingPageUrl: string, utm: Utm): Utm {
  const { searchParams } = new URL(withUtm(landingPageUrl, utm));
  return {
    source: searchParams.get('utm_source') ?? utm.source,
    medium: searchParams.get('utm_medium') ?? utm.medium,
    campaign: searchParams.get('utm_campaign') ?? utm.campaign,
  };
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
