import { checkClaims } from '#engines/claims/check.ts';
import { withoutPolish } from '#engines/claims/finding.ts';
import type { ClaimsAnswer, ClaimsQuestion } from './claims-check.ts';

// Off the page's thread, so that no text is slower to type than without it.
addEventListener('message', ({ data }: MessageEvent<ClaimsQuestion>) => {
  const { id, text, jurisdictions, context } = data;
  const answer: ClaimsAnswer = { id, check: withoutPolish(checkClaims(text, { ...context, jurisdictions })) };
  postMessage(answer);
});
