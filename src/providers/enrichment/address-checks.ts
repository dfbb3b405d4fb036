import { Resolver } from 'node:dns/promises';
import { HOUR_MS } from '#kit/time.ts';
import type { AddressCheck, AddressChecker } from './port.ts';

/** The part of DNS that the checks need; answers and errors as `node:dns/promises` gives them. */
export type Dns = {
  resolveMx: (domain: string) => Promise<{ exchange: string; priority: number }[]>;
  resolve4: (domain: string) => Promise<string[]>;
  resolve6: (domain: string) => Promise<string[]>;
  resolveNs: (domain: string) => Promise<string[]>;
};

type Options = { dns?: Dns; now?: () => number };

const LOOKUP_TIMEOUT_MS = 2_000;
const KEEP_ANSWER_MS = HOUR_MS;
/** A resolver that was unreachable may be back soon. */
const KEEP_UNKNOWN_MS = 30_000;
const MOST_KEPT = 5_000;

/** Desks (RFC 2142 and the usual ones). */
const ROLES = new Set(
  `abuse accounts admin administration billing bookings booking careers contact enquiries events feedback finance
  frontdesk hello help hi hostmaster hr info inquiries it jobs legal mail marketing media news newsletter no-reply
  noreply office operations orders partners people postmaster pr press privacy reception sales security service shop
  staff studio support team webmaster wellbeing welcome`.split(/\s+/),
);

type Deliverability = AddressCheck['deliverability'];

/**
 * Checks addresses by their syntax, known disposable domains, role names and the mail servers of their domain.
 * Asks DNS only; no mail server is contacted.
 */
export function createAddressChecks({ dns = systemDns(), now = Date.now }: Options = {}): AddressChecker {
  const kept = new Map<string, { until: number; answer: Promise<Deliverability> }>();

  const remembered = (name: string, look: () => Promise<Deliverability>): Promise<Deliverability> => {
    const known = kept.get(name);
    if (known && known.until > now()) return known.answer;
    const entry = { until: now() + KEEP_ANSWER_MS, answer: look() };
    kept.delete(name);
    kept.set(name, entry);
    void entry.answer.then((found) => {
      if (found === 'unknown') entry.until = now() + KEEP_UNKNOWN_MS;
    });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return entry.answer;
  };

  /** Some networks answer "no such domain" to everything; only a resolver that knows .com is believed. */
  const canResolve = async (): Promise<boolean> => {
    const answer = await remembered('.com', async () =>
      isFound(await outcome(() => dns.resolveNs('com'))) ? 'good' : 'unknown',
    );
    return answer === 'good';
  };

  const lookUp = async (domain: string): Promise<Deliverability> => {
    const servers = await outcome(() => dns.resolveMx(domain));
    // RFC 7505: a single empty exchange says that the domain takes no mail.
    if (isFound(servers)) return servers.found.some(({ exchange }) => /[^.]/.test(exchange)) ? 'good' : 'bad';
    if (servers === 'unknown') return 'unknown';
    if (servers === 'no_such_domain') return (await canResolve()) ? 'bad' : 'unknown';
    // RFC 5321, 5.1: without an MX record the address record of the domain itself takes the mail.
    const addresses = await Promise.all([
      outcome(() => dns.resolve4(domain)),
      outcome(() => dns.resolve6(domain)),
    ]);
    if (addresses.some(isFound)) return 'good';
    if (addresses.includes('unknown')) return 'unknown';
    return (await canResolve()) ? 'bad' : 'unknown';
  };

  return {
    async checkAddress(address) {
      const at = address.lastIndexOf('@');
      const local = address.slice(0, at).toLowerCase().replace(/\+.*$/, '');
      const domain = address.slice(at + 1).toLowerCase();
      const isRole = ROLES.has(local);
      if (!isMailDomain(local, domain)) return { deliverability: 'bad', isRole, isDisposable: false };
      const reserved = reservedVerdict(domain);
      if (reserved !== undefined) return { deliverability: reserved, isRole, isDisposable: false };
      // Loaded with the first address: it is a list of tens of thousands.
      const { default: mailchecker } = await import('mailchecker');
      const isDisposable = !mailchecker.isValid(`someone@${domain}`);
      return { deliverability: await remembered(domain, () => lookUp(domain)), isRole, isDisposable };
    },
  };
}

function isMailDomain(local: string, domain: string): boolean {
  const labels = domain.split('.');
  return (
    local !== '' &&
    local.length <= 64 &&
    domain.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9\p{L}](?:[a-z0-9\p{L}-]{0,61}[a-z0-9\p{L}])?$/u.test(label))
  );
}

/**
 * Names that the DNS will never know (RFC 2606, RFC 6761). `.invalid` is bad by definition; the names for examples,
 * tests and local networks are somebody's private matter, so nobody is asked about them.
 */
function reservedVerdict(domain: string): Deliverability | undefined {
  if (domain.endsWith('.invalid')) return 'bad';
  if (/(?:^|\.)example\.(?:com|net|org)$|\.(?:example|test|localhost|local|internal)$/.test(domain))
    return 'unknown';
  return undefined;
}

type Outcome<T> = { found: T } | 'no_such_domain' | 'no_such_record' | 'unknown';

function isFound<T>(given: Outcome<T>): given is { found: T } {
  return typeof given === 'object';
}

async function outcome<T>(look: () => Promise<T[]>): Promise<Outcome<T[]>> {
  try {
    const found = await within(LOOKUP_TIMEOUT_MS, look());
    return found.length > 0 ? { found } : 'no_such_record';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTFOUND') return 'no_such_domain';
    return code === 'ENODATA' ? 'no_such_record' : 'unknown';
  }
}

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timed out')), timeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function systemDns(): Dns {
  return new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: 1 });
}
