import type { Channel } from '#features/campaigns/contract.ts';
import type { DemoCampaign } from './funnel.ts';

/** The business whose workspace this is. Nothing in it exists; its addresses can never be registered (RFC 2606). */
export const WORKSPACE = {
  name: 'Fernhill Wellness',
  timeZone: 'Europe/London',
  postalAddress: '12 Orchard Lane, Fernhill FH1 2AB, United Kingdom',
  senderName: 'Priya Marlow',
  senderEmail: 'hello@fernhill.example',
} as const;

export const GROUPS = [
  {
    key: 'workplace',
    name: 'Workplace buyers',
    description: 'Office managers who order tea and snacks for their staff',
    color: '#7C5A8C',
    audience: 'Office managers buying tea, fruit and snack boxes for their staff',
  },
  {
    key: 'marathon',
    name: 'Marathon nutrition',
    description: 'Runners who plan what to eat and drink on long days',
    color: '#4F7F3A',
    audience: 'Runners looking for marathon fuel, gels and recovery meals',
  },
  {
    key: 'winter',
    name: 'Winter wellness',
    description: 'People who plan warm food, herbal drinks and walks for the dark months',
    color: '#9A6A2F',
    audience: 'People planning warm winter meals, herbal tea and walks',
  },
  {
    key: 'evening',
    name: 'Evening blends',
    description: 'People who look for something caffeine-free to drink in the evening',
    color: '#3B82F6',
    audience: 'People asking for caffeine-free evening tea they would pay for',
  },
] as const;
export type GroupKey = (typeof GROUPS)[number]['key'];

export const LANDING_SITES = [
  {
    name: 'Winter evenings',
    url: 'https://fernhill.example/winter-evenings',
    description: 'Six evenings of simple menus and alcohol-free drinks, with dates and places',
  },
  {
    name: 'New-year start',
    url: 'https://fernhill.example/new-year-start',
    description: 'Two sessions a week and cooking together at the weekend',
  },
  {
    name: 'Holiday letter',
    url: 'https://fernhill.example/holiday-letter',
    description: 'Recipes for a full house, opening hours and a calendar of walks',
  },
  {
    name: 'Tea for teams',
    url: 'https://fernhill.example/tea-for-teams',
    description: 'Boxes for offices of 5 to 200 people, delivered monthly',
  },
] as const;

type Step = { channel: Channel; delayHours: number; subject: string | null; body: string };
type Story = {
  name: string;
  objective: string;
  landingPageUrl: string;
  groups: readonly GroupKey[];
  channels: Channel[];
  /** Day of the launch. */
  launchDay: number;
  /** Day on which it is planned to end; null for the completed one. */
  endDay: number | null;
  costPerConversionCents: number;
  basketCents: number;
  /** What people buy there. */
  item: string;
  steps: readonly Step[];
};

const signed = (...paragraphs: string[]): string => [...paragraphs, '{{senderName|The team}}'].join('\n\n');

export const CAMPAIGNS: Record<DemoCampaign, Story> = {
  'liver-health-winter': {
    name: 'Liver Health Winter',
    objective: 'Invite people to the winter evenings',
    landingPageUrl: LANDING_SITES[0].url,
    groups: ['winter', 'evening'],
    channels: ['email'],
    launchDay: -150,
    endDay: 45,
    costPerConversionCents: 1250,
    basketCents: 6400,
    item: 'Winter evenings, two places',
    steps: [
      {
        channel: 'email',
        delayHours: 0,
        subject: 'Six winter evenings at Fernhill',
        body: signed(
          'Hi {{firstName|there}},',
          '{{opening}} We have put together six winter evenings: simple menus, alcohol-free drinks and time to ask questions.',
          'Have a look and see whether it is for you: {{landingPage}}',
        ),
      },
      {
        channel: 'email',
        delayHours: 96,
        subject: 'A place is kept until Friday',
        body: signed(
          'Hi {{firstName|there}},',
          'A short note, because the evenings fill up: the next one has eight places left, and yours is kept until Friday.',
          'Dates and menus are here: {{landingPage}}',
        ),
      },
    ],
  },
  'weight-loss-q1': {
    name: 'Weight Loss Q1',
    objective: 'Introduce the new-year group and its coach',
    landingPageUrl: LANDING_SITES[1].url,
    groups: ['marathon', 'workplace', 'winter'],
    channels: ['email', 'social_dm'],
    launchDay: -143,
    endDay: 76,
    costPerConversionCents: 1575,
    basketCents: 8900,
    item: 'New-year group, one month',
    steps: [
      {
        channel: 'email',
        delayHours: 0,
        subject: 'A small group starts together',
        body: signed(
          'Hi {{firstName|there}},',
          '{{opening}} A small group starts together: two sessions a week, cooking at the weekend, and a coach who answers questions.',
          'Dates, prices and what a week looks like: {{landingPage}}',
        ),
      },
      {
        channel: 'social_dm',
        delayHours: 0,
        subject: null,
        body: 'Hi {{firstName|there}}, {{senderName|our team}} of {{workspaceName|Fernhill}} here. {{opening}} We start a small group with two sessions a week and a coach who answers questions. What a week looks like: {{landingPage}}',
      },
      {
        channel: 'email',
        delayHours: 120,
        subject: 'What a week looks like',
        body: signed(
          'Hi {{firstName|there}},',
          'Several people asked what a week looks like, so we wrote it down: one evening session, one on Saturday morning, and a shared kitchen on Sunday.',
          'The plan with prices is here: {{landingPage}}',
        ),
      },
    ],
  },
  'immune-support-holiday': {
    name: 'Immune Support Holiday',
    objective: 'Share the holiday letter',
    landingPageUrl: LANDING_SITES[2].url,
    groups: ['winter', 'workplace', 'evening'],
    channels: ['email'],
    launchDay: -147,
    endDay: null,
    costPerConversionCents: 980,
    basketCents: 3850,
    item: 'Holiday box',
    steps: [
      {
        channel: 'email',
        delayHours: 0,
        subject: 'Our holiday letter is out',
        body: signed(
          'Hi {{firstName|there}},',
          '{{opening}} Our holiday letter is out: recipes for a full house, opening hours over the season, and a calendar of walks and classes.',
          'You can read it here: {{landingPage}}',
        ),
      },
    ],
  },
};

export const AGENTS = [
  {
    name: 'Rowan',
    expertiseArea: 'Workplace wellness',
    description: 'Qualifies office buyers and books a call with the sales team.',
    backgroundInfo: 'You answer offices that think about a subscription. State prices exactly as stored.',
    specializations: ['Office boxes', 'Invoices', 'Booking a call'],
    communicationStyle: 'confident',
    interactionMode: 'avatar',
    category: 'sales',
    isActive: false,
    voiceDescription: 'Clear and unhurried, a little lower than usual.',
    appearanceDescription: 'A round face in fern green with calm eyes.',
    personalityDescription: 'Direct and honest. Never presses anybody.',
    conversations: 31,
    day: -118,
  },
  {
    name: 'Linden',
    expertiseArea: 'Order help',
    description: 'Tracks parcels, changes addresses and explains returns in plain words.',
    backgroundInfo:
      'You help customers with their orders. What needs a look into an account is for a person.',
    specializations: ['Delivery', 'Returns', 'Payment'],
    communicationStyle: 'empathetic',
    interactionMode: 'chat',
    category: 'customer_service',
    isActive: true,
    voiceDescription: '',
    appearanceDescription: '',
    personalityDescription: 'Patient and kind. Says the next step first.',
    conversations: 74,
    day: -104,
  },
  {
    name: 'Alder',
    expertiseArea: 'Sports nutrition',
    description: 'Helps club members choose between the marathon packs and plan an order.',
    backgroundInfo: 'You advise club members on the packs. Never give medical advice.',
    specializations: ['Marathon packs', 'Ingredients', 'Club orders'],
    communicationStyle: 'technical',
    interactionMode: 'voice',
    category: 'advisory',
    isActive: true,
    voiceDescription: 'Bright and quick, like somebody at a race.',
    appearanceDescription: '',
    personalityDescription: 'Precise and encouraging.',
    conversations: 46,
    day: -96,
  },
  {
    name: 'Fern',
    expertiseArea: 'Herbal tea and blends',
    description: 'Answers product questions from labels, the brewing guide and the shop’s own pages.',
    backgroundInfo:
      'You answer questions about the blends from the stored knowledge only. Never give medical advice.',
    specializations: ['Ingredients', 'Brewing', 'Gifts'],
    communicationStyle: 'friendly',
    interactionMode: 'chat',
    category: 'health',
    isActive: true,
    voiceDescription: '',
    appearanceDescription: '',
    personalityDescription: 'Warm and exact. Says what is known and what is not.',
    conversations: 96,
    day: -90,
  },
] as const;
