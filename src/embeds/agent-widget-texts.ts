/** Fixed texts of the chat; what is answered is none of them. */
export type Texts = {
  disclosure: (brand: string) => [before: string, after: string];
  answersIn: (language: string) => string;
  /** For an unknown language. */
  answersInTheirs: string;
  badge: string;
  forBrand: (brand: string) => string;
  close: string;
  conversation: (name: string) => string;
  chat: (name: string) => string;
  write: (name: string) => string;
  send: string;
  ask: (name: string) => string;
  hello: (name: string, area: string) => string;
  answering: (name: string) => string;
  speakAnswers: string;
  speakQuestion: string;
  listening: string;
  sendAgain: string;
  failed: string;
  tooMany: string;
  notHere: string;
  offline: string;
  personAnswers: (person: string) => string;
  personJoined: string;
  teamTold: string;
  newMessages: (count: number) => string;
  newFrom: (messages: string, person: string, name: string) => string;
  you: string;
  aPerson: string;
  fromTeam: string;
  sources: string;
  getHelp: string;
  personAsked: string;
  leaveEmail: string;
  emailLabel: string;
  emailQuestion: string;
  emailWhy: string;
  emailThanks: (address: string) => string;
  emailFailed: string;
  emailSend: string;
  runsOn: string;
};

const EN: Texts = {
  disclosure: (brand) => [
    `You’re chatting with an AI assistant for ${brand}, not a doctor. Type `,
    ' any time.',
  ],
  answersIn: (language) => `Answers are in ${language}.`,
  answersInTheirs: 'Answers are in the language of our documents.',
  badge: 'AI assistant',
  forBrand: (brand) => `for ${brand}`,
  close: 'Close the chat',
  conversation: (name) => `Conversation with ${name}`,
  chat: (name) => `Chat with ${name}`,
  write: (name) => `Write to ${name}`,
  send: 'Send',
  ask: (name) => `Ask ${name}`,
  hello: (name, area) => `Hello, I am ${name}. Ask me about ${area}.`,
  answering: (name) => `${name} is answering`,
  speakAnswers: 'Speak the answers',
  speakQuestion: 'Speak your question',
  listening: 'Listening',
  sendAgain: 'Send again',
  failed: 'Something failed on our side. Try again.',
  tooMany: 'Too many messages. Wait a moment, then try again.',
  notHere: 'This site may not use this assistant.',
  offline: 'There is no connection. Your message is kept; it can be sent again.',
  personAnswers: (person) => `${person} is answering instead of the assistant.`,
  personJoined: 'A person has joined.',
  teamTold: 'The team has been told and has this chat.',
  newMessages: (count) => (count === 1 ? '1 new message' : `${count} new messages`),
  newFrom: (messages, person, name) => `${messages} from ${person} in the chat with ${name}`,
  you: 'You',
  aPerson: 'A person',
  fromTeam: 'from the team',
  sources: 'Sources',
  getHelp: 'Get help now',
  personAsked: 'A person is asked to join',
  leaveEmail: 'Leave an email',
  emailLabel: 'Your email address',
  emailQuestion: 'Where can we answer you?',
  emailWhy: 'So that a person can answer you. Nothing else is sent to it.',
  emailThanks: (address) => `Thank you. We will answer to ${address}.`,
  emailFailed: 'It could not be sent. Try again.',
  emailSend: 'Send address',
  runsOn: 'Runs on Yarrow',
};

const DE: Texts = {
  disclosure: (brand) => [
    `Du schreibst mit einem KI-Assistenten von ${brand}, nicht mit einer Ärztin oder einem Arzt. Mit `,
    ' erreichst du jederzeit einen Menschen.',
  ],
  answersIn: (language) => `Antworten auf ${language}.`,
  answersInTheirs: 'Die Antworten sind in der Sprache unserer Dokumente.',
  badge: 'KI-Assistent',
  forBrand: (brand) => `von ${brand}`,
  close: 'Chat schließen',
  conversation: (name) => `Unterhaltung mit ${name}`,
  chat: (name) => `Chat mit ${name}`,
  write: (name) => `Nachricht an ${name}`,
  send: 'Senden',
  ask: (name) => `${name} fragen`,
  hello: (name, area) => `Hallo, ich bin ${name}. Mein Thema: ${area}. Was möchtest du wissen?`,
  answering: (name) => `${name} antwortet`,
  speakAnswers: 'Antworten vorlesen',
  speakQuestion: 'Frage sprechen',
  listening: 'Ich höre zu',
  sendAgain: 'Erneut senden',
  failed: 'Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.',
  tooMany: 'Zu viele Nachrichten. Bitte warte einen Moment.',
  notHere: 'Diese Website darf den Assistenten nicht verwenden.',
  offline: 'Keine Verbindung. Deine Nachricht ist gespeichert und kann erneut gesendet werden.',
  personAnswers: (person) => `${person} antwortet jetzt anstelle des Assistenten.`,
  personJoined: 'Jemand aus dem Team ist jetzt im Chat.',
  teamTold: 'Das Team ist benachrichtigt und sieht diesen Chat.',
  newMessages: (count) => (count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`),
  newFrom: (messages, person, name) => `${messages} von ${person} im Chat mit ${name}`,
  you: 'Du',
  aPerson: 'Jemand aus dem Team',
  fromTeam: 'aus dem Team',
  sources: 'Quellen',
  getHelp: 'Hol dir jetzt Hilfe',
  personAsked: 'Ein Mensch wird dazugeholt',
  leaveEmail: 'E-Mail hinterlassen',
  emailLabel: 'Deine E-Mail-Adresse',
  emailQuestion: 'Wohin dürfen wir dir antworten?',
  emailWhy: 'Damit dir ein Mensch antworten kann. Sonst bekommst du nichts von uns.',
  emailThanks: (address) => `Vielen Dank. Wir antworten an ${address}.`,
  emailFailed: 'Das Senden hat nicht geklappt. Bitte versuch es noch einmal.',
  emailSend: 'Adresse senden',
  runsOn: 'Läuft mit Yarrow',
};

const FR: Texts = {
  disclosure: (brand) => [
    `Vous échangez avec un assistant IA de ${brand}, pas avec un médecin. Écrivez `,
    ' à tout moment pour joindre une personne.',
  ],
  answersIn: (language) => `Réponses en ${language}.`,
  answersInTheirs: 'Les réponses sont dans la langue de nos documents.',
  badge: 'Assistant IA',
  forBrand: (brand) => `de ${brand}`,
  close: 'Fermer le chat',
  conversation: (name) => `Conversation avec ${name}`,
  chat: (name) => `Chat avec ${name}`,
  write: (name) => `Écrire à ${name}`,
  send: 'Envoyer',
  ask: (name) => `Demander à ${name}`,
  hello: (name, area) =>
    `Bonjour, je suis ${name}. Mon domaine\u00a0: ${area}. Quelle est votre question\u00a0?`,
  answering: (name) => `${name} répond`,
  speakAnswers: 'Lire les réponses à voix haute',
  speakQuestion: 'Dicter votre question',
  listening: 'Je vous écoute',
  sendAgain: 'Renvoyer',
  failed: 'Un problème est survenu de notre côté. Veuillez réessayer.',
  tooMany: 'Trop de messages. Patientez un instant, puis réessayez.',
  notHere: 'Ce site n’est pas autorisé à utiliser cet assistant.',
  offline: 'Pas de connexion. Votre message est conservé et peut être renvoyé.',
  personAnswers: (person) => `${person} répond à la place de l’assistant.`,
  personJoined: 'Une personne de l’équipe a rejoint le chat.',
  teamTold: 'L’équipe est prévenue et peut lire ce chat.',
  newMessages: (count) => (count === 1 ? '1 nouveau message' : `${count} nouveaux messages`),
  newFrom: (messages, person, name) => `${messages} de ${person} dans le chat avec ${name}`,
  you: 'Vous',
  aPerson: 'Une personne de l’équipe',
  fromTeam: 'de l’équipe',
  sources: 'Sources',
  getHelp: 'Demandez de l’aide maintenant',
  personAsked: 'Nous avons demandé à une personne de vous rejoindre',
  leaveEmail: 'Laisser un e-mail',
  emailLabel: 'Votre adresse e-mail',
  emailQuestion: 'À quelle adresse pouvons-nous vous répondre\u00a0?',
  emailWhy: 'Pour qu’une personne puisse vous répondre. Vous ne recevrez rien d’autre.',
  emailThanks: (address) => `Merci. Nous vous répondrons à ${address}.`,
  emailFailed: 'L’envoi a échoué. Veuillez réessayer.',
  emailSend: 'Envoyer l’adresse',
  runsOn: 'Propulsé par Yarrow',
};

const ES: Texts = {
  disclosure: (brand) => [
    `Estás hablando con un asistente de IA de ${brand}, no con un médico. Escribe `,
    ' en cualquier momento para hablar con una persona.',
  ],
  answersIn: (language) => `Respuestas en ${language}.`,
  answersInTheirs: 'Las respuestas están en el idioma de nuestros documentos.',
  badge: 'Asistente de IA',
  forBrand: (brand) => `de ${brand}`,
  close: 'Cerrar el chat',
  conversation: (name) => `Conversación con ${name}`,
  chat: (name) => `Chat con ${name}`,
  write: (name) => `Escribir a ${name}`,
  send: 'Enviar',
  ask: (name) => `Preguntar a ${name}`,
  hello: (name, area) => `Hola, soy ${name}. Mi tema: ${area}. ¿Qué quieres saber?`,
  answering: (name) => `${name} está respondiendo`,
  speakAnswers: 'Leer las respuestas en voz alta',
  speakQuestion: 'Dictar tu pregunta',
  listening: 'Escuchando',
  sendAgain: 'Enviar de nuevo',
  failed: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
  tooMany: 'Demasiados mensajes. Espera un momento e inténtalo de nuevo.',
  notHere: 'Este sitio no puede usar este asistente.',
  offline: 'No hay conexión. Tu mensaje se ha guardado y puede enviarse de nuevo.',
  personAnswers: (person) => `${person} responde en lugar del asistente.`,
  personJoined: 'Una persona del equipo se ha unido al chat.',
  teamTold: 'El equipo está avisado y puede ver este chat.',
  newMessages: (count) => (count === 1 ? '1 mensaje nuevo' : `${count} mensajes nuevos`),
  newFrom: (messages, person, name) => `${messages} de ${person} en el chat con ${name}`,
  you: 'Tú',
  aPerson: 'Una persona del equipo',
  fromTeam: 'del equipo',
  sources: 'Fuentes',
  getHelp: 'Pide ayuda ahora',
  personAsked: 'Hemos pedido a una persona que se una al chat',
  leaveEmail: 'Dejar un correo',
  emailLabel: 'Tu correo electrónico',
  emailQuestion: '¿Dónde podemos responderte?',
  emailWhy: 'Para que una persona pueda responderte. No te enviaremos nada más.',
  emailThanks: (address) => `Gracias. Te responderemos a ${address}.`,
  emailFailed: 'No se ha podido enviar. Inténtalo de nuevo.',
  emailSend: 'Enviar dirección',
  runsOn: 'Funciona con Yarrow',
};

const IT: Texts = {
  disclosure: (brand) => [
    `Stai parlando con un assistente IA di ${brand}, non con un medico. Scrivi `,
    ' in qualsiasi momento per parlare con una persona.',
  ],
  answersIn: (language) => `Risposte in ${language}.`,
  answersInTheirs: 'Le risposte sono nella lingua dei nostri documenti.',
  badge: 'Assistente IA',
  forBrand: (brand) => `di ${brand}`,
  close: 'Chiudi la chat',
  conversation: (name) => `Conversazione con ${name}`,
  chat: (name) => `Chat con ${name}`,
  write: (name) => `Scrivi a ${name}`,
  send: 'Invia',
  ask: (name) => `Chiedi a ${name}`,
  hello: (name, area) => `Ciao, sono ${name}. Il mio tema: ${area}. Che cosa vuoi sapere?`,
  answering: (name) => `${name} sta rispondendo`,
  speakAnswers: 'Leggi le risposte ad alta voce',
  speakQuestion: 'Detta la domanda',
  listening: 'In ascolto',
  sendAgain: 'Invia di nuovo',
  failed: 'Qualcosa non ha funzionato da parte nostra. Riprova.',
  tooMany: 'Troppi messaggi. Attendi un momento e riprova.',
  notHere: 'Questo sito non può usare questo assistente.',
  offline: 'Connessione assente. Il tuo messaggio è salvato e può essere inviato di nuovo.',
  personAnswers: (person) => `${person} risponde al posto dell’assistente.`,
  personJoined: 'Una persona del team è entrata nella chat.',
  teamTold: 'Il team è stato avvisato e vede questa chat.',
  newMessages: (count) => (count === 1 ? '1 nuovo messaggio' : `${count} nuovi messaggi`),
  newFrom: (messages, person, name) => `${messages} da ${person} nella chat con ${name}`,
  you: 'Tu',
  aPerson: 'Una persona del team',
  fromTeam: 'del team',
  sources: 'Fonti',
  getHelp: 'Chiedi aiuto subito',
  personAsked: 'Abbiamo chiesto a una persona di intervenire',
  leaveEmail: 'Lascia un’email',
  emailLabel: 'Il tuo indirizzo email',
  emailQuestion: 'Dove possiamo risponderti?',
  emailWhy: 'Perché una persona possa risponderti. Non ti invieremo altro.',
  emailThanks: (address) => `Grazie. Ti risponderemo a ${address}.`,
  emailFailed: 'Invio non riuscito. Riprova.',
  emailSend: 'Invia indirizzo',
  runsOn: 'Funziona con Yarrow',
};

const NL: Texts = {
  disclosure: (brand) => [
    `Je chat met een AI-assistent van ${brand}, niet met een arts. Typ op elk moment `,
    ' om een medewerker te spreken.',
  ],
  answersIn: (language) => `Antwoorden in het ${language}.`,
  answersInTheirs: 'De antwoorden zijn in de taal van onze documenten.',
  badge: 'AI-assistent',
  forBrand: (brand) => `van ${brand}`,
  close: 'Chat sluiten',
  conversation: (name) => `Gesprek met ${name}`,
  chat: (name) => `Chat met ${name}`,
  write: (name) => `Bericht aan ${name}`,
  send: 'Versturen',
  ask: (name) => `Vraag het ${name}`,
  hello: (name, area) => `Hallo, ik ben ${name}. Mijn onderwerp: ${area}. Wat wil je weten?`,
  answering: (name) => `${name} antwoordt`,
  speakAnswers: 'Antwoorden voorlezen',
  speakQuestion: 'Vraag inspreken',
  listening: 'Ik luister',
  sendAgain: 'Opnieuw versturen',
  failed: 'Er ging bij ons iets mis. Probeer het opnieuw.',
  tooMany: 'Te veel berichten. Wacht even en probeer het opnieuw.',
  notHere: 'Deze website mag deze assistent niet gebruiken.',
  offline: 'Geen verbinding. Je bericht is bewaard en kan opnieuw worden verstuurd.',
  personAnswers: (person) => `${person} antwoordt in plaats van de assistent.`,
  personJoined: 'Een medewerker doet mee aan de chat.',
  teamTold: 'Het team is op de hoogte en ziet deze chat.',
  newMessages: (count) => (count === 1 ? '1 nieuw bericht' : `${count} nieuwe berichten`),
  newFrom: (messages, person, name) => `${messages} van ${person} in de chat met ${name}`,
  you: 'Jij',
  aPerson: 'Een medewerker',
  fromTeam: 'van het team',
  sources: 'Bronnen',
  getHelp: 'Zoek nu hulp',
  personAsked: 'Er wordt een medewerker bij gehaald',
  leaveEmail: 'E-mailadres achterlaten',
  emailLabel: 'Je e-mailadres',
  emailQuestion: 'Waar kunnen we je antwoorden?',
  emailWhy: 'Zodat een medewerker je kan antwoorden. Je ontvangt verder niets.',
  emailThanks: (address) => `Bedankt. We sturen ons antwoord naar ${address}.`,
  emailFailed: 'Versturen is niet gelukt. Probeer het opnieuw.',
  emailSend: 'Adres versturen',
  runsOn: 'Draait op Yarrow',
};

export const TEXTS = { en: EN, de: DE, fr: FR, es: ES, it: IT, nl: NL };
export type WidgetLanguage = keyof typeof TEXTS;

/** In which language answers come, in words of another one; '' where it is the same. */
export function answersNote(language: WidgetLanguage, answersIn: string | null): string {
  if (answersIn === language) return '';
  const texts = TEXTS[language];
  if (answersIn === null) return language === 'en' ? '' : texts.answersInTheirs;
  return texts.answersIn(new Intl.DisplayNames(language, { type: 'language' }).of(answersIn) ?? answersIn);
}
