/** Sentences of ours in a message. `where` is a platform by its name, `date` as that language writes it. */
export type MailWords = {
  /** For dates. */
  locale: string;
  practiceNetwork: string;
  seePage: string;
  readMore: string;
  yourData: string;
  unsubscribe: string;
  noMoreMessages: string;
  customerOpening: string;
  consentOpening: string;
  postOpening: (where: string, date: string | null) => string;
  customerNotice: string;
  agreedNotice: (date: string) => string;
  profileNotice: (where: string, date: string) => string;
  recordsNotice: (date: string) => string;
  /** Where nothing is known and the author gave no words for that. */
  fallbacks: Partial<Record<string, string>>;
  /** What the engine puts around the words that it quotes; merge fields are filled in later. */
  greeting: string;
  messengerGreeting: string;
  opening: string;
  purpose: (text: string) => string;
  invitation: string;
  messengerInvitation: string;
  signature: string;
  subject: string;
};

export const ENGLISH: MailWords = {
  locale: 'en-GB',
  practiceNetwork: 'the practice network',
  seePage: 'see the page',
  readMore: 'read more',
  yourData: 'Your data',
  unsubscribe: 'Unsubscribe',
  noMoreMessages: 'No more messages',
  customerOpening: 'Thank you for being a customer.',
  consentOpening: 'You agreed to hear from us, so here is our news.',
  postOpening: (where, date) =>
    `I came across your public post on ${where}${date === null ? '' : ` of ${date}`}.`,
  customerNotice: 'You receive this because you are a customer.',
  agreedNotice: (date) => `You receive this because you agreed to it; your address was added on ${date}.`,
  profileNotice: (where, date) =>
    `We found your public profile on ${where} on ${date} and write to tell you about our offers. Basis: legitimate interest. You can object, or have your data shown or deleted, at any time.`,
  recordsNotice: (date) =>
    `We found your address in our records on ${date} and write to tell you about our offers. Basis: legitimate interest. You can object, or have your data shown or deleted, at any time.`,
  fallbacks: {},
  greeting: 'Hi {{firstName|there}},',
  messengerGreeting: 'Hi {{firstName|there}}, {{workspaceName|our team}} here.',
  opening: '{{opening|I am writing to you for the first time.}}',
  purpose: (text) => `It is about this: ${text}.`,
  invitation: 'Have a look when it suits you: {{landingPage}}',
  messengerInvitation: 'More here: {{landingPage}}',
  signature: '{{senderName|The team}}',
  subject: 'A note from {{workspaceName|our team}}',
};

export const GERMAN: MailWords = {
  locale: 'de-DE',
  practiceNetwork: 'dem Übungsnetz',
  seePage: 'zur Seite',
  readMore: 'weiterlesen',
  yourData: 'Ihre Daten',
  unsubscribe: 'Abmelden',
  noMoreMessages: 'Keine Nachrichten mehr',
  customerOpening: 'Danke, dass Sie bei uns Kundin oder Kunde sind.',
  consentOpening: 'Sie haben zugestimmt, von uns zu hören, darum kommen hier unsere Neuigkeiten.',
  postOpening: (where, date) =>
    `Ich bin auf Ihren öffentlichen Beitrag auf ${where}${date === null ? '' : ` vom ${date}`} gestoßen.`,
  customerNotice: 'Sie erhalten dies, weil Sie Kundin oder Kunde bei uns sind.',
  agreedNotice: (date) =>
    `Sie erhalten dies, weil Sie zugestimmt haben; Ihre Adresse wurde am ${date} aufgenommen.`,
  profileNotice: (where, date) =>
    `Wir haben Ihr öffentliches Profil auf ${where} am ${date} gefunden und schreiben Ihnen, um Ihnen unsere Angebote vorzustellen. Rechtsgrundlage: berechtigtes Interesse. Sie können jederzeit widersprechen oder Ihre Daten einsehen oder löschen lassen.`,
  recordsNotice: (date) =>
    `Wir haben Ihre Adresse am ${date} in unseren Unterlagen gefunden und schreiben Ihnen, um Ihnen unsere Angebote vorzustellen. Rechtsgrundlage: berechtigtes Interesse. Sie können jederzeit widersprechen oder Ihre Daten einsehen oder löschen lassen.`,
  fallbacks: {
    firstName: '',
    name: '',
    platform: 'dem Netz',
    signalDate: 'kürzlich',
    groupName: 'unsere Leserinnen und Leser',
    opening: 'Ich schreibe Ihnen zum ersten Mal.',
    senderName: 'Ihr Team',
    workspaceName: 'unser Team',
  },
  greeting: 'Guten Tag {{firstName|}},',
  messengerGreeting: 'Guten Tag {{firstName|}}, hier schreibt {{workspaceName|unser Team}}.',
  opening: '{{opening|Ich schreibe Ihnen zum ersten Mal.}}',
  purpose: (text) => `Es geht um Folgendes: ${text}.`,
  invitation: 'Schauen Sie vorbei, wenn es Ihnen passt: {{landingPage}}',
  messengerInvitation: 'Mehr dazu: {{landingPage}}',
  signature: '{{senderName|Ihr Team}}',
  subject: 'Eine Nachricht von {{workspaceName|unserem Team}}',
};

export const FRENCH: MailWords = {
  locale: 'fr-FR',
  practiceNetwork: 'le réseau d’essai',
  seePage: 'voir la page',
  readMore: 'lire la suite',
  yourData: 'Vos données',
  unsubscribe: 'Se désabonner',
  noMoreMessages: 'Plus de messages',
  customerOpening: 'Merci de compter parmi nos clients.',
  consentOpening: 'Vous avez accepté de recevoir de nos nouvelles : les voici.',
  postOpening: (where, date) =>
    `J’ai lu votre message public${date === null ? '' : ` du ${date}`} sur ${where}.`,
  customerNotice: 'Vous recevez ce message parce que vous êtes client chez nous.',
  agreedNotice: (date) =>
    `Vous recevez ce message parce que vous l’avez accepté ; votre adresse a été ajoutée le ${date}.`,
  profileNotice: (where, date) =>
    `Nous avons trouvé votre profil public sur ${where} le ${date} et vous écrivons pour vous présenter nos offres. Base légale : intérêt légitime. Vous pouvez à tout moment vous y opposer, ou consulter ou faire supprimer vos données.`,
  recordsNotice: (date) =>
    `Nous avons trouvé votre adresse dans nos fichiers le ${date} et vous écrivons pour vous présenter nos offres. Base légale : intérêt légitime. Vous pouvez à tout moment vous y opposer, ou consulter ou faire supprimer vos données.`,
  fallbacks: {
    firstName: '',
    name: '',
    platform: 'le web',
    signalDate: 'récemment',
    groupName: 'nos lecteurs',
    opening: 'Je vous écris pour la première fois.',
    senderName: 'L’équipe',
    workspaceName: 'notre équipe',
  },
  greeting: 'Bonjour {{firstName|}},',
  messengerGreeting: 'Bonjour {{firstName|}}, ici {{workspaceName|notre équipe}}.',
  opening: '{{opening|Je vous écris pour la première fois.}}',
  purpose: (text) => `Voici de quoi il s’agit : ${text}.`,
  invitation: 'Jetez-y un œil quand vous voulez : {{landingPage}}',
  messengerInvitation: 'En savoir plus : {{landingPage}}',
  signature: '{{senderName|L’équipe}}',
  subject: 'Un message de {{workspaceName|notre équipe}}',
};

export const SPANISH: MailWords = {
  locale: 'es-ES',
  practiceNetwork: 'la red de práctica',
  seePage: 'ver la página',
  readMore: 'leer más',
  yourData: 'Sus datos',
  unsubscribe: 'Darse de baja',
  noMoreMessages: 'No más mensajes',
  customerOpening: 'Gracias por ser cliente nuestro.',
  consentOpening: 'Usted aceptó recibir noticias nuestras; aquí están.',
  postOpening: (where, date) =>
    `He leído su mensaje público${date === null ? '' : ` del ${date}`} en ${where}.`,
  customerNotice: 'Recibe este mensaje porque es cliente nuestro.',
  agreedNotice: (date) => `Recibe este mensaje porque lo aceptó; su dirección se añadió el ${date}.`,
  profileNotice: (where, date) =>
    `Encontramos su perfil público en ${where} el ${date} y le escribimos para presentarle nuestras ofertas. Base jurídica: interés legítimo. Puede oponerse, o consultar o hacer eliminar sus datos, en cualquier momento.`,
  recordsNotice: (date) =>
    `Encontramos su dirección en nuestros registros el ${date} y le escribimos para presentarle nuestras ofertas. Base jurídica: interés legítimo. Puede oponerse, o consultar o hacer eliminar sus datos, en cualquier momento.`,
  fallbacks: {
    firstName: '',
    name: '',
    platform: 'la web',
    signalDate: 'hace poco',
    groupName: 'nuestros lectores',
    opening: 'Le escribo por primera vez.',
    senderName: 'El equipo',
    workspaceName: 'nuestro equipo',
  },
  greeting: 'Hola {{firstName|}},',
  messengerGreeting: 'Hola {{firstName|}}, le escribe {{workspaceName|nuestro equipo}}.',
  opening: '{{opening|Le escribo por primera vez.}}',
  purpose: (text) => `Se trata de lo siguiente: ${text}.`,
  invitation: 'Échele un vistazo cuando le venga bien: {{landingPage}}',
  messengerInvitation: 'Más información: {{landingPage}}',
  signature: '{{senderName|El equipo}}',
  subject: 'Un mensaje de {{workspaceName|nuestro equipo}}',
};

export const ITALIAN: MailWords = {
  locale: 'it-IT',
  practiceNetwork: 'la rete di prova',
  seePage: 'vai alla pagina',
  readMore: 'continua a leggere',
  yourData: 'I suoi dati',
  unsubscribe: 'Annulla l’iscrizione',
  noMoreMessages: 'Nessun altro messaggio',
  customerOpening: 'Grazie di essere nostro cliente.',
  consentOpening: 'Ha accettato di ricevere nostre notizie: eccole.',
  postOpening: (where, date) =>
    `Ho letto il suo messaggio pubblico${date === null ? '' : ` del ${date}`} su ${where}.`,
  customerNotice: 'Riceve questo messaggio perché è nostro cliente.',
  agreedNotice: (date) =>
    `Riceve questo messaggio perché lo ha accettato; il suo indirizzo è stato aggiunto il ${date}.`,
  profileNotice: (where, date) =>
    `Abbiamo trovato il suo profilo pubblico su ${where} il ${date} e le scriviamo per presentarle le nostre offerte. Base giuridica: interesse legittimo. Può opporsi, o consultare o far cancellare i suoi dati, in qualsiasi momento.`,
  recordsNotice: (date) =>
    `Abbiamo trovato il suo indirizzo nei nostri archivi il ${date} e le scriviamo per presentarle le nostre offerte. Base giuridica: interesse legittimo. Può opporsi, o consultare o far cancellare i suoi dati, in qualsiasi momento.`,
  fallbacks: {
    firstName: '',
    name: '',
    platform: 'il web',
    signalDate: 'di recente',
    groupName: 'i nostri lettori',
    opening: 'Le scrivo per la prima volta.',
    senderName: 'Il team',
    workspaceName: 'il nostro team',
  },
  greeting: 'Buongiorno {{firstName|}},',
  messengerGreeting: 'Buongiorno {{firstName|}}, le scrive {{workspaceName|il nostro team}}.',
  opening: '{{opening|Le scrivo per la prima volta.}}',
  purpose: (text) => `Si tratta di questo: ${text}.`,
  invitation: 'Dia un’occhiata quando le fa comodo: {{landingPage}}',
  messengerInvitation: 'Per saperne di più: {{landingPage}}',
  signature: '{{senderName|Il team}}',
  subject: 'Un messaggio da {{workspaceName|il nostro team}}',
};

export const DUTCH: MailWords = {
  locale: 'nl-NL',
  practiceNetwork: 'het oefennetwerk',
  seePage: 'naar de pagina',
  readMore: 'lees verder',
  yourData: 'Uw gegevens',
  unsubscribe: 'Afmelden',
  noMoreMessages: 'Geen berichten meer',
  customerOpening: 'Bedankt dat u klant bij ons bent.',
  consentOpening: 'U stemde ermee in om van ons te horen; hier is ons nieuws.',
  postOpening: (where, date) =>
    `Ik las uw openbare bericht${date === null ? '' : ` van ${date}`} op ${where}.`,
  customerNotice: 'U ontvangt dit omdat u klant bij ons bent.',
  agreedNotice: (date) => `U ontvangt dit omdat u ermee hebt ingestemd; uw adres is toegevoegd op ${date}.`,
  profileNotice: (where, date) =>
    `Wij vonden uw openbare profiel op ${where} op ${date} en schrijven u over ons aanbod. Grondslag: gerechtvaardigd belang. U kunt op elk moment bezwaar maken, of uw gegevens laten tonen of verwijderen.`,
  recordsNotice: (date) =>
    `Wij vonden uw adres in onze administratie op ${date} en schrijven u over ons aanbod. Grondslag: gerechtvaardigd belang. U kunt op elk moment bezwaar maken, of uw gegevens laten tonen of verwijderen.`,
  fallbacks: {
    firstName: '',
    name: '',
    platform: 'het web',
    signalDate: 'onlangs',
    groupName: 'onze lezers',
    opening: 'Ik schrijf u voor het eerst.',
    senderName: 'Het team',
    workspaceName: 'ons team',
  },
  greeting: 'Hallo {{firstName|}},',
  messengerGreeting: 'Hallo {{firstName|}}, hier schrijft {{workspaceName|ons team}}.',
  opening: '{{opening|Ik schrijf u voor het eerst.}}',
  purpose: (text) => `Het gaat hierover: ${text}.`,
  invitation: 'Kijk gerust wanneer het u uitkomt: {{landingPage}}',
  messengerInvitation: 'Meer hierover: {{landingPage}}',
  signature: '{{senderName|Het team}}',
  subject: 'Een bericht van {{workspaceName|ons team}}',
};
