import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { detectLanguage } from '../safety/language.ts';
import { textOfHtml } from './html.ts';
import { isOptOut } from './opt-out.ts';
import { readReply } from './read.ts';

const Row = z.object({
  set: z.string(),
  label: z.string().nullable(),
  subject: z.string(),
  text: z.string().optional(),
  html: z.string().optional(),
  own: z.string(),
});

const rows = readFileSync(new URL('../../../evals/replies.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Row.parse(JSON.parse(line)))
  .map((row) => ({
    ...row,
    read: readReply({ text: row.text ?? textOfHtml(row.html ?? ''), subject: row.subject }),
  }));

const intentOf = (text: string, subject?: string) => readReply({ text, subject }).intent;

describe.each(['dev', 'left-out'])('the set %s', (set) => {
  const here = rows.filter((row) => row.set === set);

  it('finds the opt-outs and suppresses no friendly reply', () => {
    const optOuts = here.filter(({ label }) => label === 'stop');
    const found = optOuts.filter(({ read }) => read.intent === 'stop');
    expect(found.length / optOuts.length).toBeGreaterThanOrEqual(0.97);
    expect(here.filter(({ label, read }) => label !== 'stop' && read.intent === 'stop')).toEqual([]);
  });

  it('keeps exactly the words of the writer', () => {
    const plain = (text: string): string =>
      text
        .replace(/[^\S\n]+\n/g, '\n')
        .replace(/\n{2,}/g, '\n')
        .trim();
    const exact = here.filter(({ own, read }) => plain(own) === plain(read.text));
    expect(exact.length / here.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('an opt-out', () => {
  it.each([
    'STOP',
    "I'd like to unsubscribe.",
    'I no longer wish to receive these emails.',
    'Ich möchte keine weiteren E-Mails erhalten.',
    'Ich moechte keine weiteren Mails, bitte loeschen.',
    'Merci de me désinscrire.\n\nCordialement,\nLuc Perrin\nCabinet Perrin',
    'unsubsribe pls',
    'I would like to ask you to remove\nmy email address from your\nmailing list. Thank you\nvery much.',
    'I unsubscribed weeks ago and you still send me mail.',
    'Nimmst du mich bitte aus dem Verteiler? Danke für alles, Priya',
    'Würden Sie bitte davon absehen, uns weiter zu kontaktieren?',
    "J'en ai assez de vos mails.",
    'Pouvez-vous faire en sorte que mon adresse ne serve plus à de la publicité ?',
    'Me gustaría salir de esta lista, recibo ya demasiados correos.',
    'Non serve più mandarci le vostre offerte.',
    'Stuur me deze onzin niet meer.',
    'STOP!!! How many times do I have to say it?',
  ])('%j is read', (text) => {
    expect(intentOf(text)).toBe('stop');
  });

  it.each([
    ['of negation', "I love these letters, please don't stop sending them!"],
    ['of the past', 'When did you stop sending the recipe mails? I would love to get them back.'],
    ['of paper post', 'Please do not send me the brochure by post, e-mail is fine.'],
    ['of one topic', 'Bitte keine Mails mehr zum Thema Hautpflege, alles andere gerne.'],
    ['of less', 'Please send fewer emails.'],
    ['of a while', 'No me envíen nada hasta septiembre, estoy de viaje.'],
    ['of somebody else', 'Ma voisine voudrait se désabonner, elle ne trouve pas le lien.'],
    ['of a condition', "If I don't like it I will unsubscribe."],
    ['of an old address', 'Schrijf niet meer naar mijn oude adres maar naar dit.'],
    ['of another list', 'Please remove me from the car pool list, I will cycle.'],
    ['of a form of address', 'Bitte nicht mehr mit "Herr" anschreiben, ich bin Frau Kern.'],
    ['of a person who died', 'Mi madre falleció en mayo, por favor quítenla de la lista. Yo sigo.'],
    ['of another thing', 'Il posto auto non mi serve più, potete togliermi.'],
    ['of another address', 'Kunt u mijn oude adres fiona@post.test uitschrijven? Dit blijft.'],
    ['of what has happened', 'Haben Sie mich aus dem Verteiler gelöscht?'],
    [
      'of a lawyer',
      'Yes!\n\nJo\n\nThis email is confidential. If you are not its reader, delete it and send no more emails.',
    ],
    ['of their own newsletter', 'We come.\n\nKim\nThe Soap Shop\n\nUnsubscribe | Privacy | View in browser'],
    ['of praise', 'Non smettete mai di mandarmi queste lettere, sono bellissime!'],
  ])('is left to people where the words are %s', (_kind, text) => {
    expect(intentOf(text)).not.toBe('stop');
  });

  it.each([
    'Mon mari est décédé, merci de ne plus lui écrire.',
    'Ho ricevuto abbastanza pubblicità, dimenticatevi del mio indirizzo.',
    'Genoeg reclame gehad, streep mijn naam maar door.',
  ])('%j is read by the model where no pattern finds it', (text) => {
    expect(isOptOut(text)).toBe(false);
    expect(intentOf(text)).toBe('stop');
  });

  it('is left to people where a pattern finds one and the model disagrees', () => {
    const text = 'Abo kündigen bitte, in der Box war dreimal das gleiche Müsli. Kundennummer 58121.';
    expect(isOptOut(text)).toBe(true);
    expect(intentOf(text)).toBeUndefined();
  });

  it('is not read from a question that asks for nothing', () => {
    expect(intentOf('La lista dei contatti è per tutti i clienti?')).not.toBe('stop');
    expect(intentOf('Can the whole mailing list see my address?')).not.toBe('stop');
  });

  it('is read from one sentence of a long story', () => {
    const story = 'We had a lovely week at the lake with the children, and it rained only on the last day.';
    expect(intentOf(`${story} ${story}\n\nWe are home again and busy. Please end these newsletters.`)).toBe(
      'stop',
    );
  });

  it.each(['volio cancelarmi dala newsleter, grazie mile', 'merci de me desabonez de votre newletter'])(
    'is read with typing errors: %j',
    (text) => {
      expect(intentOf(text)).toBe('stop');
    },
  );

  it('in a language that the model does not know is left to the patterns', () => {
    const text = 'Bună ziua, vă mulțumesc pentru mesajele frumoase.\n\nUnsubscribe please.';
    expect(detectLanguage(text).isCovered).toBe(false);
    expect(intentOf(text)).toBe('stop');
  });

  it('is read from a subject of their own, not from one that answers ours', () => {
    expect(intentOf('', 'Unsubscribe')).toBe('stop');
    expect(intentOf('Danke!', 'Abmelden')).toBe('stop');
    expect(intentOf('Thanks!', 'Re: Stop worrying, unsubscribe from stress')).toBeUndefined();
  });

  it('is not read from words of ours', () => {
    const ours =
      'Von: Mia Berg\nGesendet: Montag, 16. November 2026 10:12\nAn: Ann\nBetreff: Abende\n\nBitte keine Mails mehr?';
    expect(intentOf(`Danke!\n\n${ours}`)).toBeUndefined();
    expect(readReply({ text: ours })).toEqual({ text: ours, isAllQuoted: true, intent: undefined });
  });
});

it.each([
  ['not_now', 'We are about to move house, write to me again once the winter is over.'],
  ['not_now', 'Ora no, ne riparliamo dopo le feste.'],
  ['interested', 'Je prends la cure de trois jours, dites-moi comment régler.'],
] as const)('labels %s by the model: %j', (label, text) => {
  expect(intentOf(text)).toBe(label);
});

it.each([
  'unsubscribe '.repeat(20_000),
  'please '.repeat(20_000),
  `${'no more '.repeat(20_000)}mails`,
  'a'.repeat(200_000),
])('reads a text without an end in the time of its length', (text) => {
  const timeOf = (part: string): number => {
    const { user } = process.cpuUsage();
    readReply({ text: part });
    return process.cpuUsage().user - user;
  };
  timeOf(text.slice(0, 20_000));
  expect(timeOf(text)).toBeLessThan(20 * timeOf(text.slice(0, 20_000)) + 200_000);
});
