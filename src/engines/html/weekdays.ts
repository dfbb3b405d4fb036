const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'];
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** "monday", "mon", "montag", "mo" … */
const NAMES = new Set(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return Array.from({ length: 7 }, (_, day) =>
        format
          .format(MONDAY + day * DAY_MS)
          .toLowerCase()
          .replace('.', ''),
      );
    }),
  ),
);

export function beginsWithWeekday(text: string): boolean {
  const [word = ''] = text.toLowerCase().match(/\p{L}+/u) ?? [];
  return NAMES.has(word) || NAMES.has(word.replace(/s$/, ''));
}
