import { expect, it } from 'vitest';
import { foldText } from '#kit/text.ts';
import { openingHoursAsked, statesOpeningHours } from './opening-hours.ts';

it.each([
  'When do you open?',
  'What are your opening hours?',
  'How late are you open tonight?',
  'Are you open on Sundays?',
  'Wann habt ihr offen?',
  'Wie sind eure Öffnungszeiten?',
  'Um wie viel Uhr schließt ihr?',
  'Quand ouvrez-vous ?',
  'Quels sont vos horaires ?',
  '¿A qué hora abrís?',
  '¿Cuál es su horario?',
  'A che ora aprite?',
  'Quali sono i vostri orari?',
  'Hoe laat gaan jullie open?',
  'Wat zijn jullie openingstijden?',
])('"%s" asks for the opening hours', (question) => {
  expect(openingHoursAsked(foldText(question))).toBeDefined();
});

it.each([
  'When does the pool open?',
  'How long does an open tin keep?',
  'Are you open to suggestions?',
  'What are the opening hours of the sauna?',
  'Is the trail open in winter?',
])('"%s" asks for something else', (question) => {
  expect(openingHoursAsked(foldText(question))).toBeUndefined();
});

it.each([
  'The tea house opens at nine on weekdays.',
  'Das Teehaus öffnet werktags um neun Uhr.',
  'Wir schließen um 18 Uhr.',
  'Le salon de thé ouvre à neuf heures en semaine.',
  'La casa de té abre a las nueve entre semana.',
  'La sala da tè apre alle nove.',
  'Het theehuis is geopend van 9 tot 18 uur.',
  'Closed on Mondays.',
])('"%s" states opening hours', (sentence) => {
  expect(statesOpeningHours(sentence)).toBe(true);
});

it.each(['An open tin keeps for nine days.', 'We opened nine shops.', 'The pool is open to guests.'])(
  '"%s" states none',
  (sentence) => {
    expect(statesOpeningHours(sentence)).toBe(false);
  },
);
