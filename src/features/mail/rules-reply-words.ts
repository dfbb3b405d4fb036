import type { Language } from '#kit/language.ts';

/** Sentences of ours in a drafted answer to somebody who wrote back. */
export type ReplyWords = {
  /** With their first name, '' where none is known. */
  greeting: (firstName: string) => string;
  interested: string;
  questionsWelcome: string;
  notNow: string;
  later: string;
  asked: string;
  theyAsked: (question: string) => string;
  weWrote: (sentence: string) => string;
  willLook: string;
  morePage: string;
  thanks: string;
};

export const REPLY_WORDS: Record<Language, ReplyWords> = {
  en: {
    greeting: (firstName) => (firstName === '' ? 'Hello,' : `Hi ${firstName},`),
    interested: 'Thank you for your answer. Here is the page again:',
    questionsWelcome: 'Write to me whenever you have a question.',
    notNow: 'Thank you for telling me. I will leave it at that.',
    later: 'Should it suit you later, this is the page:',
    asked: 'Thank you for asking.',
    theyAsked: (question) => `You asked: “${question}”`,
    weWrote: (sentence) => `We wrote: “${sentence}”`,
    willLook: 'I will look into it and write to you again.',
    morePage: 'There is more on this page:',
    thanks: 'Thank you for your answer.',
  },
  de: {
    greeting: (firstName) => (firstName === '' ? 'Guten Tag,' : `Guten Tag ${firstName},`),
    interested: 'vielen Dank für Ihre Antwort. Hier ist die Seite noch einmal:',
    questionsWelcome: 'Schreiben Sie mir, wann immer Sie eine Frage haben.',
    notNow: 'danke, dass Sie es mir sagen. Ich lasse es dabei.',
    later: 'Falls es Ihnen später passt, ist hier die Seite:',
    asked: 'vielen Dank für Ihre Frage.',
    theyAsked: (question) => `Sie haben gefragt: „${question}“`,
    weWrote: (sentence) => `Wir haben geschrieben: „${sentence}“`,
    willLook: 'Ich sehe nach und schreibe Ihnen wieder.',
    morePage: 'Mehr dazu steht auf dieser Seite:',
    thanks: 'vielen Dank für Ihre Antwort.',
  },
  fr: {
    greeting: (firstName) => (firstName === '' ? 'Bonjour,' : `Bonjour ${firstName},`),
    interested: 'Merci de votre réponse. Voici de nouveau la page :',
    questionsWelcome: 'Écrivez-moi dès que vous avez une question.',
    notNow: 'Merci de me l’avoir dit. Je n’insiste pas.',
    later: 'Si cela vous convient plus tard, voici la page :',
    asked: 'Merci de votre question.',
    theyAsked: (question) => `Vous avez demandé : « ${question} »`,
    weWrote: (sentence) => `Nous avions écrit : « ${sentence} »`,
    willLook: 'Je me renseigne et je vous réécris.',
    morePage: 'Vous en saurez plus sur cette page :',
    thanks: 'Merci de votre réponse.',
  },
  es: {
    greeting: (firstName) => (firstName === '' ? 'Hola:' : `Hola, ${firstName}:`),
    interested: 'Gracias por su respuesta. Aquí tiene de nuevo la página:',
    questionsWelcome: 'Escríbame cuando tenga una pregunta.',
    notNow: 'Gracias por decírmelo. No insisto.',
    later: 'Si le conviene más adelante, esta es la página:',
    asked: 'Gracias por su pregunta.',
    theyAsked: (question) => `Usted preguntó: «${question}»`,
    weWrote: (sentence) => `Nosotros escribimos: «${sentence}»`,
    willLook: 'Lo consulto y le vuelvo a escribir.',
    morePage: 'Encontrará más en esta página:',
    thanks: 'Gracias por su respuesta.',
  },
  it: {
    greeting: (firstName) => (firstName === '' ? 'Buongiorno,' : `Buongiorno ${firstName},`),
    interested: 'grazie della sua risposta. Ecco di nuovo la pagina:',
    questionsWelcome: 'Mi scriva ogni volta che ha una domanda.',
    notNow: 'grazie di avermelo detto. Non insisto.',
    later: 'Se più avanti le fa comodo, la pagina è questa:',
    asked: 'grazie della sua domanda.',
    theyAsked: (question) => `Lei ha chiesto: «${question}»`,
    weWrote: (sentence) => `Noi abbiamo scritto: «${sentence}»`,
    willLook: 'Mi informo e le scrivo di nuovo.',
    morePage: 'Trova di più su questa pagina:',
    thanks: 'grazie della sua risposta.',
  },
  nl: {
    greeting: (firstName) => (firstName === '' ? 'Hallo,' : `Hallo ${firstName},`),
    interested: 'Bedankt voor uw antwoord. Hier is de pagina nog eens:',
    questionsWelcome: 'Schrijf mij gerust wanneer u een vraag hebt.',
    notNow: 'Bedankt dat u het laat weten. Ik laat het hierbij.',
    later: 'Mocht het u later uitkomen, dan is dit de pagina:',
    asked: 'Bedankt voor uw vraag.',
    theyAsked: (question) => `U vroeg: “${question}”`,
    weWrote: (sentence) => `Wij schreven: “${sentence}”`,
    willLook: 'Ik zoek het uit en schrijf u opnieuw.',
    morePage: 'Meer hierover staat op deze pagina:',
    thanks: 'Bedankt voor uw antwoord.',
  },
};
