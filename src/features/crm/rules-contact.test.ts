import { describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import { accountLink, adviceFor, contactWay } from './rules-contact.ts';

const letter = { subject: 'A short introduction', text: 'Hi Dana,\n\nshall we talk?' };
const lead = (more: Partial<Lead>) => ({
  email: null,
  handle: null,
  phone: null,
  platform: 'reddit',
  contactStatus: 'verified' as const,
  ...more,
});

describe('what helps beside the next action', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const advice = (more: Partial<Lead>) =>
    adviceFor(
      {
        stage: 'contacted',
        stageSince: '2026-11-01T12:00:00Z',
        lastContact: '2026-11-15T12:00:00Z',
        contactStatus: 'verified',
        isSuppressed: false,
        hasRefused: false,
        legalGround: 'legitimate_interest',
        hasBounced: false,
        ...more,
      },
      now,
    );

  it('is another address where the mail bounced, and nothing for whom nobody may write to', () => {
    expect(advice({ isSuppressed: true, hasBounced: true })).toBe('find_address');
    expect(advice({ contactStatus: 'verification_failed' })).toBe('find_address');
    expect(advice({ isSuppressed: true })).toBe('none');
    expect(advice({ isSuppressed: true, stage: 'new' })).toBe('none');
    expect(advice({ hasRefused: true, stage: 'new' })).toBe('none');
    expect(advice({ hasRefused: true, stage: 'engaged', legalGround: 'enquiry' }), 'they ask').toBeNull();
  });

  it('is a follow-up for who has not answered for longer than 14 days', () => {
    expect(advice({})).toBeNull();
    expect(advice({ lastContact: '2026-11-08T12:00:00Z' })).toBeNull();
    expect(advice({ lastContact: '2026-11-08T11:59:59Z' })).toBe('follow_up');
    expect(advice({ lastContact: null })).toBe('follow_up');
    expect(advice({ lastContact: null, stage: 'engaged' })).toBeNull();
  });
});

describe('contactWay', () => {
  it('leaves out a letter that mail programs would cut', () => {
    const written = (text: string) =>
      contactWay(lead({ email: 'dana@example.org' }), { subject: 'Tea', text })?.href;
    expect(written('a'.repeat(1_800))).toContain('&body=aaa');
    expect(written('ä'.repeat(400))).toBe('mailto:dana@example.org?subject=Tea');
  });

  it('goes to the profile of somebody from a file, on the platform where it is', () => {
    const way = (handle: string) => contactWay(lead({ platform: 'import', handle }), letter);
    expect(way('tiktok.com/@dana')).toMatchObject({ where: 'on TikTok', href: 'https://tiktok.com/@dana' });
    expect(way('club.example.org/dana')).toMatchObject({ where: 'on club.example.org' });
    expect(way('dana')).toMatchObject({ where: 'on File import', href: null });
  });

  it('writes a mail to one address, whatever stands in it', () => {
    const { href, where } =
      contactWay(lead({ email: 'dana&cc=all?x@example.org', handle: 'u/dana' }), letter) ?? {};
    expect(where).toBe('by e-mail');
    expect(href).toBe(
      'mailto:dana%26cc%3Dall%3Fx@example.org?subject=A%20short%20introduction&body=Hi%20Dana%2C%0A%0Ashall%20we%20talk%3F',
    );
  });

  it('knows whether the letter stands in what it opens', () => {
    const isFilled = (more: Partial<Lead>, text = letter.text) =>
      contactWay(lead(more), { subject: 'Tea', text })?.isFilled;
    expect(isFilled({ email: 'dana@example.org' })).toBe(true);
    expect(isFilled({ email: 'dana@example.org' }, 'ä'.repeat(400)), 'a mail program would cut it').toBe(
      false,
    );
    expect(isFilled({ handle: 'u/dana' })).toBe(true);
    expect(isFilled({ handle: '@dana', platform: 'twitter' }), 'a page without a form').toBe(false);
    expect(isFilled({ handle: 'dana', platform: 'practice' }), 'no page').toBe(false);
  });

  it('goes to their account without an address, or where the address takes no mail', () => {
    const account = { channel: 'social_dm', address: 'u/dana', where: 'on Reddit' };
    expect(contactWay(lead({ handle: 'u/dana' }), letter)).toMatchObject(account);
    const failed = { email: 'dana@example.org', contactStatus: 'verification_failed' } as const;
    expect(contactWay(lead({ ...failed, handle: 'u/dana' }), letter)).toMatchObject(account);
    expect(contactWay(lead(failed), letter)).toMatchObject({ channel: 'email' });
  });

  it('knows no way to whom a number alone is known: WhatsApp needs their opt-in first', () => {
    expect(contactWay(lead({ phone: '+44 7700 900123' }), letter)).toBeNull();
  });
});

describe('accountLink', () => {
  it.each([
    ['twitter', '@dana', 'https://x.com/dana'],
    [
      'reddit',
      'u/dana_brews',
      'https://www.reddit.com/message/compose/?to=dana_brews&subject=Hi&message=Hello',
    ],
    ['bluesky', '@dana.bsky.social', 'https://bsky.app/profile/dana.bsky.social'],
    ['linkedin', 'in/dana', 'https://www.linkedin.com/in/dana'],
    ['hacker_news', 'dana', 'https://news.ycombinator.com/user?id=dana'],
    ['mastodon', '@dana@tea.example', 'https://tea.example/@dana'],
    ['mastodon', '@dana@tea.example/../x', null],
    [
      'reddit',
      'dana/../../x?y',
      'https://www.reddit.com/message/compose/?to=dana%2F..%2F..%2Fx%3Fy&subject=Hi&message=Hello',
    ],
    ['practice', 'dana_brews', null],
    ['import', 'dana', null],
    ['import', 'instagram.com/dana', 'https://instagram.com/dana'],
    ['import', 'javascript:alert(1)//a.b/', null],
  ])('on %s %s leads to %s', (platform, handle, href) => {
    expect(accountLink(platform, handle, { subject: 'Hi', text: 'Hello' })).toBe(href);
  });
});
