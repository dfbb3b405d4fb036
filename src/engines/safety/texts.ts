import type { HelpKind, HelpLine, Language, SafetyCategory, SafetyLevel } from './judgement.ts';
import texts from './texts.json' with { type: 'json' };

/** Fixed words for one message that needs more than an answer. No model writes them. */
export type SafetyMessage = {
  level: Exclude<SafetyLevel, 'answer'>;
  category: SafetyCategory | 'low_confidence' | 'large_order' | 'anger';
  lines: readonly HelpLine[];
  isAboutSomeoneElse: boolean;
  language: Language;
  /** False where nothing is stored, so that no one on the team sees the message. */
  isTeamTold?: boolean;
};

/** Emergency numbers of places that a visitor may be in unexpectedly, shown when one country is assumed. */
const ELSEWHERE = [
  ['EU', '112'],
  ['UK', '999'],
  ['US', '911'],
  ['AU', '000'],
] as const;

export function safetyText(message: SafetyMessage): string {
  const { level, category, lines, language } = message;
  const words = texts[language];
  if (category === 'unread_language') return [words.unreadLanguage, ...listed(lines)].join('\n');
  if (level === 'escalate') {
    const referral = words.referrals[category];
    const isHandedOver = ['asked_for_person', 'low_confidence', 'large_order', 'anger'].includes(category);
    return [referral, ...listed(lines), ...(isHandedOver ? [] : [words.handedOver])].join('\n');
  }
  const team = message.isTeamTold === false ? words.teamNotTold : words.teamTold;
  return [[emergencyText(message), team].join(' '), ...elsewhere(message)].join('\n');
}

function emergencyText({ category, lines, isAboutSomeoneElse, language }: SafetyMessage): string {
  const words = texts[language];
  const emergency = numbers(lines, 'emergency');
  const crisis = numbers(lines, 'crisis');
  const poison = numbers(lines, 'poison');
  const support = numbers(lines, 'violence');
  const company = isAboutSomeoneElse ? [words.stayWithThem] : [];
  if (category === 'self_harm') {
    const said = isAboutSomeoneElse ? words.crisisOther : words.crisis;
    return [filled(said, { crisis: crisis || words.crisisLineUnknown, emergency }), ...company].join(' ');
  }
  const inDoubt = isAboutSomeoneElse ? words.wantsToDieOther : words.wantsToDie;
  const doubt = crisis === '' ? [] : [filled(inDoubt, { crisis })];
  if (category === 'overdose') {
    const said = poison === '' ? words.poisonLineUnknown : words.poison;
    return [filled(said, { poison, emergency }), ...company, ...doubt, words.sellingStopped].join(' ');
  }
  if (category === 'violence') {
    const advice = support === '' ? [] : [filled(words.support, { lines: support })];
    const called = numbers(lines, 'police', 'emergency');
    return [filled(words.violence, { emergency: called }), ...advice, ...doubt].join(' ');
  }
  return [filled(words.medical, { emergency }), ...company, ...doubt].join(' ');
}

/** Said before the first answer, wherever an agent is met. */
export function disclosure(brand: string, language: Language): string {
  const words = texts[language];
  return brand === '' ? words.disclosure : filled(words.disclosureOf, { brand });
}

/** Said to every message after an emergency until a person has looked, with the numbers that were given. */
export function afterEmergencyText(lines: readonly HelpLine[], language: Language): string {
  return [texts[language].afterEmergency, ...listed(lines)].join('\n');
}

/** Said when a visitor makes clear that there is no emergency; `isOver` unless a person still has to look. */
export function allClearText(isOver: boolean, lines: readonly HelpLine[], language: Language): string {
  const words = texts[language];
  return isOver ? words.allClear : [words.stillHere, ...listed(lines)].join('\n');
}

function listed(lines: readonly HelpLine[]): string[] {
  return lines.map(({ region, name, contact }) => `${name} (${region}): ${contact}`);
}

/** "Samaritans 116 123", with the country where there are several. */
function numbers(lines: readonly HelpLine[], ...kinds: readonly HelpKind[]): string {
  const isOneCountry = new Set(lines.map(({ region }) => region)).size <= 1;
  return lines
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ region, name, contact }) => {
      const named = name === contact ? contact : `${name} ${contact}`;
      return isOneCountry ? named : `${named} (${region})`;
    })
    .join(', ');
}

/** The browser's language may be that of another country than its user is in. */
function elsewhere({ lines, language }: SafetyMessage): string[] {
  const [own, ...others] = new Set(lines.map(({ region }) => region));
  if (own === undefined || others.length > 0) return [];
  const shown = new Set(lines.flatMap(({ contact }) => contact.match(/\d+/g) ?? []));
  const rest = ELSEWHERE.filter(([region, number]) => region !== own && !shown.has(number));
  return [filled(texts[language].elsewhere, { numbers: rest.map((pair) => pair.join(' ')).join(', ') })];
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
}
