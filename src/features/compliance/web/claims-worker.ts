import { checkClaims } from '../rules-claims.ts';
import type { ClaimsAnswer, ClaimsQuestion } from './claims-check.ts';

// Off the page's thread, so that no text is slower to type than without it.
addEventListener('message', ({ data }: MessageEvent<ClaimsQuestion>) => {
  const { id, text, jurisdictions, context } = data;
  const answer: ClaimsAnswer = { id, check: checkClaims(text, jurisdictions, context) };
  postMessage(answer);
});
