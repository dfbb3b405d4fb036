import { foldText } from '#kit/text.ts';
import type { KnowledgeRemark } from './contract-knowledge.ts';
import { isInstruction, isPast, sentencesOf, splitPassages } from './rules-passages.ts';

type Remarkable = {
  id: string;
  title: string;
  content: string;
  effectiveFrom: string | null;
  validUntil: string | null;
  retiredAt: Date | null;
  createdAt: Date;
};

/** Long texts are compared in their beginning; a list of items must stay quick. */
const COMPARED = 20_000;
const MOST_REMARKS = 5;
const FIGURE = /[$€£]?\d+(?:[.,:]\d+)*\s?%?/g;

/** What a person should look at: it is past its last day, gives orders to the agent, or says other figures than another item. */
export function remarksOn(item: Remarkable, all: readonly Remarkable[], now: Date): KnowledgeRemark[] {
  const remarks: KnowledgeRemark[] = [];
  const today = now.toISOString().slice(0, 10);
  if (item.validUntil !== null && item.validUntil < today) {
    remarks.push({
      kind: 'expired',
      text: `Past its last day, ${item.validUntil}: not used any more.`,
      otherId: null,
    });
  }
  if (isInstruction(item.content.slice(0, COMPARED))) {
    remarks.push({
      kind: 'instruction',
      text: 'Holds text that tries to direct the agent. That passage is not used.',
      otherId: null,
    });
  }
  if (item.retiredAt !== null) return remarks;
  const own = factsOf(item);
  for (const other of all) {
    if (other.id === item.id || other.retiredAt !== null || remarks.length >= MOST_REMARKS) continue;
    const theirs = factsOf(other);
    for (const [words, fact] of own) {
      const contrary = theirs.get(words);
      if (contrary === undefined || contrary.figures === fact.figures) continue;
      const isNewer = dateOf(item) >= dateOf(other);
      remarks.push({
        kind: 'contradiction',
        text: `Says “${fact.sentence}”, while “${other.title}” says “${contrary.sentence}”. ${isNewer ? 'This one is newer and wins.' : 'That one is newer and wins.'}`,
        otherId: other.id,
      });
      break;
    }
  }
  return remarks.slice(0, MOST_REMARKS);
}

function dateOf({ effectiveFrom, createdAt }: Remarkable): string {
  return effectiveFrom ?? createdAt.toISOString().slice(0, 10);
}

type Fact = { sentence: string; figures: string };
const facts = new WeakMap<Remarkable, Map<string, Fact>>();

/** Sentences with figures by their other words: two that differ only in the figures contradict each other. */
function factsOf(item: Remarkable): Map<string, Fact> {
  const known = facts.get(item);
  if (known) return known;
  const found = new Map<string, Fact>();
  for (const passage of splitPassages(item.content.slice(0, COMPARED))) {
    if (passage.isSuperseded) continue;
    for (const sentence of passage.isRow ? [] : sentencesOf(passage.text)) {
      if (isPast(sentence)) continue;
      const figures = sentence.match(FIGURE)?.join(' ');
      const words = foldText(sentence.replace(FIGURE, '#'))
        .replace(/[^\p{L}#]+/gu, ' ')
        .trim();
      if (figures !== undefined && words.split(' ').length >= 4) {
        found.set(words, { sentence: sentence.slice(0, 120), figures });
      }
    }
  }
  facts.set(item, found);
  return found;
}
