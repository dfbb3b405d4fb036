/**
 * Shows a community on another site: its posts, their answers, and where the community allows it a form to join. Lives
 * in a shadow root of its own, so that neither page can spoil the other; writes text only, never HTML. Served as its
 * own text, so it may use nothing from outside itself.
 *
 *     <div id="yarrow-community"></div>
 *     <script src="https://yarrow.example/community.js"></script>
 *     <script>YarrowCommunity.init({ apiKey: '…', container: '#yarrow-community', theme: 'light' });</script>
 */
export function community(): void {
  type Preview = {
    url: string;
    title: string;
    description: string;
    siteName: string;
    imageUrl: string | null;
  };
  type Comment = { id: string; author: string; isTeam: boolean; body: string; postedAt: string | null };
  type Post = Comment & {
    url: string | null;
    preview: Preview | null;
    isPinned: boolean;
    comments: Comment[];
    commentCount: number;
    reactions: number;
  };
  type Feed = {
    community: { name: string; description: string; theme: string; members: number; canJoin: boolean };
    posts: Post[];
    nextCursor: string | null;
  };
  /** What the server will refuse as long as its settings stay. */
  class Refused extends Error {}
  type Options = { apiKey: string; container: string | Element; theme?: string; host?: string };

  const script = document.currentScript;
  const home = script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin;
  const REFRESH_MS = 60_000;

  const CSS =
    ':host{all:initial;display:block;--p:#fdfcfa;--s:#f4f2ec;--i:#1e1c17;--j:#56514a;--k:#6c665b;--l:#e6e2d9;--c:#8b8475;--g:#1e5b3e;--w:#fff;--t:#e2ece3;--r:#98301e;--f:#1e5b3e}' +
    ':host([data-theme=dark]){--p:#1a1916;--s:#22201c;--i:#ece9e1;--j:#b7b2a6;--k:#989285;--l:#2b2924;--c:#78725f;--g:#74b48f;--w:#0e2116;--t:#1d2e24;--r:#f09a87;--f:#a3d4b6}' +
    '@media (prefers-color-scheme:dark){:host([data-theme=auto]){--p:#1a1916;--s:#22201c;--i:#ece9e1;--j:#b7b2a6;--k:#989285;--l:#2b2924;--c:#78725f;--g:#74b48f;--w:#0e2116;--t:#1d2e24;--r:#f09a87;--f:#a3d4b6}}' +
    '*{box-sizing:border-box}section{background:var(--p);color:var(--i);border:1px solid var(--l);border-radius:12px;padding:20px;font:14px/21px system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}' +
    'h2{font-size:18px;line-height:26px;font-weight:600;margin:0}p{margin:0}.k{color:var(--k);font-size:12px;line-height:16px}.d{color:var(--j);margin-top:4px}' +
    'ol,ul{list-style:none;margin:0;padding:0}ol{margin-top:12px}ol>li{border-top:1px solid var(--l);padding:14px 0}ul{margin-top:10px;padding-left:14px;border-left:2px solid var(--l)}ul>li{padding:6px 0}' +
    'h3,h4{font-size:14px;line-height:20px;font-weight:600;margin:0;display:inline}h4{font-size:13px}.b{white-space:pre-wrap;margin-top:4px}.m{display:inline-block;border-radius:4px;background:var(--t);color:var(--g);font-size:12px;line-height:18px;padding:0 6px;margin-left:6px}' +
    'a{color:var(--g)}.v{display:flex;gap:12px;margin-top:10px;border:1px solid var(--l);border-radius:8px;overflow:hidden;text-decoration:none;color:var(--i);background:var(--s)}.v img{width:96px;min-height:72px;object-fit:cover;flex:none}.v span{display:block;padding:8px 12px 8px 0;min-width:0}.v b{display:block;font-weight:600}.v:not(:has(img)) span{padding-left:12px}' +
    'form[hidden]{display:none}form:not([hidden]){display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}label{flex:1 0 100%;font-size:12px;font-weight:500;color:var(--j)}input,select,textarea{flex:1 1 180px;min-width:0;min-height:44px;padding:0 12px;border:1px solid var(--c);border-radius:6px;background:var(--p);color:var(--i);font:inherit}select,textarea{flex-basis:100%}textarea{padding:10px 12px;min-height:66px}' +
    'button{min-height:44px;padding:0 16px;border-radius:6px;font:inherit;font-weight:500;cursor:pointer;border:1px solid var(--c);background:var(--p);color:var(--i)}button.g{border-color:var(--g);background:var(--g);color:var(--w)}button[aria-disabled=true]{opacity:.7;cursor:default}button.q{min-height:24px;padding:0;border:0;background:0 0;color:var(--k);font-size:12px;line-height:24px}button.q:hover{text-decoration:underline}@media (pointer:coarse){button.q{min-height:44px}}' +
    ':focus-visible{outline:2px solid var(--f);outline-offset:2px}.e{color:var(--r)}.z{height:14px;border-radius:4px;background:var(--l);margin:10px 0}';

  const make = (tag: string, name: string, ...inside: (Node | string)[]): HTMLElement => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...inside);
    return element;
  };

  const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);

  const link = (url: string, ...inside: (Node | string)[]): HTMLElement | DocumentFragment => {
    // Anything else could run in the page.
    if (!isWebAddress(url)) {
      const plain = document.createDocumentFragment();
      plain.append(...inside);
      return plain;
    }
    const anchor = make('a', '', ...inside);
    anchor.setAttribute('href', url);
    anchor.setAttribute('target', '_blank');
    anchor.setAttribute('rel', 'noopener noreferrer nofollow ugc');
    return anchor;
  };

  const textOf = (body: string): HTMLElement =>
    make(
      'p',
      'b',
      ...body
        .split(/(https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]])/gi)
        .map((part) => (isWebAddress(part) ? link(part, part) : part)),
    );

  const timeOf = (at: string): HTMLElement => {
    const time = make(
      'time',
      'k',
      new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' }),
    );
    time.setAttribute('datetime', at);
    return time;
  };

  const headOf = (level: string, { author, isTeam, postedAt }: Comment, isPinned: boolean): HTMLElement =>
    make(
      'p',
      '',
      make(level, '', author),
      ...(isTeam ? [make('span', 'm', 'Team')] : []),
      ...(isPinned ? [make('span', 'm', 'Pinned')] : []),
      ' ',
      ...(postedAt ? [timeOf(postedAt)] : []),
    );

  const previewOf = ({ url, title, description, siteName, imageUrl }: Preview): Node => {
    const words = make('span', '', make('b', '', title), make('small', 'k', siteName));
    if (description) words.append(make('p', 'k', description.slice(0, 160)));
    const parts: Node[] = [words];
    if (imageUrl && isWebAddress(imageUrl)) {
      const image = make('img', '');
      image.setAttribute('src', imageUrl);
      image.setAttribute('alt', '');
      image.setAttribute('loading', 'lazy');
      image.addEventListener('error', () => image.remove());
      parts.unshift(image);
    }
    const card = link(url, ...parts);
    if (card instanceof HTMLElement) card.className = 'v';
    return card;
  };

  const countOf = (count: number, one: string, many: string): string =>
    `${count.toLocaleString()} ${count === 1 ? one : many}`;

  const REASONS = [
    ['danger', 'It could harm somebody'],
    ['illegal', 'It is against the law'],
    ['abuse', 'It insults or threatens somebody'],
    ['private', 'It tells something private'],
    ['spam', 'It is spam'],
    ['other', 'Something else'],
  ] as const;

  /** Sends what a reader reports; answers why it was refused. */
  type Report = (postId: string, reason: string, note: string) => Promise<void>;

  const field = (text: string, tag: 'select' | 'input' | 'textarea', id: string) => {
    const label = make('label', '', text);
    const element = document.createElement(tag);
    element.id = id;
    label.setAttribute('for', id);
    return { label, element };
  };

  const reportOf = ({ id, author }: Comment, report: Report): HTMLElement => {
    const place = make('div', '');
    const open = make('button', 'q', 'Report');
    open.setAttribute('type', 'button');
    open.setAttribute('aria-label', `Report what ${author} wrote`);
    open.addEventListener('click', () => {
      const why = field('Why should the team look at this?', 'select', `yarrow-why-${id}`);
      for (const [value, text] of REASONS) {
        const option = document.createElement('option');
        option.value = value;
        option.text = text;
        why.element.append(option);
      }
      const note = field('Anything the team should know (optional)', 'textarea', `yarrow-note-${id}`);
      note.element.setAttribute('maxlength', '500');
      const send = make('button', 'g', 'Send report');
      const cancel = make('button', '', 'Cancel');
      cancel.setAttribute('type', 'button');
      const outcome = make('p', 'e');
      outcome.setAttribute('role', 'alert');
      const form = make('form', '', why.label, why.element, note.label, note.element, send, cancel, outcome);
      cancel.addEventListener('click', () => {
        place.replaceChildren(open);
        open.focus();
      });
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (send.getAttribute('aria-disabled')) return;
        send.setAttribute('aria-disabled', 'true');
        outcome.textContent = '';
        report(id, why.element.value, note.element.value).then(
          () => {
            const thanks = make('p', 'k', 'Thank you. The team looks at it.');
            thanks.tabIndex = -1;
            place.replaceChildren(thanks);
            thanks.focus();
          },
          (error: unknown) => {
            outcome.textContent =
              error instanceof Error && error.message ? error.message : 'That did not work. Try again.';
            send.removeAttribute('aria-disabled');
          },
        );
      });
      place.replaceChildren(form);
      why.element.focus();
    });
    place.append(open);
    return place;
  };

  const postOf = (post: Post, report: Report): HTMLElement => {
    const item = make('li', '', headOf('h3', post, post.isPinned), textOf(post.body));
    if (post.preview) item.append(previewOf(post.preview));
    const notes = [
      ...(post.reactions ? [countOf(post.reactions, 'reaction', 'reactions')] : []),
      ...(post.commentCount ? [countOf(post.commentCount, 'answer', 'answers')] : []),
    ];
    if (notes.length) item.append(make('p', 'k', notes.join(' · ')));
    item.append(reportOf(post, report));
    if (post.comments.length) {
      item.append(
        make(
          'ul',
          '',
          ...post.comments.map((comment) =>
            make('li', '', headOf('h4', comment, false), textOf(comment.body), reportOf(comment, report)),
          ),
        ),
      );
    }
    return item;
  };

  // crypto.subtle is missing on pages without https, so the puzzle brings its own SHA-256 (FIPS 180-4).
  const K: number[] = [];
  const START: number[] = [];
  for (let number = 2; K.length < 64; number += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor += 1)
      if (number % divisor === 0) isPrime = false;
    if (!isPrime) continue;
    const fraction = (root: number): number => ((root - Math.floor(root)) * 4_294_967_296) | 0;
    if (START.length < 8) START.push(fraction(number ** (1 / 2)));
    K.push(fraction(number ** (1 / 3)));
  }
  /** Leading zero bits of the hash of ASCII text, up to 32. */
  const zerosOf = (text: string): number => {
    const size = ((text.length + 8) >> 6) + 1;
    const words = new Int32Array(size * 16);
    for (let at = 0; at < text.length; at += 1)
      words[at >> 2] = (words[at >> 2] ?? 0) | (text.charCodeAt(at) << (24 - (at & 3) * 8));
    words[text.length >> 2] = (words[text.length >> 2] ?? 0) | (0x80 << (24 - (text.length & 3) * 8));
    words[size * 16 - 1] = text.length * 8;
    const hash = Int32Array.from(START);
    const w = new Int32Array(64);
    const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
    for (let block = 0; block < size; block += 1) {
      for (let at = 0; at < 64; at += 1) {
        if (at < 16) w[at] = words[block * 16 + at] ?? 0;
        else {
          const a = w[at - 15] ?? 0;
          const b = w[at - 2] ?? 0;
          w[at] =
            (w[at - 16] ?? 0) +
            (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
            (w[at - 7] ?? 0) +
            (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
        }
      }
      let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
      for (let at = 0; at < 64; at += 1) {
        const first =
          (h +
            (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
            ((e & f) ^ (~e & g)) +
            (K[at] ?? 0) +
            (w[at] ?? 0)) |
          0;
        const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g;
        g = f;
        f = e;
        e = (d + first) | 0;
        d = c;
        c = b;
        b = a;
        a = (first + second) | 0;
      }
      [a, b, c, d, e, f, g, h].forEach((value, index) => {
        hash[index] = (hash[index] ?? 0) + value;
      });
    }
    return Math.clz32(hash[0] ?? 0);
  };

  const solve = (challenge: string, bits: number): Promise<string> =>
    new Promise((resolve) => {
      let tried = 0;
      const some = () => {
        for (const until = tried + 3_000; tried < until; tried += 1) {
          if (zerosOf(`${challenge}:${tried}`) >= bits) {
            resolve(`${tried}`);
            return;
          }
        }
        // The page stays alive in between.
        setTimeout(some);
      };
      some();
    });

  const init = ({ apiKey, container, theme, host = home }: Options): void => {
    const place = typeof container === 'string' ? document.querySelector(container) : container;
    if (!place || place.shadowRoot) return;
    const root = place.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
    place.setAttribute('data-theme', theme ?? 'light');

    const address = `${host}/api/external/communities/${encodeURIComponent(apiKey)}`;
    const title = make('h2', '', 'Community');
    const about = make('p', 'd');
    const state = make('p', 'k');
    state.setAttribute('role', 'status');
    const list = make('ol', '');
    const foot = make('div', '');
    const form = make('form', '');
    form.hidden = true;
    const section = make('section', '', title, about, form, state, list, foot);
    section.setAttribute('aria-label', 'Community');
    section.setAttribute('aria-busy', 'true');
    for (let row = 0; row < 3; row += 1) list.append(make('li', '', make('div', 'z'), make('div', 'z')));
    root.append(section);

    let shown = '';
    let next: string | null = null;
    let hasMore = false;

    const read = async (cursor: string | null): Promise<Feed> => {
      // The browser sends the ETag that it knows by itself.
      const answer = await fetch(`${address}/posts${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`, {
        cache: 'no-cache',
        credentials: 'omit',
      });
      if (answer.status === 403 || answer.status === 404) throw new Refused((await answer.json()).message);
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    };

    const report: Report = async (postId, reason, note) => {
      // As plain text the browser needs no question beforehand.
      const answer = await fetch(`${address}/reports`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify({ postId, reason, note }),
      });
      if (!answer.ok) throw new Error((await answer.json()).message);
    };

    const button = (label: string, act: () => void): HTMLElement => {
      const element = make('button', '', label);
      element.setAttribute('type', 'button');
      element.addEventListener('click', act);
      return element;
    };

    const showMore = (): void => {
      foot.replaceChildren(
        ...(next
          ? [
              button('Show more posts', () => {
                const first = list.children.length;
                read(next).then((feed) => {
                  hasMore = true;
                  list.append(...feed.posts.map((post) => postOf(post, report)));
                  next = feed.nextCursor;
                  showMore();
                  const item = list.children[first];
                  if (item instanceof HTMLElement) {
                    item.tabIndex = -1;
                    item.focus();
                  }
                }, fail);
              }),
            ]
          : []),
      );
    };

    const fail = (error: unknown): void => {
      if (error instanceof Refused) {
        // It will not be otherwise before somebody changes the settings, so nothing is offered here.
        section.remove();
        clearInterval(timer);
        // oxlint-disable-next-line no-console -- for the owner of the site, who has nowhere else to look
        console.warn(`Yarrow on ${location.host}: ${error.message}`);
        return;
      }
      section.removeAttribute('aria-busy');
      if (!shown) list.replaceChildren();
      state.textContent = 'The community could not be loaded. ';
      foot.replaceChildren(button('Try again', () => void refresh()));
    };

    const show = (feed: Feed): void => {
      const { name, description, members, canJoin } = feed.community;
      section.removeAttribute('aria-busy');
      section.setAttribute('aria-label', name);
      title.textContent = name;
      about.textContent = description;
      state.textContent = feed.posts.length
        ? countOf(members, 'member', 'members')
        : `${countOf(members, 'member', 'members')}. No posts yet.`;
      form.hidden = !canJoin;
      const version = JSON.stringify(feed.posts);
      // What somebody is writing is not taken from under their hands.
      if (version === shown || list.querySelector('form')) return;
      shown = version;
      list.replaceChildren(...feed.posts.map((post) => postOf(post, report)));
      next = feed.nextCursor;
      showMore();
    };

    const refresh = (): Promise<void> => read(null).then(show, fail);

    const label = make('label', '', 'Email address');
    const input = document.createElement('input');
    input.type = 'email';
    input.required = true;
    input.maxLength = 254;
    input.autocomplete = 'email';
    input.id = 'yarrow-email';
    label.setAttribute('for', input.id);
    const send = make('button', 'g', 'Ask to join');
    const outcome = make('p', 'k');
    outcome.setAttribute('role', 'status');
    outcome.style.flexBasis = '100%';
    form.append(label, input, send, outcome);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (send.getAttribute('aria-disabled')) return;
      send.setAttribute('aria-disabled', 'true');
      outcome.className = 'k';
      outcome.textContent = 'One moment…';
      const ask = async (): Promise<boolean> => {
        const puzzle = await fetch(`${address}/challenge`, { credentials: 'omit' });
        const { challenge, bits } = await puzzle.json();
        const solution = await solve(challenge, bits);
        // As plain text the browser needs no question beforehand.
        const answer = await fetch(`${address}/invite`, {
          method: 'POST',
          credentials: 'omit',
          headers: { 'content-type': 'text/plain' },
          body: JSON.stringify({ emails: [input.value], proof: { challenge, solution } }),
        });
        const said = await answer.json();
        if (!answer.ok) throw new Error(said.message);
        return said.isByMail;
      };
      ask().then(
        (isByMail) => {
          input.value = '';
          outcome.textContent = isByMail
            ? 'Look into your mail: a message with a link to join is on its way.'
            : 'Noted. Somebody of the team sends you a link to join.';
          send.removeAttribute('aria-disabled');
        },
        (error: unknown) => {
          outcome.className = 'e';
          outcome.textContent =
            error instanceof Error && error.message ? error.message : 'That did not work. Try again.';
          send.removeAttribute('aria-disabled');
        },
      );
    });

    const timer = setInterval(() => {
      // Nobody reads it, or somebody has read on: then nothing moves under their eyes.
      if (!document.hidden && !hasMore && place.isConnected) void refresh();
    }, REFRESH_MS);
    void refresh();
  };

  Object.assign(window, { YarrowCommunity: { init } });
}
