import { personValues } from '#features/campaigns/rules-compose.ts';
import type { Lead } from '#features/leads/contract.ts';
import { waitsForAnswer } from '#features/leads/rules.ts';
import { fieldIn } from '#features/mail/rules-mail-language.ts';
import { REPLY_WORDS } from '#features/mail/rules-reply-words.ts';
import { languageOf } from '#kit/language.ts';
import { LETTER_WORDS } from './rules-manual-message-words.ts';

type Person = Pick<
  Lead,
  'name' | 'platform' | 'behaviorSignal' | 'signalAt' | 'legalGround' | 'createdAt' | 'lastContact' | 'stage'
> &
  Partial<Pick<Lead, 'givenName' | 'familyName'>>;

/** The first letter says where we have their data from; an answer goes to somebody who gave it themselves. */
function hasNotice(person: Pick<Person, 'lastContact' | 'stage' | 'legalGround'>): boolean {
  return person.lastContact === null && !waitsForAnswer(person);
}

/** Whether the letter to this person says what GDPR Art. 14 asks for: those who gave us their data know it. */
export function letterSaysSource(person: Pick<Person, 'lastContact' | 'stage' | 'legalGround'>): boolean {
  return person.legalGround === 'legitimate_interest' && hasNotice(person);
}

/**
 * A first version of a letter to one person: fixed words of ours around what is stored, and no claim. The first one
 * says where we have their data from (GDPR Art. 14), and each but an answer how they are left in peace. It is in the
 * language in which they wrote, or somebody wrote about them.
 */
export function letterText(
  person: Person,
  { sender, workspace }: { sender: string; workspace: string },
): string {
  const language = languageOf(person.behaviorSignal);
  const words = LETTER_WORDS[language];
  const values = personValues(
    {
      name: person.name,
      givenName: person.givenName,
      familyName: person.familyName,
      platform: person.platform,
      signalAt: person.signalAt === null ? null : new Date(person.signalAt),
      legalGround: person.legalGround,
      groupName: null,
      createdAt: new Date(person.createdAt),
    },
    [language],
  );
  const opening = values[fieldIn('opening', language)];
  const isFirst = person.lastContact === null;
  const isAnswer = waitsForAnswer(person);
  const body = isAnswer ? words.answer : words.bodies[person.stage];
  return [
    REPLY_WORDS[language].greeting(values['firstName'] ?? ''),
    isFirst && !isAnswer && opening ? `${opening} ${body}` : body,
    [sender, workspace].filter(Boolean).join('\n'),
    hasNotice(person) ? values[fieldIn('notice', language)] : '',
    isAnswer ? '' : words.wayOut,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

/** The subject in the language of the letter; undefined where that is English, in which the screens give one. */
export function letterSubject(
  person: Pick<Person, 'behaviorSignal' | 'stage' | 'legalGround'>,
): string | undefined {
  const language = languageOf(person.behaviorSignal);
  if (language === 'en') return undefined;
  return LETTER_WORDS[language].subjects[waitsForAnswer(person) ? 'answer' : person.stage];
}
