import { describe, expect, it } from 'vitest';
import { listUnreadConsents, proposeColumns } from './rules-columns.ts';
import { readConsent } from './rules-consent.ts';

/** What the column under this heading is taken for, with these cells below it. */
const roleOf = (heading: string, cells: string[] = ['yes', 'no']) =>
  proposeColumns(
    ['email', heading],
    cells.map((cell, index) => [`person${index}@customer.test`, cell]),
  )[1];

describe('a heading of a file', () => {
  it.each([
    'Newsletter Unsubscribed',
    'Newsletter Opt-Out',
    'Newsletter opted out',
    'Newsletter optout',
    'Newsletter abgemeldet',
    'Newsletter-Abmeldung',
    'Newsletter abbestellt',
    'Newsletter ausgetragen',
    'Newsletter gesperrt',
    'Newsletter bounced',
    'Newsletter blocked',
    'Newsletter declined',
    'Newsletter refusé',
    'Newsletter désabonné',
    'Newsletter baja',
    'Keine Newsletter',
    'Kein Newsletter',
    'Ohne Newsletter',
    'No newsletter',
    'Never subscribed',
    'Not subscribed',
    'Consent withdrawn',
    'Consent not given',
    'Consent revoked',
    'Email consent expired',
    'No consent',
    'Without consent',
    'Opt-out',
    'Einwilligung widerrufen',
    'Einwilligungswiderruf',
    'Keine Einwilligung',
    'Zustimmung verweigert',
    'SMS consent declined',
    'Toestemming ingetrokken',
  ])('that speaks of leaving is never agreement, and a yes below it is a no: %s', (heading) => {
    expect(roleOf(heading)).toMatch(/^(?:unsubscribed|refusal)/);
  });

  it.each([
    ['Unsubscribed', ['yes', 'no'], 'unsubscribed'],
    ['UNSUB_TIME', ['', '2026-03-01 10:04:00'], 'unsubscribed'],
    ['Abgemeldet am', ['', ''], 'unsubscribed'],
    ['Email Opt Out', ['0', '1'], 'unsubscribed'],
    ['Unsubscribed from all email', ['TRUE', 'FALSE'], 'unsubscribed'],
    ['Do not contact', ['', 'x'], 'unsubscribed'],
    ['Werbesperre', ['ja', 'nein'], 'unsubscribed'],
    ['Status', ['subscribed', 'unsubscribed', 'cleaned'], 'unsubscribed'],
    ['Email status', ['subscribed', 'subscribed'], 'unsubscribed'],
    ['Subscription status', ['', 'Opted in'], 'unsubscribed'],
    ['Consent withdrawn', ['yes', 'no'], 'refusal'],
    ['Keine Newsletter', ['ja', ''], 'refusal'],
    ['SMS opt-out', ['yes', 'no'], 'refusalSms'],
    ['WhatsApp abgemeldet', ['ja', 'nein'], 'refusalWhatsapp'],
    ['Phone opt-out', ['yes', 'no'], null],
    ['Unsubscribe link', ['https://a.example/u/1', ''], null],
    ['Unsubscribe reason', ['', ''], null],
    ['Unsubscribes', ['1', '0', '7'], null],
    ['Consent not withdrawn', ['yes', 'no'], null],
    ['Never unsubscribed', ['yes', 'no'], null],
    ['Status', ['customer', 'active'], null],
  ])('tells who left from what else is said of it: %s %j', (heading, cells, role) => {
    expect(roleOf(heading, cells)).toBe(role);
  });

  it.each([
    ['Newsletter', 'consent'],
    ['Newsletter (yes/no)', 'consent'],
    ['Newsletter ja/nein', 'consent'],
    ['Consent (Y/N)', 'consent'],
    ['Opt-in / Opt-out', 'consent'],
    ['Opt-in/out', 'consent'],
    ['Einwilligung (jederzeit widerrufbar)', 'consent'],
    ['Einwilligung erteilt/widerrufen', 'consent'],
    ['WhatsApp consent: yes or no', 'consentWhatsapp'],
    ['Accepts SMS Marketing', 'consentSms'],
    ['Abonniert', 'consent'],
  ])('that asks is agreement, also where it names both answers: %s', (heading, role) => {
    expect(roleOf(heading)).toBe(role);
  });
});

describe('of several columns that speak of agreement', () => {
  it.each([
    [
      ['Newsletter', 'Einwilligung E-Mail'],
      [null, 'consent'],
    ],
    [
      ['Einwilligung E-Mail', 'Newsletter'],
      ['consent', null],
    ],
    [
      ['Newsletter', 'Consent'],
      [null, 'consent'],
    ],
    [
      ['Accepts SMS Marketing', 'Newsletter', 'SMS opt-in'],
      [null, 'consent', 'consentSms'],
    ],
    [
      ['Newsletter', 'Subscribed'],
      ['consent', null],
    ],
  ])('the one that plainly asks is read, wherever it stands: %j', (headings, roles) => {
    const cells = headings.map((_, index) => (index === 0 ? 'ja' : 'nein'));
    expect(proposeColumns(['email', ...headings], [['ann@customer.test', ...cells]])).toEqual([
      'email',
      ...roles,
    ]);
  });
});

describe('a column that may ask', () => {
  it.each([
    [['ja', 'unclear', 'nein']],
    [['pending', 'yes']],
    [['', 'no', 'never_subscribed']],
    [['never_subscribed', 'unclear']],
    [['abgemeldet', 'angemeldet']],
    [['abbestellt', 'weekly']],
  ])('is asked as soon as one cell is a plain yes or no: %j', (cells) => {
    expect(roleOf('Newsletter', cells)).toBe('consent');
  });

  it.each([[['weekly', 'monthly']], [['', '']], [['1', '0', '7']]])(
    'is not asked, and named, where no cell decides or they count: %j',
    (cells) => {
      expect(roleOf('Newsletter', cells)).toBeNull();
      expect(listUnreadConsents(['email', 'Newsletter'], ['email', null])).toEqual([
        { index: 1, heading: 'Newsletter', role: 'consent', readIn: null },
      ]);
    },
  );

  it('is named where it is left unread, as is one that speaks of leaving; what was sent is not', () => {
    const header = ['Unsubscribed', 'Newsletter', 'Consent', 'Consent date', 'Newsletters sent', 'City'];
    const columns = [null, null, 'consent', null, null, null] as const;
    expect(listUnreadConsents(header, columns)).toEqual([
      { index: 0, heading: 'Unsubscribed', role: 'unsubscribed', readIn: null },
      { index: 1, heading: 'Newsletter', role: 'consent', readIn: 'Consent' },
    ]);
  });

  it.each(['never_subscribed', 'abgemeldet', 'Abbestellt'])('reads a no: %s', (cell) => {
    expect(readConsent(['consent'], [cell])).toMatchObject({
      consent: { consent: { answer: 'no' } },
      unclear: [],
    });
  });
});

describe('who left', () => {
  const read = (columns: Parameters<typeof readConsent>[0], cells: string[]) =>
    readConsent(columns, cells).consent;

  it.each(['yes', 'x', '1', 'TRUE', 'unsubscribed', 'Opted out', '2026-03-01', '01.03.2026 10:04'])(
    'has agreed to nothing, whatever other columns say: %s',
    (cell) => {
      expect(read(['consent', 'consentWhatsapp', 'unsubscribed'], ['yes', 'yes', cell])).toMatchObject({
        consent: { answer: 'no', column: 2 },
        consentWhatsapp: { answer: 'no', column: 2 },
        hasLeft: true,
      });
    },
  );

  it.each(['no', '', '0', '-', 'subscribed', '0000-00-00 00:00:00'])('has not left by "%s"', (cell) => {
    expect(read(['consent', 'unsubscribed'], ['yes', cell])).toMatchObject({
      consent: { answer: 'yes', column: 0 },
      hasLeft: false,
    });
    expect(read([null, 'unsubscribed'], ['', cell])).toMatchObject({ consent: { answer: null } });
  });

  it('is known from any of several columns, and from the word itself where others say yes', () => {
    expect(read(['unsubscribed', 'unsubscribed'], ['no', 'yes'])).toMatchObject({ hasLeft: true });
    expect(read(['consent'], ['Unsubscribed'])).toMatchObject({ hasLeft: true });
    expect(read(['consent'], ['no'])).toMatchObject({ hasLeft: false });
  });

  it('has not left by what nobody can read, which opens nothing', () => {
    expect(readConsent(['unsubscribed', 'refusalSms'], ['perhaps', 'yes'])).toEqual({
      consent: {
        consent: { answer: 'unclear', column: 0 },
        consentWhatsapp: { answer: null, column: null },
        consentSms: { answer: 'no', column: 1 },
        hasLeft: false,
      },
      unclear: [0],
    });
  });
});
