const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Minutes east of UTC by the names that RFC 822 and feeds use. Those that mean several zones are left out. */
const ZONES = new Map(
  Object.entries({
    0: 'z ut utc gmt wet',
    60: 'cet bst west met mez',
    120: 'cest eet mest mesz sast',
    180: 'eest msk',
    480: 'sgt hkt awst',
    540: 'jst kst',
    570: 'acst',
    600: 'aest',
    630: 'acdt',
    660: 'aedt',
    720: 'nzst',
    780: 'nzdt',
    '-180': 'brt',
    '-210': 'nst',
    '-240': 'edt ast',
    '-300': 'est cdt',
    '-360': 'cst mdt',
    '-420': 'mst pdt',
    '-480': 'pst akdt',
    '-540': 'akst',
    '-600': 'hst',
  }).flatMap(([minutes, names]) => names.split(' ').map((name) => [name, Number(minutes)] as const)),
);

const ZONE = '(?<zone>[a-z]{1,5}|(?:gmt|utc)?[+-]\\d{1,2}:?\\d{2}|(?:gmt|utc)?[+-]\\d{1,2})';
const TIME = '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d+)?)?(?: ?(?<half>[ap]m))?';
/** "Sun, 10 Jan 2027 08:00:00 EST", "Jan 10, 2027 8:00 am", "Sun Jan 10 08:00:00 2027". */
const PATTERNS = [
  `(?<day>\\d{1,2})[ -](?<month>[a-z]{3})[a-z]*\\.?[ -](?<year>\\d{4}|\\d{2})(?:,? ${TIME}(?: ?${ZONE})?)?`,
  `(?<month>[a-z]{3})[a-z]*\\.? (?<day>\\d{1,2}),? (?<year>\\d{4})(?:,? ${TIME}(?: ?${ZONE})?)?`,
  `(?<month>[a-z]{3}) (?<day>\\d{1,2}) ${TIME}(?: ${ZONE})? (?<year>\\d{4})`,
  `(?<year>\\d{4})(?:-(?<monthNumber>\\d{2})(?:-(?<day>\\d{2})(?:[t ]${TIME}(?: ?${ZONE})?)?)?)?`,
].map((pattern) => new RegExp(`^(?:[^\\d\\s,]{2,12},? )?${pattern}(?: ?\\([^()]*\\))?$`, 'i'));

/** Longer than any date. */
const LONGEST = 80;

/**
 * The instant of a date as feeds write it (RFC 822, RFC 3339, W3C); null where it cannot be read. Unlike `Date.parse` it
 * makes up nothing of what is no date, and knows zones by name. An unknown zone is UTC, as in RFC 2822.
 */
export function readFeedDate(written: string | undefined): Date | null {
  const text = (written ?? '').trim().replaceAll(/\s+/g, ' ');
  if (text.length > LONGEST) return null;
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return instantOf(groups);
  }
  return null;
}

function instantOf(groups: Record<string, string | undefined>): Date | null {
  const number = (name: string, otherwise: number): number => Number(groups[name] ?? otherwise);
  const month = groups['month']
    ? MONTHS.indexOf(groups['month'].toLowerCase())
    : number('monthNumber', 1) - 1;
  const year = number('year', 0);
  const fullYear = year >= 100 ? year : year < 50 ? year + 2_000 : year + 1_900;
  const [day, minute, second] = [number('day', 1), number('minute', 0), number('second', 0)];
  const hour = hourOf(number('hour', 0), groups['half']);
  if (month < 0 || month > 11 || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(Date.UTC(fullYear, month, day, hour, minute, second));
  // 31 February would become another day.
  const isDay = new Date(Date.UTC(fullYear, month, day)).getUTCDate() === day;
  return isDay ? new Date(date.getTime() - zoneMinutes(groups['zone']) * 60_000) : null;
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function zoneMinutes(zone: string | undefined): number {
  const offset = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone ?? '');
  if (!offset) return ZONES.get((zone ?? '').toLowerCase()) ?? 0;
  const [, sign, hours, minutes] = offset;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
}
