import type { Language } from '#kit/language.ts';

/** Sentences of ours in the notice of GDPR Art. 14 that is a mail of its own. */
export type NoticeWords = {
  subject: string;
  /** Before their first name and a comma, and what stands there where no name is known. */
  greeting: string;
  nameless: string;
  keptOfPublic: string;
  keptOfOthers: string;
  untilDeleted: string;
  untilDays: (days: number) => string;
  weKeep: (what: string, until: string) => string;
  /** Of the link, within a sentence and as a heading. */
  choices: string;
  choicesTitle: string;
};

export const NOTICE_WORDS: Record<Language, NoticeWords> = {
  en: {
    subject: 'Where we have your details from',
    greeting: 'Hello',
    nameless: 'there',
    keptOfPublic: 'your name or account name, the public words through which we found you, and this address',
    keptOfOthers: 'your name and this address',
    untilDeleted: 'until you ask us to delete it',
    untilDays: (days) => `for at most ${days} days after our last message to you, unless you answer`,
    weKeep: (what, until) =>
      `We keep ${what}, ${until}. You can also complain to the data protection authority where you live.`,
    choices: 'object, see or delete your data',
    choicesTitle: 'Object, see or delete your data',
  },
  de: {
    subject: 'Woher wir Ihre Angaben haben',
    greeting: 'Guten Tag',
    nameless: '',
    keptOfPublic:
      'Ihren Namen oder Kontonamen, die öffentlichen Worte, durch die wir Sie gefunden haben, und diese Adresse',
    keptOfOthers: 'Ihren Namen und diese Adresse',
    untilDeleted: 'bis Sie uns bitten, sie zu löschen',
    untilDays: (days) =>
      `höchstens ${days} Tage nach unserer letzten Nachricht an Sie, es sei denn, Sie antworten`,
    weKeep: (what, until) =>
      `Wir bewahren ${what} auf, ${until}. Sie können sich auch bei der Datenschutzbehörde an Ihrem Wohnort beschweren.`,
    choices: 'widersprechen, Ihre Daten sehen oder löschen lassen',
    choicesTitle: 'Widersprechen, Ihre Daten sehen oder löschen lassen',
  },
  fr: {
    subject: 'D’où viennent vos coordonnées',
    greeting: 'Bonjour',
    nameless: '',
    keptOfPublic:
      'votre nom ou votre nom de compte, les propos publics par lesquels nous vous avons trouvé, et cette adresse',
    keptOfOthers: 'votre nom et cette adresse',
    untilDeleted: 'jusqu’à ce que vous nous demandiez de les supprimer',
    untilDays: (days) => `au plus ${days} jours après notre dernier message, sauf si vous répondez`,
    weKeep: (what, until) =>
      `Nous conservons ${what}, ${until}. Vous pouvez aussi vous adresser à l’autorité de protection des données de votre lieu de résidence.`,
    choices: 'vous opposer, consulter ou supprimer vos données',
    choicesTitle: 'Vous opposer, consulter ou supprimer vos données',
  },
  es: {
    subject: 'De dónde tenemos sus datos',
    greeting: 'Hola',
    nameless: '',
    keptOfPublic:
      'su nombre o el de su cuenta, las palabras públicas por las que le encontramos y esta dirección',
    keptOfOthers: 'su nombre y esta dirección',
    untilDeleted: 'hasta que nos pida que los eliminemos',
    untilDays: (days) =>
      `como máximo ${days} días después de nuestro último mensaje, salvo que usted responda`,
    weKeep: (what, until) =>
      `Guardamos ${what}, ${until}. También puede reclamar ante la autoridad de protección de datos de su lugar de residencia.`,
    choices: 'oponerse, ver o eliminar sus datos',
    choicesTitle: 'Oponerse, ver o eliminar sus datos',
  },
  it: {
    subject: 'Da dove abbiamo i suoi dati',
    greeting: 'Buongiorno',
    nameless: '',
    keptOfPublic:
      'il suo nome o il nome del suo account, le parole pubbliche attraverso cui l’abbiamo trovata e questo indirizzo',
    keptOfOthers: 'il suo nome e questo indirizzo',
    untilDeleted: 'finché non ci chiede di cancellarli',
    untilDays: (days) =>
      `per al massimo ${days} giorni dopo il nostro ultimo messaggio, a meno che lei non risponda`,
    weKeep: (what, until) =>
      `Conserviamo ${what}, ${until}. Può anche rivolgersi all’autorità per la protezione dei dati del luogo in cui vive.`,
    choices: 'opporsi, vedere o cancellare i suoi dati',
    choicesTitle: 'Opporsi, vedere o cancellare i suoi dati',
  },
  nl: {
    subject: 'Hoe wij aan uw gegevens komen',
    greeting: 'Hallo',
    nameless: '',
    keptOfPublic: 'uw naam of accountnaam, de openbare woorden waardoor wij u vonden, en dit adres',
    keptOfOthers: 'uw naam en dit adres',
    untilDeleted: 'tot u ons vraagt ze te verwijderen',
    untilDays: (days) => `hoogstens ${days} dagen na ons laatste bericht aan u, tenzij u antwoordt`,
    weKeep: (what, until) =>
      `Wij bewaren ${what}, ${until}. U kunt ook een klacht indienen bij de toezichthouder voor gegevensbescherming waar u woont.`,
    choices: 'bezwaar maken, uw gegevens inzien of laten verwijderen',
    choicesTitle: 'Bezwaar maken, uw gegevens inzien of laten verwijderen',
  },
};
