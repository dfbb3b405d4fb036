import { describe, expect, it } from 'vitest';
import { isAbsence, isAutomaticSubject, returnDateOf } from './absence.ts';

const at = new Date('2026-11-26T10:00:00Z');

describe('the return date of an automatic reply', () => {
  it.each([
    ['I am away until Monday.', '2026-12-01'],
    ['I will be back on 5 January.', '2027-01-05'],
    ['Out of office from December 20 to January 4.\nFor room 510 call 555.', '2027-01-05'],
    ['I am returning 12/14/2026 and will answer then.', '2026-12-14'],
    ['Ich bin bis zum 05.01.2027 nicht im Büro.', '2027-01-06'],
    ['Vom 20.12. bis 04.01. bin ich im Urlaub.', '2027-01-05'],
    ['Ab dem 7. Januar bin ich wieder erreichbar.', '2027-01-07'],
    ["Je suis absente jusqu'au 5 janvier inclus.", '2027-01-06'],
    ['Je serai de retour lundi.', '2026-11-30'],
    ["Je suis absent jusqu'au lundi 7 décembre.", '2026-12-08'],
    ['Absent du 23 novembre au 6 décembre, retour le 7 décembre.', '2026-12-07'],
    ['Estaré ausente hasta el 5 de enero.', '2027-01-06'],
    ['Regreso el lunes.', '2026-11-30'],
    ['Sarò assente dal 20 dicembre al 4 gennaio.', '2027-01-05'],
    ['Rientro lunedì.', '2026-11-30'],
    ['Ik ben afwezig van 20 december tot en met 4 januari.', '2027-01-05'],
    ['Maandag ben ik weer terug.', '2026-11-30'],
  ])('%j is %s', (text, day) => {
    expect(returnDateOf(text, at)?.toISOString().slice(0, 10)).toBe(day);
  });

  it.each([
    'I am away and read my mail rarely.',
    'I was away until 3 November 2026.',
    'I am away until 5 January 2031.',
    'Our office opened on 5 January and has room 510.',
  ])('is not read from %j', (text) => {
    expect(returnDateOf(text, at)).toBeUndefined();
  });
});

it.each([
  'Automatic reply: Evenings',
  'Abwesenheitsnotiz: Abende',
  'Réponse automatique : Soirées',
  'Respuesta automática: Noches',
  'Risposta automatica: Sere',
  'Automatisch antwoord: Avonden',
  'Out of Office Re: Evenings',
  'Absente : Re: Soirées',
  'Afwezig Re: Avonden',
  'Risponditore automatico',
  'Eingangsbestätigung: Ihre Nachricht',
])('the subject %j is of an automatic reply', (subject) => {
  expect(isAutomaticSubject(subject)).toBe(true);
});

it.each([
  'Re: Automatic reply: Evenings',
  'Away with the old tea',
  'Urlaub mit Tee',
  'Abwesend am ersten Abend?',
  'Assenza di martedì',
  'Absence makes the heart grow fonder',
])('the subject %j may be of a person', (subject) => {
  expect(isAutomaticSubject(subject)).toBe(false);
});

it('tells an absence from a receipt', () => {
  expect(isAbsence('Thank you, we have received your message. Ticket number 4711.')).toBe(false);
  expect(isAbsence('We received your message. I am on leave until May.')).toBe(true);
  expect(isAbsence('Gone fishing.')).toBe(true);
});
