import { ruleWords } from '#features/compliance/rules-findings.ts';
import { ESCALATION_LABELS } from '#features/conversations/rules-inbox.ts';
import type { FlagDetails, FlagReason, StoredFlag } from './contract-posts.ts';

type Words = string | ((details: FlagDetails) => string);

const FLAG_REASON_WORDS: Record<FlagReason, Words> = {
  crisis: 'Somebody may be in crisis',
  emergency: 'This may be an emergency',
  concern: ({ category }) => (category === undefined ? '' : ESCALATION_LABELS[category]),
  changes_medicine: 'Advises to change a medicine',
  dose: 'Advises a dose',
  diagnosis: 'Names a diagnosis',
  against_doctor: 'Advises against a doctor',
  claim: ({ rule = '' }) => ruleWords(rule),
  quick_money: 'Promises quick money',
  advertisement: 'Reads like an advertisement',
  private_chat: 'Leads people away to a private chat',
  hidden_link: 'Hides where a link leads',
  one_character: 'Repeats one character',
  many_links: ({ links }) => `Holds ${links} links`,
  repetition: 'Says the same again and again',
  capitals: 'Written in capitals',
  copy: 'The same was posted within a day',
  earlier_note: ({ note = '' }) => note,
};

/** What people read about a flag. */
export function flagNote({ reason, details }: Pick<StoredFlag, 'reason' | 'details'>): string {
  const words = FLAG_REASON_WORDS[reason];
  return typeof words === 'string' ? words : words(details);
}
