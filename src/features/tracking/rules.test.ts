import { describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import {
  asksForPrivacy,
  CAMPAIGN_PARAMETER,
  CONTACT_PARAMETER,
  isOnHostOf,
  isPrefetch,
  isScan,
  linkToken,
  pageAddress,
  readToken,
  touchpointToken,
  withToken,
} from './rules.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

describe('tokens', () => {
  it('name the touchpoint and the link, and nothing else is read as one', () => {
    const id = newId();
    expect(readToken(touchpointToken(id))).toEqual({ touchpointId: id, link: 0 });
    expect(readToken(linkToken(id, 12))).toEqual({ touchpointId: id, link: 12 });
    for (const text of [
      '',
      'short',
      `${touchpointToken(id)}x`,
      `${touchpointToken(id)}99999`,
      '../../etc/passwd00000',
    ])
      expect(readToken(text), text).toBeUndefined();
  });
});

describe('withToken', () => {
  it.each([
    ['https://a.example/p', 'https://a.example/p?yt=T'],
    [
      'https://a.example/p?utm_source=x&utm_medium=email',
      'https://a.example/p?utm_source=x&utm_medium=email&yt=T',
    ],
    ['https://a.example/p?q=a%20b+c&e#part', 'https://a.example/p?q=a%20b+c&e&yt=T#part'],
    ['https://a.example/p?', 'https://a.example/p?yt=T'],
    ['https://a.example/p#', 'https://a.example/p?yt=T'],
    ['https://a.example/café?x=ü', 'https://a.example/caf%C3%A9?x=%C3%BC&yt=T'],
  ])("keeps the author's address: %s", (url, expected) => {
    expect(withToken(url, CONTACT_PARAMETER, 'T')).toBe(expected);
  });

  it('names the campaign by another parameter', () => {
    expect(withToken('https://a.example/', CAMPAIGN_PARAMETER, 'C')).toBe('https://a.example/?yc=C');
  });
});

describe('isOnHostOf', () => {
  it.each([
    ['https://a.example/room?b=1', true],
    ['https://www.a.example', true],
    ['http://shop.a.example/', true],
    ['https://a.example.evil.test/', false],
    ['https://nota.example/', false],
    ['https://a.example:8443/', false],
    ['https://example/', false],
    ['no address', false],
  ])('%s: %s', (url, expected) => {
    expect(isOnHostOf(url, ['https://www.a.example/winter', 'no address'])).toBe(expected);
  });
});

describe('isScan', () => {
  const person = { method: 'GET', userAgent: BROWSER, isKnownBot: false, isPrefetch: false, sentMsAgo: 500 };

  it('takes a browser for a person, however fast', () => {
    expect(isScan(person)).toBe(false);
  });

  it.each([
    ['HEAD', { method: 'HEAD' }],
    ['a known bot', { isKnownBot: true }],
    ['no name', { userAgent: ' ' }],
    ['prefetching', { isPrefetch: true }],
    ['no browser within two seconds of sending', { userAgent: 'MailApp/3.1', sentMsAgo: 1_999 }],
  ])('takes %s for a machine', (_what, difference) => {
    expect(isScan({ ...person, ...difference })).toBe(true);
  });

  it('takes an app that opens the link later, or at an unknown time, for a person', () => {
    expect(isScan({ ...person, userAgent: 'MailApp/3.1', sentMsAgo: 2_000 })).toBe(false);
    expect(isScan({ ...person, userAgent: 'MailApp/3.1', sentMsAgo: null })).toBe(false);
  });
});

describe('headers', () => {
  it('Sec-GPC and DNT ask for privacy only when they are 1', () => {
    expect(asksForPrivacy({ 'sec-gpc': '1' })).toBe(true);
    expect(asksForPrivacy({ dnt: '1' })).toBe(true);
    expect(asksForPrivacy({ dnt: '0' })).toBe(false);
    expect(asksForPrivacy({})).toBe(false);
  });

  it('Sec-Purpose tells a prefetch', () => {
    expect(isPrefetch({ 'sec-purpose': 'prefetch;prerender' })).toBe(true);
    expect(isPrefetch({ purpose: 'prefetch' })).toBe(true);
    expect(isPrefetch({})).toBe(false);
  });
});

it('a page is kept without query and fragment', () => {
  expect(pageAddress('https://a.example/p?email=me@x.example#top')).toBe('https://a.example/p');
  expect(pageAddress('https://a.example/p#/prices?email=me@x.example')).toBe('https://a.example/p#/prices');
  expect(pageAddress('https://a.example/p#access_token=1')).toBe('https://a.example/p');
});
