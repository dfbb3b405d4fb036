/**
 * The host of an address, in lower case, with its port only where one is given: "https://Shop.example.com/tea" is
 * "shop.example.com". A leading "*." stands for every host below. Null for what is no host.
 */
export function readDomain(given: string): string | null {
  const isWildcard = /^(?:https?:\/\/)?\*\./i.test(given);
  const bare = given
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^\*\./, '');
  if (bare === '' || /[\s@*\\]/.test(bare)) return null;
  const address = `http://${bare}`;
  if (!URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  const isName =
    hostname === 'localhost' || hostname.startsWith('[') || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname);
  if (!isName) return null;
  return `${isWildcard ? '*.' : ''}${hostname}${port === '' ? '' : `:${port}`}`;
}

/** Whether a page of this origin may use an agent held to these domains. Without domains every page may. */
export function isOriginAllowed(origin: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, host, protocol } = new URL(origin);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return domains.some((domain) => {
    const held = domain.replace(/^\*\./, '');
    // A domain with a port means that port alone.
    const own = /:\d+$/.test(held) ? host : hostname;
    return domain.startsWith('*.') ? own.endsWith(`.${held}`) : own === held;
  });
}
