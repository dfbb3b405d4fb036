import type { DemoCampaign } from './funnel.ts';

/** What somebody wrote back, and what they were told where that is more than the drafted answer. */
export type ReplyStory = { text: string; answer?: string };

/** Those that came last first. The label of each is what the product reads in it. */
export const REPLIES: Record<DemoCampaign, readonly ReplyStory[]> = {
  'liver-health-winter': [
    { text: 'Is there parking near the kitchen, or is it better to come by bus?' },
    { text: 'Sounds lovely. Two places for Thursday, please.' },
    { text: 'Can I bring my daughter? She is fourteen and likes to cook.' },
    { text: 'Not right now, we are moving house. Write again after New Year if you like.' },
    {
      text: 'What do the evenings cost for two people?',
      answer:
        'Thank you for asking. One evening costs 22 pounds a person with soup, bread and three drinks, so 44 pounds for two. You pay at the door.\n\nPriya Marlow',
    },
    { text: 'Tell me more about the alcohol-free drinks. My husband does not believe in them yet.' },
    { text: 'I was at the first one and it was a good evening.' },
    {
      text: 'Are the menus vegetarian?',
      answer:
        'Thank you for asking. Four of the six evenings are vegetarian; the dates page marks the two with fish. Tell us when you book if there is something you do not eat.\n\nPriya Marlow',
    },
    { text: 'Yes please, send me the dates for February as well.' },
    { text: 'No thank you, it is too far for me.' },
    { text: 'How can I book for a group of eight?' },
    { text: 'I would like to come on the second evening. Is a place left?' },
    { text: 'Maybe later in the year. Good luck with it.' },
    { text: 'Count me in for the last evening.' },
  ],
  'weight-loss-q1': [
    { text: 'I am interested, but I work late on Tuesdays. Which evening is the session?' },
    { text: 'What does the group cost per month?' },
    { text: 'Sounds great! How do I sign up?' },
    { text: 'We are four colleagues. Is there a price for teams?' },
    {
      text: 'Do I need any equipment for the Saturday session?',
      answer:
        'Thank you for asking. Shoes that you can walk in and a bottle of water are all you need; mats are there.\n\nPriya Marlow',
    },
    { text: 'Not now, thanks. I have just joined another club.' },
    { text: 'Can I try one week before I decide?' },
    { text: 'I’d love to join, my neighbour told me about the kitchen on Sunday.' },
    {
      text: 'How many people are in a group?',
      answer:
        'Thank you for asking. There are at most fourteen people in a group, so that the coach has time for everybody.\n\nPriya Marlow',
    },
    { text: 'Too busy until the end of January, sorry.' },
    { text: 'Please send me the plan of a week, I cannot open the page at work.' },
    { text: 'Is the coach there on Sundays too?' },
    { text: 'Thanks, I passed it on to my sister.' },
    { text: 'I would like to know if I can pause for two weeks in spring.' },
  ],
  'immune-support-holiday': [
    { text: 'The recipe with the roast squash is very good. Do you have it without nuts?' },
    { text: 'Are you open between the holidays?' },
    { text: 'Sounds good, we come to the walk on the 27th with the dog.' },
    {
      text: 'Where do the walks start?',
      answer: 'Thank you for asking. All walks start at our door, at ten in the morning.\n\nPriya Marlow',
    },
    { text: 'Not for me this year, thank you.' },
    { text: 'Send me the recipes as one file, please.' },
    { text: 'Lovely letter. My mother kept it.' },
    { text: 'Can I order the tea from the letter by phone?' },
    { text: 'I’d like to order three sampler boxes as presents.' },
    { text: 'Maybe later, we are away until the 6th.' },
  ],
};

/** Of people who wanted no more. */
export const STOPS: readonly string[] = ['Please stop writing to me.', 'Unsubscribe'];

/** What mailboxes say by themselves. */
export const ABSENCES: readonly string[] = [
  'Thank you for your message. I am out of the office until Monday and will read it then.',
  'I am on leave. In urgent cases please call our front desk.',
  'Automatic reply: I am travelling this week and answer with a delay.',
];
