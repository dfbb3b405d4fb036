import { describe, expect, it } from 'vitest';
import { contactWay } from '#features/crm/rules-contact.ts';
import { letterSaysSource, letterSubject, letterText } from './rules-manual-messages.ts';

const from = { sender: 'Priya Marlow', workspace: 'Fernhill' };
const person = {
  name: 'Dana Whitlow',
  platform: 'reddit',
  behaviorSignal: 'Can anyone recommend an evening tea?',
  signalAt: '2026-11-02T08:00:00Z',
  legalGround: 'legitimate_interest' as const,
  createdAt: '2026-11-03T08:00:00Z',
  lastContact: null,
  stage: 'new' as const,
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
    const answer = letterText({ ...person, legalGround: 'enquiry' }, from);
    expect(answer).toBe('Hi Dana,\n\nThank you for your question.\n\nPriya Marlow\nFernhill');
  });

  it('is in the language in which they wrote, every sentence of it', () => {
    const german = {
      ...person,
      behaviorSignal: 'Kennt hier jemand einen guten Tee für den Abend? Ich suche schon lange.',
    };
    const text = letterText(german, from);
    expect([letterSubject(german), letterSubject(person)]).toEqual(['Kurz vorgestellt', undefined]);
    expect(text).toBe(
      [
        'Guten Tag Dana,',
        'Ich bin auf Ihren öffentlichen Beitrag auf Reddit vom 2. November 2026 gestoßen. Darf ich Ihnen in zwei Zeilen sagen, was wir tun? Wenn es Sie nicht interessiert, genügt ein Nein.',
        'Priya Marlow\nFernhill',
        'Wir haben Ihr öffentliches Profil auf Reddit am 3. November 2026 gefunden und schreiben Ihnen, um Ihnen unsere Angebote vorzustellen. Rechtsgrundlage: berechtigtes Interesse. Sie können jederzeit widersprechen oder Ihre Daten einsehen oder löschen lassen.',
        'Möchten Sie lieber nichts von mir hören, antworten Sie „Nein“, und ich schreibe nicht mehr.',
      ].join('\n\n'),
    );
    const signals = {
      de: german.behaviorSignal,
      fr: 'Qui connaît une bonne tisane pour le soir ? Je ne bois plus de café.',
      es: '¿Alguien conoce una buena infusión para la noche? No tomo café.',
      it: 'Chi conosce una buona tisana per la sera? Non bevo più il caffè.',
      nl: 'Wie kent er een goede thee voor de avond? Ik drink geen koffie meer.',
    };
    for (const behaviorSignal of Object.values(signals))
      for (const stage of ['new', 'contacted', 'engaged', 'qualified', 'converted'] as const) {
        const letter = letterText({ ...person, behaviorSignal, stage }, from);
        expect(letter).not.toMatch(/\b(?:the|you|would|our)\b/);
        const to = {
          email: 'dana@example.org',
          handle: null,
          platform: 'reddit',
          contactStatus: 'verified',
        } as const;
        expect(contactWay(to, { subject: 'A short introduction', text: letter })?.isFilled, letter).toBe(
          true,
        );
      }
  });
});
