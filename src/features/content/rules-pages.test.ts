import { expect, it } from 'vitest';
import type { PageSettings } from './contract-pages.ts';
import { mergePieces } from './rules-merge-fields.ts';
import {
  isPageOutdated,
  leftOutOfPage,
  pageText,
  signUpProblem,
  slugOf,
  standfirstOf,
  suggestedPage,
} from './rules-pages.ts';

const settings: PageSettings = {
  slug: 'tea',
  title: 'Tea',
  description: '',
  action: { kind: 'link', label: 'See it', url: 'https://shop.example/', isConversion: true },
  isListed: false,
};

it('a page is its text without subject line, fields of a person and the heading that is its title', () => {
  const content = 'Subject: Hello\n\n# Tea\n\nHi {{firstName|there}}, come {{when}} by.';
  expect(pageText(content, 'Tea')).toBe('Come  by.');
  expect(pageText(content, 'Other')).toBe('# Tea\n\nCome  by.');
});

it('a page leaves out what only a mail says, and names it', () => {
  const mail = [
    'Subject: Open house',
    'Hi {{firstName|there}},',
    'You are invited to our open house on 6 March. See you there.',
    '- Tea is free\n- Reply to this mail to keep a seat',
    'Please reply by 1 March. Bring a friend. Any question at all, just answer this mail.',
    'Wondering about something? Just answer this mail.',
    'Warmly,\nThe team',
    'P.S. Parking is free.',
  ].join('\n\n');
  expect(pageText(mail, 'Open house')).toBe(
    'You are invited to our open house on 6 March. See you there.\n\n- Tea is free\n\nBring a friend.\n\nParking is free.',
  );
  expect(leftOutOfPage(mail)).toEqual([
    'Hi there,',
    'Reply to this mail to keep a seat',
    'Please reply by 1 March.',
    'Any question at all, just answer this mail.',
    'Wondering about something?',
    'Just answer this mail.',
    'Warmly, The team',
  ]);
});

it.each([
  '# Welcome to our studio\n\nGood evenings begin with tea.\n\n## Best of spring\n\nThank you for coming.',
  'Hello yoga. A class for everybody.\n\nSubscribe to our newsletter.\n\n- Cheers to you\n- Answer the quiz',
  '| Day | Tea |\n| --- | --- |\n| Monday | Mint |',
])('a page shows all words that are no mail’s', (text) => {
  expect(pageText(text, '')).toBe(text);
  expect(leftOutOfPage(text)).toEqual([]);
});

it.each([
  'Best,\n\nAna',
  'Kind regards,\nAna Silva\nMint House',
  'Cheers, Ana',
  'Thank you,',
  'Sincerely,\nAna',
])('a page is not signed: %s', (closing) =>
  expect(pageText(`Dear friends,\nTea is here.\n\n${closing}`, '')).toBe('Tea is here.'),
);

it('a new page begins with the headline and a whole sentence; a heading of a section is no headline', () => {
  const sentence = 'Six blends in a box, each enough for five pots.';
  expect(suggestedPage({ name: 'Sampler', content: `# Six blends\n\nTaste:\n\n${sentence}` })).toEqual({
    slug: 'sampler',
    title: 'Six blends',
    description: sentence,
  });
  expect(suggestedPage({ name: 'Guide', content: '## What is in it\n\nTea.' }).title).toBe('Guide');
});

it('the title is not followed by words that the text begins with', () => {
  expect(
    standfirstOf({ ...settings, description: 'Six blends in a box.' }, 'Six **blends**\nin a box.'),
  ).toBe('');
  expect(standfirstOf({ ...settings, description: 'For winter.' }, 'Six blends.')).toBe('For winter.');
});

it.each([
  ['Winter evenings: the letter', 'winter-evenings-the-letter'],
  ['Crème brûlée!', 'creme-brulee'],
  ['茶', 'page-1'],
  ['a', 'page-a'],
])('the address of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

it('is out of date by its text or its settings, not by the order in which settings are kept', () => {
  const published = { settings, textKey: 'a' };
  const { action } = settings;
  const turned = Object.fromEntries(Object.entries(action).toReversed()) as typeof action;
  expect(isPageOutdated(published, { settings: { ...settings, action: turned }, textKey: 'a' })).toBe(false);
  expect(isPageOutdated(published, { settings, textKey: 'b' })).toBe(true);
  expect(isPageOutdated(published, { settings: { ...settings, isListed: true }, textKey: 'a' })).toBe(true);
});

it('a sign-up needs a whole address and a tick', () => {
  expect(signUpProblem({ email: 'ines@example.org', consent: 'yes' })).toBeUndefined();
  for (const email of ['', 'ines', 'ines@example', 'a b@example.org', `${'x'.repeat(250)}@example.org`])
    expect(signUpProblem({ email, consent: 'yes' }), email).toBeDefined();
  expect(signUpProblem({ email: 'ines@example.org', consent: '' })).toBeDefined();
});

it('fields of a person are named in words', () => {
  expect(mergePieces('Hi {{firstName|there}}, {{landingPage}}')).toEqual([
    { text: 'Hi ', field: null },
    { text: 'there', field: 'first name' },
    { text: ', ', field: null },
    { text: '', field: 'landing page' },
  ]);
});
