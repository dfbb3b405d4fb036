import type { Audience } from '#engines/intent/audience.ts';
import { scorePost } from '#engines/intent/score.ts';
import type { ContactStatus, SearchPlatform } from '#features/leads/contract.ts';
import { matchKeysOf } from '#features/leads/rules-duplicates.ts';
import { identify } from '#features/leads/server/person.ts';
import { type NewLeadRow, searchTextOf } from '#features/leads/server/service.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { newId } from '#kit/id.ts';
import { truncate } from '#kit/text.ts';
import type { SourcePost } from '#providers/lead-sources/port.ts';
import type { Judged } from './signal-scorer.ts';
import type { Candidate } from './tables.ts';

/** A person found in a post, as they would be stored. */
export type Found = {
  row: NewLeadRow & { emailKey: string | null; handleKey: string | null; phoneKey: string | null };
  /** Their address is still to be checked. */
  needsCheck: boolean;
};

export function toCandidate({ row, needsCheck }: Found): Candidate {
  return { row: { ...row, signalAt: row.signalAt?.toISOString() ?? null }, needsCheck };
}

export function fromCandidate({ row, needsCheck }: Candidate): Found {
  return { row: { ...row, signalAt: row.signalAt === null ? null : new Date(row.signalAt) }, needsCheck };
}

type Circumstances = {
  platform: SearchPlatform;
  /** The source made its people up; what its directory says of their contacts is part of the invention. */
  isSynthetic: boolean;
  /** An outside service is asked for the addresses of those who have none. */
  hasWebhook: boolean;
  contactPepper: string;
  audience: Audience;
  /** What the language model made of the posts; undefined where it was not asked. */
  judged: Judged | undefined;
  now: Date;
};

const LONGEST = { name: 200, handle: 100, signal: 4_000, url: 2_000, bio: 1_000 };

/** Makes a lead of a post: who, which words, and what they are worth. The text is kept as it was said. */
export function toFoundLead(
  post: SourcePost,
  { platform, isSynthetic, hasWebhook, contactPepper, audience, judged, now }: Circumstances,
): Found {
  const name = storable(post.author.name, LONGEST.name);
  const text = signalOf(post);
  const contact = identify({ contactPepper }, platform, {
    email: post.contact && storable(post.contact.email, LONGEST.name),
    handle: storable(post.author.handle, LONGEST.handle),
  });
  const byModel = judged?.scores.get(text);
  const { score, reasons } =
    byModel ??
    scorePost(audience, {
      text,
      bio: storable(post.author.bio ?? '', LONGEST.bio),
      postedAt: post.postedAt,
      now,
    });
  const contactStatus = statusOf(post, { isSynthetic, hasWebhook });
  return {
    needsCheck: !isSynthetic && contact.email !== null && contactStatus === 'enrichment_pending',
    row: {
      id: newId(),
      ...contact,
      name: name === '' ? (contact.handle ?? 'Unknown') : name,
      platform,
      behaviorSignal: text,
      signalUrl: webAddress(post.url),
      signalAt: post.postedAt,
      aiScore: score.toFixed(1),
      scoreReasons: reasons,
      scoredBy: byModel && judged ? judged.scoredBy : BUILT_IN_ENGINE,
      contactStatus,
      country: post.author.country,
      legalGround: 'legitimate_interest',
      matchKeys: matchKeysOf({ name, ...contact }),
      searchText: searchTextOf({ name, ...contact, behaviorSignal: text }),
    },
  };
}

/** The words of a post as they are kept. */
function signalOf({ text }: SourcePost): string {
  return storable(text, LONGEST.signal);
}

function statusOf(
  { contact }: SourcePost,
  { isSynthetic, hasWebhook }: Pick<Circumstances, 'isSynthetic' | 'hasWebhook'>,
): ContactStatus {
  if (contact === null) return hasWebhook && !isSynthetic ? 'enrichment_pending' : 'manual_verification';
  return isSynthetic ? contact.status : 'enrichment_pending';
}

/** Sources send anything: what a database cannot hold is dropped, and what is endless is cut. */
function storable(text: string, longest: number): string {
  return truncate(text.replaceAll('\0', '').toWellFormed().trim(), longest);
}

/** Only links that a browser opens as a page. */
function webAddress(url: string | null): string | null {
  if (url === null || url.length > LONGEST.url || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}
