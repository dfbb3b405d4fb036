import type { LegalGround } from '#features/compliance/contract.ts';
import { asciiDomain, plainLocal } from '#kit/email.ts';
import { AppError } from '#kit/errors.ts';
import {
  type ContactStatus,
  type Platform,
  type ScoreReason,
  type SearchPlatform,
  STAGES,
  type Stage,
} from './contract.ts';

/** Characters of the signal that a table row shows. */
export const SIGNAL_PREVIEW_LENGTH = 50;

/** Refuses platforms that this installation has no source for. */
export function assertKnownPlatforms(
  sources: readonly { platform: SearchPlatform }[],
  platforms: readonly SearchPlatform[],
  fieldOf = (index: number): string => `platforms.${index}`,
): void {
  const known = sources.map(({ platform }) => platform);
  const unknown = platforms.findIndex((platform) => !known.includes(platform));
  if (unknown < 0) return;
  const message = `One of ${known.join(', ')}.`;
  throw new AppError('invalid_input', message, { fields: { [fieldOf(unknown)]: message } });
}

/** Names that do not follow from the id. */
const PLATFORM_NAMES = new Map<Platform, string>([
  ['linkedin', 'LinkedIn'],
  ['tiktok', 'TikTok'],
  ['youtube', 'YouTube'],
  ['professional_db', 'Pro database'],
  ['clay_database', 'Clay'],
  ['practice', 'Practice network'],
  ['import', 'File import'],
  ['manual', 'Added by hand'],
]);

/** The name of a platform: "Hacker News" for `hacker_news`. */
export function platformLabel(platform: Platform): string {
  const inWords = (): string =>
    platform
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
  return PLATFORM_NAMES.get(platform) ?? inWords();
}

const VISITOR_SIGNAL = /^(?:Left (?:an|their) address in (a chat with .+)|(Signed up on a landing page))\.$/;

/** Where a visitor of our own pages came to us, by their signal; a colleague may have written another one. */
export function visitorOrigin(signal: string): string {
  const [, chat, page] = VISITOR_SIGNAL.exec(signal) ?? [];
  if (page !== undefined) return page;
  return chat === undefined ? 'Left their address on the website' : `Left their address in ${chat}`;
}

export const CONTACT_STATUS_LABELS: Record<ContactStatus, string> = {
  verified: 'Verified',
  enrichment_pending: 'Enrichment pending',
  manual_verification: 'Manual verification',
  verification_failed: 'Verification failed',
  email_verified: 'Email verified',
  multi_contact: 'Email and phone',
  phone_verified: 'Phone verified',
};

export const STAGE_LABELS: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  engaged: 'Engaged',
  qualified: 'Qualified',
  converted: 'Converted',
};

export { BAND_FLOORS, bandOf as scoreBand } from '#engines/intent/band.ts';

export type NextAction =
  | 'contact'
  | 'wait'
  | 'follow_up'
  | 'call'
  | 'onboard'
  | 'complete'
  | 'answer'
  | 'review';

const NEXT_ACTION_LABELS: Record<NextAction, string> = {
  contact: 'Contact Lead',
  wait: 'Wait for Response',
  follow_up: 'Send Follow-up',
  call: 'Schedule Call',
  onboard: 'Onboard',
  complete: 'Complete',
  answer: 'Answer',
  review: 'Review',
};

const NEXT_ACTIONS: Record<Stage, NextAction> = {
  new: 'contact',
  contacted: 'wait',
  engaged: 'follow_up',
  qualified: 'call',
  converted: 'onboard',
};

/**
 * What to do next with somebody in this stage; `review` where the stage says nothing. Whoever only asked to be answered
 * is answered, and not written to by a campaign.
 */
export function nextActionOf(stage: string, isOnboarded: boolean, ground?: LegalGround): NextAction {
  if (!isStage(stage)) return 'review';
  if (waitsForAnswer({ stage, legalGround: ground })) return 'answer';
  return stage === 'converted' && isOnboarded ? 'complete' : NEXT_ACTIONS[stage];
}

/** The same as the screens and the API call it. */
export function nextAction(stage: string, isOnboarded: boolean, ground?: LegalGround): string {
  return NEXT_ACTION_LABELS[nextActionOf(stage, isOnboarded, ground)];
}

/** They only asked to be answered, and have not been yet. */
export function waitsForAnswer({
  stage,
  legalGround,
}: {
  stage: Stage;
  legalGround: LegalGround | undefined;
}): boolean {
  return legalGround === 'enquiry' && (stage === 'new' || stage === 'engaged');
}

function isStage(stage: string): stage is Stage {
  return STAGES.some((known) => known === stage);
}

/** Whether going from one stage to the other is progress. */
export function isForwardMove(from: Stage, to: Stage): boolean {
  return STAGES.indexOf(to) > STAGES.indexOf(from);
}

/**
 * What makes two addresses the same person: trimmed, lower case, without a +tag. Dots are kept, because they
 * matter at most providers.
 */
export function normalizeEmail(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  const local = plainLocal(address.slice(0, at));
  const domain = asciiDomain(address.slice(at + 1));
  const plus = local.startsWith('"') ? -1 : local.indexOf('+');
  return `${plus > 0 ? local.slice(0, plus) : local}@${domain}`;
}

/** What makes two handles the same account: `reddit:dana_brews` for "u/Dana_Brews"; null where nothing is left. */
export function normalizeHandle(platform: Platform, handle: string): string | null {
  const name = handle
    .trim()
    .toLowerCase()
    .replace(/^(?:@|\/?u\/|\/?in\/)+/, '');
  return name === '' ? null : `${platform}:${name}`;
}

/** Whether a message could go to this person: an address whose check has not failed, and no objection. */
export function canReach(lead: {
  email: string | null;
  contactStatus: ContactStatus;
  isSuppressed: boolean;
}): boolean {
  return lead.email !== null && lead.contactStatus !== 'verification_failed' && !lead.isSuppressed;
}

const SORT_COLUMNS = [
  'aiScore',
  'name',
  'createdAt',
  'lastContact',
  'stage',
  'contactStatus',
  'platform',
  'owner',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type Sort = { column: SortColumn | CustomColumn; isDescending: boolean };
/** A custom field by its key. */
export type CustomColumn = `custom.${string}`;

export function isCustomColumn(column: string): column is CustomColumn {
  return column.startsWith('custom.');
}

/** By default the best leads come first. */
const DEFAULT_SORT: Sort = { column: 'aiScore', isDescending: true };

/** Reads `name`, `-name`, `name:desc` or `-name:desc` (which is ascending: the minus turns it round). */
export function readSort(sort: string | undefined): Sort {
  const match = /^(-?)([\w.]+?)(?::(asc|desc))?$/.exec(sort ?? '');
  const named = match?.[2] ?? '';
  const column = isCustomColumn(named) ? named : SORT_COLUMNS.find((known) => known === named);
  if (!match || !column) return DEFAULT_SORT;
  return { column, isDescending: (match[3] === 'desc') !== (match[1] === '-') };
}

type AddressFacts = {
  deliverability: 'good' | 'bad' | 'unknown';
  /** info@, sales@: a desk, not a person. */
  isRole: boolean;
  /** Of a service that hands out addresses for minutes. */
  isDisposable: boolean;
};

/** Contact status that follows from the checks of an address. One that could not be checked is left to a person. */
export function statusOfAddress(facts: AddressFacts): ContactStatus {
  if (facts.deliverability === 'bad' || facts.isDisposable) return 'verification_failed';
  if (facts.deliverability === 'unknown' || facts.isRole) return 'manual_verification';
  return 'email_verified';
}

/** People of the practice network are made up and are never called authentic. */
export function isPractice(platform: Platform): boolean {
  return platform === 'practice';
}

/** What a file says of somebody was not said by them in public. */
export function isFromFile(platform: Platform): boolean {
  return platform === 'import';
}

/** What every post has before anything in it counts: no reason to prefer one. */
const BASE_RULE = 'base';

/** The reasons in the order in which they are drawn and listed: what gave most first, what every post has last. */
export function byPoints(reasons: readonly ScoreReason[]): (ScoreReason & { isBase: boolean })[] {
  return reasons
    .map((reason) => ({ ...reason, isBase: reason.rule === BASE_RULE }))
    .toSorted((a, b) => Number(a.isBase) - Number(b.isBase) || b.points - a.points);
}
