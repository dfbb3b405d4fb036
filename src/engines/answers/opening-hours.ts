import { foldText } from '#kit/text.ts';
import { type Concept, conceptsOf } from './concepts.ts';
import { stemOf } from './stem.ts';

/** How people ask when a business is open, folded, in English, German, French, Spanish, Italian and Dutch. */
const ASKED: readonly RegExp[] = [
  /\b(?:opening|business|working|office|shop|store|trading|visiting) (?:hours|times?)\b|\bhours of (?:opening|business|operation)\b|\bwhat hours (?:do you (?:keep|have|work)|are you open)\b|\b(?:your|the) hours\b/,
  /\b(?:when|what time|what days|which days|from when|(?:un)?til(?:l)? when|until what time|how (?:late|early|long))\b(?: exactly)? (?:do|does|are|is|will|r)\b (?:(?:you|u|ya|they|it|everything)\b(?: guys| all)?|(?:the|your) (?:shop|store|practice|place|clinic|studio|salon|spa|business|office|reception))(?: usually| normally| actually| be| stay)? (?:open|close|shut)(?:d|s|ing)?(?: up)?\b/,
  /\bare you(?: guys)?(?: still| usually| ever)? (?:open|closed|shut)\b/,
  /\b(?:offnungs|geschafts|sprech|ladenoffnungs)zeit(?:en)?\b|\b(?:wann|wie lange|bis wann|ab wann|(?:bis |ab )?(?:um )?wie ?viel uhr)\b (?:(?:hab|hat|seid|sind|ist|offne|macht|machen|schliess)\p{L}*)(?: (?:ihr|sie|du|denn|eigentlich|heute|der laden|die praxis|das geschaft|das studio|das teehaus))*(?: (?:offen|geoffnet|auf|zu|geschlossen))?(?=[^\p{L}\p{N}]*(?:$|\?|am |an |sonn|mon|dien|mitt|donn|frei|sams|heute|morgen))/u,
  /\b(?:habt ihr|haben sie|seid ihr|sind sie|ist)(?: (?:heute|morgen|auch|am \p{L}+|\p{L}+tags?))* (?:offen|geoffnet|auf|zu|geschlossen)\b/u,
  /\bhoraires?\b(?: d'ouverture)?|\bheures d'ouverture\b|\b(?:quand|a quelle heure|jusqu'a quelle heure|quels jours)\b (?:est-ce que vous |vous |etes-vous |est-ce que c'est )?(?:ouvre|ouvert|ferme)\p{L}*(?:-vous)?|\betes-vous (?:ouvert|ferme)\p{L}*/u,
  /\bhorarios?\b(?: de (?:apertura|atencion))?|\b(?:cuando|(?:a|hasta|desde) que hora|que dias)\b (?:abr|abiert|cierr|cerr|estan? abiert|estais abiert)\p{L}*(?: abiert\p{L}*)?|\b(?:estan|estais|esta) (?:abiert|cerrad)\p{L}*/u,
  /\borari(?:o)?\b(?: di apertura)?|\b(?:quando|(?:fino )?a che ora|che giorni)\b (?:apr|siete apert|e apert|chiud)\p{L}*|\bsiete (?:apert|chius)\p{L}*/u,
  /\bopenings(?:tijden|uren)\b|\b(?:wanneer|(?:tot |vanaf )?hoe laat|welke dagen)\b (?:zijn|ben|bent|is|gaan|gaat|sluit\p{L}*|open\p{L}*)(?: (?:jullie|u|je|de winkel|de praktijk))?(?: (?:open|geopend|dicht|gesloten))?|\bzijn jullie(?: \p{L}+)? (?:open|geopend|dicht)\b/u,
];

const WORDS_OF_HOURS =
  `open opens opening hours closed close closes shut offen geoffnet offnen offnet offnungszeiten geschlossen schliesst schließt schliessen schließen
  sprechzeiten ouvert ouverte ouverts ouvre ouvrons ouvrent ouverture ferme fermons fermeture horaires horaire abierto abierta abiertos
  abre abren abrimos cerrado cierra cierran cerramos horario horarios aperto aperta aperti apre apriamo apertura chiuso chiude chiudiamo
  orari orario geopend opent openen gesloten sluit sluiten dicht openingstijden openingsuren`.split(/\s+/);
const WEEKDAYS =
  `monday tuesday wednesday thursday friday saturday sunday weekday weekdays weekend weekends daily montag dienstag mittwoch donnerstag
  freitag samstag sonnabend sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags werktags taglich wochenende lundi
  mardi mercredi jeudi vendredi samedi dimanche semaine lunes martes miercoles jueves viernes sabado sabados domingo domingos lunedi
  martedi mercoledi giovedi venerdi sabato domenica feriali maandag dinsdag woensdag donderdag vrijdag zaterdag zondag doordeweeks`.split(
    /\s+/,
  );
const DAY = new Set(WEEKDAYS);

/** What may be said in such a question without making it one about something else. */
const BESIDE = new Set(
  `when what time times day days until till from on at in the a an and or is are do does you your u guys please hi hello hey today tomorrow
  tonight now currently right still also even usually normally exactly these morning evening afternoon week this next holidays
  was wann welche welchen sono zijn son ist sind eure ihre ihr sie die der das am an und heute morgen bitte hallo auch uhr jetzt denn eigentlich haben habt
  hat wie lange offen auf zu bis ab um quels quelles quel quelle sont vos votre est vous le la les du de des et bonjour aujourd hui demain
  s il plait ce cuales cual es son su sus los las el hola hoy manana por favor y en entre quali qual e i il vostri vostro vostre gli ciao
  oggi domani per favore wat jullie uw hallo vandaag morgen alstublieft op de het`.split(/\s+/),
);

/**
 * A question about the opening hours as the words that texts state them with, and the days it names; undefined for every
 * other question. `folded` is the question without accents and capitals.
 */
export function openingHoursAsked(folded: string): Concept[] | undefined {
  const question = folded.replaceAll('ß', 'ss');
  const pattern = ASKED.find((one) => one.test(question));
  if (!pattern) return undefined;
  const rest = question.replace(pattern, ' ').match(/\p{L}+/gu) ?? [];
  if (!rest.every((word) => BESIDE.has(word) || isDay(word))) return undefined;
  const days = conceptsOf((question.match(/\p{L}+/gu) ?? []).filter(isDay).join(' '));
  const ofDays = days.flatMap(({ roots }) => [...roots.keys()]);
  return [
    {
      word: 'opening hours',
      // A line that names the day need not say that it opens.
      roots: new Map([...WORDS_OF_HOURS.map(stemOf), ...ofDays].map((root) => [root, 1])),
      alike: new Map(WEEKDAYS.map((word) => [stemOf(word), OF_WEEKDAY])),
      weight: 1,
    },
    ...days.map((day) => ({ ...day, weight: OF_DAY })),
  ];
}

function isDay(word: string): boolean {
  return DAY.has(word) || DAY.has(`${word}s`) || DAY.has(word.replace(/s$/, ''));
}

/** A timetable that does not name the day may state it: "Monday to Friday". */
const OF_DAY = 0.4;

/** A line of a timetable need not say that it is about opening hours. */
const OF_WEEKDAY = 0.6;

const HOUR_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|noon|midnight|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|halb|mittags?|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|midi|minuit|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|mediodia|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|mezzogiorno|een|twee|drie|zes|zeven|negen|tien|twaalf';
const HOUR = new RegExp(
  String.raw`\b(?:at|from|to|until|till|um|ab|von|bis|gegen|a|de|des|des les|las|la|alle|dalle|fino alle|om|vanaf|tot|van)\s+(?:\d{1,2}(?:[:.h]\d{2})?\b|(?:${HOUR_WORDS})\b)|\b\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr|h|heures|o'clock|uur)\b|\b\d{1,2}[:.]\d{2}\b`,
);
const STATES =
  /\b(?:open|opens|hours:|opening hours|closes?|closed|shut|offen|geoffnet|offnen|offnet|offnungszeiten|schliess\p{L}*|geschlossen|sprechzeiten|ouvert\p{L}*|ouvr\p{L}+|ferm\p{L}+|horaires?|abiert\p{L}+|abr(?:e|en|imos)|cerrad\p{L}+|cierra\p{L}*|horarios?|apert\p{L}+|apr(?:e|iamo)|chius\p{L}|chiud\p{L}+|orari\p{L}?|geopend|opent|gesloten|sluit\p{L}*)(?!\p{L})/u;

/** Whether a sentence says when something opens or closes: "opens at nine on weekdays". */
export function statesOpeningHours(sentence: string): boolean {
  const folded = foldText(sentence).replaceAll('ß', 'ss');
  if (!STATES.test(folded)) return false;
  return HOUR.test(folded) || (folded.match(/\p{L}+/gu) ?? []).some(isDay);
}
