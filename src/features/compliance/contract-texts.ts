import { z } from 'zod';
import { Jurisdiction } from '#features/settings/contract.ts';
import {
  ClaimsOverride,
  ClaimVerdict,
  ConsentObstacle,
  ContactChannel,
  Finding,
  LegalGround,
} from './contract.ts';

/** What was known about a text when it left, kept beside it. */
export const TextProof = z.object({
  verdict: ClaimVerdict,
  jurisdictions: z.array(Jurisdiction),
  /** Offsets count in the text as its author wrote it. */
  findings: z.array(Finding),
  override: ClaimsOverride.nullable(),
  /** On what ground its reader could be written to, channel by channel; none of somebody whom nobody knew yet. */
  consent: z.array(
    z.object({
      channel: ContactChannel,
      ground: LegalGround.nullable(),
      obstacle: ConsentObstacle.nullable(),
    }),
  ),
});
export type TextProof = z.infer<typeof TextProof>;

/**
 * campaign: a message of a campaign · answer: to what they wrote back · chat: said to them in a conversation ·
 * comment: under what they posted
 */
export const SentTextKind = z.enum(['campaign', 'answer', 'chat', 'comment']);
export type SentTextKind = z.infer<typeof SentTextKind>;

/** A text that left for one person. */
export const PersonalText = z.object({
  id: z.uuid(),
  kind: SentTextKind,
  at: z.iso.datetime(),
  /** Over which it went; null where they read it on a page. */
  channel: ContactChannel.nullable(),
  /** The campaign, the agent or the community. */
  place: z.string().nullable(),
  /** Who wrote or sent it; null for a campaign. */
  by: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string(),
  /** Null: it left before texts were kept with what was known about them. */
  proof: TextProof.nullable(),
});
export type PersonalText = z.infer<typeof PersonalText>;
