import type { Language } from '#kit/language.ts';
import type { SignUpProblem } from './rules-pages.ts';

/** What a landing page says by itself, in the language of its author's words. */
export type PageWords = {
  thankYou: string;
  notSentYet: string;
  hasAddress: (workspace: string) => string;
  email: string;
  firstName: string;
  optional: string;
  privacy: string;
  privacyNotice: string;
  problems: Readonly<Record<SignUpProblem['reason'], string>>;
};

export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = {
  en: {
    thankYou: 'Thank you',
    notSentYet: 'Not sent yet',
    hasAddress: (workspace) => `Thank you. ${workspace} has your address and will write to you.`,
    email: 'Email address',
    firstName: 'First name',
    optional: 'optional',
    privacy: 'What becomes of your address:',
    privacyNotice: 'privacy notice',
    problems: {
      noEmail: 'Enter your email address.',
      wrongEmail: 'Enter a whole email address, for example name@example.org.',
      noConsent: 'Tick the box, so that we may write to you.',
    },
  },
  de: {
    thankYou: 'Danke',
    notSentYet: 'Noch nicht gesendet',
    hasAddress: (workspace) => `Danke! ${workspace} hat die Adresse erhalten und meldet sich per E-Mail.`,
    email: 'E-Mail-Adresse',
    firstName: 'Vorname',
    optional: 'freiwillig',
    privacy: 'Was mit der Adresse geschieht:',
    privacyNotice: 'Datenschutzhinweise',
    problems: {
      noEmail: 'Bitte eine E-Mail-Adresse eingeben.',
      wrongEmail: 'Bitte eine vollständige E-Mail-Adresse eingeben, zum Beispiel name@example.org.',
      noConsent: 'Bitte das Kästchen ankreuzen, damit wir schreiben dürfen.',
    },
  },
  fr: {
    thankYou: 'Merci',
    notSentYet: 'Pas encore envoyé',
    hasAddress: (workspace) => `Merci ! ${workspace} a bien reçu votre adresse et vous écrira.`,
    email: 'Adresse e-mail',
    firstName: 'Prénom',
    optional: 'facultatif',
    privacy: 'Ce que devient votre adresse :',
    privacyNotice: 'politique de confidentialité',
    problems: {
      noEmail: 'Saisissez votre adresse e-mail.',
      wrongEmail: 'Saisissez une adresse e-mail complète, par exemple nom@example.org.',
      noConsent: 'Cochez la case pour que nous puissions vous écrire.',
    },
  },
  es: {
    thankYou: 'Gracias',
    notSentYet: 'Aún no enviado',
    hasAddress: (workspace) => `Gracias. ${workspace} tiene su dirección y le escribirá.`,
    email: 'Correo electrónico',
    firstName: 'Nombre',
    optional: 'opcional',
    privacy: 'Qué hacemos con su dirección:',
    privacyNotice: 'aviso de privacidad',
    problems: {
      noEmail: 'Escriba su correo electrónico.',
      wrongEmail: 'Escriba un correo electrónico completo, por ejemplo nombre@example.org.',
      noConsent: 'Marque la casilla para que podamos escribirle.',
    },
  },
  it: {
    thankYou: 'Grazie',
    notSentYet: 'Non ancora inviato',
    hasAddress: (workspace) => `Grazie! ${workspace} ha ricevuto il suo indirizzo e le scriverà.`,
    email: 'Indirizzo e-mail',
    firstName: 'Nome',
    optional: 'facoltativo',
    privacy: 'Come usiamo il suo indirizzo:',
    privacyNotice: 'informativa sulla privacy',
    problems: {
      noEmail: 'Inserisca il suo indirizzo e-mail.',
      wrongEmail: 'Inserisca un indirizzo e-mail completo, per esempio nome@example.org.',
      noConsent: 'Selezioni la casella per consentirci di scriverle.',
    },
  },
  nl: {
    thankYou: 'Bedankt',
    notSentYet: 'Nog niet verzonden',
    hasAddress: (workspace) => `Bedankt! ${workspace} heeft je adres en schrijft je.`,
    email: 'E-mailadres',
    firstName: 'Voornaam',
    optional: 'optioneel',
    privacy: 'Wat er met je adres gebeurt:',
    privacyNotice: 'privacyverklaring',
    problems: {
      noEmail: 'Vul je e-mailadres in.',
      wrongEmail: 'Vul een volledig e-mailadres in, bijvoorbeeld naam@example.org.',
      noConsent: 'Vink het vakje aan, zodat we je mogen schrijven.',
    },
  },
};
