import type { Actor } from '#kit/actor.ts';
import type { PrivacyRequest, PrivacyRequestKind, Retention } from '../contract.ts';

/** What source notices still call as an object. */
export type Privacy = {
  openPrivacyRequest: (
    leadId: string,
    kind: PrivacyRequestKind,
    actor: Actor | null,
  ) => Promise<PrivacyRequest>;
  getRetention: () => Promise<Retention>;
};
