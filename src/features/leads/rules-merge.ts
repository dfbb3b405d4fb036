import { type Lead, STAGES } from './contract.ts';
import { MERGE_FIELDS, type MergeField, type MergeSide } from './contract-merge.ts';

/** For how long a merge can be taken back; the other record is kept, out of sight, until then. */
export const MERGE_UNDO_DAYS = 30;

/** What a field is in a record; equal values do not differ. */
const VALUES: Record<MergeField, (lead: Lead) => string | null> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  handle: ({ handle, platform }) => (handle === null ? null : `${handle} (${platform})`),
  phone: ({ phone }) => phone,
  signal: ({ behaviorSignal, aiScore }) => (behaviorSignal === '' ? null : `${aiScore} ${behaviorSignal}`),
  group: ({ groupId }) => groupId,
  stage: ({ stage }) => stage,
  owner: ({ ownerId }) => ownerId,
  country: ({ country }) => country,
  legalGround: ({ legalGround }) => legalGround,
};

/** Fields in which two records differ, each with the side that knows more: what is there, checked, further, higher. */
export function mergeChoices(keep: Lead, other: Lead): { field: MergeField; take: MergeSide }[] {
  return MERGE_FIELDS.flatMap((field) => {
    const [own, others] = [VALUES[field](keep), VALUES[field](other)];
    if (own === others) return [];
    // There is nothing to take.
    if (others === null) return [{ field, take: 'keep' as const }];
    if (own === null) return [{ field, take: 'other' as const }];
    return [{ field, take: isOtherBetter(field, keep, other) ? ('other' as const) : ('keep' as const) }];
  });
}

/** Whether a field can be taken from a record: an empty one is never put over one that is there. */
export function canTake(field: MergeField, from: Lead): boolean {
  return VALUES[field](from) !== null;
}

function isOtherBetter(field: MergeField, keep: Lead, other: Lead): boolean {
  switch (field) {
    case 'stage':
      return STAGES.indexOf(other.stage) > STAGES.indexOf(keep.stage);
    case 'signal':
      return Number(other.aiScore) > Number(keep.aiScore);
    case 'email':
      return keep.contactStatus === 'verification_failed' && other.contactStatus !== 'verification_failed';
    default:
      return false;
  }
}
