import type { Citation, Escalation, EscalationCategory } from './contract.ts';
import type { ConversationState } from './contract-inbox.ts';

/** A longer question is cut where the list of unanswered ones shows it. */
export const LONGEST_QUESTION = 4_000;

/** Who has to do something in a conversation. */
export function conversationState({
  personId,
  handoverAt,
  resolvedAt,
}: {
  personId: string | null;
  handoverAt: Date | null;
  resolvedAt: Date | null;
}): ConversationState {
  if (resolvedAt !== null) return 'resolved';
  if (personId !== null) return 'person';
  return handoverAt === null ? 'agent' : 'waiting';
}

/** Under what an answer to a post of a community is kept in the browser until it is sent, wherever it was begun. */
export const commentWork = (postId: string): string => `post.comment.${postId}`;

/** Name of a lead who left nothing but an address. */
export const UNNAMED_VISITOR = 'Website visitor';

const NUMBERS = 10_000;

/** How people call a visitor who may have said who they are: by name, by address, or by a number of their own. */
export function visitorLabel({
  id,
  leadName,
  email,
}: {
  id: string;
  leadName: string | null;
  email: string | null;
}): string {
  if (leadName !== null && leadName !== UNNAMED_VISITOR) return leadName;
  // The end of an id is chance, its beginning the time, which those who come together share.
  const number = Number.parseInt(id.slice(-8), 16) % NUMBERS;
  return email ?? `Visitor ${String(number).padStart(4, '0')}`;
}

export const STATE_LABELS: Record<ConversationState, string> = {
  waiting: 'Waits for a person',
  person: 'With a person',
  agent: 'With the agent',
  resolved: 'Resolved',
};

/** Why a person was asked for, in a few words. Topics of a conversation, never a person's condition. */
export const ESCALATION_LABELS: Record<EscalationCategory, string> = {
  self_harm: 'Crisis',
  emergency: 'Emergency',
  overdose: 'Emergency',
  violence: 'Violence',
  pregnancy: 'Question about pregnancy',
  eating_disorder: 'Question about eating',
  mental_health: 'Question about mental health',
  children: 'Question about a child',
  medication_interaction: 'Question about a medicine',
  diagnosis: 'Question about symptoms',
  adverse_event: 'Reaction to a product',
  chronic_illness: 'Question about a long illness',
  unread_language: 'A language the agent does not read',
  asked_for_person: 'Asked for a person',
  low_confidence: 'The agent could not answer',
  anger: 'An upset visitor',
  large_order: 'A large order',
};

/** The same with how urgent it is, where the label does not say so itself. */
export function reasonOf({ level, category }: Pick<Escalation, 'level' | 'category'>): string {
  const label = ESCALATION_LABELS[category];
  return level !== 'emergency' || label === 'Emergency' ? label : `Emergency: ${label}`;
}

/** What an answer rests on, each item once. */
export function sourcesOf(citations: readonly Pick<Citation, 'title'>[]): string {
  return [...new Set(citations.map(({ title }) => title))].join(', ');
}
