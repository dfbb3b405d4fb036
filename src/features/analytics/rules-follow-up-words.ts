import type { Language } from '#kit/language.ts';
import type { FollowUpKind } from './contract-follow-ups.ts';

/** Sentences of ours in the first version of a follow-up, by its reason. "{opening}" says where we know them from. */
type FollowUpWords = { nothingKnown: string } & Record<FollowUpKind, { subject: string; text: string }>;

export const FOLLOW_UP_WORDS: Record<Language, FollowUpWords> = {
  en: {
    nothingKnown: 'I hope this finds you well.',
    replied: {
      subject: 'Your reply',
      text: 'Thank you for writing back. I read your message and would like to answer it properly. When would a short call suit you, or shall we go on by e-mail?',
    },
    signed_up: {
      subject: 'Next steps',
      text: 'Thank you for signing up. I look after everybody who signs up, so you have a person to ask. What would you like to know first?',
    },
    bought: {
      subject: 'Getting started',
      text: 'Thank you for your order. Is everything as you expected? I can show you in ten minutes how others begin, if that helps.',
    },
    visited: {
      subject: 'Any questions?',
      text: 'You had a look at our page. If something was missing there or unclear, tell me and I will answer it myself. If it is not for you, that is fine too.',
    },
    promising: {
      subject: 'A short introduction',
      text: '{opening} We may have something that fits what you asked for. If you like, I will send you two lines about it; if not, I will not write again.',
    },
    stuck: {
      subject: 'Still of interest?',
      text: 'We have not heard from each other for a while. Is this still of interest to you? A yes or a no is enough, and a no is fine.',
    },
  },
  de: {
    nothingKnown: 'Ich hoffe, es geht Ihnen gut.',
    replied: {
      subject: 'Ihre Antwort',
      text: 'Danke, dass Sie zurückgeschrieben haben. Ich habe Ihre Nachricht gelesen und möchte sie in Ruhe beantworten. Wann passt Ihnen ein kurzes Gespräch, oder bleiben wir bei E-Mails?',
    },
    signed_up: {
      subject: 'Wie es weitergeht',
      text: 'Danke für Ihre Anmeldung. Ich kümmere mich um alle, die sich anmelden, Sie haben also einen Menschen, den Sie fragen können. Was möchten Sie zuerst wissen?',
    },
    bought: {
      subject: 'Zum Anfang',
      text: 'Danke für Ihre Bestellung. Ist alles so, wie Sie es erwartet haben? Ich zeige Ihnen gern in zehn Minuten, wie andere beginnen.',
    },
    visited: {
      subject: 'Noch Fragen?',
      text: 'Sie haben sich unsere Seite angesehen. Wenn dort etwas fehlte oder unklar war, sagen Sie es mir, ich antworte Ihnen selbst. Wenn es nichts für Sie ist, ist das auch in Ordnung.',
    },
    promising: {
      subject: 'Kurz vorgestellt',
      text: '{opening} Vielleicht haben wir etwas, das zu Ihrer Frage passt. Wenn Sie möchten, schicke ich Ihnen zwei Zeilen darüber; wenn nicht, schreibe ich nicht mehr.',
    },
    stuck: {
      subject: 'Noch von Interesse?',
      text: 'Wir haben eine Weile nichts voneinander gehört. Interessiert Sie das noch? Ein Ja oder ein Nein genügt, und ein Nein ist in Ordnung.',
    },
  },
  fr: {
    nothingKnown: 'J’espère que vous allez bien.',
    replied: {
      subject: 'Votre réponse',
      text: 'Merci de m’avoir répondu. J’ai lu votre message et j’aimerais y répondre comme il faut. Quand un court appel vous conviendrait-il, ou continuons-nous par e-mail ?',
    },
    signed_up: {
      subject: 'La suite',
      text: 'Merci de votre inscription. Je m’occupe de toutes les personnes qui s’inscrivent : vous avez donc quelqu’un à qui poser vos questions. Que souhaitez-vous savoir d’abord ?',
    },
    bought: {
      subject: 'Pour commencer',
      text: 'Merci de votre commande. Tout est-il comme vous l’attendiez ? Je peux vous montrer en dix minutes comment d’autres commencent, si cela vous aide.',
    },
    visited: {
      subject: 'Des questions ?',
      text: 'Vous avez regardé notre page. S’il y manquait quelque chose ou si un point n’était pas clair, dites-le-moi et je vous répondrai personnellement. Si ce n’est pas pour vous, c’est très bien aussi.',
    },
    promising: {
      subject: 'Une brève présentation',
      text: '{opening} Nous avons peut-être quelque chose qui répond à votre demande. Si vous le souhaitez, je vous en dis deux lignes ; sinon, je ne vous écrirai plus.',
    },
    stuck: {
      subject: 'Toujours d’actualité ?',
      text: 'Nous ne nous sommes pas écrit depuis un moment. Cela vous intéresse-t-il encore ? Un oui ou un non suffit, et un non me va très bien.',
    },
  },
  es: {
    nothingKnown: 'Espero que se encuentre bien.',
    replied: {
      subject: 'Su respuesta',
      text: 'Gracias por contestar. He leído su mensaje y me gustaría responderle como es debido. ¿Cuándo le vendría bien una llamada corta, o seguimos por correo?',
    },
    signed_up: {
      subject: 'Los siguientes pasos',
      text: 'Gracias por apuntarse. Me ocupo de todas las personas que se apuntan, así que tiene a quién preguntar. ¿Qué le gustaría saber primero?',
    },
    bought: {
      subject: 'Para empezar',
      text: 'Gracias por su pedido. ¿Está todo como esperaba? Puedo mostrarle en diez minutos cómo empiezan otros, si le ayuda.',
    },
    visited: {
      subject: '¿Alguna pregunta?',
      text: 'Usted ha visto nuestra página. Si allí faltaba algo o no estaba claro, dígamelo y le responderé yo en persona. Si no es para usted, también está bien.',
    },
    promising: {
      subject: 'Una breve presentación',
      text: '{opening} Quizá tengamos algo que encaje con lo que preguntaba. Si quiere, le envío dos líneas; si no, no volveré a escribirle.',
    },
    stuck: {
      subject: '¿Sigue interesándole?',
      text: 'Hace un tiempo que no sabemos el uno del otro. ¿Le sigue interesando? Basta un sí o un no, y un no está bien.',
    },
  },
  it: {
    nothingKnown: 'Spero che stia bene.',
    replied: {
      subject: 'La sua risposta',
      text: 'Grazie di avermi risposto. Ho letto il suo messaggio e vorrei risponderle come si deve. Quando le andrebbe bene una breve telefonata, o continuiamo per e-mail?',
    },
    signed_up: {
      subject: 'I prossimi passi',
      text: 'Grazie della sua iscrizione. Mi occupo io di chi si iscrive, quindi ha una persona a cui chiedere. Che cosa vorrebbe sapere per prima?',
    },
    bought: {
      subject: 'Per cominciare',
      text: 'Grazie del suo ordine. È tutto come si aspettava? Se le serve, in dieci minuti posso mostrarle come cominciano gli altri.',
    },
    visited: {
      subject: 'Qualche domanda?',
      text: 'Lei ha guardato la nostra pagina. Se mancava qualcosa o non era chiaro, me lo dica e le rispondo di persona. Se non fa per lei, va bene lo stesso.',
    },
    promising: {
      subject: 'Una breve presentazione',
      text: '{opening} Forse abbiamo qualcosa che risponde alla sua domanda. Se vuole, le mando due righe; se no, non le scriverò più.',
    },
    stuck: {
      subject: 'Le interessa ancora?',
      text: 'Non ci sentiamo da un po’. Le interessa ancora? Basta un sì o un no, e un no va bene.',
    },
  },
  nl: {
    nothingKnown: 'Ik hoop dat het goed met u gaat.',
    replied: {
      subject: 'Uw antwoord',
      text: 'Bedankt dat u terugschreef. Ik heb uw bericht gelezen en wil er goed op antwoorden. Wanneer komt een kort gesprek u uit, of gaan we door per e-mail?',
    },
    signed_up: {
      subject: 'Hoe het verdergaat',
      text: 'Bedankt voor uw aanmelding. Ik zorg voor iedereen die zich aanmeldt, dus u hebt iemand aan wie u het kunt vragen. Wat wilt u als eerste weten?',
    },
    bought: {
      subject: 'Om te beginnen',
      text: 'Bedankt voor uw bestelling. Is alles zoals u had verwacht? Ik laat u graag in tien minuten zien hoe anderen beginnen.',
    },
    visited: {
      subject: 'Nog vragen?',
      text: 'U hebt onze pagina bekeken. Als daar iets ontbrak of niet duidelijk was, laat het mij weten en ik antwoord u zelf. Als het niets voor u is, is dat ook goed.',
    },
    promising: {
      subject: 'Een korte kennismaking',
      text: '{opening} Misschien hebben wij iets dat past bij wat u vroeg. Als u wilt, stuur ik u er twee regels over; zo niet, dan schrijf ik u niet meer.',
    },
    stuck: {
      subject: 'Nog interessant?',
      text: 'We hebben een tijdje niets van elkaar gehoord. Interesseert het u nog? Een ja of een nee is genoeg, en een nee is prima.',
    },
  },
};
