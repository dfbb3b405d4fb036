import { foldToWords } from '#kit/text.ts';
import { ImportRole } from './contract.ts';

/** A heading is a few words; what is longer is cut before any pattern reads it. */
export const LONGEST_HEADING = 200;

/** A heading as patterns and lists read it: folded to words, at most 200 characters of it. */
export function headingKey(heading: string): string {
  // Turkish writes "Adı" with a letter that folds to itself.
  return foldToWords(heading.slice(0, LONGEST_HEADING)).replaceAll('ı', 'i');
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
    емаил, електронна пошта, ел пошта, пошта, електронна поща, ηλεκτρονικη διευθυνση,
    adresse electronique, direccion de email, indirizzo di posta elettronica, posta, mailadressen, e mail adressen, eメールアドレス, pc メール,
    携帯メール, メアド, 电邮, 电子邮件地址, 電子郵件地址, 電郵, 이메일주소, адрес эл почты, адрес почты, e mail адрес, email адрес, имейл адрес,
    електронна адреса, адреса електронної пошти, емейл, email адреса, adresa e mail, adresa email, e mailova adresa`,
  name: `name, full name, fullname, contact, contact name, contact full name, customer, customer name, client name, display name,
    file as, nom complet, nom et prenom, prenom et nom, nombre completo, nombre y apellidos, vollstandiger name, vollname, kunde,
    kundenname, ansprechpartner, naam, volledige naam, nome completo, nome e cognome, ad soyad, adi soyadi, imie i nazwisko,
    jmeno a prijmeni, nev, teljes nev, navn, namn, fullt navn, nimi, 氏名, 名前, お名前, 姓名, 名字, 全名, 이름, 성명, 고객명,
    фио, ф и о, полное имя, имя и фамилия, контакт, піб, п і б, повне ім я, ονοματεπωνυμο,
    first and last name, first last name, name and surname, name surname, contact person, client full name, vor und nachname,
    vorname nachname, vorname und nachname, vorname name, kontaktperson, nombre y apellido, nombres y apellidos, nom prenom, prenom nom,
    voor en achternaam, nome cognome, nome e apelido, ad soyad, adi soyadi, isim soyisim, имя фамилия, контактное лицо, клиент, имя клиента,
    ім я та прізвище, клієнт, име и фамилия, име и фамилно име, клиент, 担当者, 担当者名, ご担当者名, 顧客名, 联系人, 客户姓名, 客户, 聯絡人, 고객 이름`,
  firstName: `first name, firstname, given name, givenname, given names, forename, forenames, fname, vorname, rufname, prenom,
    nombre, nombres, primer nombre, nome, voornaam, imie, jmeno, krestni jmeno, keresztnev, utonev, ad, adi, isim, fornavn,
    fornamn, etunimi, prenume, ime, meno, 名, 下の名前, ファーストネーム, имя, ім я, име, ονομα,
    first, prenoms, nome proprio, vornamen, voornamen, doopnaam, име собствено, 名前 名, 이름만`,
  middleName: `middle name, middlename, additional name, second name, zweiter vorname, deuxieme prenom, segundo nombre, отчество,
    по батькові, презиме,
    middle initial, middle, weitere vornamen, zwischenname, tussenvoegsel, tussenvoegsels, бащино име`,
  lastName: `last name, lastname, surname, family name, familyname, lname, nachname, familienname, zuname, nom, nom de famille,
    apellido, apellidos, primer apellido, cognome, achternaam, familienaam, sobrenome, apelido, nazwisko, prijmeni, priezvisko,
    vezeteknev, csaladnev, soyad, soyadi, soyisim, etternavn, efternavn, efternamn, sukunimi, nume, nume de familie, prezime,
    priimek, 姓, 苗字, 名字 姓, ラストネーム, 성, фамилия, прізвище, επωνυμο,
    last, nom famille, primer y segundo apellido, apellido paterno, primer apellido, фамилно име, 名前 姓`,
  company: `company, company name, organization, organisation, organization name, organisation name, account name, employer,
    business name, firma, firmenname, unternehmen, entreprise, societe, nom de l entreprise, raison sociale, empresa,
    nombre de la empresa, azienda, societa, ragione sociale, bedrijf, bedrijfsnaam, nazwa firmy, spolecnost, ceg, cegnev,
    sirket, foretag, yritys, 会社, 会社名, 勤務先, 法人名, 公司, 公司名称, 회사, 회사명, компания, организация, фирма, компанія,
    організація, εταιρεια,
    studio, salon, practice, praxis, betrieb, geschaft, betriebsname, studio name, salon name, practice name, associated company, business,
    nom entreprise, nom de la societe, denominazione, nombre de empresa, razon social, bedrijf naam, nazwa, firma nazwa, название компании,
    наименование организации, назва компанії, 貴社名, 店舗名, サロン名, 企業名, 单位, 公司名, 회사명, 업체명, 상호`,
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
    мобільний, мобільний телефон, τηλεφωνο, κινητο,
    tel nr, tel number, telephone no, contact phone, contact no, 連絡先, ご連絡先, 連絡先電話番号, 手机号, 联系电话, 联系方式, 聯絡電話,
    연락처, 휴대폰번호, 핸드폰, 핸드폰번호, 핸드폰 번호, номер телефону, номер мобильного телефона, номер мобільного телефону,
    мобильный номер, мобилен телефон, телефонен номер, тел, моб, gsm, gsm nr, gsm nummer, handynr, telefonnr, telefon nr, natel, mobilfunk,
    mobilfunknummer, festnetz, telefon mobil, telefon mobile, tel mobile, tel fixe, telephone mobile, telephone fixe, mobile tel, cep no,
    telefon no, telefon cislo, telefonni cislo, numer tel, nr tel, nr telefonu, tel kom, numar de telefon`,
  country: `country, country code, country region, business country region, home country region, address country,
    default address country code, billing country, shipping country, mailing country, land, staat, pays, pais, paese, ulke, kraj,
    zeme, krajina, orszag, maa, tara, 国, 国名, 国家, 國家, 국가, страна, країна, държава, χωρα,
    country name, wohnsitzland, herkunftsland, landcode, pais de residencia, paese di residenza, nazione, pays de residence, land region,
    paese regione, pays region, pais region, 居住国, 국적, страна проживания, країна проживання, държава`,
  place: `time zone, timezone, zeitzone, fuseau horaire, zona horaria, state, state region, state province, province, region,
    bundesland, kanton, etat, estado, provincia, regione, provincie, city, town, ort, stadt, wohnort, ville, ciudad, citta,
    woonplaats, plaats, cidade, location, geography, city state, address city, address region, address state, billing state,
    billing city, shipping state, shipping city, home state, home city, business state, business city, default address province code,
    default address city, miasto, mesto, varos, sehir, город, регион, область, місто,
    lieu, localite, comune, localidad, poblacion, wohnsitz, region land, ciudad y estado, 都道府県, 市区町村, 所在城市, 所在地, 所在地区, 所在省份, 省份, 城市, 도시, 지역, град,
    местоположение, населенный пункт, населений пункт`,
  signal: `signal, interest, interests, message, last message, post, request, nachricht`,
  // What colleagues remark about somebody comes in only where a person says so.
  consent: 'consent',
};
const ROLE_OF_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([role, headings]) =>
    headings.split(',').map((heading) => [headingKey(heading), ImportRole.parse(role)] as const),
  ),
);
ROLE_OF_HEADING.delete('');

/** Words around a heading that say whose it is, or which of several; they do not change what it is. */
const BEFORE =
  wordSet(`what, whats, s, is, please, enter, your, my, customer, customers, client, contact, person, member, guest, patient, student, lead, user, subscriber,
  attendee, participant, buyer, billing, shipping, mailing, home, work, office, business, personal, private, primary, secondary, main, other,
  preferred, current, best, alternate, alternative, additional, default, address, associated, kunde, kunden, kontakt, teilnehmer, mitglied, gast,
  privat, private, geschaftlich, geschaftliche, dienstlich, dienstliche, ihre, ihr, deine, dein, votre, mon, client, su, tu, il, la, le, el, de,
  di, du, do, da, number, no, n, nr, num, numero, nummer, номер, ваш, ваше, ваша, основной, рабочий, личный, мой, お, ご`);
const BEHIND =
  wordSet(`number, numbers, no, nr, num, nummer, numero, n, s, privat, private, geschaftlich, dienstlich, beruflich, home, work, business,
  office, personal, personnel, professionnel, pro, primary, main, other, value, values, required, optional, pflichtfeld, obligatoire, kunde,
  kunden, client, customer, contact, kontakt, teilnehmer, gast, mitglied, en, de, der, des, du, del, dla, klienta, клиента, основной, рабочий,
  личный`);
const PLAIN: ReadonlySet<ImportRole> = new Set<ImportRole>([
  'email',
  'name',
  'firstName',
  'middleName',
  'lastName',
  'company',
  'phone',
  'country',
  'place',
]);
/** They say what a column holds only where nothing is around them: "Last contact", "Customer number". */
const ALONE = wordSet(
  'first, last, middle, contact, customer, client, clients, kunde, business, studio, salon, practice, praxis, mail, posta, post, ad, nom, nome, nombre, ime, meno, place, location',
);
const MOST_WORDS = 8;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(',').map(headingKey));
}

/**
 * What a heading says that its column holds. "E-mail 2 - Value", "Telefon (privat)" and "Customer phone no." are read
 * without the words that only say which one.
 */
export function roleOfHeading(heading: string): ImportRole | undefined {
  return knownHeading(heading)?.role;
}

type KnownHeading = { key: string; role: ImportRole };

function knownHeading(heading: string): KnownHeading | undefined {
  const cut = heading.slice(0, LONGEST_HEADING);
  const whole = headingKey(cut);
  const exact = known(whole) ?? known(headingKey(cut.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')));
  if (exact) return exact;
  if (HAS_NO_SPACES.test(cut) && !OF_OTHERS_OR_SOUND.test(whole)) {
    for (const part of [
      whole,
      ...cut
        .replace(IN_BRACKETS, ' ')
        .split(/[・／/、,]/)
        .map(headingKey),
    ]) {
      const spaceless = known(part.replaceAll(' ', '').replace(/^[おご]/, ''));
      if (spaceless) return spaceless;
    }
  }
  if (OF_OTHERS_OR_SOUND.test(whole)) return undefined;
  const words = headingKey(cut.replace(IN_BRACKETS, ' '))
    .split(' ')
    .filter((word) => !/^(?:\d{1,2}|value|values|primary)$/.test(word));
  const plain = known(words.join(' '));
  if (plain || words.length > MOST_WORDS) return plain;
  const found = withoutOuterWords(words) ?? withSharedRole(words);
  return found && PLAIN.has(found.role) ? found : undefined;
}

/** Of somebody close to the person, or how a name is read aloud. */
const OF_OTHERS_OR_SOUND = new RegExp(
  String.raw`\b(?:partner|spouse|wife|husband|child|kind|kindes|parent|mother|father|emergency|notfall|assistant|manager|referr\w*|kana|furigana|phonetic|yomi)\b|${headingKey('カナ')}|${headingKey('かな')}|${headingKey('フリガナ')}|${headingKey('ふりがな')}|緊急|紧急|менеджер`,
);

function known(key: string): KnownHeading | undefined {
  const role = ROLE_OF_HEADING.get(key);
  return role && { key, role };
}

const HAS_NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const IN_BRACKETS = /[([（【][^()[\]（）【】]*[)\]）】]/g;

function withoutOuterWords(words: readonly string[]): KnownHeading | undefined {
  const firstKept = words.findIndex((word) => !BEFORE.has(word));
  const mostBefore = firstKept < 0 ? words.length - 1 : firstKept;
  const lastKept = words.findLastIndex((word) => !BEHIND.has(word));
  for (let start = 0; start <= mostBefore; start += 1) {
    for (let end = words.length; end > Math.max(start, lastKept); end -= 1) {
      const found = known(words.slice(start, end).join(' '));
      if (found && !ALONE.has(found.key)) return found;
    }
  }
  return undefined;
}

/** "Telefon / Handy" */
function withSharedRole(words: readonly string[]): KnownHeading | undefined {
  const [first, ...others] = words.map(known);
  return others.length > 0 && others.every((each) => each?.role === first?.role) ? first : undefined;
}

/** Above addresses and numbers of others than the person, or above what is none. */
const NOT_THEIRS =
  /\b(?:fax\w*|telefax|pager|telex|types?|typ|labels?|names?|angezeigter|status|dates?|datum|count|assistants?|managers?|owners?|reps?|representative|agent|besitzer|betreuer|emergency|notfall|spouse|partner|referr\w*|empfohlen|created|updated|modified|erstellt|from|sender|reply|company|firma|bounced?|verified|consent|opt|id|ids|uid|bcc|cc)\b|ответственн|менеджер|担当|紧急|緊急|факс|ファックス|传真|팩스/;
const SPEAKS_OF_MAIL =
  /\be ?mails?\b|\bmails?\b|email|mail(?:adres|adr)|courriel|correo|posta|почт|пошт|поща|имеи?л|емеи?л|имэи?л|メール|邮箱|邮件|電郵|郵件|郵箱|信箱/;
const SPEAKS_OF_PHONE =
  /phone|telef|\btel\b|mobil|\bcell\b|handy|portable|movil|celular|gsm|\bsms\b|whatsapp|viber|電話|携帯|电话|手机|手機|телефон|(?:^| )(?:моб|тел)(?: |$)|τηλεφ|puhelin/;

/** What a heading that no list has may say; what is below it decides. Korean is compared as it is folded. */
export function hintOfHeading(key: string): 'email' | 'phone' | undefined {
  if (NOT_THEIRS.test(key)) return undefined;
  if (SPEAKS_OF_MAIL.test(key) || key.includes(headingKey('메일'))) return 'email';
  const isPhone = SPEAKS_OF_PHONE.test(key) || KOREAN_PHONES.some((word) => key.includes(word));
  return isPhone ? 'phone' : undefined;
}

const KOREAN_PHONES = ['전화', '휴대', '핸드폰', '연락처'].map(headingKey);

/** Whether addresses below it may be those of somebody else. */
export function isOfOthers(key: string): boolean {
  return NOT_THEIRS.test(key);
}

const FAMILY_FIRST =
  wordSet(`фио, ф и о, фамилия имя отчество, фамилия имя, фамилия и имя, піб, п і б, прізвище ім я, прізвище та ім я,
  прізвище ім я по батькові, фамилия и име, nachname vorname, name vorname, nachname und vorname, last name first name, lastname firstname,
  surname name, last first, cognome e nome, cognome nome, apellidos y nombre, apellidos y nombres, apellido y nombre, apellidos nombre,
  nazwisko i imie, prijmeni a jmeno, prijmeni jmeno, priezvisko a meno, nev, teljes nev, soyad ad, soyadi adi, achternaam voornaam`);
for (const key of FAMILY_FIRST) ROLE_OF_HEADING.set(key, 'name');

/** Whether the names below this heading begin with the family name. */
export function isFamilyFirst(heading: string): boolean {
  return FAMILY_FIRST.has(knownHeading(heading)?.key ?? '');
}
