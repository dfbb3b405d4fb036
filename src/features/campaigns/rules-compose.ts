import type { LegalGround } from '#features/compliance/contract.ts';
import { hasCondition, hasHealthWord } from '#features/compliance/rules-conditions.ts';
import { plainText } from '#features/content/rules-markup.ts';
import type { Platform } from '#features/leads/contract.ts';
import { platformLabel } from '#features/leads/rules.ts';
import { greetingNameOf, type Named } from '#features/leads/rules-names.ts';
import { fieldIn, languageOfMessage, MAIL_WORDS } from '#features/mail/rules-mail-language.ts';
import { type Language, languageOf } from '#kit/language.ts';
import { type Channel, DEFAULT_OBJECTIVE, type NewStep } from './contract.ts';
import type { CampaignTemplate } from './contract-landing.ts';

/** What is stored about a person and may be used in a message. Never the signal itself, only where and when. */
export type PersonFacts = Named & {
  platform: Platform;
  signalAt: Date | null;
  legalGround: LegalGround;
  groupName: string | null;
  /** When the person was found or added. */
  createdAt: Date;
};

/** Making one takes longer than using it a hundred times, and each person of a launch needs three dates. */
const dateFormats = new Map<Language, Intl.DateTimeFormat>();

/** "12 November 2026", UTC; in German "12. November 2026". */
export function messageDate(date: Date, language: Language = 'en'): string {
  let format = dateFormats.get(language);
  if (!format) {
    const { locale } = MAIL_WORDS[language];
    format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    dateFormats.set(language, format);
  }
  return format.format(date);
}

/**
 * Values of the merge fields that differ per person; empty where nothing is known. What is said about the person is said
 * in English, and in each of the given languages under a name of its own.
 */
export function personValues(
  person: PersonFacts,
  languages: readonly Language[] = [],
): Record<string, string> {
  const isPublic = wroteInPublic(person.platform);
  // People call their accounts after what they have ("Migraine Mum"), and a subject line may begin with the name.
  const name = hasCondition(person.name) ? '' : person.name;
  return {
    firstName: name === '' ? '' : greetingNameOf(person),
    name,
    platform: isPublic ? platformLabel(person.platform) : '',
    // A group can be named after a condition; that must not reach the person.
    groupName: person.groupName && !hasHealthWord(person.groupName) ? person.groupName : '',
    ...Object.fromEntries(
      ['en' as const, ...languages].flatMap((language) => [
        [
          fieldIn('signalDate', language),
          isPublic && person.signalAt ? messageDate(person.signalAt, language) : '',
        ],
        [fieldIn('opening', language), openingFor(person, language)],
        [fieldIn('notice', language), sourceNotice(person, language)],
      ]),
    ),
  };
}

/** One sentence that says where we know this person from. */
function openingFor(person: PersonFacts, language: Language): string {
  const words = MAIL_WORDS[language];
  if (person.legalGround === 'customer') return words.customerOpening;
  if (person.legalGround === 'consent') return words.consentOpening;
  if (!wroteInPublic(person.platform)) return '';
  return words.postOpening(
    publicPlace(person.platform, language),
    person.signalAt && messageDate(person.signalAt, language),
  );
}

/** Where we have somebody's data from and on what ground (GDPR Art. 14), with the first message and every other. */
function sourceNotice(person: PersonFacts, language: Language): string {
  const words = MAIL_WORDS[language];
  const since = messageDate(person.createdAt, language);
  if (person.legalGround === 'customer') return words.customerNotice;
  // Whoever asked to be answered gets nothing of a campaign before they agreed to that too.
  if (person.legalGround === 'consent' || person.legalGround === 'enquiry') return words.agreedNotice(since);
  return wroteInPublic(person.platform)
    ? words.profileNotice(publicPlace(person.platform, language), since)
    : words.recordsNotice(since);
}

export function wroteInPublic(platform: Platform): boolean {
  return platform !== 'manual' && platform !== 'import' && platform !== 'website';
}

export function publicPlace(platform: Platform, language: Language = 'en'): string {
  return platform === 'practice' ? MAIL_WORDS[language].practiceNetwork : platformLabel(platform);
}

/** Labels of goals that say what the sender wants, not what the reader gets; they are never quoted to a reader. */
const GOAL_LABELS =
  /^(?:lead generation|brand awareness|awareness|sales|conversions?|customer retention|retention|engagement|re-?engagement|nurtur\w*|growth|outreach|traffic|test\w*)$/i;

const VERBS =
  /^(?:announce|ask|bring|explain|give|help|introduce|invite|launch|let|offer|present|promote|remind|sell|share|show|tell|thank|welcome)\b/i;

export type EngineInput = {
  objective: string;
  channels: readonly Channel[];
  template?: CampaignTemplate | undefined;
  /** Chosen from the library; the first that fits a channel is quoted. */
  assets: readonly { type: string; name: string; content: string }[];
  /** The landing page's own words, where it is one of the stored ones. */
  landingSite?: { name: string; description: string } | undefined;
};

/**
 * First messages for a campaign without any, one per channel. The engine quotes what is stored (the template, a
 * chosen asset, the objective, the landing page's description) and adds nothing of its own but the greeting, in the
 * language of what it quotes.
 */
export function composeSteps(input: EngineInput): NewStep[] {
  return input.channels.map((channel) => ({
    channel,
    delayHours: 0,
    ...(channel === 'email' ? { subject: subjectLine(input) } : {}),
    body: bodyFor(channel, input),
  }));
}

/** The asset that a first message over this channel quotes: the first of the chosen ones that fits it. */
export function quotedAsset<T extends { type: string }>(
  assets: readonly T[],
  channel: Channel,
): T | undefined {
  const fitting = channel === 'email' ? ['email', 'newsletter', 'text'] : ['social_post', 'ad_copy', 'text'];
  return assets.find(({ type }) => fitting.includes(type));
}

function bodyFor(channel: Channel, input: EngineInput): string {
  const asset = quotedAsset(input.assets, channel);
  if (asset) return withGreeting(wordsOfAsset(asset.content, channel));
  if (input.template) return input.template.message;
  const language = languageOf(`${input.objective}\n${describedPage(input)}`);
  const words = MAIL_WORDS[language];
  const pitch = [purposeSentence(input.objective, language), describedPage(input)].filter(
    (sentence) => sentence !== '',
  );
  if (channel !== 'email')
    return [words.messengerGreeting, words.opening, ...pitch, words.messengerInvitation].join(' ');
  return [words.greeting, [words.opening, ...pitch].join(' '), words.invitation, words.signature].join(
    '\n\n',
  );
}

const GREETING =
  /^(?:hi|hello|dear|hey|good (?:morning|day|evening)|hallo|liebe[rs]?|guten? (?:tag|morgen|abend)|sehr geehrte[rs]?|grüß (?:gott|dich|sie)|servus|moin|bonjour|bonsoir|salut|chère?s?|madame|hola|buen[oa]s? \p{L}+|estimad[oa]s?|querid[oa]s?|ciao|buongiorno|buonasera|salve|gentil[ei]|car[oaie]|beste|geachte|dag|goede(?:n)?(?:morgen|middag|avond)?)(?!\p{L})/iu;

/** Greets behind the headline, unless the text greets by itself, and leads to the page at the end. */
function withGreeting(text: string): string {
  const paragraphs = text.split(/\n{2,}/);
  const start = paragraphs.findIndex((paragraph) => !/^\s*#{1,3}\s/.test(paragraph));
  const first = start < 0 ? paragraphs.length : start;
  const hasGreeting = GREETING.test(paragraphs[first] ?? '');
  const hasLink = text.includes('{{landingPage');
  return [
    ...paragraphs.slice(0, first),
    ...(hasGreeting ? [] : [MAIL_WORDS[languageOfMessage({ body: text })].greeting, '{{opening}}']),
    ...paragraphs.slice(first),
    ...(hasLink ? [] : ['{{landingPage}}']),
  ].join('\n\n');
}

/** An asset as message text, without its own first line "Subject: …". A mail takes its headings, lists and links over. */
function wordsOfAsset(content: string, channel: Channel): string {
  const words = content.replace(/^subject:.*\n+/i, '').trim();
  // Anywhere else the signs of headings, tables and bold words would be read as they stand.
  return channel === 'email' ? words : plainText(words);
}

/** The first line at hand that names no condition: the engine never puts one where an inbox shows it. */
function subjectLine({ objective, template, assets, landingSite }: EngineInput): string {
  const asset = assets.find((candidate) => candidate.type === 'email' || candidate.type === 'newsletter');
  const candidates = [
    /^subject:\s*(.+)$/im
      .exec(asset?.content ?? '')?.[1]
      ?.trim()
      .slice(0, 200),
    landingSite && withoutBraces(landingSite.name).slice(0, 200),
    !template && !landingSite && isPurpose(objective) && objective.length <= 70
      ? capitalised(withoutBraces(objective))
      : undefined,
  ];
  return (
    candidates.find((line) => line !== undefined && line !== '' && !hasCondition(line)) ??
    MAIL_WORDS[languageOf([objective, landingSite?.description, asset?.content].join('\n'))].subject
  );
}

/** "Invite people to the open day" → "I am writing to invite people to the open day." */
function purposeSentence(objective: string, language: Language): string {
  const text = withoutBraces(objective).replace(/[.!\s]+$/, '');
  if (!isPurpose(text)) return '';
  // The words of a German begin as they were written: a noun keeps its capital.
  if (language !== 'en') return MAIL_WORDS[language].purpose(text);
  return VERBS.test(text)
    ? `I am writing to ${text.charAt(0).toLowerCase()}${text.slice(1)}.`
    : MAIL_WORDS.en.purpose(text.charAt(0).toLowerCase() + text.slice(1));
}

function isPurpose(objective: string): boolean {
  const text = objective.trim();
  return text !== '' && text !== DEFAULT_OBJECTIVE && !GOAL_LABELS.test(text);
}

function describedPage({ landingSite }: EngineInput): string {
  const description = withoutBraces(landingSite?.description ?? '').trim();
  if (description === '') return '';
  return /[.!?]$/.test(description) ? description : `${description}.`;
}

function withoutBraces(text: string): string {
  return text.replaceAll('{{', '').replaceAll('}}', '');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
