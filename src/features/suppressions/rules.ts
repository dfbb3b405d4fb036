import type { Suppression } from './contract.ts';

type Lift = {
  reason: Suppression['reason'];
  since: Date;
  /** Whether it is known who this is. */
  isKnown: boolean;
  /** Whether it came from the label of a reply alone. */
  isFromReply: boolean;
  /** When the person agreed to hear from us, last and still; null where they never did. */
  agreedAt: Date | null;
};

/** Whether the person said so themselves. Somebody else may not take that back for them. */
export function isOwnWish(reason: Suppression['reason']): boolean {
  return reason !== 'bounced' && reason !== 'manual';
}

/** Whether there is any way off the list: nobody agrees anew who is not known any more. */
export function isEverLifted({ reason, leadId }: Pick<Suppression, 'reason' | 'leadId'>): boolean {
  return reason !== 'erased' && (leadId !== null || !isOwnWish(reason));
}

/**
 * Why an entry may not be taken off the list; undefined where it may. What a person said themselves (CAN-SPAM
 * § 7704(a)(4), GDPR Art. 21(3), CASL s. 11) ends only by their own later word, which has to stand in the ledger.
 */
export function liftRefusal({ reason, since, isKnown, isFromReply, agreedAt }: Lift): string | undefined {
  if (reason === 'erased')
    return 'People whose data was erased stay on the list: it is what keeps them from coming back.';
  if (!isOwnWish(reason)) return undefined;
  if (!isKnown)
    return 'They said themselves that they want no more, and nobody knows any more who they are, so nobody can have agreed anew.';
  const hasAgreed = agreedAt !== null && agreedAt > since;
  if (!hasAgreed && isFromReply)
    return 'A reply of theirs is labelled Stop. If it was misread, change its label under Campaign, Replies. Otherwise record their later consent first.';
  if (!hasAgreed)
    return 'They said themselves that they want no more. Record on the person that they have agreed anew since, with the proof; then they can be taken off the list.';
  return undefined;
}
