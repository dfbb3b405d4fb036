/** What a website's page needs to know of an agent. */
export type LoaderConfig = {
  key: string;
  /** Of the server, without a trailing slash. */
  baseUrl: string;
  panelUrl: string;
  name: string;
  area: string;
  /** Who runs the agent. */
  brand: string;
  mode: 'chat' | 'voice' | 'avatar';
  voice: { pitch: number; rate: number };
  avatar: 'leaf' | 'bloom' | 'stone';
  theme: 'auto' | 'light' | 'dark';
  position: 'left' | 'right';
  /** Language of the agent's knowledge, as BCP 47; null if unknown. */
  answersIn: string | null;
  /** Answers on some sites only: this one has to be asked for. */
  isHeld: boolean;
  /** Opens by itself. */
  isOpen?: boolean;
};

/** Of the fixed texts. */
type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl';

/** How the panel stands from page to page; closed while a person is asked for, with the last message that was seen. */
type Standing = 'open' | 'closed' | `waiting:${string}`;

/** What the loader hands to the panel. */
export type Mount = {
  config: LoaderConfig;
  language: Language;
  root: ShadowRoot;
  launcher: HTMLButtonElement;
  /** Remembers on this site how the panel stands. */
  remember: (standing: Standing) => void;
  /** The last message that was seen on the pages before. */
  seenId: string | undefined;
};

/** Pressed by the visitor; as it was on the page before; or only to hear what a person answers. */
export type Opening = 'pressed' | 'again' | 'quietly';

/**
 * What a website loads: a button in a shadow root of its own, fixed to a corner, so that nothing on the page moves and
 * no style goes in or out. The panel is loaded when it is first opened. Served as its own text, so it may use nothing
 * from outside itself.
 *
 *     <script async src="https://yarrow.example/api/agents/widget/pk_…" data-theme="dark" data-position="left" data-lang="de">
 */
export function agentLoader(config: LoaderConfig): void {
  const script = document.currentScript;
  const dataset = script instanceof HTMLElement ? script.dataset : {};
  const theme = dataset.theme === 'dark' || dataset.theme === 'light' ? dataset.theme : config.theme;
  const position =
    dataset.position === 'left' || dataset.position === 'right' ? dataset.position : config.position;
  const id = `yarrow-agent-${config.key}`;
  const texts: Record<Language, [ask: string, failed: string]> = {
    en: ['Ask {}', 'The chat could not be loaded. Try again'],
    de: ['{} fragen', 'Der Chat konnte nicht geladen werden. Bitte noch einmal versuchen'],
    fr: ['Demander à {}', 'Le chat n’a pas pu être chargé. Veuillez réessayer'],
    es: ['Preguntar a {}', 'No se ha podido cargar el chat. Inténtalo de nuevo'],
    it: ['Chiedi a {}', 'Impossibile caricare la chat. Riprova'],
    nl: ['Vraag het {}', 'De chat kon niet worden geladen. Probeer het opnieuw'],
  };
  const isLanguage = (tag: string): tag is Language => Object.hasOwn(texts, tag);
  const language =
    [dataset.lang, document.documentElement.lang]
      .map((tag = '') => tag.toLowerCase().split(/[-_]/)[0] ?? '')
      .find(isLanguage) ?? 'en';
  const [ask, failed] = texts[language];
  const memory = `yarrow-agent:${config.key}:open`;

  const remember = (standing: Standing) => {
    try {
      if (standing === 'closed') sessionStorage.removeItem(memory);
      else sessionStorage.setItem(memory, standing);
    } catch {
      // A page without storage forgets, that is all.
    }
  };
  const remembered = () => {
    try {
      return sessionStorage.getItem(memory);
    } catch {
      return null;
    }
  };

  // The hosts of this page's agents, for a page that runs its scripts again with a new body.
  const registry: Window & { yarrowAgents?: Map<string, HTMLElement> } = window;
  registry.yarrowAgents ??= new Map();
  const hosts = registry.yarrowAgents;
  if (hosts.has(id)) return;

  /** Puts the button back wherever a page that replaces its body is now, and takes away copies that it keeps of it. */
  const keep = (host: HTMLElement) => {
    const mount = () => {
      for (const copy of document.querySelectorAll(`[id="${id}"]`)) if (copy !== host) copy.remove();
      if (!host.isConnected) document.body?.append(host);
      if (document.body) observer.observe(document.body, { childList: true });
    };
    const observer = new MutationObserver(mount);
    observer.observe(document.documentElement, { childList: true });
    mount();
  };

  const start = () => {
    // A page that loads the script twice at once has one button.
    if (hosts.has(id)) return;
    const host = document.createElement('div');
    hosts.set(id, host);
    host.id = id;
    host.dataset.theme = theme;
    host.dataset.position = position;
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `:host{all:initial;position:fixed;inset:auto ${position === 'left' ? 'auto 20px 20px' : '20px 20px auto'};` +
        'z-index:2147483000;color-scheme:light dark}' +
        'button.launcher{all:unset;box-sizing:border-box;display:flex;align-items:center;gap:8px;height:52px;' +
        'padding:0 18px;border-radius:26px;background:#1e5b3e;color:#fff;cursor:pointer;' +
        'font:600 15px/20px system-ui,sans-serif;box-shadow:0 8px 24px #0003}' +
        'button.launcher:hover{background:#164730}' +
        'button.launcher:focus-visible{outline:2px solid #1e5b3e;outline-offset:3px;box-shadow:0 0 0 3px #fff}' +
        'button.launcher[hidden]{display:none}',
    );
    root.adoptedStyleSheets = [sheet];

    const launcher = document.createElement('button');
    launcher.className = 'launcher';
    launcher.type = 'button';
    launcher.lang = language;
    launcher.setAttribute('aria-haspopup', 'dialog');
    launcher.setAttribute('aria-expanded', 'false');
    launcher.textContent = ask.replace('{}', () => config.name);
    root.append(launcher);
    keep(host);

    let isLoading = false;
    const standing = remembered();
    const seenId = standing?.split(':')[1];
    const open = (opening: Opening) => {
      if (isLoading) return;
      isLoading = true;
      launcher.setAttribute('aria-busy', 'true');
      import(config.panelUrl)
        .then((panel: { openPanel: (mount: Mount, opening: Opening) => void }) =>
          panel.openPanel(
            { config: { ...config, theme, position }, language, root, launcher, remember, seenId },
            opening,
          ),
        )
        .catch(() => {
          if (opening === 'pressed') launcher.textContent = failed;
        })
        .finally(() => {
          isLoading = false;
          launcher.removeAttribute('aria-busy');
        });
    };
    launcher.addEventListener('click', () => open('pressed'));
    if (config.isOpen) open('pressed');
    else if (standing === 'open') open('again');
    else if (seenId !== undefined) open('quietly');
  };

  const whenReady = () => {
    if (document.body) start();
    else document.addEventListener('DOMContentLoaded', start);
  };
  if (!config.isHeld) {
    whenReady();
    return;
  }
  const visitor = `${config.baseUrl}/api/agents/visitor/${config.key}`;
  const json = { 'content-type': 'application/json' };
  // What fails otherwise may work once somebody writes.
  void fetch(visitor, { method: 'POST', credentials: 'omit', headers: json, body: '{}' })
    .then(
      ({ status }) => status !== 403,
      () => true,
    )
    .then((isAllowed) => {
      if (isAllowed) return whenReady();
      const why = `${location.host} is not among its allowed domains (API Integration)`;
      // oxlint-disable-next-line no-console -- for the owner of the site, who has nowhere else to look
      console.warn(`Yarrow: ${config.name} is not shown, ${why}.`);
    });
}
