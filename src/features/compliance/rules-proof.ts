import { checkClaims } from '#engines/claims/check.ts';
import { verdictOf } from '#engines/claims/finding.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { ClaimContext } from './contract.ts';
import type { ClaimEvidence } from './contract-evidence.ts';
import type { TextProof } from './contract-texts.ts';
import { substantiate } from './rules-evidence.ts';

type Known = {
  kind: ClaimContext['kind'];
  jurisdictions: readonly Jurisdiction[];
  evidence?: readonly ClaimEvidence[];
  consent?: TextProof['consent'];
  /** YYYY-MM-DD */
  today: string;
};

/** What is known about a text that is about to leave, to be kept beside it. */
export function proofOf(text: string, known: Known): TextProof {
  const { kind, jurisdictions, evidence = [], consent = [], today } = known;
  const findings = substantiate(checkClaims(text, { jurisdictions, kind }).findings, evidence, today);
  return {
    verdict: verdictOf(findings),
    jurisdictions: [...jurisdictions],
    findings,
    override: null,
    consent,
  };
}
