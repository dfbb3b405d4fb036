import { createHmac } from 'node:crypto';
import type { Queryable } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import { insertAuditEntries, insertAuditEntry, type NewAuditEntry } from './audit-store.ts';
import { assertMayLeave } from './claims-gate.ts';
import {
  copyWithdrawals,
  countReplacedConsents,
  deleteConsentLines,
  deleteConsents,
  insertConsent,
  insertConsents,
  listChannelGates,
  listConsents,
  listLatestConsents,
  moveConsents,
  moveConsentsBack,
  purgeConsents,
} from './consent-store.ts';
import { listEvidence } from './evidence-store.ts';
import { createNetImpression } from './net-impression.ts';
import {
  deleteSuppressions,
  findStopped,
  findSuppressed,
  hasRefused,
  hasStopped,
  insertSuppression,
  insertSuppressions,
  isErasedLead,
  liftCarried,
  liftReply,
  lockSuppression,
  type NewSuppression,
} from './store.ts';

export { type Approval, approvalOf } from './claims-gate.ts';
export { claimsReady } from './claims-ready.ts';
export { type ChannelGate, consentGate, isPracticeLead } from './consent-store.ts';

/** How somebody is reached; part of the hash, so that a handle and an address never collide. */
export type ContactKind = 'email' | 'handle' | 'phone';

type Dependencies = {
  /** Secret of this installation that keys the hashes. */
  pepper: string;
  /** None: the rules judge alone. */
  languageModel?: LanguageModel | undefined;
  log?: Log | undefined;
};

/** Who may not be written to, and what may not be written. */
export function createCompliance({ pepper, languageModel, log }: Dependencies) {
  return {
    /** What a language model takes from a text as a whole, beside what the rules find. */
    readNetImpression: createNetImpression({ languageModel, log }),

    /** Recognises a contact without keeping it. `key` is the normalised address, handle or number. */
    contactHash: (kind: ContactKind, key: string): string =>
      createHmac('sha256', pepper).update(`${kind}:${key}`).digest('base64url'),

    /** Holds for all channels and campaigns from the moment `tx` commits; true when it is new. */
    suppress: (tx: Queryable, entry: NewSuppression): Promise<boolean> => insertSuppression(tx, entry),
    /** The same for many contacts at once, in one order everywhere, as two who share people would lock each other up. */
    suppressAll: (
      tx: Queryable,
      entries: readonly Omit<NewSuppression, 'reason'>[],
      reason: NewSuppression['reason'],
    ): Promise<boolean[]> => {
      const byHash = new Map(entries.map((entry) => [entry.contactHash, entry]));
      return insertSuppressions(
        tx,
        [...byHash.values()].toSorted((one, other) => (one.contactHash < other.contactHash ? -1 : 1)),
        reason,
      );
    },

    findSuppressed,
    findStopped,
    hasStopped,
    hasRefused,

    liftCarried,
    liftReply,
    lockSuppression,
    deleteSuppressions,

    /** What stands behind the words of claims. */
    listEvidence,

    assertMayLeave,

    insertConsent,
    insertConsents,
    moveConsents,
    moveConsentsBack,
    copyWithdrawals,
    listConsents,
    listLatestConsents,
    deleteConsents,
    deleteConsentLines,
    purgeConsents,
    countReplacedConsents,
    isErasedLead,
    listChannelGates,

    /**
     * Writes a line that nobody can change or remove later, so `details` and `reason` must hold nothing that an
     * erasure has to find: name people by the id of their lead. Without an actor the product acted by itself.
     */
    recordAudit: (tx: Queryable, entry: NewAuditEntry): Promise<void> => insertAuditEntry(tx, entry),
    recordAudits: insertAuditEntries,
  };
}
export type Compliance = ReturnType<typeof createCompliance>;
