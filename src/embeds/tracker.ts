type Sale = {
  /** A number, or the amount as the page prints it: "1.299,00 €". */
  value?: number | string | undefined;
  /** ISO 4217; USD where neither this nor the amount says another one. */
  currency?: string | undefined;
  /** The shop's reference: an order counts once. */
  order?: number | string | undefined;
  item?: string | undefined;
};

/**
 * What runs on landing pages: reports visits, conversions, purchases and refunds. Sets no cookie, keeps nothing beyond
 * the tab, and sends no query string. Served as its own text, so it may use nothing from outside itself.
 *
 *     <script defer src="https://yarrow.example/t.js"></script>, with data-hash where the page routes by hash
 *     yarrow('conversion'); yarrow('purchase', { order: 'A-1001', value: 49.5, currency: 'EUR', item: 'Evening blend' });
 *     yarrow('refund', { order: 'A-1001', value: 20 });
 *     <button data-yarrow="conversion">, <form data-yarrow="purchase" data-yarrow-value="49.5">
 */
export function tracker(): void {
  const script = document.currentScript;
  const page: Window & { yarrow?: () => void } = window;
  // A page that replaces its body runs its scripts again.
  if (!script || !('src' in script) || page.yarrow?.call) return;
  const hasHash = 'hash' in script.dataset;
  const { globalPrivacyControl: isPrivate, userActivation }: Navigator & { globalPrivacyControl?: boolean } =
    navigator;
  const root: Document & { prerendering?: boolean } = document;
  const [loading]: (PerformanceEntry & { type?: string })[] = performance.getEntriesByType('navigation');

  // With Global Privacy Control only the campaign may be known, and nothing is kept.
  const kept = (key: string, value?: string | null): string | undefined => {
    try {
      if (isPrivate) return;
      if (value) sessionStorage[key] = value;
      return sessionStorage[key];
    } catch {}
  };
  const readToken = () => {
    const query = new URL(location.href).searchParams;
    const given = query.get('yc') ?? (isPrivate ? null : query.get('yt'));
    return kept('yarrow', given) ?? given;
  };

  const send = (body: string, isRetry?: boolean) => {
    const again = () => isRetry || setTimeout(send, 2e3, body, true);
    fetch(new URL('/api/track', script.src), {
      method: 'POST',
      body,
      keepalive: true,
      credentials: 'omit',
    }).then(
      (answer) =>
        answer.status > 499
          ? again()
          : // oxlint-disable-next-line no-console -- for the owner of the site, who has nowhere else to look
            answer.json().then(({ problem }) => problem && console.warn('yarrow', problem, body)),
      again,
    );
  };

  const told: Record<string, number> = {};
  // A second click, or what a page says again when it is loaded again; a click on a page that is opened is new.
  const isRepeat = (key: string) => {
    const isNew = loading?.type === 'navigate' && userActivation?.isActive;
    const until = told[key] ?? (!isNew && kept(key) ? Infinity : 0);
    told[key] = Date.now() + 5e3;
    kept(key, key);
    return Date.now() < until;
  };

  const place = () => location.pathname + (hasHash ? location.hash.split('?')[0] : '');

  const report = (type = 'visit', { value, currency, order, item }: Sale = {}) => {
    const sale = { type, value, currency, order, item };
    if (type !== 'visit' && isRepeat(location + JSON.stringify(sale))) return;
    const body = JSON.stringify({
      ...sale,
      url: location.origin + place(),
      // Makes a report that is sent again count once. crypto.randomUUID is missing on pages without https.
      id: URL.createObjectURL(new Blob()).slice(-36),
      token: readToken(),
      lang: root.documentElement.lang,
      // Its origin alone.
      referrer: root.referrer.split('/', 3).join('/'),
    });
    if (root.prerendering) root.addEventListener('prerenderingchange', () => send(body), { once: true });
    else send(body);
  };

  let known: string;
  const visit = () => {
    if (known !== place()) report();
    known = place();
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = (...given) => {
      change.apply(history, given);
      if (hasHash || name === 'pushState') visit();
    };
  }
  addEventListener('popstate', visit);

  const act = ({ target: element, type }: Event) => {
    const marked = element instanceof Element && element.closest<HTMLElement>('[data-yarrow]');
    if (marked && marked.matches('form') === (type === 'submit')) {
      const { yarrow, yarrowValue, yarrowCurrency, yarrowOrder, yarrowItem } = marked.dataset;
      report(yarrow, { value: yarrowValue, currency: yarrowCurrency, order: yarrowOrder, item: yarrowItem });
    }
  };
  addEventListener('click', act, true);
  addEventListener('submit', act, true);

  page.yarrow = report;
  visit();
}
