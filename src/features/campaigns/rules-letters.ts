import type { Lead, Stage } from '#features/leads/contract.ts';
import { personValues } from './rules-compose.ts';

type Person = Pick<
  Lead,
  'name' | 'platform' | 'signalAt' | 'legalGround' | 'createdAt' | 'lastContact' | 'stage' | 'nextAction'
>;

/** The first letter says where we have their data from; an answer goes to somebody who gave it themselves. */
function hasNotice({ lastContact, nextAction }: Pick<Person, 'lastContact' | 'nextAction'>): boolean {
  return lastContact === null && nextAction !== 'Answer';
}

/** Whether the letter to this person says what GDPR Art. 14 asks for: those who gave us their data know it. */
export function letterSaysSource(
  person: Pick<Person, 'lastContact' | 'nextAction' | 'legalGround'>,
): boolean {
  return person.legalGround === 'legitimate_interest' && hasNotice(person);
}

const BODIES: Record<Stage, string> = {
  new: 'May I tell you in two lines what we do? If it is of no interest, a no is enough.',
  contacted:
    'I wrote to you a while ago. Is this still of interest to you? A yes or a no is enough, and a no is fine.',
  engaged: 'Thank you for your interest. What would you like to know? I will answer it myself.',
  qualified: 'When would a short call suit you? Ten minutes are enough, or we go on by e-mail.',
  converted: 'Is everything as you expected? I can show you in ten minutes how others begin.',
};

/**
 * A first version of a letter to one person: fixed words of ours around what is stored, and no claim. The first one
 * says where we have their data from (GDPR Art. 14), and each but an answer how they are left in peace.
 */
export function letterText(
  person: Person,
  { sender, workspace }: { sender: string; workspace: string },
): string {
  const { firstName, opening, notice } = personValues({
    name: person.name,
    platform: person.platform,
    signalAt: person.signalAt === null ? null : new Date(person.signalAt),
    legalGround: person.legalGround,
    groupName: null,
    createdAt: new Date(person.createdAt),
  });
  const isFirst = person.lastContact === null;
  const isAnswer = person.nextAction === 'Answer';
  const body = isAnswer ? 'Thank you for your question.' : BODIES[person.stage];
  return [
    firstName ? `Hi ${firstName},` : 'Hello,',
    isFirst && !isAnswer && opening ? `${opening} ${body}` : body,
    [sender, workspace].filter(Boolean).join('\n'),
    hasNotice(person) ? notice : '',
    isAnswer ? '' : 'If you would rather not hear from me, answer “no” and I will not write again.',
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}
