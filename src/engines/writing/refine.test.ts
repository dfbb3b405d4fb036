import { expect, it } from 'vitest';
import { composeContent } from './compose.ts';
import { refineContent } from './refine.ts';

const BRIEF = {
  type: 'email' as const,
  tone: 'professional' as const,
  requirements:
    'Invite people to a soup evening, 20 November, 19:00, $10. Seats are limited to 24. Ask them to reply by 15 November.',
  prompt: '',
  facts: [],
  bannedWords: [],
  sender: 'Fern Studio',
  seed: '1',
};
const composed = composeContent(BRIEF);
const CONTENT = composed.outcome === 'written' ? composed.content : '';
const refine = (request: string, content = CONTENT) => refineContent({ ...BRIEF, content, request });

it.each<[string, RegExp | null, RegExp | null]>([
  ['Make it shorter', null, /look forward|hope you can/],
  ['Change the subject to “Soup on Friday”', /^Subject: Soup on Friday\n/, null],
  ['Greet them with “Dear members”', /\nDear members,\n/, /\nHello,|Good day,/],
  ['Sign off with “See you soon”', /\nSee you soon\nFern Studio$/, /regards/],
  ['Remove the greeting', null, /Hello,|Good day,/],
  ['Make it friendlier', /\n(?:Warmly|All the best),\n/, /regards/],
  ['Add: “The kitchen has no steps.”', /The kitchen has no steps\./, null],
  ['Mention that the kitchen is warm', /The kitchen is warm\./, null],
  ['Remove the sentence about seats', null, /Seats are/],
  ['Remove the price', null, /\$10/],
  ['Remove the price and add the place Mill Lane', /Where: Mill Lane/, /\$10/],
  ['Replace “19:00” with “18:30”', /18:30/, /19:00/],
  ['Change $10 to $12', /\$12/, /\$10/],
  ['Turn it into a numbered list', /1\. When: /, /^- /m],
  ['Add two hashtags', /\n#\w+ #\w+$/, null],
  ['Add a disclaimer', /not medical advice/, null],
  ['Change the call to action to “Reply today”', /Reply today\./, /Please reply by/],
])('changes what needs no judgement: %s', (request, has, hasNot) => {
  const refined = refine(request);
  expect(refined.outcome).toBe('changed');
  const content = refined.outcome === 'changed' ? refined.content : '';
  if (has) expect(content).toMatch(has);
  if (hasNot) expect(content).not.toMatch(hasNot);
});

it.each([
  'Make it funnier',
  'Rewrite the second paragraph for runners',
  'Mention parking',
  'Add a story about our cook',
  'End with a question',
  'Make it shorter and add a joke',
  'Put the date in the subject line',
  'Make it under 5 words',
])('changes nothing where a model is needed, not even a part: %s', (request) => {
  expect(refine(request)).toEqual({ outcome: 'unchanged', reason: 'needs_model' });
});

it('takes another tone for the template’s own text only', () => {
  expect(refine('Make it friendlier', `${CONTENT}\nBy hand.`)).toEqual({
    outcome: 'unchanged',
    reason: 'edited_text',
  });
});

it('says when there is nothing to change', () => {
  expect(refine('Make it more formal')).toEqual({ outcome: 'unchanged', reason: 'already_so' });
  expect(refine('Remove the hashtags')).toEqual({ outcome: 'unchanged', reason: 'already_so' });
});

it('fills blanks', () => {
  const refined = refine('Add the date 5 May', 'When: [date]');
  expect(refined).toEqual({ outcome: 'changed', content: 'When: 5 May' });
});

it('turns a list into sentences and back', () => {
  const text = refine('Turn it into sentences', '- One pot\n- Two spoons');
  expect(text).toEqual({ outcome: 'changed', content: 'One pot. Two spoons.' });
  expect(refine('Turn it into bullets', 'One pot. Two spoons.')).toEqual({
    outcome: 'changed',
    content: '- One pot.\n- Two spoons.',
  });
});

it('keeps the length of a script whose lines go', () => {
  const video = {
    ...BRIEF,
    type: 'video' as const,
    requirements: 'Script of 45 seconds about the mat. It is 4 mm thick.',
  };
  const script = composeContent(video);
  const content = script.outcome === 'written' ? script.content : '';
  const refined = refineContent({ ...video, content, request: 'Make it shorter' });
  expect(refined.outcome === 'changed' && refined.content).toMatch(/^\[0:00-.*-0:45\] [^[]*$/s);
});
