import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

export type Phone = {
  /** For people: "+44 7700 900123", or as it was given where nobody knows its country. */
  phone: string;
  /** As networks dial it (E.164): "+447700900123"; null where it cannot be dialled like that. */
  phoneKey: string | null;
};

/** Reads a telephone number; one without a country code is taken to be of `country` (ISO 3166, two letters). */
export function readPhone(text: string, country: string | null): Phone {
  const home: CountryCode | undefined = country && isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(text, home);
  return number?.isPossible()
    ? { phone: number.formatInternational(), phoneKey: number.number }
    : { phone: text.trim(), phoneKey: null };
}
