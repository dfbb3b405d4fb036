import { describe, expect, it } from 'vitest';
import { STAGES } from './contract.ts';
import {
  canReach,
  isForwardMove,
  nextAction,
  normalizeEmail,
  normalizeHandle,
  scoreBand,
  statusOfAddress,
  visitorOrigin,
} from './rules.ts';

describe('score bands', () => {
  it.each([
    [10, 'high'],
    [8, 'high'],
    [7.9, 'medium'],
    [5, 'medium'],
    [4.9, 'low'],
    [0, 'low'],
    // S9-22
  ])('puts %s into %s', (score, band) => {
    expect(scoreBand(score)).toBe(band);
  });
});

describe('next action', () => {
  it.each([
    ['S4-17', 'new', false, 'Contact Lead'],
    ['S4-18', 'contacted', false, 'Wait for Response'],
    ['S4-19', 'engaged', false, 'Send Follow-up'],
    ['S4-20', 'qualified', false, 'Schedule Call'],
    ['S4-21', 'converted', false, 'Onboard'],
    ['S4-22', 'converted', true, 'Complete'],
    ['S4-23', 'dormant', false, 'Review'],
    ['S4-23', 'constructor', true, 'Review'],
  ])('%s of a lead in stage %s, onboarded %s, is %s', (_id, stage, isOnboarded, action) => {
    expect(nextAction(stage, isOnboarded)).toBe(action);
  });

  it('with somebody who asked to be answered is the answer, never a campaign', () => {
    expect(STAGES.map((stage) => nextAction(stage, false, 'enquiry'))).toEqual([
      'Answer',
      'Wait for Response',
      'Answer',
      'Schedule Call',
      'Onboard',
    ]);
  });

  it.each([
    ['Left their address in a chat with Fern.', 'Left their address in a chat with Fern'],
    ['Left an address in a chat with Fern.', 'Left their address in a chat with Fern'],
    ['Signed up on a landing page.', 'Signed up on a landing page'],
    ['Wants a call in May.', 'Left their address on the website'],
  ])('a visitor with the signal "%s" came to us like that', (signal, origin) => {
    expect(visitorOrigin(signal)).toBe(origin);
  });

  it('counts only a later stage as progress', () => {
    expect(isForwardMove('contacted', 'engaged')).toBe(true);
    expect(isForwardMove('engaged', 'engaged')).toBe(false);
    expect(isForwardMove('converted', 'contacted')).toBe(false);
  });
});

describe('who is the same person', () => {
  it.each([
    [' Dana.Whitlow+news@Example.COM ', 'dana.whitlow@example.com'],
    ['a+b+c@example.org', 'a@example.org'],
    ['d.a.n.a@example.com', 'd.a.n.a@example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['Jo@Bücher.example', 'jo@xn--bcher-kva.example'],
    ['"Ann + Bo"@example.org', '"ann + bo"@example.org'],
    ['"Ann\\ + \\Bo"@example.org', '"ann + bo"@example.org'],
    ['"a\\"b\\\\c"@example.org', '"a\\"b\\\\c"@example.org'],
    ['"ann"@example.org', 'ann@example.org'],
    ['"a\\nn.Lee+news"@example.org', 'ann.lee@example.org'],
  ])('reads the address %s as %s', (email, key) => {
    expect(normalizeEmail(email)).toBe(key);
  });

  it.each([
    ['u/Dana_Brews', 'reddit:dana_brews'],
    ['/u/dana_brews', 'reddit:dana_brews'],
    ['@Dana_Brews ', 'reddit:dana_brews'],
    ['dana_brews', 'reddit:dana_brews'],
    [' @ ', null],
  ])('reads the handle %s as %s', (handle, key) => {
    expect(normalizeHandle('reddit', handle)).toBe(key);
  });

  it('keeps equal names on two platforms apart', () => {
    expect(normalizeHandle('twitter', '@kim')).not.toBe(normalizeHandle('reddit', 'u/kim'));
  });
});

describe('contact', () => {
  it('reaches people by an address whose check has not failed and who have not objected', () => {
    const lead = {
      email: 'a@example.org',
      contactStatus: 'manual_verification',
      isSuppressed: false,
    } as const;
    expect(canReach(lead)).toBe(true);
    expect(canReach({ ...lead, email: null })).toBe(false);
    expect(canReach({ ...lead, contactStatus: 'verification_failed' })).toBe(false);
    expect(canReach({ ...lead, isSuppressed: true })).toBe(false);
  });

  it.each([
    ['good', false, false, 'email_verified'],
    ['good', true, false, 'manual_verification'],
    ['good', false, true, 'verification_failed'],
    ['unknown', false, false, 'manual_verification'],
    ['bad', true, false, 'verification_failed'],
  ] as const)('an address that is %s (role %s, disposable %s) gets %s', (...given) => {
    const [deliverability, isRole, isDisposable, status] = given;
    expect(statusOfAddress({ deliverability, isRole, isDisposable })).toBe(status);
  });
});
