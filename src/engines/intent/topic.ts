import { z } from 'zod';
import { foldText } from '#kit/text.ts';
import { stem, type Word, wordsOf } from '#kit/words.ts';
import ideaTable from './ideas.json' with { type: 'json' };

/** What an audience is about: each entry is one idea with all the stems that stand for it. */
export type Topic = {
  ideas: readonly ReadonlySet<string>[];
  /** The stem that the audience names each idea by. */
  roots: readonly string[];
  /** The word itself, if a label may show it. */
  names: readonly (string | undefined)[];
  byStem: ReadonlyMap<string, number>;
  /** Stems that compounds are searched for. */
  parts: readonly (readonly [string, number])[];
};

/** Part of a text that speaks of the topic. */
export type TopicMatch = {
  /** Ideas of the topic that occur, by index. */
  hits: readonly number[];
  /** The part of the topic that they make up, rare ideas counting for more. */
  share: number;
  /** Rarity of the rarest idea that occurs. */
  rarest: number;
  /** The tightest run of matching words. */
  start: number;
  end: number;
};

/** A word with its stem. */
export type RootedWord = Word & { root: string };

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
  caring safe natural quality high low easy simple regular free ideally under bring arrange arranging setup set put hand out
  fee small large mid sized own number absolutely proper recent moved arranged book booking und oder die der das den dem des
  fur mit ohne bei vom zum zur sich auch ihre ihren seine dafur nach ausgeben mehr neue neues neuen suchen sucht suche kaufen
  kauft wollen wurde wurden leute menschen gern gerne eine einen einer ein noch abends que para con sin por los las del una uno
  buscan busca buscar quieren comprar compran personas gente alrededores menos cerca`
    .split(/\s+/)
    .map(stem),
);

/** Words that mean the same to someone who sells wellness, each line one idea. Labels name none that touch on health. */
const { named, unnamed, never } = z
  .object({ named: z.array(z.string()), unnamed: z.array(z.string()), never: z.string() })
  .parse(ideaTable);
const SAME_IDEA = [...named, ...unnamed].map(stemsOf);
const UNNAMED = new Set([never, ...unnamed].flatMap(stemsOf));

function stemsOf(line: string): string[] {
  return line.split(' ').map((word) => stem(foldText(word)));
}

const IDEA_OF = new Map<string, Set<string>>();
for (const stems of SAME_IDEA) {
  for (const one of stems) IDEA_OF.set(one, new Set([...(IDEA_OF.get(one) ?? []), ...stems]));
}

/** Words whose stems are kept: enough for everyday language, bounded for anything else. */
const MOST_ROOTS = 20_000;
const knownRoots = new Map<string, string>();

/** Stem of a word of a post; the same words come again and again. */
export function rootOf(word: string): string {
  const known = knownRoots.get(word);
  if (known !== undefined) return known;
  const root = stem(word);
  if (knownRoots.size < MOST_ROOTS) knownRoots.set(word, root);
  return root;
}

/** Whether a stem is one of those that we know the meaning of. */
export function isKnownIdea(root: string): boolean {
  return IDEA_OF.has(root);
}

/** In a compound of at least so many letters, a root of at least so many is looked for. */
const COMPOUND = { word: 10, root: 5 };

/** Reads the ideas out of an audience described in plain words. */
export function readTopic(audience: string): Topic {
  const ideas: Set<string>[] = [];
  const roots: string[] = [];
  const names: (string | undefined)[] = [];
  const byStem = new Map<string, number>();
  for (const word of wordsOf(audience)) {
    const root = stem(word.text);
    if (root.length < 3 || NOT_A_TOPIC.has(root) || /^\d+$/.test(root) || byStem.has(root)) continue;
    const idea = new Set([root, ...(IDEA_OF.get(root) ?? [])]);
    for (const one of idea) if (!byStem.has(one)) byStem.set(one, ideas.length);
    ideas.push(idea);
    roots.push(root);
    const isNamed = IDEA_OF.has(root) && !UNNAMED.has(root);
    names.push(isNamed ? audience.slice(word.start, word.end).toLowerCase() : undefined);
  }
  const parts = [...byStem].filter(([one]) => one.length >= COMPOUND.root);
  return { ideas, roots, names, byStem, parts };
}

/** Characters between two matching words that still count as one passage. */
const WIDEST_GAP = 24;

/** Where and how well words speak of the topic. `rarities` of its ideas make the share a weighted one. */
export function matchTopic(
  topic: Topic,
  words: readonly RootedWord[],
  rarities: readonly number[],
): TopicMatch | undefined {
  if (topic.ideas.length === 0) return undefined;
  const hits = new Set<number>();
  let best: { start: number; end: number; ideas: Set<number> } | undefined;
  let current: { start: number; end: number; ideas: Set<number> } | undefined;
  for (const word of words) {
    const idea = ideaOf(topic, word);
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
  if (!best) return undefined;
  const total = rarities.reduce((sum, one) => sum + one, 0);
  const reached = [...hits].map((idea) => rarities[idea] ?? 0);
  return {
    hits: [...hits],
    share: total === 0 ? 0 : reached.reduce((sum, one) => sum + one, 0) / total,
    rarest: Math.max(...reached),
    start: best.start,
    end: best.end,
  };
}

function ideaOf(topic: Topic, { text, root }: RootedWord): number | undefined {
  const known = topic.byStem.get(root);
  if (known !== undefined || text.length < COMPOUND.word) return known;
  return topic.parts.find(([one]) => text.includes(one))?.[1];
}
