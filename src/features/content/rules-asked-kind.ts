import type { AssetType } from './contract.ts';
import { TYPE_LABELS } from './rules.ts';

type Kind = { name: string; pattern: RegExp; types: readonly AssetType[] };

/** Kinds of text that an order may name, and the types of sessions that write them; the first is the one to choose. */
const KINDS: readonly Kind[] = [
  {
    name: 'a landing page',
    pattern: /\b(?:landing|sales|sign[- ]?up) ?pages?\b|\bweb ?pages?\b/i,
    types: ['text'],
  },
  {
    name: 'an article',
    pattern: /\b(?:blog(?: posts?| articles?)?|articles?|press releases?)\b/i,
    types: ['text'],
  },
  { name: 'a newsletter', pattern: /\bnewsletters?\b/i, types: ['newsletter', 'email'] },
  { name: 'a flyer', pattern: /\b(?:flyers?|posters?|leaflets?|brochures?)\b/i, types: ['flyer'] },
  { name: 'a video script', pattern: /\b(?:videos?|reels?|scripts?)\b/i, types: ['video'] },
  { name: 'an ad', pattern: /\b(?:ads?|adverts?|advertisements?|ad copy)\b/i, types: ['ad_copy'] },
  {
    name: 'a social post',
    pattern: /\b(?:(?:social(?: media)?|instagram|facebook|linkedin) posts?|posts?|tweets?)\b/i,
    types: ['social_post'],
  },
  { name: 'an email', pattern: /\be-?mails?\b/i, types: ['email', 'newsletter'] },
];

const ORDER =
  /\b(?:write|draft|create|make|compose|prepare|generate|produce|design|come up with|give)\b((?:(?!\b(?:about|for|on|to|that|of|with|from)\b)[^.!?:,])*)/i;

/** The kind of text that the prompt orders by its name; undefined where it names none. */
function askedKind(prompt: string): Kind | undefined {
  const object = ORDER.exec(prompt)?.[1] ?? '';
  return KINDS.find(({ pattern }) => pattern.test(object));
}

export function asksForPage(prompt: string): boolean {
  return askedKind(prompt)?.name === 'a landing page';
}

/** What to tell somebody whose prompt orders another kind of text than their session writes. */
export function otherKindNote(prompt: string, type: AssetType): string | undefined {
  const kind = askedKind(prompt);
  const [wanted] = kind?.types ?? [];
  if (!kind || wanted === undefined || kind.types.includes(type)) return undefined;
  const label = TYPE_LABELS[wanted];
  const how =
    kind.name === 'a landing page'
      ? `For ${kind.name}, start a session of the type ${label}, save the text as an asset and choose “Make a landing page” there.`
      : `For ${kind.name}, start a session of the type ${label}.`;
  return `You asked for ${kind.name}, and this session writes the type ${TYPE_LABELS[type]}: that is what this is. ${how}`;
}
