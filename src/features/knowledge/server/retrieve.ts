import { type Concept, isKnownWord, respelt } from '#engines/answers/concepts.ts';
import { clearnessOf, isLearntRoot, matterOf, wordsOfMatter } from '#engines/answers/intents.ts';
import type { Rarity } from '#engines/answers/rating.ts';
import { stemOf } from '#engines/answers/stem.ts';
import { closestWords } from '#engines/answers/typos.ts';
import type { Queryable } from '#platform/db.ts';
import type { Candidate } from '../rules-retrieval.ts';
import { countRoots, findSimilarWords, searchPassages } from './retrieval-store.ts';

export type Retrieved = {
  /** As asked, with what misspelt words probably meant. */
  concepts: Concept[];
  candidates: Candidate[];
  rarity: Rarity;
};

const MOST_CANDIDATES = 40;
/** Words in more than this share of the passages find nothing in particular; they only add to a score. */
const COMMON = 0.4;
const LARGE = 2_000;
/** What may mean a word finds less than the word. */
const OF_LIKENESS = 0.4;
/** In what words texts speak of the matter finds what has no word in common with the question. */
const OF_MATTER = 0.3;
const CLEAR = 0.6;

/** Finds the passages of one agent that may answer. Two or three short queries; nothing of another agent is ever read. */
export async function retrieve(
  db: Queryable,
  agentId: string,
  { text, concepts: asked }: { text: string; concepts: readonly Concept[] },
): Promise<Retrieved> {
  const meant = new Set(asked.flatMap(({ roots }) => [...roots.keys()]));
  const { passages, passagesWith } = await countRoots(db, agentId, [...meant]);
  const matter = matterOf(text);
  // 'Where are you?' has no word of substance, and yet it is clear what is asked.
  const isSaid = asked.length > 0 || clearnessOf(matter) >= CLEAR;
  if (passages === 0 || !isSaid) {
    return { concepts: [...asked], candidates: [], rarity: { passages, passagesWith } };
  }
  // In a large knowledge what may mean a word is only looked for where the word itself is not there.
  const isKnown = ({ roots }: Concept): boolean => [...roots.keys()].some((root) => passagesWith.has(root));
  const wide = asked.filter((concept) => passages <= LARGE || !isKnown(concept));
  const spoken = passages <= LARGE ? wordsOfMatter(matter) : [];
  const similarity = [...new Set([...wide.flatMap(({ alike }) => [...alike.keys()]), ...spoken])];
  if (similarity.length > 0) {
    const found = await countRoots(db, agentId, similarity);
    for (const [root, count] of found.passagesWith) passagesWith.set(root, count);
  }
  const concepts = await withCorrections(db, agentId, asked, passagesWith);
  const groups = concepts.flatMap(({ roots: own, alike, weight }) => {
    const known = [...own.keys()].filter((root) => passagesWith.has(root));
    const isWide = passages <= LARGE || known.length === 0;
    const likely = isWide ? [...alike.keys()].filter((root) => !own.has(root) && passagesWith.has(root)) : [];
    const group = groupOf(known, { weight, passages, passagesWith });
    if (likely.length === 0) return [group];
    return [group, groupOf(likely, { weight: weight * OF_LIKENESS, passages, passagesWith })];
  });
  const ofMatter = spoken.filter((root) => passagesWith.has(root) && !meant.has(root));
  if (ofMatter.length > 0) groups.push(groupOf(ofMatter, { weight: OF_MATTER, passages, passagesWith }));
  const telling = groups.filter(({ share }) => share <= COMMON || groups.length === 1);
  const candidates = await searchPassages(db, agentId, {
    groups: telling.some(({ roots: known }) => known.length > 0) && passages > 500 ? telling : groups,
    passages,
    limit: MOST_CANDIDATES,
  });
  return { concepts, candidates, rarity: { passages, passagesWith } };
}

function groupOf(
  known: readonly string[],
  {
    weight,
    passages,
    passagesWith,
  }: { weight: number; passages: number; passagesWith: ReadonlyMap<string, number> },
) {
  const counts = known.map((root) => passagesWith.get(root) ?? 0);
  const most = Math.max(0.5, ...counts);
  return {
    roots: known,
    weight: weight * Math.log(1 + passages / most),
    share: most / passages,
    passages: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** What a word that stands nowhere probably meant, where a word of the knowledge is close enough. */
async function withCorrections(
  db: Queryable,
  agentId: string,
  asked: readonly Concept[],
  passagesWith: Map<string, number>,
): Promise<Concept[]> {
  const strange = asked.filter(
    ({ word, roots }) =>
      /^\p{L}{4,40}$/u.test(word) &&
      !isKnownWord(word) &&
      !isLearntRoot(stemOf(word)) &&
      ![...roots.keys()].some((root) => passagesWith.has(root)),
  );
  if (strange.length === 0) return [...asked];
  const similar = await findSimilarWords(
    db,
    agentId,
    strange.map(({ word }) => word),
  );
  const corrected = new Map<Concept, Concept>();
  for (const concept of strange) {
    const found = closestWords(
      concept.word,
      similar.filter((one) => one.asked === concept.word).map(({ word }) => word),
    );
    if (found.length === 0) {
      const everyday = respelt(concept);
      if (everyday) corrected.set(concept, everyday);
      continue;
    }
    const meant = new Map(concept.roots);
    for (const { word, surely } of found) meant.set(stemOf(word), surely);
    corrected.set(concept, { ...concept, roots: meant });
  }
  const fresh = [...new Set([...corrected.values()].flatMap(rootsOf))];
  if (fresh.length > 0) {
    const { passagesWith: more } = await countRoots(db, agentId, fresh);
    for (const [root, count] of more) passagesWith.set(root, count);
  }
  return asked.map((concept) => corrected.get(concept) ?? concept);
}

function rootsOf({ roots, alike }: Concept): string[] {
  return [...new Set([...roots.keys(), ...alike.keys()])];
}
