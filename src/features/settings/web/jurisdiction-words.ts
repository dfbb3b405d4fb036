import type { Jurisdiction } from '../contract.ts';

export const JURISDICTION_NAMES: Record<Jurisdiction, string> = {
  US: 'United States',
  EU: 'European Union',
  UK: 'United Kingdom',
};
