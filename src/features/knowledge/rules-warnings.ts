import { isPast, type Passage, sentencesOf } from '#engines/answers/passages.ts';
import { foldText } from '#kit/text.ts';
import type { KnowledgeWarning } from './contract.ts';

type CheckedItem = {
  id: string;
  effectiveFrom: string | null;
  validUntil: string | null;
  retiredAt: Date | null;
  createdAt: Date;
  /** Of the text of an asset that it was taken from. */
  assetId: string | null;
  assetKey: string | null;
  /** An older reader took the text out of its file. */
  isFileReadByOlder: boolean;
};

/** A sentence with figures. Two with the same other words and other figures contradict each other. */
export type Fact = { words: string; sentence: string; figures: string };

/** What another item in use says otherwise. */
export type Contradiction = {
  itemId: string;
  sentence: string;
  other: {
    id: string;
    title: string;
    sentence: string;
    effectiveFrom: string | null;
    createdAt: Date;
  };
};

/** What was found about a list of items. */
export type Findings = {
  /** By the id of the item, one for each other item. */
  contradictions: ReadonlyMap<string, readonly Contradiction[]>;
  /** Ids of items with a passage that tries to direct the agent. */
  instructed: ReadonlySet<string>;
  /** The assets that items were taken from, as far as they are there, as they read now. */
  assets: ReadonlyMap<string, { name: string; key: string }>;
  now: Date;
};

export const MAX_WARNINGS = 5;
/** A table of figures has thousands of lines of the same words; prose never has. */
const MOST_FACTS = 1_000;
const SHOWN = 120;
const FIGURE = /[$€£]?\d+(?:[.,:]\d+)*\s?%?/g;

/** What a person should look at: it is past its last day, taken from a text that has changed, gives orders to the agent, or says other figures than another item. */
export function warningsOn(
  item: CheckedItem,
  { contradictions, instructed, assets, now }: Findings,
): KnowledgeWarning[] {
  const remarks: KnowledgeWarning[] = [];
  const today = now.toISOString().slice(0, 10);
  if (item.validUntil !== null && item.validUntil < today) {
    remarks.push({
      kind: 'expired',
      text: `Past its last day, ${item.validUntil}: no longer used.`,
      otherId: null,
    });
  }
  if (instructed.has(item.id)) {
    remarks.push({
      kind: 'instruction',
      text: 'Holds text that tries to direct the agent. That passage is not used.',
      otherId: null,
    });
  }
  if (item.retiredAt !== null) return remarks;
  const asset = item.assetId === null ? undefined : assets.get(item.assetId);
  if (asset && asset.key !== item.assetKey) {
    remarks.push({
      kind: 'outdated',
      text: `“${asset.name}”, which it was taken from, has changed since. The agent still answers from the old text.`,
      otherId: null,
    });
  }
  if (item.isFileReadByOlder) {
    remarks.push({
      kind: 'outdated',
      text: 'Its file was read by an older reader. Read it again: headings and tables are seen now.',
      otherId: null,
    });
  }
  for (const { sentence, other } of contradictions.get(item.id) ?? []) {
    const isNewer = dateOf(item) >= dateOf(other);
    remarks.push({
      kind: 'contradiction',
      text: `Says “${sentence}”, while “${other.title}” says “${other.sentence}”. ${isNewer ? 'This one is newer and wins.' : 'That one is newer and wins.'}`,
      otherId: other.id,
    });
  }
  return remarks.slice(0, MAX_WARNINGS);
}

function dateOf({ effectiveFrom, createdAt }: Pick<CheckedItem, 'effectiveFrom' | 'createdAt'>): string {
  return effectiveFrom ?? createdAt.toISOString().slice(0, 10);
}

/** The facts of a text, one for each wording; the last says what holds. */
export function factReader(): { read: (passage: Passage) => void; facts: () => Fact[] } {
  const found = new Map<string, Fact>();
  const read = (passage: Passage): void => {
    if (passage.isSuperseded || passage.isRow || found.size >= MOST_FACTS) return;
    for (const sentence of sentencesOf(passage.text)) {
      if (isPast(sentence)) continue;
      const figures = sentence.match(FIGURE)?.join(' ');
      const words = foldText(sentence.replace(FIGURE, '#'))
        .replace(/[^\p{L}#]+/gu, ' ')
        .trim();
      if (figures === undefined || words.split(' ').length < 4) continue;
      found.set(words, {
        words,
        sentence: sentence.slice(0, SHOWN).toWellFormed(),
        figures: figures.slice(0, SHOWN),
      });
    }
  };
  return { read, facts: () => [...found.values()] };
}
