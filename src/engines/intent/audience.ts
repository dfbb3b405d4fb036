import { stem, wordsOf } from '#kit/words.ts';
import { type Bounds, readBounds } from './bounds.ts';
import { rarityOf as knownRarity } from './model.ts';
import { type Places, readPlaces } from './places.ts';
import { readTopic, type Topic } from './topic.ts';

/** A topic with the rarity of each of its ideas. */
type WeightedTopic = Topic & { rarities: readonly number[] };

/** An audience in plain words, prepared so that many posts can be scored for it. */
export type Audience = {
  /** What its people want. */
  need: WeightedTopic;
  /** What they are: "pilates studio owners". */
  people: WeightedTopic;
  /** What the audience excludes: "not athletes". */
  excluded: ReadonlySet<string>;
  places: Places;
  bounds: Bounds;
  isBusiness: boolean;
};

/** Before these stands who is meant, after them what they want. */
const WANTING =
  /\b(?:who|that|looking|buying|shopping|sourcing|needing|wanting|asking|interested|planning|comparing|booking|arranging|cutting|preparing|die|que|suchen|buscan)\b/i;
const EXCLUDING = /[,(]\s*(?:but\s+|aber\s+|pero\s+)?(?:not|no|nicht|kein\p{L}*|sin)\s+([^,()]+)/giu;
const BUSINESS =
  /\b(?:owners?|managers?|leaders?|directors?|founders?|companies|firms|firmen|hr|buyers?|shops|planners?|practices|coordinators?|therapists|teachers planning|hotels|studios|yogastudios|\p{L}*praxen|due[nñ][oa]s|betriebe|inhaber\p{L}*)\b/iu;
const SHORTEST_ROOT = 4;

export function readAudience(audience: string, rarityOf: (root: string) => number = knownRarity): Audience {
  const weighted = (text: string): WeightedTopic => {
    const topic = readTopic(text);
    return { ...topic, rarities: topic.roots.map((root) => rarityOf(root)) };
  };
  const words = wordsOf(audience);
  const exclusions = [...audience.matchAll(EXCLUDING)];
  const wanted = audience.replace(EXCLUDING, ' ');
  const split = wanted.search(WANTING);
  const people = split > 0 ? wanted.slice(0, split) : '';
  return {
    need: weighted(split > 0 ? wanted.slice(split) : wanted),
    people: weighted(people),
    excluded: new Set(
      exclusions.flatMap(([, text = '']) =>
        wordsOf(text)
          .map(({ text: word }) => stem(word))
          .filter((root) => root.length >= SHORTEST_ROOT),
      ),
    ),
    places: readPlaces(words),
    bounds: readBounds(audience),
    isBusiness: BUSINESS.test(people === '' ? audience : people),
  };
}
