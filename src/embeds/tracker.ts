type Bought = { value?: number | string | undefined; item?: string | undefined };

/**
 * What runs on landing pages: reports visits, conversions and purchases. Sets no cookie, keeps nothing beyond the
 * tab, and sends no query string. Served as its own text, so it may use nothing from outside itself.
 *
 *     <script defer src="https://yarrow.example/t.js"></script>
 *     yarrow('conversion'); yarrow('purchase', { value: 49.5, item: 'Evening blend' });
 *     <button data-yarrow="conversion">, <form data-yarrow="purchase" data-yarrow-value="49.5">
 */
export function tracker(): void {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const target = new URL('/api/track', script.src).href;
  const isPrivate = Reflect.get(navigator, 'globalPrivacyControl') === true;

  // With Global Privacy Control only the campaign may be known, and nothing is kept.
  const readToken = () => {
    const query = new URLSearchParams(location.search);
    const given = query.get('yc') ?? (isPrivate ? null : query.get('yt'));
    if (isPrivate) return given;
    try {
      if (given) sessionStorage.yarrow = given;
      return given ?? sessionStorage.yarrow;
    } catch {
      return given;
    }
  };

  const send = (body: string, isRetry?: boolean) => {
    const again = () => {
      if (!isRetry) setTimeout(send, 2e3, body, true);
    };
    fetch(target, { method: 'POST', body, keepalive: true, credentials: 'omit' }).then((answer) => {
      if (answer.status > 499) again();
    }, again);
  };

  // The id makes a report that is sent again count once. crypto.randomUUID is missing on pages without https.
  const report = (type = 'visit', { value, item }: Bought = {}) =>
    send(
      JSON.stringify({
        type,
        url: location.origin + location.pathname,
        id: '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
          (+digit ^ ((Math.random() * 16) >> (+digit / 4))).toString(16),
        ),
        token: readToken() ?? undefined,
        value,
        item,
        referrer: document.referrer ? new URL(document.referrer).origin : undefined,
      }),
    );

  let page: string;
  const visit = () => {
    if (page !== location.pathname) report();
    page = location.pathname;
  };
  const pushState = history.pushState.bind(history);
  history.pushState = (...change) => {
    pushState(...change);
    visit();
  };
  addEventListener('popstate', visit);

  const act = ({ target: element, type }: Event) => {
    const marked = element instanceof Element && element.closest<HTMLElement>('[data-yarrow]');
    if (marked && marked.matches('form') === (type === 'submit'))
      report(marked.dataset.yarrow, { value: marked.dataset.yarrowValue, item: marked.dataset.yarrowItem });
  };
  addEventListener('click', act, true);
  addEventListener('submit', act, true);

  Object.assign(window, { yarrow: report });
  visit();
}
