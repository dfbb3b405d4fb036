import { expect, it } from 'vitest';
import { AGENT_CATEGORIES, COMMUNICATION_STYLES, DEPLOYMENT_TYPES, INTERACTION_MODES } from './contract.ts';
import { arrangeAgents, CALLS_PER_HOUR, hasAppearance, hasVoice } from './rules.ts';
import { isOriginAllowed, readDomain } from './rules-domains.ts';
import { AGENT_TEMPLATES } from './rules-templates.ts';

const agent = (
  name: string,
  category: (typeof AGENT_CATEGORIES)[number],
  day: number,
  totalConversations: number,
) => ({
  id: name,
  name,
  category,
  createdAt: `2026-01-0${day}T00:00:00.000Z`,
  totalConversations,
});
const AGENTS = [
  agent('birch', 'sales', 1, 5),
  agent('Alder', 'technical', 3, 2),
  agent('Cedar', 'sales', 2, 9),
];
const names = (...choice: Parameters<typeof arrangeAgents<(typeof AGENTS)[number]>>) =>
  arrangeAgents(...choice).map(({ name }) => name);

// S2.10-06
it('sorts newest first, most used first, and by name and category alphabetically', () => {
  expect(names(AGENTS, { category: 'all', sort: 'recent' })).toEqual(['Alder', 'Cedar', 'birch']);
  expect(names(AGENTS, { category: 'all', sort: 'usage' })).toEqual(['Cedar', 'birch', 'Alder']);
  expect(names(AGENTS, { category: 'all', sort: 'name' })).toEqual(['Alder', 'birch', 'Cedar']);
  expect(names(AGENTS, { category: 'all', sort: 'category' })).toEqual(['birch', 'Cedar', 'Alder']);
});

// S2.10-04
it('leaves the agents of one category, or all', () => {
  expect(names(AGENTS, { category: 'sales', sort: 'name' })).toEqual(['birch', 'Cedar']);
  expect(names(AGENTS, { category: 'all', sort: 'name' })).toHaveLength(3);
  expect(names(AGENTS, { category: 'health', sort: 'name' })).toEqual([]);
});

// S9-32 S9-35 S9-36 S9-37 S9-38
it('has the specified choices', () => {
  expect(CALLS_PER_HOUR).toEqual({ basic: 100, standard: 500, premium: 2000, enterprise: null });
  expect(DEPLOYMENT_TYPES.join()).toBe(
    'landing_page,website_chat,api_endpoint,mobile_app,email_support,social_media',
  );
  expect(COMMUNICATION_STYLES.join()).toBe(
    'professional,friendly,empathetic,confident,technical,motivational',
  );
  expect(INTERACTION_MODES.join()).toBe('chat,voice,avatar');
  expect(AGENT_CATEGORIES.join()).toBe('general,customer_service,sales,technical,coaching,advisory,health');
});

// S4-28 S4-29
it('describes the voice of those who speak and the appearance of those with a face', () => {
  expect(INTERACTION_MODES.filter(hasVoice)).toEqual(['voice', 'avatar']);
  expect(INTERACTION_MODES.filter(hasAppearance)).toEqual(['avatar']);
});

// S2.10-22
it('has the six quick starts, in their order', () => {
  expect(AGENT_TEMPLATES.map(({ name }) => name)).toEqual([
    'Expert Advisor',
    'Customer Service',
    'Sales Agent',
    'Tech Support',
    'Business Coach',
    'Custom Expert',
  ]);
});

it.each([
  ['example.com', 'example.com'],
  [' https://Shop.Example.com/teas?a=1 ', 'shop.example.com'],
  ['*.example.com', '*.example.com'],
  ['localhost:8080', 'localhost:8080'],
  ['127.0.0.1', '127.0.0.1'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
])('reads the domain of %s', (given, domain) => expect(readDomain(given)).toBe(domain));

it.each(['', '*', 'com', 'a b.com', 'user@example.com', 'javascript:alert(1)', '*.*.com', '..', 'http://'])(
  'takes %j for no domain',
  (given) => expect(readDomain(given)).toBeNull(),
);

// S9-34
it('lets in pages of the domains and of no other', () => {
  expect(isOriginAllowed('https://anything.test', [])).toBe(true);
  const domains = ['example.com', '*.shop.test', 'localhost:8080'];
  for (const origin of [
    'https://example.com',
    'http://example.com:8443',
    'https://a.shop.test',
    'http://localhost:8080',
  ])
    expect(isOriginAllowed(origin, domains), origin).toBe(true);
  for (const origin of [
    'https://www.example.com',
    'https://example.com.evil.test',
    'https://evilexample.com',
    'https://shop.test',
    'https://evilshop.test',
    'http://localhost:9090',
    'null',
    '',
  ])
    expect(isOriginAllowed(origin, domains), origin).toBe(false);
});
