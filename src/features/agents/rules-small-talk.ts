import type { SmallTalk } from './rules-question.ts';

/** What an agent says where nothing was asked. It is honest about what it is. */
export function smallTalkText(talk: SmallTalk, name: string, brand: string): string {
  const ofBrand = brand === '' ? '' : ` of ${brand}`;
  const texts: Record<SmallTalk, string> = {
    greeting: `Hello. I'm ${name}, the AI assistant${ofBrand}. What would you like to know?`,
    thanks: 'You are welcome. Is there anything else?',
    farewell: 'Goodbye, and take care.',
    wellbeing: `Thank you for asking. I'm ${name}, an AI assistant, and ready to help. What would you like to know?`,
    joke: `I'm better with questions about ${brand === '' ? 'what I was taught' : brand} than with entertainment. What would you like to know?`,
    identity: `I'm ${name}, an AI assistant${ofBrand}: a program, not a person and not a doctor. I answer from what the team has taught me. Type HUMAN to reach a person.`,
  };
  return texts[talk];
}

export const NOT_KNOWN = "I don't have that in my knowledge.";
export const OFFER_PERSON = 'Type HUMAN and a person from our team will join.';
export const NOT_OBEYED = "I can't do that. I answer questions from what the team has taught me.";
export const WORDING_BARRED =
  "I have a text on that, but the rules of health advertising don't let me repeat its wording. A person from our team can help.";
