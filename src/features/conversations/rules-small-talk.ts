import type { SmallTalk } from '#engines/answers/question.ts';
import { toneOf } from './rules-tone.ts';

type Speaker = {
  name: string;
  brand: string;
  expertiseArea?: string | undefined;
  specializations?: readonly string[] | undefined;
  style?: string | undefined;
};

/** What an agent says where nothing was asked. It is honest about what it is. */
export function smallTalkText(talk: SmallTalk, speaker: Speaker): string {
  const { name, brand, expertiseArea = '', specializations = [] } = speaker;
  const { invite, thanks, farewell } = toneOf(speaker.style);
  const ofBrand = brand === '' ? '' : ` of ${brand}`;
  const topics =
    specializations.length > 0
      ? ` Ask me about ${specializations.join(', ')}.`
      : expertiseArea === ''
        ? ''
        : ` My subject: ${expertiseArea}.`;
  const texts: Record<SmallTalk, string> = {
    greeting: `Hello. I'm ${name}, the AI assistant${ofBrand}. ${invite}`,
    thanks,
    farewell,
    wellbeing: `Thank you for asking. I'm ${name}, an AI assistant, and ready to help. ${invite}`,
    joke: `I'm better with questions about ${brand === '' ? 'what I was taught' : brand} than with entertainment. ${invite}`,
    identity: `I'm ${name}, an AI assistant${ofBrand}: a program, not a person and not a doctor. I answer from what the team has taught me.${topics} Type HUMAN to reach a person.`,
  };
  return texts[talk];
}

export const NOT_KNOWN = "I don't have that in my knowledge.";
/** Before what may help although it is not known to answer. */
export const NOT_SURE = "I don't have a sure answer to that in my knowledge. The nearest I have:";
export const OFFER_PERSON = 'Type HUMAN and a person from our team will join.';
export const NOT_OBEYED = "I can't do that. I answer questions from what the team has taught me.";
export const WORDING_BARRED =
  "I have a text on that, but the rules of health advertising don't let me repeat its wording. A person from our team can help.";
export const NOT_WORKING =
  "I can't answer that properly at the moment, so I've asked a person from our team to join.";
export const BROKEN_OFF = 'My answer broke off there.';
