import type { EscalationCategory } from '#features/conversations/contract.ts';

/** What each agent was taught. Short enough to be read in the Training Center. */
export const AGENT_KNOWLEDGE: Record<string, readonly { title: string; content: string }[]> = {
  Fern: [
    {
      title: 'Blends and what is in them',
      content: `Version of 2026-09-01.

## Hearth
Hearth is chamomile flowers, lemon balm and orange peel. There is no tea leaf, coffee or cocoa in it, so it holds no caffeine.

## Meadow
Meadow is rooibos, apple pieces and cinnamon. It holds no caffeine.

## Tarn
Tarn is green tea with peppermint. One cup holds about 30 mg caffeine.

## Allergens
None of the blends holds nuts, milk, gluten or soya. All six are packed in a room where nothing else is packed.`,
    },
    {
      title: 'Brewing guide',
      content: `## Hearth and Meadow
Steep one bag or two teaspoons per cup for five minutes, under a lid, in water just off the boil.

## Tarn
Let the water cool to 80 degrees and steep it for two minutes; longer makes it bitter.

## Keeping
A closed tin keeps for 18 months, an open one is best within three.`,
    },
    {
      title: 'Gifts and the sampler box',
      content: `The sampler box holds all six blends, five bags each, and costs 18 pounds.
A card with your own words goes into any box at no charge.
Boxes ordered by 12:00 on 20 December arrive before the holidays within the United Kingdom.`,
    },
    {
      title: 'Who should ask first',
      content: `Do not drink Hearth together with medicines that thin the blood unless your pharmacist agrees.
People who are pregnant or breastfeeding should ask their midwife before they drink herbal blends every day.
Our blends are not meant for children under four.`,
    },
  ],
  Linden: [
    {
      title: 'Delivery',
      content: `Delivery within the United Kingdom takes two working days and is free from 35 pounds; below that it costs 3.90 pounds.
Delivery to Ireland and the European Union takes five to seven working days and costs 9.50 pounds.
An address can be changed until the parcel has left us, which is at 14:00 on the day after the order.`,
    },
    {
      title: 'Returns',
      content: `You have 45 days from delivery to send a product back, even if you opened it.
The label for the way back is in the parcel; returns are free of charge.
The money is back on your card within five working days after the parcel has arrived.`,
    },
    {
      title: 'Payment',
      content: `We take Visa, Mastercard, PayPal and bank transfer.
Offices can pay by invoice within 30 days.
Gift vouchers are valid for three years and can be used in parts.`,
    },
  ],
  Alder: [
    {
      title: 'Marathon packs',
      content: `## Half pack
The half pack holds six gels and three sachets of drink powder and costs 24 pounds.

## Full pack
The full pack holds twelve gels, six sachets of drink powder and two oat bars. It costs 44 pounds.

## What is in a gel
One gel holds 40 g: 25 g carbohydrate, 200 mg sodium, no caffeine.`,
    },
    {
      title: 'Club orders',
      content: `Clubs get ten percent off from ten packs and free delivery to one address.
A club order needs five working days. Packs can be mixed.`,
    },
    {
      title: 'Ingredients and diets',
      content: `Gels and drink powder are vegan. The oat bars hold honey.
Everything is free of gluten except the oat bars.`,
    },
  ],
  Rowan: [
    {
      title: 'Boxes for offices',
      content: `A box for up to 20 people costs 62 pounds a month, for up to 50 people 140 pounds a month.
Boxes arrive on the first Tuesday of the month. A subscription can be paused or stopped at the end of any month.`,
    },
    {
      title: 'Invoices and contracts',
      content: `Offices pay by invoice within 30 days. A purchase order number goes onto the invoice when you give us one.
There is no minimum term.`,
    },
  ],
};

type Answered = readonly [question: string, title: string, quote: string];

/** What visitors ask: with the words that answer it, and what the agents do not know yet, the most asked first. */
export const AGENT_QUESTIONS: Record<string, { answered: readonly Answered[]; open: readonly string[] }> = {
  Fern: {
    answered: [
      [
        'Does Hearth have caffeine?',
        'Blends and what is in them',
        'There is no tea leaf, coffee or cocoa in it, so it holds no caffeine.',
      ],
      [
        'What is in Hearth?',
        'Blends and what is in them',
        'Hearth is chamomile flowers, lemon balm and orange peel.',
      ],
      [
        'Which blend has rooibos?',
        'Blends and what is in them',
        'Meadow is rooibos, apple pieces and cinnamon.',
      ],
      ['How much caffeine is in Tarn?', 'Blends and what is in them', 'One cup holds about 30 mg caffeine.'],
      [
        'Are there nuts in your teas?',
        'Blends and what is in them',
        'None of the blends holds nuts, milk, gluten or soya.',
      ],
      [
        'How long do I steep Hearth?',
        'Brewing guide',
        'Steep one bag or two teaspoons per cup for five minutes, under a lid, in water just off the boil.',
      ],
      [
        'My Tarn tastes bitter, what am I doing wrong?',
        'Brewing guide',
        'Let the water cool to 80 degrees and steep it for two minutes; longer makes it bitter.',
      ],
      [
        'What does the sampler cost?',
        'Gifts and the sampler box',
        'The sampler box holds all six blends, five bags each, and costs 18 pounds.',
      ],
      [
        'Can you put a card in with a gift?',
        'Gifts and the sampler box',
        'A card with your own words goes into any box at no charge.',
      ],
    ],
    open: [
      'Is your tea organic?',
      'Do you sell loose leaf by the kilo?',
      'Are the tea bags plastic free?',
      'Where do your herbs grow?',
      'Do you have a shop I can visit?',
    ],
  },
  Linden: {
    answered: [
      [
        'How long does delivery take?',
        'Delivery',
        'Delivery within the United Kingdom takes two working days and is free from 35 pounds; below that it costs 3.90 pounds.',
      ],
      [
        'How long does delivery to the European Union take?',
        'Delivery',
        'Delivery to Ireland and the European Union takes five to seven working days and costs 9.50 pounds.',
      ],
      [
        'Can I still change the address?',
        'Delivery',
        'An address can be changed until the parcel has left us, which is at 14:00 on the day after the order.',
      ],
      [
        'Can I return something I opened?',
        'Returns',
        'You have 45 days from delivery to send a product back, even if you opened it.',
      ],
      [
        'How long does it take until the money is back on my card?',
        'Returns',
        'The money is back on your card within five working days after the parcel has arrived.',
      ],
      ['Do you take PayPal?', 'Payment', 'We take Visa, Mastercard, PayPal and bank transfer.'],
      [
        'How long is a voucher valid?',
        'Payment',
        'Gift vouchers are valid for three years and can be used in parts.',
      ],
    ],
    open: [
      'Where is my parcel?',
      'Can I collect my order myself?',
      'Do you deliver on Saturdays?',
      'Can I change the blends in my subscription?',
    ],
  },
  Alder: {
    answered: [
      [
        'What is in the full pack?',
        'Marathon packs',
        'The full pack holds twelve gels, six sachets of drink powder and two oat bars.',
      ],
      [
        'How much sodium is in a gel?',
        'Marathon packs',
        'One gel holds 40 g: 25 g carbohydrate, 200 mg sodium, no caffeine.',
      ],
      [
        'What does the half pack cost?',
        'Marathon packs',
        'The half pack holds six gels and three sachets of drink powder and costs 24 pounds.',
      ],
      [
        'Is there a discount for clubs?',
        'Club orders',
        'Clubs get ten percent off from ten packs and free delivery to one address.',
      ],
      ['Are the gels vegan?', 'Ingredients and diets', 'Gels and drink powder are vegan.'],
    ],
    open: ['Is there a gel with caffeine?', 'Do you have a plan for an ultra?', 'Which flavours are there?'],
  },
  Rowan: {
    answered: [
      [
        'What does a box for 20 people cost?',
        'Boxes for offices',
        'A box for up to 20 people costs 62 pounds a month, for up to 50 people 140 pounds a month.',
      ],
      ['When does the box come?', 'Boxes for offices', 'Boxes arrive on the first Tuesday of the month.'],
      [
        'Is there a minimum term for an office contract?',
        'Invoices and contracts',
        'There is no minimum term.',
      ],
      ['Can we pay by invoice?', 'Invoices and contracts', 'Offices pay by invoice within 30 days.'],
    ],
    open: ['Can we get fruit as well?', 'Do you take the empty tins back?'],
  },
};

/** Why the latest open conversations wait for a person. */
export const HANDED_OVER: readonly { message: string; category: EscalationCategory }[] = [
  { message: 'HUMAN', category: 'asked_for_person' },
  { message: 'We would like to order 120 tins for our clinic. Who can I talk to?', category: 'large_order' },
  {
    message: 'Can I drink Hearth while I take warfarin tablets?',
    category: 'medication_interaction',
  },
  { message: 'This is the third time I ask, I am really annoyed with you!', category: 'anger' },
];

/** Questions whose answers are checked whenever an agent is taught something, with the words that answer them. */
export const GOLDEN: Record<string, readonly { question: string; mustContain: string; words: string }[]> = {
  Fern: [
    {
      question: 'Does Hearth have caffeine?',
      mustContain: 'no caffeine',
      words:
        'Hearth is chamomile flowers, lemon balm and orange peel. There is no tea leaf, coffee or cocoa in it, so it holds no caffeine.',
    },
    {
      question: 'How much caffeine is in Tarn?',
      mustContain: '30 mg',
      words: 'Tarn is green tea with peppermint. One cup holds about 30 mg caffeine.',
    },
    {
      question: 'My Tarn tastes bitter, what am I doing wrong?',
      mustContain: 'two minutes',
      words: 'Let the water cool to 80 degrees and steep it for two minutes; longer makes it bitter.',
    },
  ],
  Linden: [
    {
      question: 'Can I return something I opened?',
      mustContain: '45 days',
      words:
        'You have 45 days from delivery to send a product back, even if you opened it.\nThe label for the way back is in the parcel; returns are free of charge.\nThe money is back on your card within five working days after the parcel has arrived.',
    },
    {
      question: 'Do you take PayPal?',
      mustContain: 'PayPal',
      words:
        'We take Visa, Mastercard, PayPal and bank transfer.\nOffices can pay by invoice within 30 days.\nGift vouchers are valid for three years and can be used in parts.',
    },
  ],
  Alder: [
    {
      question: 'How much sodium is in a gel?',
      mustContain: '200 mg',
      words: 'One gel holds 40 g: 25 g carbohydrate, 200 mg sodium, no caffeine.',
    },
    {
      question: 'Are the gels vegan?',
      mustContain: 'vegan',
      words:
        'Gels and drink powder are vegan.\nThe oat bars hold honey.\nEverything is free of gluten except the oat bars.',
    },
  ],
  Rowan: [
    {
      question: 'Can we pay by invoice?',
      mustContain: '30 days',
      words:
        'Offices pay by invoice within 30 days.\nA purchase order number goes onto the invoice when you give us one.\nThere is no minimum term.',
    },
  ],
};
