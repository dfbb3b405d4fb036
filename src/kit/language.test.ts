import { describe, expect, it } from 'vitest';
import { isEnglish, languageName, languageOf, languageOfTag, plainLanguageOf } from './language.ts';

describe('the language of a text', () => {
  it.each([
    ['en', 'Hi there, our evening blend is back. Have a look when it suits you.'],
    ['de', 'Guten Tag, unser Abendtee ist wieder da. Schauen Sie vorbei, wenn Sie möchten.'],
    ['de', 'Hallo, unser neuer Kräutertee ist da.'],
    ['de', 'Für Sie: die neuen Termine im Dezember'],
    ['fr', 'Bonjour, notre tisane du soir est de retour. Venez la découvrir chez nous.'],
    ['fr', 'L’automne est là : voici nos nouveautés pour vous.'],
    ['es', 'Hola, nuestra infusión de la noche ya está aquí. Le esperamos en la tienda.'],
    ['es', 'Tenemos una oferta para usted y su familia hasta el domingo.'],
    ['it', 'Buongiorno, la nostra tisana della sera è tornata. La aspettiamo nel negozio.'],
    ['it', 'Questo mese abbiamo una novità per te e per la tua famiglia.'],
    ['nl', 'Beste lezer, onze avondthee is er weer. Kijk gerust op de pagina voor meer.'],
    ['es', '¿Alguien conoce una buena infusión para la noche? No tomo café.'],
    ['de', 'Kennt jemand einen guten Tee?'],
    ['it', 'Chi conosce una buona tisana per la sera?'],
    ['nl', 'Wij hebben een nieuw aanbod voor u en uw gezin.'],
  ])('%s: %s', (language, text) => expect(languageOf(text)).toBe(language));

  it.each([
    'Yoga',
    '',
    'Café Müller, Bahnhofstraße 7, Zürich',
    'Join us at Das Haus for an evening of yoga and tea with our teacher Jürgen.',
    'Our La Vie en Rose blend is here for you.',
    'Olá, a nossa infusão da noite está de volta. Venha ver na nossa loja.',
    'Hej, vores aftente er tilbage. Kom og smag den hos os i butikken.',
    'Nasza herbata wieczorna jest już dostępna w sklepie i na stronie.',
    '新しいハーブティーができました。ぜひお試しください。',
    'Guten Tag / Good day: our studio is open for you again, we are happy to see you. Wir sind wieder da.',
  ])('is English where nothing says it plainly: %s', (text) => expect(languageOf(text)).toBe('en'));

  it('is taken from a tag, and English from one that we do not speak', () => {
    expect([languageOfTag('de'), languageOfTag('pt'), languageOfTag(undefined)]).toEqual(['de', 'en', 'en']);
  });

  it('is named where it is plain, also one that we do not speak, and not guessed', () => {
    const polish = plainLanguageOf('Nasza herbata wieczorna jest już dostępna w sklepie i na stronie.');
    expect([polish, languageName(polish ?? ''), plainLanguageOf('Yoga')]).toEqual([
      'pl',
      'Polish',
      undefined,
    ]);
  });

  it('is English only where its words are', () => {
    expect(
      [
        'Can anyone recommend a tea?',
        'Does anybody know a nice evening ritual?',
        'Wer kennt etwas gegen Schlafprobleme?',
        'Tee?',
      ].map(isEnglish),
    ).toEqual([true, true, false, false]);
  });
});
