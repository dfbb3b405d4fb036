/**
 * OpenAI answers a spent account with 429 as well; waiting does not help there. Apart from the other failures, which
 * are told by the errors of a library that is loaded with a model only.
 */
export function isOutOfCredit(status: number, body: string): boolean {
  return (
    status === 402 ||
    ((status === 429 || status === 400) && /insufficient_quota|credit balance is too low/.test(body))
  );
}
