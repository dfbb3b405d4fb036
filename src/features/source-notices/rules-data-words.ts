import type { Language } from '#kit/language.ts';
import type { DataChoice } from './contract.ts';

/** What the page says on which a person decides about their data; `name` is the business that keeps them. */
type DataWords = {
  title: (name: string) => string;
  text: (name: string) => string;
  buttons: Record<DataChoice, string>;
  back: string;
  objectedTitle: string;
  objected: (name: string) => string;
  nothingTitle: string;
  nothing: (name: string) => string;
  notedTitle: string;
  noted: Record<Exclude<DataChoice, 'object'>, (name: string) => string>;
};

export const DATA_WORDS: Record<Language, DataWords> = {
  en: {
    title: (name) => `Your data at ${name}`,
    text: (name) =>
      `${name} keeps a few details to be able to write to you. You decide about them: object, ask for a copy, or have them deleted. A person answers within 30 days, to the address this link was sent to.`,
    buttons: {
      object: 'Do not write to me again',
      access: 'Send me a copy of my data',
      erasure: 'Delete my data',
    },
    back: 'Back to your choices',
    objectedTitle: 'You have objected',
    objected: (name) => `${name} will not write to you again, on any channel. You can close this page.`,
    nothingTitle: 'Nothing is stored about you',
    nothing: (name) => `${name} stores nothing about you any more. You can close this page.`,
    notedTitle: 'Your request has been noted',
    noted: {
      access: (name) =>
        `${name} has your request and will send you a copy of your data within 30 days. You can close this page.`,
      erasure: (name) =>
        `${name} has your request and will delete your data within 30 days. You can close this page.`,
    },
  },
  de: {
    title: (name) => `Ihre Daten bei ${name}`,
    text: (name) =>
      `${name} bewahrt einige Angaben auf, um Ihnen schreiben zu können. Sie entscheiden darüber: Widersprechen Sie, verlangen Sie eine Kopie oder lassen Sie alles löschen. Ein Mensch antwortet binnen 30 Tagen an die Adresse, an die dieser Link ging.`,
    buttons: {
      object: 'Schreiben Sie mir nicht mehr',
      access: 'Schicken Sie mir eine Kopie meiner Daten',
      erasure: 'Löschen Sie meine Daten',
    },
    back: 'Zurück zur Auswahl',
    objectedTitle: 'Sie haben widersprochen',
    objected: (name) =>
      `${name} schreibt Ihnen nicht mehr, auf keinem Weg. Sie können diese Seite schließen.`,
    nothingTitle: 'Über Sie ist nichts gespeichert',
    nothing: (name) => `${name} speichert nichts mehr über Sie. Sie können diese Seite schließen.`,
    notedTitle: 'Ihr Wunsch ist notiert',
    noted: {
      access: (name) =>
        `${name} hat Ihren Wunsch und schickt Ihnen binnen 30 Tagen eine Kopie Ihrer Daten. Sie können diese Seite schließen.`,
      erasure: (name) =>
        `${name} hat Ihren Wunsch und löscht Ihre Daten binnen 30 Tagen. Sie können diese Seite schließen.`,
    },
  },
  fr: {
    title: (name) => `Vos données chez ${name}`,
    text: (name) =>
      `${name} conserve quelques informations pour pouvoir vous écrire. C’est à vous d’en décider : vous opposer, demander une copie ou les faire supprimer. Une personne répond sous 30 jours, à l’adresse où ce lien a été envoyé.`,
    buttons: {
      object: 'Ne m’écrivez plus',
      access: 'Envoyez-moi une copie de mes données',
      erasure: 'Supprimez mes données',
    },
    back: 'Revenir à vos choix',
    objectedTitle: 'Votre opposition est enregistrée',
    objected: (name) => `${name} ne vous écrira plus, sur aucun canal. Vous pouvez fermer cette page.`,
    nothingTitle: 'Rien n’est conservé à votre sujet',
    nothing: (name) => `${name} ne conserve plus rien à votre sujet. Vous pouvez fermer cette page.`,
    notedTitle: 'Votre demande est enregistrée',
    noted: {
      access: (name) =>
        `${name} a reçu votre demande et vous enverra une copie de vos données sous 30 jours. Vous pouvez fermer cette page.`,
      erasure: (name) =>
        `${name} a reçu votre demande et supprimera vos données sous 30 jours. Vous pouvez fermer cette page.`,
    },
  },
  es: {
    title: (name) => `Sus datos en ${name}`,
    text: (name) =>
      `${name} guarda algunos datos para poder escribirle. Usted decide: oponerse, pedir una copia o hacer que se eliminen. Una persona responde en un plazo de 30 días, a la dirección a la que se envió este enlace.`,
    buttons: {
      object: 'No me escriban más',
      access: 'Envíenme una copia de mis datos',
      erasure: 'Eliminen mis datos',
    },
    back: 'Volver a las opciones',
    objectedTitle: 'Se ha opuesto',
    objected: (name) => `${name} no volverá a escribirle por ningún canal. Puede cerrar esta página.`,
    nothingTitle: 'No se guarda nada sobre usted',
    nothing: (name) => `${name} ya no guarda nada sobre usted. Puede cerrar esta página.`,
    notedTitle: 'Su solicitud está anotada',
    noted: {
      access: (name) =>
        `${name} tiene su solicitud y le enviará una copia de sus datos en 30 días. Puede cerrar esta página.`,
      erasure: (name) =>
        `${name} tiene su solicitud y eliminará sus datos en 30 días. Puede cerrar esta página.`,
    },
  },
  it: {
    title: (name) => `I suoi dati presso ${name}`,
    text: (name) =>
      `${name} conserva alcuni dati per poterle scrivere. Decide lei: opporsi, chiederne una copia o farli cancellare. Una persona risponde entro 30 giorni, all’indirizzo a cui è stato inviato questo link.`,
    buttons: {
      object: 'Non scrivetemi più',
      access: 'Inviatemi una copia dei miei dati',
      erasure: 'Cancellate i miei dati',
    },
    back: 'Torna alle scelte',
    objectedTitle: 'La sua opposizione è registrata',
    objected: (name) => `${name} non le scriverà più, su nessun canale. Può chiudere questa pagina.`,
    nothingTitle: 'Su di lei non è conservato nulla',
    nothing: (name) => `${name} non conserva più nulla su di lei. Può chiudere questa pagina.`,
    notedTitle: 'La sua richiesta è registrata',
    noted: {
      access: (name) =>
        `${name} ha la sua richiesta e le invierà una copia dei suoi dati entro 30 giorni. Può chiudere questa pagina.`,
      erasure: (name) =>
        `${name} ha la sua richiesta e cancellerà i suoi dati entro 30 giorni. Può chiudere questa pagina.`,
    },
  },
  nl: {
    title: (name) => `Uw gegevens bij ${name}`,
    text: (name) =>
      `${name} bewaart enkele gegevens om u te kunnen schrijven. U beslist daarover: maak bezwaar, vraag een kopie of laat ze verwijderen. Een mens antwoordt binnen 30 dagen, op het adres waar deze link naartoe ging.`,
    buttons: {
      object: 'Schrijf mij niet meer',
      access: 'Stuur mij een kopie van mijn gegevens',
      erasure: 'Verwijder mijn gegevens',
    },
    back: 'Terug naar uw keuzes',
    objectedTitle: 'U hebt bezwaar gemaakt',
    objected: (name) => `${name} schrijft u niet meer, op geen enkele manier. U kunt deze pagina sluiten.`,
    nothingTitle: 'Er is niets over u opgeslagen',
    nothing: (name) => `${name} bewaart niets meer over u. U kunt deze pagina sluiten.`,
    notedTitle: 'Uw verzoek is genoteerd',
    noted: {
      access: (name) =>
        `${name} heeft uw verzoek en stuurt u binnen 30 dagen een kopie van uw gegevens. U kunt deze pagina sluiten.`,
      erasure: (name) =>
        `${name} heeft uw verzoek en verwijdert uw gegevens binnen 30 dagen. U kunt deze pagina sluiten.`,
    },
  },
};
