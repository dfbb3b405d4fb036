import { HELP_REGIONS, type HelpRegion } from '#features/settings/contract.ts';
import { foldText } from '#kit/text.ts';
import type { Escalation, EscalationCategory, HelpResource } from './contract-chat.ts';

export const REGIONS = HELP_REGIONS;
export type Region = HelpRegion;

type Line = { name: string; contact: string };
type Lines = {
  emergency: Line;
  crisis?: Line;
  /** For who would rather write than speak. */
  text?: Line;
  poison?: Line;
  health?: Line;
  child?: Line;
  eating?: Line;
  maternal?: Line;
};

/**
 * Last read on the operators' own pages on 20 November 2026; 50808 and Canada's poison number on the 22nd, in what the
 * health services announced of them. To be read again every quarter.
 */
const LINES: Record<Region, Lines> = {
  US: {
    emergency: { name: 'Emergency services', contact: '911' },
    crisis: { name: '988 Suicide & Crisis Lifeline', contact: 'call or text 988' },
    poison: { name: 'Poison Help', contact: '1-800-222-1222' },
    maternal: { name: 'National Maternal Mental Health Hotline', contact: '1-833-852-6262' },
  },
  CA: {
    emergency: { name: 'Emergency services', contact: '911' },
    crisis: { name: '9-8-8 Suicide Crisis Helpline', contact: 'call or text 988' },
    poison: { name: 'Poison centre (in Quebec 1-800-463-5060)', contact: '1-844-764-7669' },
  },
  UK: {
    emergency: { name: 'Emergency services', contact: '999' },
    crisis: { name: 'Samaritans', contact: '116 123' },
    health: { name: 'NHS 111', contact: '111, option 2 for mental health' },
    child: { name: 'Childline', contact: '0800 1111' },
    eating: { name: 'Beat', contact: '0808 801 0677' },
  },
  IE: {
    emergency: { name: 'Emergency services', contact: '112 or 999' },
    crisis: { name: 'Samaritans', contact: '116 123' },
    text: { name: 'Text About It', contact: 'text 50808' },
  },
  EU: {
    emergency: { name: 'Emergency services', contact: '112' },
    crisis: { name: 'Emotional support, where it is operated', contact: '116 123' },
  },
};

const PLACES: [Region, RegExp][] = [
  [
    'CA',
    /\b(?:canada|canadian|ontario|toronto|ottawa|quebec|montreal|vancouver|alberta|calgary|winnipeg|nova scotia|british columbia)\b/,
  ],
  [
    'IE',
    /\b(?:(?<!northern )ireland|dublin|(?:in|from|near|county|co) cork|galway|limerick|waterford|kilkenny|eire)\b/,
  ],
  [
    'UK',
    /\b(?:northern ireland|belfast|uk|u\.k\.|united kingdom|england|scotland|wales|london|manchester|birmingham|glasgow|britain|nhs)\b/,
  ],
  [
    'US',
    /\b(?:usa|u\.s\.|united states|america|california|texas|florida|new york|oregon|ohio|washington|chicago)\b/,
  ],
  [
    'EU',
    /\b(?:germany|deutschland|berlin|france|paris|spain|espana|madrid|italy|rome|netherlands|amsterdam|austria|vienna|belgium|portugal|poland|sweden|denmark|europe)\b/,
  ],
];

/** The place that somebody names in passing. */
export function findRegion(text: string): Region | undefined {
  const folded = foldText(text);
  return PLACES.find(([, names]) => names.test(folded))?.[0];
}

/** 'en-GB' → UK, as in a header of several languages; undefined where a language does not tell the country. */
export function regionOfLocale(locales: string | undefined): Region | undefined {
  const tags = (locales ?? '').toLowerCase().split(',');
  const language = languageOf(tags[0]);
  // "de, de-DE;q=0.9": the country may stand with the second of the same language, not with that of another.
  for (const tag of tags.filter((one) => languageOf(one) === language)) {
    const country = /^\s*[a-z]{2,3}-([a-z]{2})\b/.exec(tag)?.[1]?.toUpperCase();
    if (country === 'GB') return 'UK';
    if (country === 'US' || country === 'CA' || country === 'IE') return country;
    if (country !== undefined) return EU.has(country) ? 'EU' : undefined;
  }
  return undefined;
}

/** Where most of those live who read in a language, for what is shown first. */
export function likelyRegionOfLocale(locales: string | undefined): Region | undefined {
  const language = languageOf((locales ?? '').toLowerCase().split(',')[0]);
  return EU_LANGUAGES.has(language) ? 'EU' : undefined;
}

function languageOf(tag: string | undefined): string {
  return /^\s*([a-z]{2,3})\b/.exec(tag ?? '')?.[1] ?? '';
}

/** 'Europe/Dublin' → IE; undefined for zones of other places. */
export function regionOfTimeZone(zone: string): Region | undefined {
  const [continent = '', city = ''] = [zone.split('/')[0], zone.split('/').at(-1)];
  if (continent === 'Canada' || (continent === 'America' && CANADIAN.has(city))) return 'CA';
  if (continent === 'US' || (continent === 'America' && AMERICAN.has(city)) || zone === 'Pacific/Honolulu')
    return 'US';
  if (continent === 'America' && /\/(?:Indiana|Kentucky|North_Dakota)\//.test(zone)) return 'US';
  if (zone === 'Europe/Dublin') return 'IE';
  if (/^Europe\/(?:London|Belfast|Jersey|Guernsey|Isle_of_Man)$/.test(zone)) return 'UK';
  return continent === 'Europe' && IN_UNION.has(city) ? 'EU' : undefined;
}

/** All of them, what is likely first. */
export function regionsFrom(likely: Region | undefined): readonly Region[] {
  return likely === undefined ? REGIONS : [likely, ...REGIONS.filter((one) => one !== likely)];
}

const EU_LANGUAGES = new Set('de nl it pl sv da fi cs sk hu el ro bg hr sl et lv lt mt'.split(' '));
const CANADIAN = new Set(
  'Toronto Vancouver Montreal Edmonton Winnipeg Halifax Regina St_Johns Moncton Calgary Whitehorse Yellowknife Iqaluit Swift_Current Goose_Bay Glace_Bay'.split(
    ' ',
  ),
);
const AMERICAN = new Set(
  'New_York Chicago Denver Los_Angeles Phoenix Anchorage Detroit Boise Juneau Indianapolis Louisville Nome Menominee'.split(
    ' ',
  ),
);
const IN_UNION = new Set(
  'Vienna Brussels Sofia Zagreb Nicosia Prague Copenhagen Tallinn Helsinki Mariehamn Paris Berlin Busingen Athens Budapest Rome Riga Vilnius Luxembourg Malta Amsterdam Warsaw Lisbon Bucharest Bratislava Ljubljana Madrid Stockholm'.split(
    ' ',
  ),
);
const EU = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** Numbers that help with this in these regions, of each first the most urgent. */
export function resourcesFor(
  level: Escalation['level'],
  category: EscalationCategory,
  regions: readonly Region[],
): HelpResource[] {
  return regions.flatMap((name) => {
    const lines = LINES[name];
    const wanted =
      level === 'emergency'
        ? category === 'self_harm'
          ? [lines.crisis, lines.text, lines.emergency]
          : category === 'overdose'
            ? [lines.poison, lines.emergency]
            : [lines.emergency]
        : ((
            {
              mental_health: [lines.crisis, lines.text, lines.health],
              eating_disorder: [lines.eating, lines.health],
              children: [],
              pregnancy: [],
            } as Partial<Record<EscalationCategory, (Line | undefined)[]>>
          )[category] ?? []);
    return wanted.flatMap((line) => (line ? [{ region: name, ...line }] : []));
  });
}

const REFERRALS: Record<EscalationCategory, string> = {
  self_harm: 'Please talk to somebody you trust or to a crisis line.',
  emergency: 'Please ask a doctor.',
  overdose: 'Please ask a poison centre.',
  violence: 'Please call the police if you are not safe.',
  pregnancy:
    "I can't advise on what to take in pregnancy, while breastfeeding or when trying to conceive. Please ask your midwife, doctor or pharmacist first.",
  eating_disorder:
    "I can't advise on eating, weight or fasting here. You deserve support from somebody trained: please talk to your doctor or an eating-disorder service.",
  mental_health:
    "I'm sorry you are going through this. I can't advise on mental health. Please talk to your doctor or a therapist, or to a support line.",
  children:
    "I can't advise on supplements for anybody under 18. Please ask a paediatrician or pharmacist, and do not give a product made for adults.",
  medication_interaction:
    "I can't advise on medicines. Please ask your pharmacist or doctor before you take anything with them, and do not start, stop or change a medicine because of this chat.",
  diagnosis:
    "I can't diagnose or read results: I'm an AI assistant, not a doctor. Please have this looked at by a doctor.",
  adverse_event:
    "I'm sorry that happened. Please stop taking it and ask a doctor or pharmacist; if it gets worse, get medical help at once. Tell our team the product, the lot number and when it began.",
  chronic_illness:
    "I can't advise on an illness or around an operation. Please ask your doctor or pharmacist before you take or begin anything new.",
  asked_for_person: "I've asked a person from our team to join. They will see what we wrote so far.",
  low_confidence: "I don't have that in my knowledge, so I've asked a person from our team to join.",
  large_order: "For an order of this size I've asked a person from our team to join.",
  anger: "I'm sorry this went wrong. I've asked a person from our team to join.",
};

const PLACE_NAMES: Record<Region, string> = {
  US: 'the US',
  CA: 'Canada',
  UK: 'the UK',
  IE: 'Ireland',
  EU: 'the EU',
};

/** A browser's language may be that of another country than where its reader is. */
function elsewhere(resources: readonly HelpResource[]): string {
  const [own, ...others] = new Set(resources.map(({ region }) => region));
  if (own === undefined || others.length > 0) return '';
  const numbers = REGIONS.filter((name) => name !== own).map(
    (name) => `${PLACE_NAMES[name]} ${LINES[name].emergency.contact}`,
  );
  return `\nIf you are somewhere else: ${numbers.join(', ')}.`;
}

const HANDED_OVER = "I've asked a person from our team to join.";

/** What an agent says instead of an answer of its own. Fixed: no model words it. */
export function safetyText({
  level,
  category,
  resources,
  isAboutSomebodyElse,
}: Escalation & { isAboutSomebodyElse: boolean }): string {
  if (level === 'escalate') {
    const referral = REFERRALS[category];
    const lines = resources.map((line) => `${line.name} (${line.region}): ${line.contact}`);
    return [referral, ...lines, ...(referral.includes('asked a person') ? [] : [HANDED_OVER])].join('\n');
  }
  return emergencyText({ category, resources, isAboutSomebodyElse }) + elsewhere(resources);
}

function emergencyText({
  category,
  resources,
  isAboutSomebodyElse,
}: Omit<Escalation, 'level'> & { isAboutSomebodyElse: boolean }): string {
  const numbers = (pick: RegExp): string => {
    const lines = resources.filter(({ name }) => pick.test(name));
    const regions = new Set(resources.map(({ region }) => region));
    return lines
      .map(({ region, name, contact }) =>
        regions.size > 1 ? `${name} ${contact} (${region})` : `${name} ${contact}`,
      )
      .join(', ');
  };
  const emergency = numbers(/^Emergency/);
  const ofLife = category === 'self_harm' ? '' : numbers(/Crisis|Samaritans|^Emotional support|^Text About/);
  const who = isAboutSomebodyElse ? 'they' : 'you';
  const inDoubt = ofLife === '' ? '' : ` If ${who} may want to die: ${ofLife}.`;
  const others = isAboutSomebodyElse ? ' Stay with them if you can.' : '';
  if (category === 'self_harm') {
    const crisis = numbers(/^(?!Emergency)/) || 'a crisis line near you';
    return isAboutSomebodyElse
      ? `I'm glad you told me, and I'm worried about their safety. I'm an AI and can't help in an emergency. Please contact ${crisis} now, or ${emergency} if they might act on this or aren't safe.${others} A person from our team has been told.`
      : `I'm glad you told me, and I'm worried about your safety. I'm an AI and can't help in an emergency. Please contact ${crisis} now, or ${emergency} if you might act on this or aren't safe. A person from our team has been told.`;
  }
  if (category === 'overdose') {
    const poison = numbers(/^Poison/);
    const first =
      poison === ''
        ? `Call ${emergency} now.`
        : `Call ${poison} now; if they're drowsy, fitting or struggling to breathe, call ${emergency}.`;
    return `${first} Keep the container.${others}${inDoubt} I've stopped our chat about products. A person from our team has been told.`;
  }
  if (category === 'violence') {
    return `If you or somebody else is in danger, call ${emergency} now and get to a safe place.${inDoubt} I'm an AI and can't help in an emergency. A person from our team has been told.`;
  }
  return `This could be an emergency. Call ${emergency} now. I can't assess symptoms and I've stopped our chat about products.${others}${inDoubt} A person from our team has been told.`;
}

/** Said before the first answer, wherever an agent is met. */
export function disclosure(brand: string): string {
  return `You're chatting with an AI assistant${brand === '' ? '' : ` for ${brand}`}, not a doctor. Type HUMAN any time.`;
}
