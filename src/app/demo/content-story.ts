import type { BrandVoice, ContentAsset } from '#features/content/contract.ts';
import type { PageSettings } from '#features/content/contract-pages.ts';
import type { DemoCampaign } from './funnel.ts';

type AssetStory = Pick<ContentAsset, 'name' | 'type' | 'category' | 'tags' | 'content' | 'status'> & {
  /** What the reviewer wrote when it came back. */
  reviewNote?: string;
  day: number;
  /** Campaigns that chose it. */
  campaigns?: readonly DemoCampaign[];
  /** Agents who were taught it. */
  taughtTo?: readonly string[];
};

/** The library, newest first: some still written, some in review, some approved and at work. */
export const ASSETS: readonly AssetStory[] = [
  {
    name: 'Welcome to the tea list',
    type: 'email',
    category: 'email',
    tags: 'welcome, tea, newsletter, first message',
    content: `Subject: Welcome to the tea list

Hi {{firstName|there}},

Thank you for joining. Once a month we write about **one blend**:

- who grows it
- how we taste it
- how long to steep it

The first letter is about Hearth. Until then, [the brewing guide](https://fernhill.example/brewing) tells how we make it.

You can leave the list with one click at the end of each letter.`,
    status: 'in_review',
    day: -4,
  },
  {
    name: 'Brewing guide: Hearth',
    type: 'text',
    category: 'content',
    tags: 'hearth, brewing, caffeine-free',
    content: `## What is in it

Hearth is chamomile flowers, lemon balm and orange peel, with no tea leaf, coffee or cocoa.

## How to make it

1. Take one bag or two teaspoons per cup.
2. Pour water just off the boil over it.
3. Leave it under a lid for **five minutes**.`,
    status: 'approved',
    day: -11,
    taughtTo: ['Fern'],
  },
  {
    name: 'Winter evenings, short post',
    type: 'social_post',
    category: 'social',
    tags: 'winter, evenings, invitation',
    content:
      'Six winter evenings at Fernhill: one pot of soup, three alcohol-free drinks and an hour to ask our cook anything. Places for twelve.',
    status: 'approved',
    day: -18,
    campaigns: ['liver-health-winter'],
  },
  {
    name: 'Tea for teams, one page',
    type: 'flyer',
    category: 'marketing',
    tags: 'offices, boxes, price list, wholesale, delivery',
    content: `# Tea for teams

One box a month for your kitchen.

- Six blends
- Enough for 5 to 200 people
- Delivered on the first Tuesday

| Box | A month |
| --- | --- |
| Up to 20 people | 62.00 |
| Up to 50 people | 140.00 |

**Pause or stop whenever you like.** Sampler box: 18.00.`,
    status: 'approved',
    day: -26,
    campaigns: ['weight-loss-q1'],
    taughtTo: ['Rowan'],
  },
  {
    name: 'Long-run kitchen, episode 1',
    type: 'video',
    category: 'content',
    tags: 'running, cooking, script',
    content: `[0:00-0:06] A kitchen table at six in the morning.
[0:06-0:14] What I eat before a long run is dull on purpose. Oats, banana, a pinch of salt.
[0:14-0:20] Cut to the pan.
[0:20-0:28] The interesting part comes afterwards.`,
    status: 'in_review',
    day: -39,
  },
  {
    name: 'Sampler box, search ad',
    type: 'ad_copy',
    category: 'advertising',
    tags: 'sampler, search',
    content: `Six blends in one box
Taste first, choose later. Delivered in two days, returned free of charge.`,
    status: 'draft',
    reviewNote: 'Say that all six are free of caffeine only once Tarn is out of the box.',
    day: -47,
  },
  {
    name: 'Holiday letter',
    type: 'newsletter',
    category: 'email',
    tags: 'holiday, recipes',
    content: `Subject: Our holiday letter is out

# Our holiday letter

## Three recipes for a full house

Roast squash with sage, a pot of leek soup, and baked apples that wait in the oven.

## Opening hours

We are open from ten to six on every day but the 25th, the 26th and the 1st.

## Walks

A calendar of walks that start at our door, each at ten in the morning.`,
    status: 'approved',
    day: -146,
    campaigns: ['immune-support-holiday'],
  },
];

/** How the business sounds. Each fact names where it is proven. */
export const BRAND_VOICE: BrandVoice = {
  samples: `We say what is in the tin, who grew it and how long to steep it. That is usually enough.

Come as you are. There is soup, there is a chair, and nobody has to say anything.

If you are not sure whether a blend is for you, ask us or your pharmacist first.`,
  doWords: ['blend', 'steep', 'kitchen', 'evening', 'ask us'],
  dontWords: ['detox', 'cure', 'miracle', 'guaranteed', 'superfood'],
  facts: [
    {
      fact: 'Hearth is chamomile flowers, lemon balm and orange peel.',
      source: 'Label of Hearth, 2026-09',
    },
    { fact: 'Hearth and Meadow hold no caffeine.', source: 'Laboratory report 26-114' },
    { fact: 'One cup of Tarn holds about 30 mg caffeine.', source: 'Laboratory report 26-114' },
    {
      fact: 'The sampler box holds six blends, five bags each, and costs 18 pounds.',
      source: 'Price list, winter',
    },
    {
      fact: 'Products can be sent back within 45 days, even if they were opened.',
      source: 'Terms of sale, section 6',
    },
  ],
};

/** A text that was written in the workspace: what it was asked for, and how it was changed since. */
export const SESSION = {
  name: 'Winter evenings, invitation',
  requirements:
    'Invite people to six winter evenings in our kitchen. One pot of soup, three alcohol-free drinks, an hour to ask our cook anything. Places for twelve, 22 pounds a person. Must mention: book by Friday.',
  prompt: 'Write the invitation.',
  refinements: ['Write another subject line', 'Turn it into a numbered list'],
  day: -9,
} as const;

/** The asset that is a landing page too. */
export const PAGE: { asset: string; day: number; settings: PageSettings } = {
  asset: 'Brewing guide: Hearth',
  day: -9,
  settings: {
    slug: 'hearth-brewing-guide',
    title: 'Hearth, and how we make it',
    description: 'Three ingredients, five minutes under a lid, and a letter about one blend a month.',
    action: {
      kind: 'form',
      label: 'Send me the letter',
      consent:
        'I would like Fernhill Wellness to write to me by email once a month. I can unsubscribe at any time.',
      privacyUrl: 'https://fernhill.example/privacy',
    },
    isListed: true,
  },
};
