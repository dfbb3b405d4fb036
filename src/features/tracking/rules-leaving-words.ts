import type { Language } from '#kit/language.ts';

/** What the page says on which somebody stops our messages; `sender` is who writes them. */
type LeavingWords = {
  title: string;
  button: string;
  ask: (sender: string) => string;
  doneTitle: string;
  done: (sender: string) => string;
  dataLink: string;
};

export const LEAVING_WORDS: Record<Language, LeavingWords> = {
  en: {
    title: 'Unsubscribe',
    button: 'Unsubscribe',
    ask: (sender) => `Press the button and ${sender} will not write to you again.`,
    doneTitle: 'You are unsubscribed',
    done: (sender) => `${sender} will not write to you again. You can close this page.`,
    dataLink: 'See or delete your data',
  },
  de: {
    title: 'Abmelden',
    button: 'Abmelden',
    ask: (sender) => `Ein Klick, und ${sender} schreibt Ihnen nicht mehr.`,
    doneTitle: 'Sie sind abgemeldet',
    done: (sender) => `${sender} schreibt Ihnen nicht mehr. Sie können diese Seite schließen.`,
    dataLink: 'Ihre Daten ansehen oder löschen lassen',
  },
  fr: {
    title: 'Se désabonner',
    button: 'Se désabonner',
    ask: (sender) => `Cliquez sur le bouton et ${sender} ne vous écrira plus.`,
    doneTitle: 'Vous êtes désabonné',
    done: (sender) => `${sender} ne vous écrira plus. Vous pouvez fermer cette page.`,
    dataLink: 'Consulter ou faire supprimer vos données',
  },
  es: {
    title: 'Darse de baja',
    button: 'Darme de baja',
    ask: (sender) => `Pulse el botón y ${sender} no volverá a escribirle.`,
    doneTitle: 'Se ha dado de baja',
    done: (sender) => `${sender} no volverá a escribirle. Puede cerrar esta página.`,
    dataLink: 'Consultar o eliminar sus datos',
  },
  it: {
    title: 'Annulla l’iscrizione',
    button: 'Annulla l’iscrizione',
    ask: (sender) => `Prema il pulsante e ${sender} non le scriverà più.`,
    doneTitle: 'L’iscrizione è annullata',
    done: (sender) => `${sender} non le scriverà più. Può chiudere questa pagina.`,
    dataLink: 'Consultare o far cancellare i suoi dati',
  },
  nl: {
    title: 'Afmelden',
    button: 'Afmelden',
    ask: (sender) => `Druk op de knop en ${sender} schrijft u niet meer.`,
    doneTitle: 'U bent afgemeld',
    done: (sender) => `${sender} schrijft u niet meer. U kunt deze pagina sluiten.`,
    dataLink: 'Uw gegevens bekijken of laten verwijderen',
  },
};
