import { describe, expect, it } from 'vitest';
import { EMAIL_ADDRESS } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    'ann@clinic.test',
    'Ann.LEE@Clinic.Test',
    "o'neil+tea@sub.clinic.co.uk",
    'a!#$%&*/=?^_`{|}~-b@clinic.test',
    '"ann lee"@clinic.test',
    '"a@b"@clinic.test',
    '"quoted\\"sign"@clinic.test',
    'jo@bücher.test',
    'jo@例え.テスト',
    'jo@xn--bcher-kva.xn--p1ai',
  ])('may be %s', (address) => expect(EMAIL_ADDRESS.test(address)).toBe(true));

  it.each([
    '',
    'ann',
    'ann@',
    '@clinic.test',
    'ann@clinic',
    'ann lee@clinic.test',
    'ſam@clinic.test',
    '\u212aim@clinic.test',
    'ann..lee@clinic.test',
    '.ann@clinic.test',
    'ann@clinic..test',
    'ann@-clinic.test',
    'ann@clinic.test, bo@clinic.test',
    'ann@clinic.test\r\nBcc: bo@clinic.test',
    '"ann\r\nBcc: bo"@clinic.test',
    '<ann@clinic.test>',
    'ann@[127.0.0.1]',
    `${'a'.repeat(65)}@clinic.test`,
  ])('is not %j', (address) => expect(EMAIL_ADDRESS.test(address)).toBe(false));

  it('is read in time that grows with its length alone', () => {
    const long = `${'a-'.repeat(100_000)}@${'b-'.repeat(100_000)}`;
    expect(EMAIL_ADDRESS.test(long)).toBe(false);
  });
});
