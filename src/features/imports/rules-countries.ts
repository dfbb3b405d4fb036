import { foldText } from '#kit/text.ts';

/** Languages of the files that people bring. */
// biome-ignore format: a list
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sk', 'hu', 'ro', 'tr', 'sv', 'da', 'nb', 'fi', 'is', 'el', 'ru', 'uk', 'bg', 'hr', 'sr', 'sl', 'et', 'lv', 'lt', 'ca', 'ja', 'zh', 'zh-Hant', 'ko', 'vi', 'th', 'id', 'ar', 'he', 'hi', 'ka', 'kk'];

/** What people write besides the names that dictionaries have. */
const SHORT_FORMS: Record<string, string> = {
  US: 'usa,u s,u s a,america,united states of america,eeuu,ee uu,vs,v s,abd,сша,америка,アメリカ,estados unidos de america,vereinigte staaten von amerika',
  GB: 'uk,u k,britain,great britain,england,scotland,wales,northern ireland,grossbritannien,schottland,angleterre,inglaterra,inghilterra,engeland,gran bretagna,gran bretana,grande bretagne,united kingdom of great britain northern ireland,англия,великобритания,英国,イギリス,영국',
  IE: 'republic of ireland,eire',
  NL: 'holland,olanda,hollande,holanda,голландия,オランダ',
  DE: 'd,brd,ger,bundesrepublik deutschland',
  AT: 'a,oesterreich',
  FR: 'f,france metropolitaine',
  IT: 'i',
  ES: 'e,canary islands,kanarische inseln,islas canarias',
  BE: 'b',
  LU: 'l',
  CH: 'sui,confoederatio helvetica',
  DK: 'den',
  PT: 'por',
  GR: 'gre,hellas,hellenic republic',
  HR: 'cro',
  CZ: 'czech republic,cr',
  AE: 'uae,u a e,emirates,dubai,abu dhabi,sharjah,vae,eau,eau emirats,оаэ,阿联酋',
  SA: 'ksa,saudi',
  ZA: 'rsa',
  NZ: 'aotearoa',
  PH: 'phi,the philippines',
  IN: 'bharat',
  JP: 'nippon,日本国',
  CN: 'prc,p r china,pr china,mainland china,中华人民共和国,中華人民共和國',
  TW: 'republic of china,taiwan province of china,taiwan r o c,r o c,臺灣',
  HK: 'hongkong,hong kong china,hong kong sar china,hong kong sar',
  MO: 'macao china',
  KR: 'korea,south korea,rok,한국',
  KP: 'north korea,dprk,democratic people s republic of korea',
  VN: 'viet nam',
  RU: 'russian federation,рф',
  MK: 'macedonia,fyrom,former yugoslav republic of macedonia',
  CI: 'ivory coast',
  MM: 'burma',
  TR: 'turkey,turkei,turquie,turquia,turchia,turkije,turkiye',
  SZ: 'swaziland',
  TL: 'east timor',
  CV: 'cape verde',
  CD: 'dr congo,drc,congo kinshasa,democratic republic of the congo,democratic republic of congo,d r congo',
  CG: 'congo,congo brazzaville,republic of the congo,republic of congo',
  VA: 'vatican,holy see,vatican city state',
  PS: 'palestine',
  LA: 'lao people s democratic republic,lao',
  SY: 'syrian arab republic',
  BA: 'bosnia,bosnien,bosnie,bih',
  BN: 'brunei darussalam',
  FK: 'falkland islands malvinas',
  VG: 'virgin islands british',
  VI: 'virgin islands u s,virgin islands us',
  SJ: 'svalbard',
  EH: 'western sahara',
  BQ: 'bonaire',
};

/** ISO 3166-1: three letters, and the two that we keep. */
const ALPHA_3 = `ABW:AW AFG:AF AGO:AO AIA:AI ALA:AX ALB:AL AND:AD ARE:AE ARG:AR ARM:AM ASM:AS ATA:AQ ATF:TF ATG:AG AUS:AU AUT:AT AZE:AZ BDI:BI
  BEL:BE BEN:BJ BES:BQ BFA:BF BGD:BD BGR:BG BHR:BH BHS:BS BIH:BA BLM:BL BLR:BY BLZ:BZ BMU:BM BOL:BO BRA:BR BRB:BB BRN:BN BTN:BT
  BVT:BV BWA:BW CAF:CF CAN:CA CCK:CC CHE:CH CHL:CL CHN:CN CIV:CI CMR:CM COD:CD COG:CG COK:CK COL:CO COM:KM CPV:CV CRI:CR CUB:CU
  CUW:CW CXR:CX CYM:KY CYP:CY CZE:CZ DEU:DE DJI:DJ DMA:DM DNK:DK DOM:DO DZA:DZ ECU:EC EGY:EG ERI:ER ESH:EH ESP:ES EST:EE ETH:ET
  FIN:FI FJI:FJ FLK:FK FRA:FR FRO:FO FSM:FM GAB:GA GBR:GB GEO:GE GGY:GG GHA:GH GIB:GI GIN:GN GLP:GP GMB:GM GNB:GW GNQ:GQ GRC:GR
  GRD:GD GRL:GL GTM:GT GUF:GF GUM:GU GUY:GY HKG:HK HMD:HM HND:HN HRV:HR HTI:HT HUN:HU IDN:ID IMN:IM IND:IN IOT:IO IRL:IE IRN:IR
  IRQ:IQ ISL:IS ISR:IL ITA:IT JAM:JM JEY:JE JOR:JO JPN:JP KAZ:KZ KEN:KE KGZ:KG KHM:KH KIR:KI KNA:KN KOR:KR KWT:KW LAO:LA LBN:LB
  LBR:LR LBY:LY LCA:LC LIE:LI LKA:LK LSO:LS LTU:LT LUX:LU LVA:LV MAC:MO MAF:MF MAR:MA MCO:MC MDA:MD MDG:MG MDV:MV MEX:MX MHL:MH
  MKD:MK MLI:ML MLT:MT MMR:MM MNE:ME MNG:MN MNP:MP MOZ:MZ MRT:MR MSR:MS MTQ:MQ MUS:MU MWI:MW MYS:MY MYT:YT NAM:NA NCL:NC NER:NE
  NFK:NF NGA:NG NIC:NI NIU:NU NLD:NL NOR:NO NPL:NP NRU:NR NZL:NZ OMN:OM PAK:PK PAN:PA PCN:PN PER:PE PHL:PH PLW:PW PNG:PG POL:PL
  PRI:PR PRK:KP PRT:PT PRY:PY PSE:PS PYF:PF QAT:QA REU:RE ROU:RO RUS:RU RWA:RW SAU:SA SDN:SD SEN:SN SGP:SG SGS:GS SHN:SH SJM:SJ
  SLB:SB SLE:SL SLV:SV SMR:SM SOM:SO SPM:PM SRB:RS SSD:SS STP:ST SUR:SR SVK:SK SVN:SI SWE:SE SWZ:SZ SXM:SX SYC:SC SYR:SY TCA:TC
  TCD:TD TGO:TG THA:TH TJK:TJ TKL:TK TKM:TM TLS:TL TON:TO TTO:TT TUN:TN TUR:TR TUV:TV TWN:TW TZA:TZ UGA:UG UKR:UA UMI:UM URY:UY
  USA:US UZB:UZ VAT:VA VCT:VC VEN:VE VGB:VG VIR:VI VNM:VN VUT:VU WLF:WF WSM:WS YEM:YE ZAF:ZA ZMB:ZM ZWE:ZW`;

/** No countries, though they have a code. */
const NO_COUNTRIES = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

let known: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 code of a country by code or name, in the languages of our customers' files; null where it is none. */
export function readCountry(text: string): string | null {
  if (text.length > LONGEST_NAME) return null;
  known ??= namesAndCodes();
  const whole = codeOf(text) ?? codeOf(text.replace(/\([^()]*\)/g, ' '));
  if (whole) return whole;
  // "Korea, Republic of"
  const [name = '', form = '', ...more] = text.split(',');
  const inverted = form !== '' && more.length === 0 ? codeOf(`${form} ${name}`) : null;
  if (inverted) return inverted;
  // "DE – Germany", "Berlin, Germany"
  const parts = new Set(
    text
      .split(/[()[\],;|/]|\s[–—-]\s/)
      .flatMap((part) => (part.trim().length > 1 ? (codeOf(part) ?? []) : [])),
  );
  const [first = null, second] = parts;
  return second === undefined ? first : null;
}

function codeOf(text: string): string | null {
  const key = keyOf(text);
  return known?.get(key) ?? known?.get(key.replace(BEFORE_NAME, '')) ?? null;
}

const LONGEST_NAME = 100;
/** What official names and texts put before the name: "the Netherlands", "Republic of Korea". */
const BEFORE_NAME =
  /^(?:the )?(?:(?:(?:federal|federative|federated|people s|democratic|islamic|plurinational|bolivarian|united|socialist|arab|hashemite|grand|independent|co operative) ){0,3}(?:republic|kingdom|states?|commonwealth|principality|duchy|sultanate|union) of (?:the )?|the |les? |la |los |las |el |die |der |het |de |i |os |as )/;

function namesAndCodes(): ReadonlyMap<string, string> {
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
    ),
  );
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    // Codes of former countries stand for those that followed.
    if (NO_COUNTRIES.has(code) || new Intl.Locale(`und-${code}`).region !== code) continue;
    for (const name of new Set(names.map((each) => each.of(code)))) if (name) found.set(keyOf(name), code);
  }
  for (const pair of ALPHA_3.split(/\s+/)) found.set(keyOf(pair.slice(0, 3)), pair.slice(4));
  for (const [code, forms] of Object.entries(SHORT_FORMS)) {
    for (const form of forms.split(',')) found.set(keyOf(form), code);
  }
  // Last: "AL" is Albania in every language.
  for (const code of new Set(found.values())) found.set(keyOf(code), code);
  found.delete('');
  return found;
}

function keyOf(text: string): string {
  return foldText(text)
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/['’]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ (?:and|und|et|y|e|en|og|och|ja|i) (?=.)/g, ' ')
    .replace(/^st /, 'saint ')
    .replace(/ the$/, '')
    .trim();
}
