import { expect, it } from 'vitest';
import { readCountry } from '#features/imports/rules-countries.ts';
import { zoneOfCountry, zoneOfPlace } from './rules-time-zones.ts';

// biome-ignore format: a list
const ISO = 'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(' ');

it('knows a zone of every ISO country', () => {
  expect(ISO).toHaveLength(249);
  const odd = ISO.filter((code) => {
    const zone = zoneOfCountry(code);
    return zone === null || new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) === '';
  });
  expect(odd).toEqual([]);
  expect([zoneOfCountry('AE'), zoneOfCountry('PH'), zoneOfCountry('US')]).toEqual([
    'Asia/Dubai',
    'Asia/Manila',
    'America/New_York',
  ]);
  expect([zoneOfCountry('??'), zoneOfCountry('ZZ'), zoneOfCountry('')]).toEqual([null, null, null]);
});

it.each([
  ['AU', 'Australia/Sydney'],
  ['BR', 'America/Sao_Paulo'],
  ['CA', 'America/Toronto'],
  ['CD', 'Africa/Kinshasa'],
  ['EC', 'America/Guayaquil'],
  ['ID', 'Asia/Jakarta'],
  ['KZ', 'Asia/Almaty'],
  ['MN', 'Asia/Ulaanbaatar'],
  ['MX', 'America/Mexico_City'],
  ['NZ', 'Pacific/Auckland'],
  ['PT', 'Europe/Lisbon'],
  ['RU', 'Europe/Moscow'],
])('uses the zone of most people where %s has several', (country, zone) => {
  expect(zoneOfCountry(country)).toBe(zone);
});

it.each([
  ['The Netherlands', 'NL'],
  ['Holland', 'NL'],
  ['the United States', 'US'],
  ['The Philippines', 'PH'],
  ['Republic of Korea', 'KR'],
  ['Kingdom of Denmark', 'DK'],
  ['Les Pays-Bas', 'NL'],
  ['Österreich', 'AT'],
  ['Česko', 'CZ'],
  ['Türkiye', 'TR'],
  ['Polska', 'PL'],
  ['日本', 'JP'],
  ['中国', 'CN'],
  ['Россия', 'RU'],
  ['Україна', 'UA'],
  ['Niederlande', 'NL'],
  ['U.A.E.', 'AE'],
  ['Viet Nam', 'VN'],
  ["Côte d'Ivoire", 'CI'],
  ['Netherlands (the)', 'NL'],
  ['Korea, Republic of', 'KR'],
  ["Korea, Democratic People's Republic of", 'KP'],
  ['Tanzania, United Republic of', 'TZ'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Republic of China', 'TW'],
  ["People's Republic of China", 'CN'],
  ['Turkey', 'TR'],
  ['Hong Kong', 'HK'],
  ['Palestine', 'PS'],
  ['Trinidad and Tobago', 'TT'],
  ['St. Lucia', 'LC'],
  ['EE. UU.', 'US'],
  ['США', 'US'],
  ['アメリカ', 'US'],
  ['PHL', 'PH'],
  ['are', 'AE'],
  ['AL', 'AL'],
  ['D', 'DE'],
  ['Germany (DE)', 'DE'],
  ['DE – Deutschland', 'DE'],
  ['Berlin, Germany', 'DE'],
  ['Georgia, USA', null],
  ['Canary Islands', 'ES'],
  ['N/A', null],
  ['Europe', null],
  ['Narnia', null],
  ['the', null],
])('reads the country %s as %s', (text, code) => expect(readCountry(text)).toBe(code));

it.each([
  ['Perth', 'AU', 'Australia/Perth'],
  ['WA', 'AU', 'Australia/Perth'],
  ['WA', 'US', 'America/Los_Angeles'],
  ['Waco, Texas', 'US', 'America/Chicago'],
  ['Portland, Maine', 'US', 'America/New_York'],
  ['Denver', 'US', 'America/Denver'],
  ['Québec', 'CA', 'America/Toronto'],
  ['Bali', 'ID', 'Asia/Makassar'],
  ['Europe/Lisbon', null, 'Europe/Lisbon'],
  ['Europe/Atlantis', null, null],
  ['Springfield', 'US', null],
  ['Texas', null, null],
  ['Manila', null, 'Asia/Manila'],
  ['New York', null, 'America/New_York'],
])('places %s in %s at %s', (place, country, zone) => expect(zoneOfPlace(place, country)).toBe(zone));
