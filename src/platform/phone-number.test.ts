import { describe, expect, it } from 'vitest';
import { readPhone } from './phone-number.ts';

describe('a telephone number', () => {
  it.each([
    ['+44 7700 900123', null, '+44 7700 900123', '+447700900123'],
    ['0044 (0)7700-900123', 'GB', '+44 7700 900123', '+447700900123'],
    ['07700 900123', 'GB', '+44 7700 900123', '+447700900123'],
    ['(415) 555-0134', 'US', '+1 415 555 0134', '+14155550134'],
    ['07700 900123', null, '07700 900123', null],
    [' 555-0134 ', null, '555-0134', null],
    ['+44 7', null, '+44 7', null],
    ['ask reception', 'GB', 'ask reception', null],
    ['07700 900123', 'ZZ', '07700 900123', null],
  ])('%s from %s reads %s and is dialled %s', (text, country, phone, phoneKey) => {
    expect(readPhone(text, country)).toEqual({ phone, phoneKey });
  });
});
