import { foldToWords } from '#kit/text.ts';
import { IMPORT_ROLES, type ImportRole } from './contract-import.ts';
import { readPlatform } from './rules-accounts.ts';
import { askedConsent, maybeConsent, maybeRefusal, refusedRole } from './rules-import-consent-columns.ts';

export type Columns = readonly (ImportRole | null)[];

/** A heading is a few words; what is longer is cut before any pattern reads it. */
export const LONGEST_HEADING = 200;

/** A heading as patterns and lists read it: folded to words, at most 200 characters of it. */
export function headingKey(heading: string): string {
  return foldToWords(heading.slice(0, LONGEST_HEADING));
}

/**
 * Headings by role, as words. Languages are those of our customers' exports; "E-mail 2 - Value" of Google and "E-mail 2
 * Address" of Outlook are read without what numbers them.
 */
const HEADINGS: Partial<Record<ImportRole, string>> = {
  email: `email, e mail, mail, email address, e mail address, mail address, emails, email id, work email, business email,
    personal email, primary email, primary email address, other email, contact email, customer email, email adresse,
    e mail adresse, mailadresse, emailadres, e mailadres, adresse email, adresse e mail, adresse mail, courriel, adresse courriel,
    mel, correo, correo electronico, direccion de correo, direccion de correo electronico, indirizzo email, indirizzo e mail,
    posta elettronica, endereco de email, endereco de e mail, e posta, eposta, e posta adresi, adres e mail, adres email,
    e mailova adresa, e mailcim, e mail cim, email cim, epost, e post, e postadresse, epostadress, e postadress, sahkoposti,
    メールアドレス, メール, eメール, e メール, 電子メール, 電子メールアドレス, 邮箱, 电子邮件, 电子邮箱, 邮箱地址, 電子郵件, 郵箱, 信箱,
    이메일, 이메일 주소, 메일, 전자우편, электронная почта, эл почта, почта, емейл, имейл, имэйл, адрес электронной почты,
    емаил, електронна пошта, ел пошта, пошта, електронна поща, ηλεκτρονικη διευθυνση`,
  name: `name, full name, fullname, contact, contact name, contact full name, customer, customer name, client name, display name,
    file as, nom complet, nom et prenom, prenom et nom, nombre completo, nombre y apellidos, vollstandiger name, vollname, kunde,
    kundenname, ansprechpartner, naam, volledige naam, nome completo, nome e cognome, ad soyad, adi soyadi, imie i nazwisko,
    jmeno a prijmeni, nev, teljes nev, navn, namn, fullt navn, nimi, 氏名, 名前, お名前, 姓名, 名字, 全名, 이름, 성명, 고객명,
    фио, ф и о, полное имя, имя и фамилия, контакт, піб, п і б, повне ім я, ονοματεπωνυμο`,
  firstName: `first name, firstname, given name, givenname, given names, forename, forenames, fname, vorname, rufname, prenom,
    nombre, nombres, primer nombre, nome, voornaam, imie, jmeno, krestni jmeno, keresztnev, utonev, ad, adi, isim, fornavn,
    fornamn, etunimi, prenume, ime, meno, 名, 下の名前, ファーストネーム, имя, ім я, име, ονομα`,
  middleName: `middle name, middlename, additional name, second name, zweiter vorname, deuxieme prenom, segundo nombre, отчество,
    по батькові, презиме`,
  lastName: `last name, lastname, surname, family name, familyname, lname, nachname, familienname, zuname, nom, nom de famille,
    apellido, apellidos, primer apellido, cognome, achternaam, familienaam, sobrenome, apelido, nazwisko, prijmeni, priezvisko,
    vezeteknev, csaladnev, soyad, soyadi, soyisim, etternavn, efternavn, efternamn, sukunimi, nume, nume de familie, prezime,
    priimek, 姓, 苗字, 名字 姓, ラストネーム, 성, фамилия, прізвище, επωνυμο`,
  company: `company, company name, organization, organisation, organization name, organisation name, account name, employer,
    business name, firma, firmenname, unternehmen, entreprise, societe, nom de l entreprise, raison sociale, empresa,
    nombre de la empresa, azienda, societa, ragione sociale, bedrijf, bedrijfsnaam, nazwa firmy, spolecnost, ceg, cegnev,
    sirket, foretag, yritys, 会社, 会社名, 勤務先, 法人名, 公司, 公司名称, 회사, 회사명, компания, организация, фирма, компанія,
    організація, εταιρεια`,
  profileUrl: `profile url, profile, profile link, public profile url, linkedin, linkedin url, linkedin profile,
    linkedin profile url, linkedin link, person linkedin url, profil url, profil, profil link`,
  handle: `handle, username, user name, screen name, twitter, instagram, benutzername, nom d utilisateur, usuario`,
  platform: `platform, network, social network, social media platform, social platform, plattform, netzwerk, plateforme,
    reseau social, plataforma, red social, piattaforma`,
  phone: `phone, phone number, phone no, telephone, telephone number, tel, tel no, mobile, mobile phone, mobile number,
    mobile phone number, cell, cell phone, cellphone, home phone, work phone, business phone, primary phone, other phone,
    contact number, company main phone, whatsapp, whatsapp number, telefon, telefonnummer, telefon privat, telefon geschaftlich,
    rufnummer, handy, handynummer, mobil, mobiltelefon, mobilnummer, portable, tel portable, numero de telephone, telefono,
    numero de telefono, telefono movil, movil, celular, telefone, telemovel, cellulare, telefono cellulare, telefoon,
    telefoonnummer, mobiel, mobiel nummer, numer telefonu, telefon komorkowy, komorka, telefonszam, cep telefonu, cep,
    telefon numarasi, puhelin, 電話番号, 電話, 携帯電話, 携帯番号, 携帯, 手机, 手机号, 手机号码, 电话, 电话号码, 手機, 電話號碼,
    전화번호, 전화, 휴대폰, 휴대폰 번호, 휴대전화, телефон, номер телефона, мобильный, мобильный телефон, моб телефон, сотовый,
    мобільний, мобільний телефон, τηλεφωνο, κινητο`,
  country: `country, country code, country region, business country region, home country region, address country,
    default address country code, billing country, shipping country, mailing country, land, staat, pays, pais, paese, ulke, kraj,
    zeme, krajina, orszag, maa, tara, 国, 国名, 国家, 國家, 국가, страна, країна, държава, χωρα`,
  place: `time zone, timezone, zeitzone, fuseau horaire, zona horaria, state, state region, state province, province, region,
    bundesland, kanton, etat, estado, provincia, regione, provincie, city, town, ort, stadt, wohnort, ville, ciudad, citta,
    woonplaats, plaats, cidade, location, geography, city state, address city, address region, address state, billing state,
    billing city, shipping state, shipping city, home state, home city, business state, business city, default address province code,
    default address city, miasto, mesto, varos, sehir, город, регион, область, місто`,
  signal: `signal, interest, interests, message, last message, post, request, nachricht`,
  // What colleagues remark about somebody comes in only where a person says so.
  consent: 'consent',
};
const ROLE_OF_HEADING = new Map(
  IMPORT_ROLES.flatMap((role) =>
    (HEADINGS[role] ?? '').split(',').map((heading) => [foldToWords(heading), role] as const),
  ),
);
ROLE_OF_HEADING.delete('');

/** "e mail 2 value" → "e mail": which of several it is, and that it holds a value, says nothing of what it is. */
function roleOfHeading(key: string): ImportRole | undefined {
  const exact = ROLE_OF_HEADING.get(key);
  if (exact) return exact;
  const words = key.split(' ').filter((word) => !/^(?:\d{1,2}|value|values|primary)$/.test(word));
  return ROLE_OF_HEADING.get(words.join(' '));
}

/** Roles that several columns can have: they are tried from left to right, and one column that says no is enough. */
const SEVERAL: ReadonlySet<ImportRole> = new Set<ImportRole>([
  'email',
  'phone',
  'profileUrl',
  'company',
  'country',
  'place',
  'unsubscribed',
  'refusal',
  'refusalWhatsapp',
  'refusalSms',
]);

/** Where somebody was met, or on which platform: what stands below these headings decides. */
const MAYBE_PLATFORM = new Set(['source', 'channel', 'quelle', 'kanal', 'fuente', 'canal', 'fonte', 'bron']);

/** Below these headings are pages of people, or anything else on the web. */
const MAYBE_PROFILE = new Set(['url', 'link', 'website', 'web site', 'webseite', 'web page']);

/**
 * What each column most likely holds, by its heading and, where that says too little, by the first records. A heading
 * that says it goes before every guess, wherever it is in the file.
 */
export function proposeColumns(
  header: readonly string[],
  records: readonly (readonly string[])[] = [],
): (ImportRole | null)[] {
  const keys = header.map(headingKey);
  const plain = keys.map((key) => roleOfHeading(key) ?? askedConsent(key));
  const cellsOf = (index: number): string[] => records.map((cells) => cells[index] ?? '');
  const guess = (key: string, index: number): ImportRole | null => {
    const cells = cellsOf(index);
    const consent = maybeRefusal(key, cells) ?? maybeConsent(key, cells);
    if (consent !== null) return consent;
    if (MAYBE_PLATFORM.has(key) && cells.some((cell) => readPlatform(cell) !== null)) return 'platform';
    return MAYBE_PROFILE.has(key) && cells.some(isProfile) ? 'profileUrl' : null;
  };
  const taken = new Set<ImportRole>();
  const take = (role: ImportRole | null): ImportRole | null => {
    if (role === null || (taken.has(role) && !SEVERAL.has(role))) return null;
    taken.add(role);
    return role;
  };
  const stated = plain.map(take);
  return keys.map((key, index) => (plain[index] ? (stated[index] ?? null) : take(guess(key, index))));
}

function isProfile(cell: string): boolean {
  return cell.length < 500 && /\blinkedin\.com\/in\//i.test(cell);
}

/** The roles that were chosen, those left out that an earlier column has: only one is read. */
export function withoutSecond(columns: Columns): (ImportRole | null)[] {
  return columns.map((role, index) =>
    role !== null && !SEVERAL.has(role) && columns.indexOf(role) < index ? null : role,
  );
}

/** One column becomes something else; what only one can be is taken from the column that was it. */
export function withRole(columns: Columns, index: number, role: ImportRole | null): (ImportRole | null)[] {
  const isSingle = role !== null && !SEVERAL.has(role);
  return columns.map((known, each) => (each === index ? role : isSingle && known === role ? null : known));
}

/** A column that may hold a no which nobody reads, what it would be, and which column is that already. */
export type UnreadConsent = { index: number; heading: string; role: ImportRole; readIn: string | null };

/** `sayWhoLeft` are headings of columns below which a cell says so. */
export function listUnreadConsents(
  header: readonly string[],
  columns: Columns,
  sayWhoLeft: readonly string[] = [],
): UnreadConsent[] {
  return header.flatMap((heading, index) => {
    const role = columns[index] ? null : refusedRole(headingKey(heading), sayWhoLeft.includes(heading));
    if (role === null) return [];
    const at = SEVERAL.has(role) ? -1 : columns.indexOf(role);
    return [{ index, heading, role, readIn: at < 0 ? null : (header[at] ?? null) }];
  });
}
