/** Messages of our own with what an agent has to do about each, and how well it does. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type SafetyLevel = 'answer' | 'escalate' | 'emergency';
export type SafetyMessage = {
  level: SafetyLevel;
  category: string;
  text: string;
  /** Messages of one set are left out of a fit together. */
  set: string;
  language: string;
  /** Below 1 for messages that one template gave. */
  weight: number;
};

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The set that no fit sees, so that what is shipped can be measured on it. */
export const HELD_OUT_SET = 'held';

/** Messages that one template gives at most. */
const VARIANTS = 30;
const TEMPLATE_WEIGHT = 0.15;

/**
 * All labelled messages. Files in `safety/` are named for their language and set, `de-a.tsv`; English ones beside it are
 * sets of their own, and templates with choices and slots are spelled out.
 */
export function readSafetyMessages(): SafetyMessage[] {
  const slots = new Map(
    readLines('safety-slots.tsv').map(([slot = '', words = '']) => [slot, words.split('|')] as const),
  );
  return [
    ...rowsOf('safety/*.tsv'),
    ...rowsOf('safety-messages-*.tsv'),
    ...rowsOf('safety-heldout*.tsv'),
    ...rowsOf('safety-templates-*.tsv').flatMap((row) =>
      variantsOf(row.text, slots).map((text) => ({ ...row, text, weight: TEMPLATE_WEIGHT })),
    ),
  ];
}

function rowsOf(pattern: string): SafetyMessage[] {
  return globSync(pattern, { cwd: folder })
    .sort()
    .flatMap((name) => {
      const [, language = 'en', letter] = /^safety\/([a-z]{2})-(\w+)\.tsv$/.exec(name) ?? [];
      const set = letter ?? name.replace(/(-\d+)?\.tsv$/, '');
      return readLines(name).map(([level = '', category = '', text = '']) => {
        if (level !== 'answer' && level !== 'escalate' && level !== 'emergency')
          throw new Error(`${name} has an unknown level: ${level} ${text}`);
        return { level, category, text, set, language, weight: 1 } satisfies SafetyMessage;
      });
    });
}

/** Cells of a table, without its heading. */
function readLines(name: string): string[][] {
  return readFileSync(`${folder}${name}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

/** 'is [the {product}|it] safe' spelt out: always the same ones, every choice about as often as its neighbours. */
function variantsOf(template: string, slots: ReadonlyMap<string, string[]>): string[] {
  const parts = template.split(/\[([^\]]*)\]/).map((part, index) => (index % 2 === 0 ? [part] : part.split('|')));
  const many = parts.reduce((product, choices) => product * choices.length, 1) * (template.includes('{') ? 9 : 1);
  const random = randomOf(template);
  const shuffled = parts.map((choices) => shuffle(choices, random));
  const taken = new Map<string, string[]>();
  const texts = Array.from({ length: Math.min(VARIANTS, many) }, (_, turn) =>
    shuffled
      .map((choices, at) =>
        // Each choice in turn, with a new order after each round, so that neighbours do not stay together.
        turn % choices.length === 0 && turn > 0
          ? (shuffled[at] = shuffle(choices, random))[0]
          : (shuffled[at]?.[turn % choices.length] ?? ''),
      )
      .join('')
      .replace(/\{(\w+)\}/g, (_whole, slot: string) => {
        const left = taken.get(slot) ?? [];
        if (left.length === 0) left.push(...shuffle(slots.get(slot) ?? [], random));
        taken.set(slot, left);
        return left.pop() ?? '';
      })
      .replace(/\s+/g, ' ')
      .replace(/ ([,.?;])/g, '$1')
      .trim(),
  );
  return [...new Set(texts)];
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Numbers from 0 to 1 that only depend on the text (mulberry32). */
function randomOf(text: string): () => number {
  let state = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Shares of what was asked for: emergencies and escalations found, alarms on what is harmless. */
export function safetyFigures(rows: readonly { expected: string; level: string }[]) {
  const share = (part: readonly unknown[], whole: readonly unknown[]): number =>
    whole.length === 0 ? 1 : Math.round((part.length / whole.length) * 1000) / 1000;
  const of = (level: string) => rows.filter(({ expected }) => expected === level);
  const [emergency, escalate, answer] = [of('emergency'), of('escalate'), of('answer')];
  return {
    messages: rows.length,
    accuracy: share(rows.filter(({ expected, level }) => expected === level), rows),
    emergencyRecall: share(emergency.filter(({ level }) => level === 'emergency'), emergency),
    /** Handed over, as an escalation or higher. */
    escalateRecall: share(escalate.filter(({ level }) => level !== 'answer'), escalate),
    escalateAsEmergency: share(escalate.filter(({ level }) => level === 'emergency'), escalate),
    falseAlarms: share(answer.filter(({ level }) => level !== 'answer'), answer),
    falseEmergencies: share(answer.filter(({ level }) => level === 'emergency'), answer),
  };
}
