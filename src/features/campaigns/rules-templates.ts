import type { CampaignTemplate } from './contract-landing.ts';

/**
 * The three built-in quick starts. Their texts make no claim about health; `performance` is the templates' own
 * reference data and is shown as "typical".
 */
export const TEMPLATES: readonly CampaignTemplate[] = [
  {
    id: 'liver-health-winter',
    name: 'Winter Liver Health Outreach',
    description:
      'A calm winter invitation for people who talk about looking after themselves in the dark months.',
    targetSegment: 'People who post about winter food, drink and daily routines',
    landingPageUrl: 'https://example.com/winter-evenings',
    message: [
      'Hi {{firstName|there}},',
      '{{opening}} We have put together a short series of winter evenings: simple menus, alcohol-free drinks and time to ask questions.',
      'Have a look and see whether it is for you: {{landingPage}}',
      '{{senderName|The team}}',
    ].join('\n\n'),
    utmSource: 'yarrow',
    utmMedium: 'email',
    performance: { responseRate: 22.3, conversionRate: 13.8, costPerLead: 15.75 },
  },
  {
    id: 'weight-loss-q1',
    name: 'Q1 Weight Loss Programme',
    description:
      'A new-year start for people who look for company and structure rather than another set of rules.',
    targetSegment: 'People who post about new-year plans, training and cooking',
    landingPageUrl: 'https://example.com/new-year-start',
    message: [
      'Hi {{firstName|there}},',
      '{{opening}} In January a small group starts together: two sessions a week, cooking at the weekend, and a coach who answers questions.',
      'Dates, prices and what a week looks like: {{landingPage}}',
      '{{senderName|The team}}',
    ].join('\n\n'),
    utmSource: 'yarrow',
    utmMedium: 'email',
    performance: { responseRate: 18.5, conversionRate: 15.9, costPerLead: 12.5 },
  },
  {
    id: 'immune-support-holiday',
    name: 'Holiday Immune Support',
    description: 'A holiday letter with recipes and opening hours for people who plan the season ahead.',
    targetSegment: 'People who post about holiday cooking, travel and family time',
    landingPageUrl: 'https://example.com/holiday-letter',
    message: [
      'Hi {{firstName|there}},',
      '{{opening}} Our holiday letter is out: recipes for a full house, opening hours over the season, and a calendar of walks and classes.',
      'You can read it here: {{landingPage}}',
      '{{senderName|The team}}',
    ].join('\n\n'),
    utmSource: 'yarrow',
    utmMedium: 'email',
    performance: { responseRate: 16.2, conversionRate: 13.4, costPerLead: 9.8 },
  },
];

export function findTemplate(id: string | null | undefined): CampaignTemplate | undefined {
  return TEMPLATES.find((template) => template.id === id);
}
