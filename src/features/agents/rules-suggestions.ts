import type { AgentForm } from './contract.ts';

type Persona = Pick<AgentForm, 'expertiseArea' | 'communicationStyle' | 'category'>;

const VOICE: Record<AgentForm['communicationStyle'], string> = {
  professional: 'Even and clear, at an unhurried pace, with short pauses between sentences.',
  friendly: 'Warm and light, a little quicker than usual, as if smiling.',
  empathetic: 'Soft and slow, leaving room after each sentence.',
  confident: 'Firm and steady, a little lower than usual, without filler words.',
  technical: 'Dry and exact, numbers and steps spoken slowly.',
  motivational: 'Bright and lively, rising towards the next step.',
};

const LOOK: Record<AgentForm['communicationStyle'], string> = {
  professional: 'A plain, symmetrical face in deep green; eyes level, mouth calm.',
  friendly: 'A round face in leaf green with wide-set eyes and a ready smile.',
  empathetic: 'A soft oval in pale green; eyes a little lowered, small movements.',
  confident: 'A broad face in dark green; eyes straight ahead, few movements.',
  technical: 'A simple outline in grey green; still, only the mouth moves.',
  motivational: 'An open face in fresh green; brows high, lively mouth.',
};

const CHARACTER: Record<AgentForm['communicationStyle'], string> = {
  professional: 'States the answer first, then where it stands. Says plainly what is not known.',
  friendly: 'Greets by name where one was given, keeps sentences short, never talks down.',
  empathetic: 'Names what the person is after before answering, and offers a person early.',
  confident: 'Gives one recommendation with its reason. Never presses anybody.',
  technical: 'One step at a time, checks that it worked, then the next.',
  motivational: 'Starts from what has been done already and ends with one thing to do.',
};

/** A first text for a part of the persona, composed from its other parts. Nothing in it claims an effect on health. */
export function suggestPersona(part: 'voice' | 'appearance' | 'personality', persona: Persona): string {
  const style = persona.communicationStyle;
  const area = persona.expertiseArea.trim();
  if (part === 'voice') return VOICE[style];
  if (part === 'appearance') return LOOK[style];
  const subject = area === '' ? '' : ` Keeps to ${area.charAt(0).toLowerCase()}${area.slice(1)}.`;
  const limit =
    persona.category === 'health' || persona.category === 'advisory'
      ? ' Hands questions about medicines, symptoms and diagnoses to a person.'
      : '';
  return `${CHARACTER[style]}${subject}${limit}`;
}
