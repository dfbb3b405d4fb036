import { type Document, withSentence } from '#engines/writing/document.ts';
import { capitalised, pick } from '#engines/writing/sentences.ts';
import { type AssetType } from './contract.ts';
import { type QuestionOrder, questionFor } from './rules-question.ts';

export type RefinementInput = {
  type: AssetType;
  content: string;
  request: string;
  requirements: string;
  bannedWords: readonly string[];
  seed: string;
};

export type Desk = {
  input: RefinementInput;
  document: Document;
  done: string[];
  missed: string[];
  /** Words that the text may have at most; applied last. */
  mostWords: number | undefined;
  /** Sentences that this very request asked for: shortening takes others first. */
  wanted: Set<string>;
};

export function addSentence(desk: Desk, sentence: string, place: 'start' | 'end', note: string): void {
  desk.document = withSentence(desk.document, sentence, place);
  desk.done.push(note.startsWith('began') || note.startsWith('signed') ? note : `added ${note}`);
}

/** What is quoted in an instruction. */
export function quotedIn(text: string): string | undefined {
  return /["“]([^"”]+)["”]|(?<![\p{L}])['‘]([^'’]+)['’](?![\p{L}])/u
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined);
}

export function unquoted(text: string): string {
  return text.replace(/^["“'‘]|["”'’]$/g, '');
}

export function sayMore(desk: Desk, sentence: string, note: string, place: 'start' | 'end' = 'end'): boolean {
  addSentence(desk, sentence, place, note);
  return true;
}

export const CALLS: Record<AssetType, readonly string[]> = {
  email: [
    'Answer this mail and we will take it from there',
    'Reply today and we will help you with the rest',
  ],
  flyer: ['Come by or call us', 'Ask at the desk'],
  video: ['Come and see us', 'Write to us and we will answer'],
  social_post: ['Write to us or comment below', 'Send us a message to find out more'],
  ad_copy: ['See the details and choose yours', 'Visit us to find out more'],
  newsletter: ['Answer this letter and tell us what you think', 'Reply and let us know'],
  text: ['Write to us to find out more', 'Call or write, we are glad to help'],
};

export function callToAction({ input, document }: Desk): string {
  const address = /\b[\w-]+(?:\.[\w-]+)+(?:\/[\w\-./]*)?|\S+@\S+\.\w+|\b\d{3}-\d{4}\b/.exec(
    document.blocks.join(' '),
  )?.[0];
  if (address !== undefined)
    return /@/.test(address)
      ? `Write to ${address} today`
      : /^\d/.test(address)
        ? `Call ${address} today`
        : `Visit ${address} today`;
  return pick(CALLS[input.type], `${input.seed} ${input.content}`, 'call to action');
}

export function lowerFirst(text: string): string {
  return /^(?:The|A|An|This|These|Our|Your|We|You|It|Spacing|Take|Use|Please|There)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

/** A title as part of a sentence: with a small letter where the brief writes it with one. */
export function inSentence(title: string, { input }: Desk): string {
  const [first = ''] = title.split(/\s+/);
  const isPlain = new RegExp(
    `(?<![\\p{L}])${first.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, '')}(?![\\p{L}])`,
    'u',
  ).test(input.requirements);
  return isPlain ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

export function mapText(desk: Desk, change: (text: string) => string): void {
  const { subject, blocks } = desk.document;
  desk.document = {
    subject: subject === undefined ? undefined : change(subject).trim(),
    blocks: blocks
      .map((block) =>
        change(block)
          .replace(/ +([.,;!?])/g, '$1')
          .trim(),
      )
      .filter((block) => block.replace(/[^\p{L}\p{N}]/gu, '') !== ''),
  };
}

export function shortTitle(text: string, mostCharacters: number): string {
  const words = text.replace(/[.!?]+$/, '').split(/\s+/);
  let title = '';
  for (const word of words) {
    const longer = title === '' ? word : `${title} ${word}`;
    if (longer.length > mostCharacters) break;
    title = longer;
  }
  return capitalised(
    title
      .replace(/\s+(?:a|an|the|of|for|to|in|on|at|by|with|and|or|that|is|are|our|your)$/i, '')
      .replace(/[,;:]+$/, ''),
  );
}

export function questionOf(
  { input, document }: Desk,
  order: Pick<QuestionOrder, 'words' | 'matter'> = { words: undefined, matter: '' },
): string | undefined {
  const { type, requirements, seed, request } = input;
  return questionFor(order, { type, requirements, document, seed: `${seed} ${request}` });
}

export function toReader(text: string): string {
  return text
    .replace(/\bthey have\b/gi, 'you have')
    .replace(/\bthey are\b/gi, 'you are')
    .replace(/\bthey\b/gi, 'you')
    .replace(/\bthem\b/gi, 'you')
    .replace(/\btheir\b/gi, 'your');
}
