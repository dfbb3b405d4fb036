import type { Tone } from './contract.ts';

// Phrases of the house: what stands around the words of a brief. None of them says anything of its own.

type ByTone = Record<Tone, readonly string[]>;

export const GREETINGS: ByTone = {
  professional: ['Hello,', 'Good day,'],
  friendly: ['Hi there,', 'Hello and good to see you,'],
  authoritative: ['Hello,', 'Good day,'],
  conversational: ['Hi,', 'Hi there,'],
  urgent: ['Hello,'],
  educational: ['Hello,', 'Good day,'],
};
export const SIGN_OFFS: ByTone = {
  professional: ['Kind regards,', 'Best regards,'],
  friendly: ['Warmly,', 'With thanks,'],
  authoritative: ['Kind regards,', 'Regards,'],
  conversational: ['Talk soon,', 'Warmly,'],
  urgent: ['Thank you,', 'Kind regards,'],
  educational: ['Kind regards,', 'With best wishes,'],
};
export const MAIL_CLOSES: ByTone = {
  professional: [
    'If anything is unclear, answer this mail and a person will help.',
    'Questions are welcome: just answer this mail.',
  ],
  friendly: [
    'Any question at all, just answer this mail.',
    'Write back whenever you like; we read every answer.',
  ],
  authoritative: ['For questions, answer this mail.', 'We are glad to give details: answer this mail.'],
  conversational: [
    'Wondering about something? Just answer this mail.',
    'Write back if something is not clear.',
  ],
  urgent: [
    'If you have a question, answer this mail today.',
    'Please answer this mail if something is unclear.',
  ],
  educational: [
    'If you would like to know more, answer this mail.',
    'Questions help everybody: answer this mail with yours.',
  ],
};
export const NEWS_OPENS: ByTone = {
  professional: ['In this letter:', 'What is new this time:'],
  friendly: ['A small letter with good things in it.', 'Pull up a chair, this one is short.'],
  authoritative: ['What you should know this time:'],
  conversational: ['Here is what we have been busy with.', 'A few things, quickly told.'],
  urgent: ['Please read this first:'],
  educational: ['Something to learn in a few minutes:', 'What we looked into this time:'],
};
export const NEWS_CLOSES: ByTone = {
  professional: ['Until the next letter.'],
  friendly: ['Until next time, with a warm cup in hand.', 'See you in the next letter.'],
  authoritative: ['More in the next letter.'],
  conversational: ['That is all for now.', 'More next time.'],
  urgent: ['Thank you for reading this now.'],
  educational: ['More in the next letter.', 'Keep the questions coming.'],
};
export const POST_CLOSES: ByTone = {
  professional: ['Questions? Ask below.'],
  friendly: ['Tell us how you do it.', 'Who is with us?'],
  authoritative: ['Ask us below.'],
  conversational: ['What about you?', 'How do you do it?'],
  urgent: ['Please pass it on.'],
  educational: ['Good to know?', 'Ask us below.'],
};
export const AD_CLOSES: ByTone = {
  professional: ['See the details.', 'Learn more.'],
  friendly: ['Come and see.', 'Have a look.'],
  authoritative: ['See the details.'],
  conversational: ['Have a look.', 'Come by.'],
  urgent: ['See the details today.'],
  educational: ['Read more.', 'Find out how.'],
};
export const FLYER_CLOSES: ByTone = {
  professional: ['We look forward to seeing you.'],
  friendly: ['Come as you are.', 'We look forward to you.'],
  authoritative: ['Please note the details above.'],
  conversational: ['See you there.', 'Come by.'],
  urgent: ['Please note the details above.'],
  educational: ['Ask us about it.', 'Take this card with you.'],
};
export const VIDEO_CLOSES: ByTone = {
  professional: ['Thank you for watching.'],
  friendly: ['See you soon.', 'Thanks for watching.'],
  authoritative: ['Thank you for your time.'],
  conversational: ['That is it. See you soon.', 'Until soon.'],
  urgent: ['Thank you for listening.'],
  educational: ['Now you know.', 'Thanks for watching.'],
};
export const JOKES = [
  'And no, they do not wash themselves. We asked.',
  'We counted twice, and once more for fun.',
  'Our kettle has asked for a day off.',
];
export const EMPTY_STATES = [
  'Nothing here yet. Your first entry will show up in this place whenever you are ready.',
  'This page is still a blank one. Whatever you log first will appear here.',
];
export const COMMUNITY_RULES = [
  'Be kind, also when you disagree.',
  'Speak from your own experience.',
  'Keep what others share to yourself.',
  'No advertising and no selling.',
  'Ask before you post a picture of somebody.',
  'Tell the team when something feels wrong.',
  'Stay with the topic of the conversation.',
  'Credit the sources that you quote.',
];
