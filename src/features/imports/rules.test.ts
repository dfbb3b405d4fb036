import { describe, expect, it } from 'vitest';
import { findHeader, judgeRecord } from './rules.ts';
import { proposeColumns } from './rules-columns.ts';

/** What becomes of the first record below these headings. */
function read(header: string, ...cells: string[]) {
  const headings = header.split(',');
  const columns = proposeColumns(headings, [cells]);
  const { person, error, warnings } = judgeRecord(cells, { header: headings, columns });
  return { columns, person, error, reasons: warnings.map(({ reason }) => reason) };
}

describe('headings', () => {
  it('reads the current export of Google Contacts', () => {
    const header =
      'First Name,Middle Name,Last Name,Nickname,Organization Name,Organization Title,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value';
    const { person, reasons } = read(
      header,
      ...'Mira,Jo,Tansley,,Fennel & Sage,Owner,* myContacts,Work,mira@example.com ::: m.tansley@example.org,Home,,Mobile,+44 7700 900101 ::: +44 7700 900102'.split(
        ',',
      ),
    );
    expect(person).toMatchObject({
      name: 'Mira Jo Tansley',
      givenName: 'Mira',
      familyName: 'Tansley',
      company: 'Fennel & Sage',
      email: 'mira@example.com',
      phone: '+44 7700 900101',
    });
    expect(reasons).toEqual(['several_values', 'several_values']);
  });

  it('reads the exports of Outlook and LinkedIn', () => {
    expect(
      proposeColumns(
        'First Name,Last Name,Company,Business Phone,Mobile Phone,E-mail Address,E-mail 2 Address'.split(','),
      ),
    ).toEqual(['firstName', 'lastName', 'company', 'phone', 'phone', 'email', 'email']);
    const connections = 'First Name,Last Name,URL,Email Address,Company,Position,Connected On';
    const { person } = read(
      connections,
      'Mira',
      'Tansley',
      'https://www.linkedin.com/in/mira-t',
      '',
      'Fennel',
      '',
      '',
    );
    expect(person).toMatchObject({ profileUrl: 'https://www.linkedin.com/in/mira-t', company: 'Fennel' });
  });

  it.each([
    ['氏名,メールアドレス,電話番号,会社名', ['name', 'email', 'phone', 'company']],
    ['姓,名,メール', ['lastName', 'firstName', 'email']],
    [
      'Имя,Фамилия,Электронная почта,Телефон,Компания',
      ['firstName', 'lastName', 'email', 'phone', 'company'],
    ],
    ["Прізвище,Ім'я,E-mail", ['lastName', 'firstName', 'email']],
    ['Imię,Nazwisko,Adres e-mail,Telefon', ['firstName', 'lastName', 'email', 'phone']],
    ['Ad,Soyad,E-posta,Cep Telefonu', ['firstName', 'lastName', 'email', 'phone']],
    ['姓名,邮箱,手机号码', ['name', 'email', 'phone']],
  ])('reads %s', (header, roles) => expect(proposeColumns(header.split(','))).toEqual(roles));

  it('lets no guess take the place of a heading that says what it is', () => {
    const header = ['Source', 'Platform', 'Email'];
    expect(proposeColumns(header, [['Instagram', 'Reddit', 'a@example.com']])).toEqual([
      null,
      'platform',
      'email',
    ]);
  });

  it('cuts headings before any pattern reads them', () => {
    const { header } = findHeader([['email', `accepts ${'agree '.repeat(20_000)}`]]);
    expect(header[1]?.length).toBeLessThanOrEqual(200);
  });
});

describe('records', () => {
  it('never takes a number that a spreadsheet cut short for a telephone', () => {
    const cut = read('name,email,phone', 'Mira', 'mira@example.com', '4.91512E+12');
    expect(cut.person).toMatchObject({ email: 'mira@example.com', phone: null });
    expect(cut.reasons).toEqual(['mangled_number']);
    expect(read('name,phone', 'Mira', '4,91512E+12').error).toEqual({
      field: 'phone',
      reason: 'mangled_number',
    });
    expect(read('name,phone', 'Mira', '12-Mar').error?.reason).toBe('mangled_number');
    expect(read('name,phone', 'Mira', '2024-03-05 00:00').error?.reason).toBe('mangled_number');
    expect(read('name,phone', 'Mira', '044.123.45.67').person?.phone).toBe('044.123.45.67');
    expect(read('name,phone', 'Mira', '########').error?.reason).toBe('mangled_number');
    expect(read('name,phone', 'Mira', '447700900101.0').person?.phone).toBe('447700900101');
  });

  it('reads a number in the ways that people write one', () => {
    const phoneOf = (cell: string) => read('name,phone', 'Mira', cell).person?.phone;
    expect(phoneOf('0044 7700 900101')).toBe('+44 7700 900101');
    expect(phoneOf('tel:+447700900101')).toBe('+447700900101');
    expect(phoneOf('07700 900101 or 07700 900102')).toBe('07700 900101');
    expect(read('email', 'mailto:mira@example.com?subject=Hi').person?.email).toBe('mira@example.com');
  });

  it('takes in who has a number alone, beside others with addresses', () => {
    expect(read('name,email,phone', 'Mira', '', '+44 7700 900101').person).toMatchObject({
      email: null,
      phone: '+44 7700 900101',
    });
    expect(read('name,email,phone', 'Mira', '', '07700 900101').person?.phone).toBe('07700 900101');
    expect(read('name,email,phone', 'Mira', '', '900 101').error?.reason).toBe('missing_identifier');
    expect(read('name,email,phone', 'Mira', '', '').error).toEqual({
      field: 'email',
      reason: 'missing_identifier',
    });
  });

  it.each([
    ['mi\u200Bra@example.com', 'mira@example.com'],
    ['mi\u00ADra@exam\u00ADple.com', 'mira@example.com'],
    ['mira@example.com.', 'mira@example.com'],
    ['\uFEFFmira@example.com\u00A0,', 'mira@example.com'],
    ['mira＠example．com', 'mira@example.com'],
    ['"mira@example.com"', 'mira@example.com'],
    ['“mira@example.com”', 'mira@example.com'],
    ['[mira@example.com]', 'mira@example.com'],
  ])('cleans the address %j and says so', (cell, email) => {
    const { person, reasons } = read('email', cell);
    expect(person?.email).toBe(email);
    expect(reasons).toContain('cleaned_address');
  });

  it.each([
    'mira@example.com; other@example.com',
    'mira@example.com / other@example.com',
    'Mira <mira@example.com>, Other <other@example.com>',
    'mira@example.com other@example.com',
    'nobody, mira@example.com\nother@example.com',
  ])('takes the first of several addresses: %j', (cell) => {
    const { person, reasons } = read('email', cell);
    expect(person?.email).toBe('mira@example.com');
    expect(reasons).toContain('several_values');
  });

  it('overlooks empty cells behind the last column', () => {
    const { person, error, reasons } = read('name,email', 'Mira', 'mira@example.com', '', ' ');
    expect([person?.email, error, reasons]).toEqual(['mira@example.com', null, []]);
    expect(read('name,email', 'Mira', 'mira@example.com', '', 'more').error?.reason).toBe('column_count');
    const wide = judgeRecord(['mira@example.com'], {
      header: ['email', '', ''],
      columns: ['email', null, null],
    });
    expect(wide.warnings).toEqual([]);
  });

  it('keeps given and family name apart, as the file has them', () => {
    const header = 'First name,Last name,Email';
    expect(read(header, '', 'Byrne', 'b@example.com').person).toMatchObject({
      name: 'Byrne',
      givenName: null,
      familyName: 'Byrne',
    });
    expect(read('名,姓,メール', '美咲', '小林', 'm@example.com').person).toMatchObject({
      name: '小林 美咲',
      givenName: '美咲',
    });
    expect(read(header, '#NAME?', 'Byrne', 'b@example.com').person?.givenName).toBeNull();
  });
});
