import { foldToWords } from '#kit/text.ts';

/** Of countries with several zones, the one in which most people live. */
const MOST_POPULOUS: Record<string, string> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Chuuk',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  // Nobody lives on these islands; the IANA table has no zone of theirs.
  BV: 'Europe/Oslo',
  HM: 'Indian/Kerguelen',
  // No ISO country, and known by this code all the same.
  XK: 'Europe/Belgrade',
};

const zones = new Map<string, string | null>();

/** The IANA zone in which most people of a country (ISO 3166, two letters) live; null where there is no such country. */
export function zoneOfCountry(country: string): string | null {
  let zone = zones.get(country);
  if (zone === undefined) {
    zone = MOST_POPULOUS[country] ?? zonesOf(country)[0] ?? null;
    zones.set(country, zone);
  }
  return zone;
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
let located: readonly string[] | undefined;

/** Codes of all countries whose time zone is known. */
export function countriesWithZone(): readonly string[] {
  located ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => zoneOfCountry(code) !== null,
  );
  return located;
}

/** All zones of a country, from the IANA table that the runtime brings. */
function zonesOf(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const locale: Intl.Locale & { getTimeZones?: () => string[] } = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? [];
}

/** States and provinces by zone, where a country has several: codes and names. */
const REGIONS: Record<string, Record<string, string>> = {
  US: {
    'America/New_York': `ct,connecticut,dc,district of columbia,de,delaware,fl,florida,ga,georgia,in,indiana,me,maine,md,maryland,
      ma,massachusetts,mi,michigan,nh,new hampshire,nj,new jersey,ny,new york,nc,north carolina,oh,ohio,pa,pennsylvania,
      ri,rhode island,sc,south carolina,vt,vermont,va,virginia,wv,west virginia,ky,kentucky,boston,miami,atlanta,philadelphia`,
    'America/Chicago': `al,alabama,ar,arkansas,il,illinois,ia,iowa,ks,kansas,la,louisiana,mn,minnesota,ms,mississippi,mo,missouri,
      ne,nebraska,nd,north dakota,ok,oklahoma,sd,south dakota,tn,tennessee,tx,texas,wi,wisconsin,houston,dallas,austin,san antonio`,
    'America/Denver': 'co,colorado,id,idaho,mt,montana,nm,new mexico,ut,utah,wy,wyoming,salt lake city',
    'America/Phoenix': 'az,arizona',
    'America/Los_Angeles': `ca,california,nv,nevada,or,oregon,wa,washington,san francisco,san diego,seattle,portland,las vegas`,
    'America/Anchorage': 'ak,alaska',
    'Pacific/Honolulu': 'hi,hawaii',
  },
  CA: {
    'America/Toronto': 'on,ontario,qc,quebec,ottawa,montreal',
    'America/Winnipeg': 'mb,manitoba',
    'America/Regina': 'sk,saskatchewan',
    'America/Edmonton': 'ab,alberta,nt,northwest territories,calgary',
    'America/Vancouver': 'bc,british columbia,victoria',
    'America/Halifax': 'ns,nova scotia,nb,new brunswick,pe,prince edward island',
    'America/St_Johns': 'nl,newfoundland,newfoundland and labrador',
    'America/Whitehorse': 'yt,yukon',
    'America/Iqaluit': 'nu,nunavut',
  },
  AU: {
    'Australia/Sydney': 'nsw,new south wales,act,australian capital territory,canberra',
    'Australia/Melbourne': 'vic,victoria',
    'Australia/Brisbane': 'qld,queensland,gold coast,cairns',
    'Australia/Adelaide': 'sa,south australia',
    'Australia/Perth': 'wa,western australia',
    'Australia/Hobart': 'tas,tasmania',
    'Australia/Darwin': 'nt,northern territory',
  },
  BR: {
    'America/Manaus': 'am,amazonas,rr,roraima,ro,rondonia',
    'America/Cuiaba': 'mt,mato grosso,ms,mato grosso do sul',
    'America/Rio_Branco': 'ac,acre',
  },
  MX: {
    'America/Tijuana': 'bc,baja california',
    'America/Hermosillo': 'son,sonora',
    'America/Mazatlan': 'bcs,baja california sur,sin,sinaloa,nay,nayarit',
    'America/Cancun': 'qr,quintana roo',
  },
  ES: {
    'Atlantic/Canary': 'canarias,canary islands,las palmas,santa cruz de tenerife,tenerife,gran canaria',
  },
  PT: { 'Atlantic/Azores': 'acores,azores', 'Atlantic/Madeira': 'madeira,funchal' },
  ID: {
    'Asia/Makassar': 'bali,denpasar,sulawesi,lombok,nusa tenggara',
    'Asia/Jayapura': 'papua,maluku',
  },
  RU: {
    'Europe/Kaliningrad': 'калининград,калининградская область',
    'Europe/Samara': 'самара,самарская область',
    'Asia/Yekaterinburg': 'екатеринбург,свердловская область,челябинск,пермь,уфа,тюмень',
    'Asia/Omsk': 'омск',
    'Asia/Novosibirsk': 'новосибирск,новосибирская область',
    'Asia/Krasnoyarsk': 'красноярск,красноярский край',
    'Asia/Irkutsk': 'иркутск,иркутская область',
    'Asia/Vladivostok': 'владивосток,приморский край,хабаровск',
  },
};

const places = new Map<string, ReadonlyMap<string, string>>();

function placesOf(country: string): ReadonlyMap<string, string> {
  let known = places.get(country);
  if (!known) {
    const own = zonesOf(country);
    // A zone is called after its largest city: "America/Los_Angeles".
    const cities = own.map(
      (zone) => [foldToWords((zone.split('/').at(-1) ?? '').replaceAll('_', ' ')), zone] as const,
    );
    const regions = Object.entries(REGIONS[country] ?? {}).flatMap(([zone, names]) =>
      names.split(',').map((name) => [foldToWords(name), zone] as const),
    );
    known = new Map([...cities, ...regions]);
    places.set(country, known);
  }
  return known;
}

let cities: ReadonlyMap<string, string> | undefined;

/** Cities by the zone that is called after them: "Manila". Zones such as "America/North_Dakota/Center" are no cities. */
function worldCities(): ReadonlyMap<string, string> {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').flatMap((zone) => {
      const [area = '', city, ...more] = zone.split('/');
      const isCity = city !== undefined && more.length === 0 && area !== 'Etc' && !NO_CITIES.has(city);
      return isCity ? [[foldToWords(city.replaceAll('_', ' ')), zone] as const] : [];
    }),
  );
  return cities;
}

/** Islands and bases, and words that mean something else in an address. */
const NO_CITIES = new Set([
  'Center',
  'Troll',
  'Easter',
  'Midway',
  'Wake',
  'Norfolk',
  'Christmas',
  'Reunion',
  'Victoria',
]);

const LONGEST_PLACE = 200;

/**
 * The zone that a place says more exactly than its country: "Perth" or "WA" in Australia, "Waco, Texas" in the US, and an
 * IANA name anywhere; null where it says no more. Without a country only a city that a zone is called after is known.
 */
export function zoneOfPlace(place: string, country: string | null): string | null {
  const text = place.slice(0, LONGEST_PLACE).trim();
  if (/^[A-Z][A-Za-z]{1,20}\/[A-Za-z_/+-]{2,40}$/.test(text)) return isZone(text) ? text : null;
  if (country === null) return worldCities().get(foldToWords(text)) ?? null;
  const known = placesOf(country);
  const parts = text.split(/[,;/()|]/).map(foldToWords);
  // A state decides, and stands behind its city: "Portland, Maine".
  for (const part of parts.toReversed()) {
    const zone = known.get(part);
    if (zone !== undefined) return zone;
  }
  return null;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
