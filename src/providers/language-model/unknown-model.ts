/** The codes of some, and how others say it. Not "the maximum length of this model", nor what a model lacks. */
const SAID =
  /model_not_found|invalid_model|(?:not a valid|invalid|unknown|no such) model\b|\bmodel\b[^!?\n]{0,240}?(?:not|n't) (?:found|exist|have access)/i;

/** Whether this answer says that there is no model of this name: each provider has words and a status of its own. */
export function isUnknownModel(status: number, body: string): boolean {
  if (status === 404) return body.trimStart().startsWith('{') && /model/i.test(body);
  return (status === 400 || status === 403 || status === 422) && SAID.test(body);
}
