import type { LucideIcon } from 'lucide-react';

/** Something that the palette leads to or does. */
export type PaletteItem = {
  id: string;
  group:
    | 'Go to'
    | 'Do'
    | 'Leads'
    | 'Campaigns'
    | 'Agents'
    | 'Communities'
    | 'Content'
    | 'Leads by their words';
  label: string;
  hint?: string;
  icon: LucideIcon;
  keys?: string;
  /** Other words by which it is found. */
  also?: string;
  run: () => unknown;
};

/** In the order in which they are shown. */
export const PALETTE_GROUPS: PaletteItem['group'][] = [
  'Leads',
  'Campaigns',
  'Agents',
  'Communities',
  'Content',
  'Do',
  'Go to',
  'Leads by their words',
];
