import { expect, it } from 'vitest';
import { proposeColumns } from './rules-columns.ts';
import { isFamilyFirst, roleOfHeading } from './rules-headings.ts';

it.each([
  [
    'email',
    'E-mail 2 - Value',
    'E-mail 2 Address',
    'Your e-mail:',
    'Customer Email (required)',
    'E-Mail-Adresse(n)',
  ],
  [
    'email',
    'Adresse électronique',
    'Indirizzo di posta elettronica',
    'メール アドレス',
    'Адрес эл. почты',
    'Електронна адреса',
  ],
  [
    'firstName',
    'firstName',
    'Billing First Name',
    'Vorname Kunde',
    'Vorname (Kunde)',
    'Prénom du client',
    "Ім'я",
    'Adı',
  ],
  ['lastName', 'Guest Last Name', 'Nom de famille', 'Soyadı', 'Прізвище'],
  [
    'name',
    "What's your name?",
    '氏名（漢字）',
    'ФИО клиента',
    'お名前',
    'ФИО',
    'Adı Soyadı',
    'Nombre y apellido',
    'Client name',
    'Vor- und Nachname',
  ],
  [
    'phone',
    'Handy-Nr.',
    'Telefon (privat)',
    'N° de téléphone',
    'Nº de teléfono',
    'Default Address Phone',
    'Telefon / Mobil',
  ],
  ['phone', 'Numero di telefono', 'お電話番号', '휴대폰 번호', 'Номер телефону', 'Tel.-Nr. geschäftlich'],
  [
    'company',
    'companyName',
    '会社名・屋号',
    'Default Address Company',
    'Primary Company',
    'Associated Company',
    'Firma (privat)',
  ],
  ['country', 'Land/Region geschäftlich', 'Business Country/Region', 'Billing Country', 'Ülke'],
  ['place', 'Ort geschäftlich', 'Address 1 - City', '都道府県'],
])('reads as %s: %s', (role, ...headings) => {
  expect(headings.map((heading) => [heading, roleOfHeading(heading)])).toEqual(
    headings.map((heading) => [heading, role]),
  );
});

it.each([
  'Company address',
  'Business Fax',
  "Assistant's Phone",
  'Contact owner',
  'Customer ID',
  'E-mail 1 - Label',
  'E-Mail-Typ',
  'Home page',
  'Primary Associated Company ID',
  'Lead Status',
  'Last contact',
  'Customer number',
  'Preferred contact',
  'Numéro de client',
  'Phone (emergency)',
  'First name (partner)',
  '名前（フリガナ）',
])('reads no more into "%s" than it says', (heading) => expect(roleOfHeading(heading)).toBeUndefined());

it('keeps what headings say where the address is found by what is below it', () => {
  const header = ['Prénom', 'Nom', 'Identifiant', 'Pays'];
  expect(proposeColumns(header, [['Aimée', 'Brûlé', 'aimee@example.com', 'France']])).toEqual([
    'firstName',
    'lastName',
    'email',
    'country',
  ]);
});

it('takes no address of a colleague for that of the person', () => {
  const header = ['Name', 'Owner email', 'Mobile'];
  expect(proposeColumns(header, [['Ann', 'staff@example.com', '+447700900101']])).toEqual([
    'name',
    null,
    'phone',
  ]);
});

it('asks what is below a heading that only speaks of addresses or numbers', () => {
  const header = ['Best e-mail to reach you', 'E-mail of last visit', 'Which phone do you use?'];
  expect(proposeColumns(header, [['ann@example.com', 'newsletter', 'iPhone']])).toEqual([
    'email',
    null,
    null,
  ]);
});

it('finds addresses and names in a file without headings', () => {
  const header = ['Column 1', 'Column 2'];
  expect(proposeColumns(header, [['ann@example.com', 'Ann Byrne']])).toEqual(['email', 'name']);
});

it('knows which headings put the family name first', () => {
  expect(['ФИО', 'ФИО клиента', 'Nachname, Vorname', 'Cognome e nome'].filter(isFamilyFirst)).toHaveLength(4);
  expect(['Name', 'Имя и фамилия'].map(isFamilyFirst)).toEqual([false, false]);
});
