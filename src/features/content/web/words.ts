import { capitalised } from '#engines/writing/sentences.ts';
import { ASSET_CATEGORIES, ASSET_TYPES, type AssetCategory, AUDIENCES, TONES } from '../contract.ts';
import { TYPE_LABELS } from '../rules.ts';

export const TYPE_OPTIONS = ASSET_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));
export const AUDIENCE_OPTIONS = AUDIENCES.map((value) => ({ value, label: titled(value) }));
export const TONE_OPTIONS = TONES.map((value) => ({ value, label: titled(value) }));
export const CATEGORY_OPTIONS = ASSET_CATEGORIES.map((value) => ({ value, label: titled(value) }));

/** The badges above the library. */
export const LIBRARY_FILTERS: readonly { value: AssetCategory | null; label: string }[] = [
  { value: null, label: 'All' },
  { value: 'email', label: 'Email' },
  { value: 'social', label: 'Social' },
  { value: 'content', label: 'Content' },
  { value: 'marketing', label: 'Marketing' },
];

/** "health enthusiasts" → "Health Enthusiasts". */
export function titled(words: string): string {
  return words.split(' ').map(capitalised).join(' ');
}
