import { describe, expect, it } from 'vitest';
import { contactWay } from '#features/leads/rules-contact.ts';
import { letterSaysSource, letterText } from './rules-letters.ts';

const from = { sender: 'Priya Marlow', workspace: 'Fernhill' };
const person = {
  name: 'Dana Whitlow',
  platform: 'reddit',
  signalAt: '2026-11-02T08:00:00Z',
  legalGround: 'legitimate_interest' as const,
  createdAt: '2026-11-03T08:00:00Z',
  lastContact: null,
  stage: 'new' as const,
  nextAction: 'Contact Lead',
};
const NOTICE = 'We found your public profile on Reddit on 3 November 2026';
const OPT_OUT = 'answer “no” and I will not write again';

describe('a letter to one person', () => {
  it('begins with where we know them from, and says with the first one whence their data are and how they object', () => {
    const text = letterText(person, from);
    expect(text).toMatch(/^Hi Dana,\n\nI came across your public post on Reddit of 2 November 2026\. /);
    expect(text).toContain('Priya Marlow\nFernhill');
    expect(text).toContain(NOTICE);
    expect(letterSaysSource(person)).toBe(true);
    expect(text).toContain(OPT_OUT);
    const way = contactWay(
      { email: 'dana@example.org', handle: null, platform: 'reddit', contactStatus: 'verified' },
      { subject: 'A short introduction', text },
    );
    expect(way?.href?.length, 'mail programs cut longer ones').toBeLessThan(1_900);
  });

  it('says it once, and goes on offering a way out', () => {
    const known = { ...person, stage: 'engaged' as const, lastContact: '2026-11-04T08:00:00Z' };
    const later = letterText(known, from);
    expect(later).not.toContain(NOTICE);
    expect(letterSaysSource(known)).toBe(false);
    expect(letterSaysSource({ ...person, legalGround: 'consent' }), 'they know').toBe(false);
    expect(later).toContain(OPT_OUT);
  });

  it('claims no public post of somebody added by hand, and answers a question without selling', () => {
    expect(letterText({ ...person, platform: 'manual' }, from)).not.toContain('public');
    const answer = letterText({ ...person, legalGround: 'enquiry', nextAction: 'Answer' }, from);
    expect(answer).toBe('Hi Dana,\n\nThank you for your question.\n\nPriya Marlow\nFernhill');
  });
});
