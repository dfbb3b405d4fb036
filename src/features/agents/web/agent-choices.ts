import type { SelectOption } from '#ui/select.tsx';
import {
  AGENT_CATEGORIES,
  type AgentCategory,
  AVATAR_STYLES,
  COMMUNICATION_STYLES,
  DEPLOYMENT_TYPES,
  INTERACTION_MODES,
  RATE_LIMITS,
  VOICE_TYPES,
  WIDGET_POSITIONS,
  WIDGET_THEMES,
} from '../contract.ts';
import { AGENT_SORTS, CALLS_PER_HOUR, choiceLabel } from '../rules.ts';

const optionsOf = <Value extends string>(values: readonly Value[]): SelectOption<Value>[] =>
  values.map((value) => ({ value, label: choiceLabel(value) }));

export const CATEGORY_OPTIONS = optionsOf(AGENT_CATEGORIES);
export const CATEGORY_FILTER_OPTIONS: SelectOption<AgentCategory | 'all'>[] = [
  { value: 'all', label: 'All' },
  ...CATEGORY_OPTIONS,
];
export const SORT_OPTIONS = optionsOf(AGENT_SORTS);
export const STYLE_OPTIONS = optionsOf(COMMUNICATION_STYLES);
export const MODE_OPTIONS = optionsOf(INTERACTION_MODES);
export const VOICE_OPTIONS = optionsOf(VOICE_TYPES);
export const AVATAR_OPTIONS = optionsOf(AVATAR_STYLES);
export const DEPLOYMENT_OPTIONS = optionsOf(DEPLOYMENT_TYPES);
export const THEME_OPTIONS: SelectOption<(typeof WIDGET_THEMES)[number]>[] = WIDGET_THEMES.map((value) => ({
  value,
  label: value === 'auto' ? 'As the visitor’s system' : choiceLabel(value),
}));
export const POSITION_OPTIONS: SelectOption<(typeof WIDGET_POSITIONS)[number]>[] = WIDGET_POSITIONS.map(
  (value) => ({ value, label: `Bottom ${value}` }),
);
/** "Basic, 100 calls/hour". */
export const RATE_LIMIT_OPTIONS: SelectOption<(typeof RATE_LIMITS)[number]>[] = RATE_LIMITS.map((value) => {
  const calls = CALLS_PER_HOUR[value];
  const limit = calls === null ? 'unlimited' : `${calls.toLocaleString('en-US')} calls/hour`;
  return { value, label: `${choiceLabel(value)}, ${limit}` };
});
