import type { CommunicationStyle } from '#features/agents/contract.ts';

/** How an agent talks: what the built-in engine adds to its quotes, and the instruction for a model. */
type Tone = {
  /** Before the quotes; '' for none. */
  lead: string;
  /** In place of 'What would you like to know?'. */
  invite: string;
  thanks: string;
  farewell: string;
  /** For a model. */
  order: string;
};

const TONES: Record<CommunicationStyle, Tone> = {
  professional: {
    lead: '',
    invite: 'What would you like to know?',
    thanks: 'You are welcome. Is there anything else?',
    farewell: 'Goodbye, and take care.',
    order: 'Professional: clear, courteous, complete sentences.',
  },
  friendly: {
    lead: 'Happy to help! Here is what I know:',
    invite: 'What can I help you with?',
    thanks: "You're very welcome! Anything else I can help with?",
    farewell: 'Bye for now, and take care!',
    order: 'Friendly: warm and informal, short sentences, as to a neighbour.',
  },
  empathetic: {
    lead: 'Thank you for asking. This is what I can tell you:',
    invite: 'What is on your mind?',
    thanks: 'You are welcome. I am here if anything else comes up.',
    farewell: 'Goodbye. Take good care of yourself.',
    order: 'Empathetic: patient and gentle; takes the worry behind a question seriously.',
  },
  confident: {
    lead: 'Here is the answer:',
    invite: 'What do you need to know?',
    thanks: 'Any time. What else?',
    farewell: 'Goodbye.',
    order: 'Confident: direct, the answer first, no hedging about what the passages say.',
  },
  technical: {
    lead: 'From our documentation:',
    invite: 'Which detail do you need?',
    thanks: 'You are welcome. Do you need another detail?',
    farewell: 'Goodbye.',
    order: 'Technical: exact terms, figures and units; no small talk.',
  },
  motivational: {
    lead: 'Good that you are looking into this. Here is what I know:',
    invite: 'What is your next step? Ask me about it.',
    thanks: 'You are welcome. Keep going, and ask whenever you need me!',
    farewell: 'Goodbye, and keep it up!',
    order: 'Motivational: encouraging and active; never promises a result.',
  },
};

/** An unknown style talks like the first one. */
export function toneOf(style: string | undefined): Tone {
  return Object.entries(TONES).find(([name]) => name === style)?.[1] ?? TONES.professional;
}

/** Quotes in the tone of the agent. The quoted words stay as they are. */
export function inTone(quotes: string, style: string | undefined): string {
  const { lead } = toneOf(style);
  return lead === '' ? quotes : `${lead}\n${quotes}`;
}
