import type { Stage } from '#features/leads/contract.ts';
import type { Language } from '#kit/language.ts';

/** Sentences of ours in a letter that somebody begins by hand. The greeting is that of an answer. */
export type LetterWords = {
  /** By stage, and of an answer. Nobody is written to by this who has bought. */
  subjects: Record<Stage | 'answer', string>;
  bodies: Record<Stage, string>;
  answer: string;
  wayOut: string;
};

export const LETTER_WORDS: Record<Language, LetterWords> = {
  en: {
    subjects: {
      new: 'A short introduction',
      contacted: 'Following up',
      engaged: 'Following up',
      qualified: 'A time for a call',
      converted: '',
      answer: 'Your question',
    },
    bodies: {
      new: 'May I tell you in two lines what we do? If it is of no interest, a no is enough.',
      contacted:
        'I wrote to you a while ago. Is this still of interest to you? A yes or a no is enough, and a no is fine.',
      engaged: 'Thank you for your interest. What would you like to know? I will answer it myself.',
      qualified: 'When would a short call suit you? Ten minutes are enough, or we go on by e-mail.',
      converted: 'Is everything as you expected? I can show you in ten minutes how others begin.',
    },
    answer: 'Thank you for your question.',
    wayOut: 'If you would rather not hear from me, answer “no” and I will not write again.',
  },
  de: {
    subjects: {
      new: 'Kurz vorgestellt',
      contacted: 'Kurz nachgefragt',
      engaged: 'Kurz nachgefragt',
      qualified: 'Ein Termin für ein Gespräch',
      converted: '',
      answer: 'Ihre Frage',
    },
    bodies: {
      new: 'Darf ich Ihnen in zwei Zeilen sagen, was wir tun? Wenn es Sie nicht interessiert, genügt ein Nein.',
      contacted:
        'Ich habe Ihnen vor einiger Zeit geschrieben. Interessiert Sie das noch? Ein Ja oder ein Nein genügt, und ein Nein ist in Ordnung.',
      engaged: 'Danke für Ihr Interesse. Was möchten Sie wissen? Ich antworte Ihnen selbst.',
      qualified: 'Wann passt Ihnen ein kurzes Gespräch? Zehn Minuten genügen, oder wir bleiben bei E-Mails.',
      converted:
        'Ist alles so, wie Sie es erwartet haben? Ich zeige Ihnen gern in zehn Minuten, wie andere beginnen.',
    },
    answer: 'Vielen Dank für Ihre Frage.',
    wayOut: 'Möchten Sie lieber nichts von mir hören, antworten Sie „Nein“, und ich schreibe nicht mehr.',
  },
  fr: {
    subjects: {
      new: 'Une brève présentation',
      contacted: 'Pour faire suite',
      engaged: 'Pour faire suite',
      qualified: 'Un moment pour un appel',
      converted: '',
      answer: 'Votre question',
    },
    bodies: {
      new: 'Puis-je vous dire en deux lignes ce que nous faisons ? Si cela ne vous intéresse pas, un non suffit.',
      contacted:
        'Je vous ai écrit il y a quelque temps. Cela vous intéresse-t-il encore ? Un oui ou un non suffit, et un non me va très bien.',
      engaged: 'Merci de votre intérêt. Que souhaitez-vous savoir ? Je vous répondrai personnellement.',
      qualified:
        'Quand un court appel vous conviendrait-il ? Dix minutes suffisent, ou nous continuons par e-mail.',
      converted:
        'Tout est-il comme vous l’attendiez ? Je peux vous montrer en dix minutes comment d’autres commencent.',
    },
    answer: 'Merci de votre question.',
    wayOut: 'Si vous préférez ne plus avoir de mes nouvelles, répondez « non » et je ne vous écrirai plus.',
  },
  es: {
    subjects: {
      new: 'Una breve presentación',
      contacted: 'Para retomar el contacto',
      engaged: 'Para retomar el contacto',
      qualified: 'Un momento para una llamada',
      converted: '',
      answer: 'Su pregunta',
    },
    bodies: {
      new: '¿Puedo contarle en dos líneas qué hacemos? Si no le interesa, basta un no.',
      contacted: 'Le escribí hace un tiempo. ¿Le sigue interesando? Basta un sí o un no, y un no está bien.',
      engaged: 'Gracias por su interés. ¿Qué le gustaría saber? Le responderé yo en persona.',
      qualified: '¿Cuándo le vendría bien una llamada corta? Bastan diez minutos, o seguimos por correo.',
      converted: '¿Está todo como esperaba? Puedo mostrarle en diez minutos cómo empiezan otros.',
    },
    answer: 'Gracias por su pregunta.',
    wayOut: 'Si prefiere no saber más de mí, responda «no» y no volveré a escribirle.',
  },
  it: {
    subjects: {
      new: 'Una breve presentazione',
      contacted: 'Per riprendere il contatto',
      engaged: 'Per riprendere il contatto',
      qualified: 'Un momento per una telefonata',
      converted: '',
      answer: 'La sua domanda',
    },
    bodies: {
      new: 'Posso dirle in due righe che cosa facciamo? Se non le interessa, basta un no.',
      contacted: 'Le ho scritto qualche tempo fa. Le interessa ancora? Basta un sì o un no, e un no va bene.',
      engaged: 'Grazie del suo interesse. Che cosa vorrebbe sapere? Le rispondo di persona.',
      qualified:
        'Quando le andrebbe bene una breve telefonata? Bastano dieci minuti, oppure continuiamo per e-mail.',
      converted: 'È tutto come si aspettava? In dieci minuti posso mostrarle come cominciano gli altri.',
    },
    answer: 'Grazie della sua domanda.',
    wayOut: 'Se preferisce non avere più mie notizie, risponda «no» e non le scriverò più.',
  },
  nl: {
    subjects: {
      new: 'Een korte kennismaking',
      contacted: 'Even terugkomen',
      engaged: 'Even terugkomen',
      qualified: 'Een moment voor een gesprek',
      converted: '',
      answer: 'Uw vraag',
    },
    bodies: {
      new: 'Mag ik u in twee regels vertellen wat wij doen? Interesseert het u niet, dan is een nee genoeg.',
      contacted:
        'Ik schreef u een tijdje geleden. Interesseert het u nog? Een ja of een nee is genoeg, en een nee is prima.',
      engaged: 'Bedankt voor uw belangstelling. Wat wilt u graag weten? Ik antwoord u zelf.',
      qualified: 'Wanneer komt een kort gesprek u uit? Tien minuten zijn genoeg, of we gaan door per e-mail.',
      converted: 'Is alles zoals u had verwacht? Ik laat u graag in tien minuten zien hoe anderen beginnen.',
    },
    answer: 'Bedankt voor uw vraag.',
    wayOut: 'Hoort u liever niets van mij, antwoord dan “nee” en ik schrijf u niet meer.',
  },
};
