import type { Jurisdiction, VisitorRegion } from '../contract.ts';

export const JURISDICTION_NAMES: Record<Jurisdiction, string> = {
  US: 'United States',
  EU: 'European Union',
  UK: 'United Kingdom',
};

export const VISITOR_REGION_NAMES: Record<VisitorRegion, string> = {
  anywhere: 'Anywhere: as they or their browser say',
  US: 'United States',
  CA: 'Canada',
  UK: 'United Kingdom',
  IE: 'Ireland',
  AU: 'Australia',
  NZ: 'New Zealand',
  DE: 'Germany',
  AT: 'Austria',
  CH: 'Switzerland',
  FR: 'France',
  BE: 'Belgium',
  LU: 'Luxembourg',
  NL: 'Netherlands',
  ES: 'Spain',
  IT: 'Italy',
  EU: 'Elsewhere in the European Union',
};
