import { onDate } from './dates.ts';
import type { Intent } from './head.ts';
import type { Tone } from './limits.ts';
import { pick } from './sentences.ts';
import de from './templates-de.json' with { type: 'json' };
import en from './templates-en.json' with { type: 'json' };

export type TemplateLanguage = 'en' | 'de';
export type ContentType = 'email' | 'flyer' | 'video' | 'social_post' | 'ad_copy' | 'newsletter' | 'text';

/** Texts for one place. Each condition is a list of words; the first row that fits and can be filled is used. */
export type Template = { for?: string; intent?: string; tone?: string; free?: boolean; say: string[] };
export type Place = keyof typeof en;

export const TEMPLATES: Record<TemplateLanguage, Record<Place, readonly Template[]>> = { en, de };

/** Values by the name of their slot; a template with an unknown slot is not used. */
export type Values = Partial<Record<Slot, string>>;
export const SLOTS = [
  'offer',
  'Title',
  'date',
  'Date',
  'time',
  'Time',
  'place',
  'price',
  'link',
  'contact',
  'deadline',
  'thing',
  'action',
  'Action',
] as const;
type Slot = (typeof SLOTS)[number];

export type Choice = {
  language: TemplateLanguage;
  type: ContentType;
  tone: Tone;
  intent: Intent;
  values: Values;
  isFree: boolean;
  banned: readonly string[];
  seed: string;
};

/** The text for a place, filled; '' where the brief gives nothing for it. */
export function textFor(place: Place, choice: Choice): string {
  for (const row of TEMPLATES[choice.language][place]) {
    if (!fits(row, choice)) continue;
    const filled = row.say
      .flatMap((text) => fill(text, choice) ?? [])
      .filter((text) => isAllowed(text, choice.banned));
    if (filled.length > 0) return pick(filled, choice.seed, place);
    if (row.say.length === 0) return '';
  }
  return '';
}

function fits(row: Template, { type, tone, intent, isFree }: Choice): boolean {
  const has = (list: string | undefined, value: string): boolean =>
    list === undefined || list.split(' ').includes(value);
  return (
    has(row.for, type) &&
    has(row.tone, tone) &&
    has(row.intent, intent) &&
    (row.free === undefined || row.free === isFree)
  );
}

function isAllowed(text: string, banned: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return !banned.some((word) => lower.includes(word));
}

/** Undefined where a slot has no value. */
function fill(text: string, { values, language }: Choice): string | undefined {
  let isWhole = true;
  const filled = text.replaceAll(
    /\{(?:(on|at|in) )?(\w+)\}/g,
    (_slot, preposition: string | undefined, name: string) => {
      const slot = SLOTS.find((one) => one === name);
      const value = slot === undefined ? undefined : values[slot];
      if (value === undefined || value === '') {
        isWhole = false;
        return '';
      }
      return preposition === undefined ? plainValue(name, value) : withPreposition(name, value, language);
    },
  );
  return isWhole ? filled : undefined;
}

function plainValue(name: string, value: string): string {
  return name === 'place' ? value.replace(/^(?:at|in|im|beim)\s+(?!der\b)/i, '') : value;
}

function withPreposition(name: string, value: string, language: TemplateLanguage): string {
  if (name === 'date') {
    if (language === 'de') return /^(?:ab|vom|jeden|bis|am)\b/i.test(value) ? value : `am ${value}`;
    return /^(?:from|every|each|until)\b/i.test(value) ? value : onDate(value);
  }
  if (name === 'time') {
    if (/^(?:from|after|until|by|ab|von)\b/i.test(value)) return value;
    if (language === 'de') return `um ${value}`;
    return /\s(?:to|until)\s|[-–]/.test(value)
      ? `from ${value.replace(/\s?[-–]\s?/, ' to ')}`
      : `at ${value}`;
  }
  return /^(?:at|in|on|near|opposite|behind|online|via|im|beim)\b/i.test(value)
    ? value
    : `${language === 'de' ? 'in' : 'at'} ${value}`;
}
