import { describe, expect, it } from 'vitest';
import { preflightChecks } from './rules-preflight.ts';

const GOOD: Parameters<typeof preflightChecks>[0] = {
  channels: ['email'],
  domain: 'northwind.test',
  spf: 'v=spf1 include:mail.test -all',
  dmarc: 'v=DMARC1; p=none',
  dkimSelectors: ['google'],
  links: [{ url: 'https://landing.test/', status: 200 }],
  impressions: [],
  publicUrl: 'https://yarrow.test',
  postalAddress: '1 Mill Lane',
  hasMailServer: true,
  isMailPaused: false,
  unanswered: 0,
};
const statesOf = (change: Partial<Parameters<typeof preflightChecks>[0]>) =>
  preflightChecks({ ...GOOD, ...change }).flatMap(({ id, state }) => (state === 'good' ? [] : [[id, state]]));

describe('preflight', () => {
  it('finds nothing where all is in order', () => {
    expect(statesOf({})).toEqual([]);
  });

  it.each([
    [{ spf: null }, [['spf', 'bad']]],
    [{ spf: 'v=spf1 +all' }, [['spf', 'bad']]],
    [
      { spf: undefined, dmarc: undefined, dkimSelectors: undefined },
      [
        ['spf', 'warn'],
        ['dkim', 'warn'],
        ['dmarc', 'warn'],
      ],
    ],
    [
      { dmarc: null, dkimSelectors: [] },
      [
        ['dkim', 'warn'],
        ['dmarc', 'bad'],
      ],
    ],
    [{ links: [{ url: 'https://landing.test/a', status: 404 }] }, [['links', 'bad']]],
    [{ links: [{ url: 'https://landing.test/a', status: null }] }, [['links', 'warn']]],
    [{ publicUrl: 'http://127.0.0.1:3000' }, [['unsubscribe', 'bad']]],
    [
      {
        publicUrl: 'http://127.0.0.1:3000',
        links: [{ url: 'http://127.0.0.1:3000/p/evening-tea', status: 200 }],
      },
      [
        ['links', 'bad'],
        ['unsubscribe', 'bad'],
      ],
    ],
    [{ links: [{ url: 'http://192.168.1.4/a', status: 200 }] }, [['links', 'bad']]],
    [{ publicUrl: 'http://yarrow.test' }, [['unsubscribe', 'bad']]],
    [{ postalAddress: ' ' }, [['postal-address', 'bad']]],
    [{ hasMailServer: false }, [['server', 'warn']]],
    [{ isMailPaused: true }, [['server', 'warn']]],
    [{ unanswered: 3 }, [['unanswered', 'warn']]],
  ])('%j: %j', (change, states) => {
    expect(statesOf(change)).toEqual(states);
  });

  it('looks at what is about mail only where mail is sent', () => {
    const bare = { spf: null, dmarc: null, postalAddress: '', publicUrl: 'http://yarrow.test' };
    expect(statesOf({ ...bare, channels: ['whatsapp'] })).toEqual([]);
    expect(statesOf({ channels: ['whatsapp'], publicUrl: 'http://127.0.0.1:3000' })).toEqual([
      ['unsubscribe', 'bad'],
    ]);
  });
});
