import { describe, expect, it } from 'vitest';
import {
  landingButtonOf,
  withButtonMoved,
  withLandingButton,
  withoutLandingButton,
} from './rules-landing-button.ts';

describe('the button to the landing page', () => {
  it.each([
    ['Hi,\n\nNew teas.\n\nWarmly,\nDana', 'Hi,\n\nNew teas.\n\n{{landingPage}}\n\nWarmly,\nDana'],
    [
      'Hi,\n\nNew teas.\n\nBest\n\nDana\nFernhill',
      'Hi,\n\nNew teas.\n\n{{landingPage}}\n\nBest\n\nDana\nFernhill',
    ],
    [
      'Hallo,\n\nNeue Tees.\n\nViele Grüße\nDana',
      'Hallo,\n\nNeue Tees.\n\n{{landingPage}}\n\nViele Grüße\nDana',
    ],
    ['Bonjour,\n\nDu thé.\n\nÀ bientôt,\nDana', 'Bonjour,\n\nDu thé.\n\n{{landingPage}}\n\nÀ bientôt,\nDana'],
    ['Hola,\n\nTé.\n\nUn saludo,\nDana', 'Hola,\n\nTé.\n\n{{landingPage}}\n\nUn saludo,\nDana'],
    ['Ciao,\n\nTè.\n\nA presto,\nDana', 'Ciao,\n\nTè.\n\n{{landingPage}}\n\nA presto,\nDana'],
    [
      'Hoi,\n\nThee.\n\nMet vriendelijke groet,\nDana',
      'Hoi,\n\nThee.\n\n{{landingPage}}\n\nMet vriendelijke groet,\nDana',
    ],
    ['Hi,\n\nNew teas.\n\n{{senderName}}', 'Hi,\n\nNew teas.\n\n{{landingPage}}\n\n{{senderName}}'],
    ['Hi,\n\nNew teas.\n\nDana Whitlow', 'Hi,\n\nNew teas.\n\n{{landingPage}}\n\nDana Whitlow'],
    ['Hi,\n\nNew teas.\n\n— Dana', 'Hi,\n\nNew teas.\n\n{{landingPage}}\n\n— Dana'],
    [
      'Hi,\n\nTeas.\n\nLove,\nDana\n\nP.S. Soon.',
      'Hi,\n\nTeas.\n\n{{landingPage}}\n\nLove,\nDana\n\nP.S. Soon.',
    ],
    ['Hi,\n\nTeas.\n\nWarmly, Dana', 'Hi,\n\nTeas.\n\n{{landingPage}}\n\nWarmly, Dana'],
    ['Hi,\n\nTeas.\n\nSweet dreams,\nDana', 'Hi,\n\nTeas.\n\n{{landingPage}}\n\nSweet dreams,\nDana'],
    ['Hi,\n\nTeas.\n\nSweet dreams,\n\nDana', 'Hi,\n\nTeas.\n\n{{landingPage}}\n\nSweet dreams,\n\nDana'],
    ['Hi,\n\nTeas.\n\nDana', 'Hi,\n\nTeas.\n\n{{landingPage}}\n\nDana'],
    ['Hi,\n\nTeas.\n\nYour Fernhill team', 'Hi,\n\nTeas.\n\n{{landingPage}}\n\nYour Fernhill team'],
    [
      '# News\n\nHi {{firstName}},\n\nTeas.\n\nDana',
      '# News\n\nHi {{firstName}},\n\nTeas.\n\n{{landingPage}}\n\nDana',
    ],
    ['Hi,\n\nCome, the kettle is on.', 'Hi,\n\nCome, the kettle is on.\n\n{{landingPage}}'],
    ['Hi,\n\nWe have mint,\nsage and thyme.', 'Hi,\n\nWe have mint,\nsage and thyme.\n\n{{landingPage}}'],
    ['Hi,\n\nTeas:\n\n- Mint\n- Sage', 'Hi,\n\nTeas:\n\n- Mint\n- Sage\n\n{{landingPage}}'],
    ['Hi,\n\nThanks for reading all of this.', 'Hi,\n\nThanks for reading all of this.\n\n{{landingPage}}'],
    ['Thanks', 'Thanks\n\n{{landingPage}}'],
  ])('is put before the sign-off of %j', (body, expected) => {
    expect(landingButtonOf(body)).toBe('automatic');
    expect(withLandingButton(body, ['Dana Whitlow', 'Fernhill'])).toBe(expected);
  });

  it('is moved, removed and added again', () => {
    const body = 'Hi,\n\nNew teas.\n\nWarmly,\nDana';
    const placed = withLandingButton(body);
    expect(landingButtonOf(placed)).toBe('placed');
    expect(withButtonMoved(body, -1)).toBe('Hi,\n\n{{landingPage}}\n\nNew teas.\n\nWarmly,\nDana');
    expect(withButtonMoved(placed, 1)).toBe('Hi,\n\nNew teas.\n\nWarmly,\nDana\n\n{{landingPage}}');
    expect(withButtonMoved('{{landingPage}}\n\nHi,', -1)).toBeNull();
    expect(withButtonMoved('See {{landingPage}} for more.', -1)).toBeNull();
    const removed = withoutLandingButton(placed);
    expect(landingButtonOf(removed)).toBe('removed');
    expect(withLandingButton(removed)).toBe(placed);
    expect(landingButtonOf(withoutLandingButton('Look: {{landingPage}}'))).toBe('removed');
  });
});
