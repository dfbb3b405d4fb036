import { describe, expect, it } from 'vitest';
import type { AssetType } from './contract.ts';
import { composeContent } from './rules-compose.ts';

const compose = (type: AssetType, prompt: string, requirements = '') =>
  composeContent({
    type,
    audience: 'health enthusiasts',
    tone: 'friendly',
    requirements,
    prompt,
    facts: [],
    bannedWords: [],
    seed: 'one',
  });

const times = (text: string, part: string): number => text.split(part).length - 1;

describe('a text from the prompt of a person', () => {
  it.each([
    'Please write a newsletter about our tea tasting: 5 December, 17:00, Marsh Lane shop, 12 pounds',
    'Could you please draft me a newsletter about our tea tasting: 5 December, 17:00, Marsh Lane shop, 12 pounds',
    'I want you to create a nice newsletter on our tea tasting: 5 December, 17:00, Marsh Lane shop, 12 pounds',
    'Make us a text about our tea tasting: 5 December, 17:00, Marsh Lane shop, 12 pounds.',
    'Write something for our customers. Make it about our tea tasting: 5 December, 17:00, Marsh Lane shop, 12 pounds',
  ])('never says the order itself: %s', (prompt) => {
    for (const type of ['email', 'newsletter', 'social_post', 'flyer', 'text', 'ad_copy', 'video'] as const) {
      const { content } = compose(type, prompt);
      expect(content).not.toMatch(/\b(?:please|could you|i want|write (?:a|some)|draft|create|make)\b/i);
      for (const said of ['tea tasting', '5 December', '17:00', 'Marsh Lane shop', '12 pounds'])
        expect(content.toLowerCase()).toContain(said.toLowerCase());
    }
  });

  it('says once what requirements and prompt both say', () => {
    const { content } = compose(
      'email',
      'Write a landing page for our evening yoga course: 6 weeks, Tuesdays 18:00, 90 pounds',
      'Evening yoga course, 6 weeks, Tuesdays 18:00, 90 pounds, 12 places',
    );
    expect(content).not.toContain('landing page');
    const body = content.slice(content.indexOf('\n'));
    for (const said of ['6 weeks', 'Tuesdays 18:00', '90 pounds', '12 places', 'vening yoga course'])
      expect(times(body, said)).toBe(1);
  });

  it('keeps figures apart that only look alike', () => {
    const { content } = compose(
      'email',
      'Write a mail about the fair: 10 to 4, 4 pounds',
      'The fair on 4 May, 10 stalls.',
    );
    for (const said of ['4 May', '10 stalls', '10 to 4', '4 pounds']) expect(content).toContain(said);
  });

  it('leaves to the reader what the reader is asked to write', () => {
    const { content } = compose(
      'email',
      'Write a mail about our tea evening. Write to us at tea@example.com.',
    );
    expect(content).toContain('Write to us at tea@example.com.');
  });

  it('is a page where the prompt asks for one, and says so where the session writes something else', () => {
    const prompt = 'Write a landing page for our evening yoga course: 6 weeks, Tuesdays 18:00, 90 pounds';
    const page = compose('text', prompt);
    expect(page.content).toMatch(/^# Evening yoga course\n/);
    expect(page.notes).toEqual([]);
    expect(compose('email', prompt).notes.join(' ')).toContain('You asked for a landing page');
    expect(compose('email', 'Write an email about our landing page.').notes).toEqual([]);
    expect(compose('newsletter', 'Write an email about tea.').notes).toEqual([]);
  });
});
