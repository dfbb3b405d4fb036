import { foldText } from '#kit/text.ts';
import { stem, type Word, wordsOf } from '#kit/words.ts';

/** What an audience is about: each entry is one idea with all the stems that stand for it. */
export type Topic = { ideas: readonly ReadonlySet<string>[]; byStem: ReadonlyMap<string, number> };

/** Part of a text that speaks of the topic. */
export type TopicMatch = {
  /** Ideas of the topic that occur. */
  hits: number;
  /** Ideas of the topic that were looked for. */
  of: number;
  /** The tightest run of matching words. */
  start: number;
  end: number;
};

/** Words of an audience description that say who is meant or what they do, not what it is about. */
const NOT_A_TOPIC = new Set(
  `a about after all also am an and any anyone are around as ask asking asks at be because been before being best better
  between both but buy buying by can client clients could customer customers do does doing each either etc ever every few
  find finding first folk folks for from get getting give go going good great group groups guy guys had has have having
  he help her here his how i if in interested into is it its just keen kind know ladies lately like likely live living
  look looking lot love make man many may me men might more most much must my need needing needs new no not now of off
  old on one online open or other others our out over own owner owners paid pay paying people person persons place please
  post posting prefer ready really recommend recommendation recommendations right s seek seeking sell shall she shop
  shopping should so some somebody someone something soon start started still struggle struggling such t talk talking than
  that the their them then there these they thing things this those through to too try trying twice under up upon us use
  user users using very want wanting wants was way we week weeks well were what when where which while who whose why will
  willing wish with within without woman women would year years you your adult adults man male female young older aged
  age over plus busy local near nearby someone tired recently currently actively happy spend money budget month day days
  caring safe natural quality high low easy simple regular free`
    .split(/\s+/)
    .map(stem),
);

/** Words that mean the same to somebody who sells wellness. Each line is one idea. */
const SAME_IDEA = [
  'tea herbal brew blend infusion tisane chamomile rooibos peppermint steep kettle leaf',
  'caffeine decaf coffee espresso',
  `sleep asleep sleeper bed bedtime bedroom bedding insomnia nap doze slumber snooze pillow mattress blanket duvet
    sheet blackout nights wake waking awake alarm`,
  'evening nightly dusk',
  'routine ritual habit schedule',
  'yoga vinyasa asana yin ashtanga mat savasana',
  'pilates reformer barre',
  'stretch flexibility mobility flexible stiff stiffness limber posture roller squat',
  'run runner marathon jog 10k ultra parkrun race',
  'fuel gel gels carb carbs electrolyte hydration drink',
  'nutrition nutritionist dietitian diet eat eating food meal plate',
  'recipe cook cooking cookbook kitchen dinner lunch',
  'prep batch container freezer',
  'protein whey shake casein powder',
  'gut digestion digestive probiotic ferment fermented kefir kombucha kimchi sauerkraut fibre fiber bloating bloat',
  'skin skincare moisturiser moisturizer serum cleanser spf sunscreen cream facial',
  'weight slim kilo kilos pounds lose',
  'stress stressed burnout overwhelm overwhelmed calm relax relaxation unwind',
  'mindful mindfulness meditate meditation breathing breathwork silent stillness',
  'coach mentor trainer instructor teacher',
  'workplace office corporate employee staff employer company wellbeing wellness hr desk provider',
  'gym studio fitness workout training exercise class strength lift',
  'supplement capsule vitamin mineral magnesium omega multivitamin',
  'parent mum mom dad mother father kid child children baby toddler family school',
  'postnatal postpartum newborn',
  'menopause perimenopause',
  'joint knee ankle hip tendon recovery',
  'wholesale retail stockist supplier stock shelf',
  'retreat spa sauna massage',
].map((line) => line.split(/\s+/).map((word) => stem(foldText(word))));

const IDEA_OF = new Map(SAME_IDEA.flatMap((stems) => stems.map((one) => [one, stems] as const)));

/** Whether a stem is one of those that we know the meaning of. */
export function isKnownIdea(root: string): boolean {
  return IDEA_OF.has(root);
}

/** Reads the ideas out of an audience described in plain words. */
export function readTopic(audience: string): Topic {
  const ideas: Set<string>[] = [];
  const byStem = new Map<string, number>();
  for (const word of wordsOf(audience)) {
    const root = stem(word.text);
    if (root.length < 3 || NOT_A_TOPIC.has(root) || /^\d+$/.test(root) || byStem.has(root)) continue;
    const idea = new Set([root, ...(IDEA_OF.get(root) ?? [])]);
    for (const one of idea) if (!byStem.has(one)) byStem.set(one, ideas.length);
    ideas.push(idea);
  }
  return { ideas, byStem };
}

/** Characters between two matching words that still count as one passage. */
const WIDEST_GAP = 24;

/** Where and how well a text speaks of the topic; undefined when it does not. */
export function matchTopic(
  topic: Topic,
  words: readonly Pick<Word, 'text' | 'start' | 'end'>[],
): TopicMatch | undefined {
  const hits = new Set<number>();
  let best: { start: number; end: number; ideas: Set<number> } | undefined;
  let current: { start: number; end: number; ideas: Set<number> } | undefined;
  for (const word of words) {
    const idea = topic.byStem.get(stem(word.text));
    if (idea === undefined) continue;
    hits.add(idea);
    if (current && word.start - current.end <= WIDEST_GAP) {
      current.end = word.end;
      current.ideas.add(idea);
    } else {
      current = { start: word.start, end: word.end, ideas: new Set([idea]) };
    }
    if (!best || current.ideas.size > best.ideas.size) best = { ...current, ideas: new Set(current.ideas) };
  }
  return best && { hits: hits.size, of: topic.ideas.length, start: best.start, end: best.end };
}
