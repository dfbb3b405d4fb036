import { Resolver } from 'node:dns/promises';

export type SenderRecords = {
  /** The record as published, null where there is none; undefined where DNS did not answer. */
  spf: string | null | undefined;
  dmarc: string | null | undefined;
  /** Selectors under which a key is published, of those that providers use. */
  dkimSelectors: string[] | undefined;
};

const TIMEOUT_MS = 4_000;

/** Under these names the larger providers publish their keys; nobody can list those of a domain. */
const USUAL_SELECTORS = [
  'default',
  'dkim',
  'fm1',
  'google',
  'k1',
  'k2',
  'mail',
  'mxvault',
  'pm',
  'protonmail',
  's1',
  's2',
  'selector1',
  'selector2',
  'smtp',
  'zoho',
];

/** What a sender's domain publishes about its mail (RFC 7208, 6376, 7489). Never throws. */
export async function readSenderRecords(
  domain: string,
  dns: Pick<Resolver, 'resolveTxt'> = new Resolver({ timeout: TIMEOUT_MS, tries: 1 }),
): Promise<SenderRecords> {
  const texts = async (name: string): Promise<string[] | undefined> => {
    try {
      return (await dns.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
    }
  };
  const starting = (records: string[] | undefined, start: RegExp): string | null | undefined =>
    records && (records.find((record) => start.test(record)) ?? null);
  const [own, policy, ...keys] = await Promise.all([
    texts(domain),
    texts(`_dmarc.${domain}`),
    ...USUAL_SELECTORS.map((selector) => texts(`${selector}._domainkey.${domain}`)),
  ]);
  const isUnanswered = keys.every((key) => key === undefined);
  return {
    spf: starting(own, /^v=spf1\b/i),
    dmarc: starting(policy, /^v=DMARC1\b/i),
    dkimSelectors: isUnanswered
      ? undefined
      : USUAL_SELECTORS.filter((_selector, index) =>
          keys[index]?.some((record) => /\bp=[^;\s]/.test(record)),
        ),
  };
}
