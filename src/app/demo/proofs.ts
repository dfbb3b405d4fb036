import type { ClaimContext } from '#features/compliance/contract.ts';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import { proofOf } from '#features/compliance/rules-proof.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';

/** What was known about the texts of the demo when they left; the same text is judged once. */
export function createProofs(jurisdictions: readonly Jurisdiction[], today: string) {
  const judged = new Map<string, TextProof>();
  return (
    text: string,
    kind: ClaimContext['kind'],
    ground?: TextProof['consent'][number]['ground'],
  ): TextProof => {
    const proof = judged.get(text) ?? proofOf(text, { kind, jurisdictions, today });
    judged.set(text, proof);
    return ground == null ? proof : { ...proof, consent: [{ channel: 'email', ground, obstacle: null }] };
  };
}
