import type { LoaderConfig, Mount, Opening } from './agent-loader.ts';
import { el, icon, lineView, type Shown, shape } from './agent-widget-elements.ts';
import { createFace } from './agent-widget-face.ts';
import { createSpeech } from './agent-widget-speech.ts';
import { PANEL_STYLE } from './agent-widget-style.ts';
import { createTalk, type Line, TalkError } from './agent-widget-talk.ts';
import { answersNote, TEXTS } from './agent-widget-texts.ts';

/** How often news are looked for while a person is asked for or answers. */
const NEWS_MS = 3_000;
/** And while the panel is closed. */
const CLOSED_NEWS_MS = 10_000;
const MOST_LOOKS = 25;
/** Of what the server has not given an id yet; behind every id. */
const PENDING = '~';
const LONGEST = 4_000;

/** As wide as the window: nothing of the page can be seen. */
const FULL = matchMedia('(max-width: 480px)');

const panels = new WeakMap<ShadowRoot, ReturnType<typeof buildPanel>>();

/** Opens the chat, built at the first time; or builds it and tells on its button when a person has answered. */
export function openPanel(mount: Mount, opening: Opening): void {
  const built = panels.get(mount.root) ?? buildPanel(mount);
  panels.set(mount.root, built);
  if (opening === 'quietly') built.watch();
  else built.show(opening);
}

function buildPanel({ config, language, root, launcher, remember, seenId: seenBefore }: Mount) {
  const texts = TEXTS[language];
  const said = { agentName: config.name, answersIn: config.answersIn, texts };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PANEL_STYLE);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];

  const talk = createTalk(config, language);
  const face = config.mode === 'avatar' ? createFace(config.avatar) : undefined;
  const speech = createSpeech(config, (isSpeaking) => face?.setSpeaking(isSpeaking));
  let isVoiceOn = config.mode !== 'chat' && speech.speak !== undefined;
  let isBusy = false;
  /** What was sent waits for the earlier conversation: it goes below it. */
  let isHeld = false;
  let lastId: string | undefined;
  let lastLine: Line | undefined;
  /** What stands in the log, by what its sender or the server calls it, so that nothing stands there twice. */
  const rows = new Map<string, HTMLElement>();
  /** Who of the team wrote last. */
  let person: string | undefined;
  /** Whether a person was answering when it was last asked. */
  let isTaken = false;
  /** A person is asked for or answers: what they write is looked for also while the panel is closed. */
  let isAwaited = false;
  /** What people of the team wrote while it was closed, and the last that was there when it was open. */
  let unread = 0;
  let seenId = seenBefore ?? '';
  /** Of the calls for news only the last one knows how things stand. */
  let newsCount = 0;
  /** Tells the other tabs of this site that something was said. */
  const tabs = new BroadcastChannel(`yarrow-agent:${config.key}`);
  /** Another tab told of something while an answer was awaited here. */
  let hasMissed = false;
  /** What was said on earlier pages. */
  let history: Promise<void> | undefined;
  /** An answer that another page or tab has asked for is looked for this often. */
  let looks = 0;
  let newsTimer: ReturnType<typeof setTimeout> | undefined;
  /** Kept until it is sent: what the visitor wrote while there was no connection. */
  let unsent: { text: string; id: string } | undefined;
  /** What no answer came to, and the note that offers to send it again. */
  let failed: { id: string; note: HTMLElement } | undefined;

  const log = el('div', {
    class: 'log',
    role: 'log',
    'aria-label': texts.conversation(config.name),
    tabindex: '0',
  });
  const status = el('p', { class: 'status', role: 'status' });
  const input = el('textarea', {
    rows: '1',
    maxlength: String(LONGEST),
    placeholder: texts.write(config.name),
    'aria-label': texts.write(config.name),
  });
  const sendButton = el(
    'button',
    { class: 'send', type: 'submit', 'aria-label': texts.send },
    icon('M12 19V5', 'M5 12l7-7l7 7'),
  );
  const form = el('form', { onsubmit: submit }, input, ...voiceButtons(), sendButton);
  const emailButton = el(
    'button',
    { type: 'button', class: 'ghost small', onclick: askForAddress },
    texts.leaveEmail,
  );
  const panel = el(
    'div',
    { class: 'panel', role: 'dialog', 'aria-label': texts.chat(config.name), lang: language, hidden: true },
    head(),
    disclosure(),
    ...(face ? [el('div', { class: 'face' }, face.svg)] : []),
    log,
    status,
    form,
    el('footer', {}, el('span', {}, texts.runsOn), emailButton),
  );
  /** For those who listen, while the panel is closed. */
  const aside = el('span', { class: 'sr', role: 'status', lang: language });
  root.append(panel, aside);

  input.addEventListener('keydown', (event) => {
    // While a word is being composed (Japanese, say) Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  input.addEventListener('input', () => {
    fitInput();
    showWhetherSendable();
  });
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) hide();
    if (event.key === 'Tab' && FULL.matches) stayInside(event);
    // The page's own shortcuts must not answer to what is typed here.
    event.stopPropagation();
  });
  addEventListener('online', () => {
    if (unsent) void deliver(unsent);
    else if (!panel.hidden) void loadNews();
  });
  // A page in the background is hardly let look for news.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !panel.hidden && !isBusy) void loadNews();
  });
  tabs.addEventListener('message', () => {
    if (isBusy) hasMissed = true;
    else if (!panel.hidden) void loadNews();
  });
  showWhetherSendable();
  let isFirst = true;

  function disclosure(): HTMLElement {
    const [before, after] = texts.disclosure(config.brand);
    const note = answersNote(language, config.answersIn);
    return el(
      'p',
      { class: 'disclosure' },
      before,
      el('strong', {}, 'HUMAN'),
      after,
      ...(note === '' ? [] : [' ', el('span', { class: 'answers' }, note)]),
    );
  }

  function head(): HTMLElement {
    return el(
      'header',
      {},
      el('span', { class: 'floret' }, floret(config)),
      el(
        'div',
        {},
        el('h2', {}, config.name),
        el('span', { class: 'badge' }, texts.badge),
        el('span', { class: 'for' }, ` ${texts.forBrand(config.brand)}`),
      ),
      el(
        'button',
        { type: 'button', class: 'ghost', 'aria-label': texts.close, onclick: hide },
        icon('M6 6l12 12', 'M18 6L6 18'),
      ),
    );
  }

  function voiceButtons(): HTMLElement[] {
    if (config.mode === 'chat') return [];
    const buttons: HTMLElement[] = [];
    if (speech.speak) {
      const button = el(
        'button',
        { type: 'button', 'aria-label': texts.speakAnswers, 'aria-pressed': String(isVoiceOn) },
        icon('M4 10v4h4l5 4V6l-5 4z', 'M17 9a4 4 0 0 1 0 6'),
      );
      button.addEventListener('click', () => {
        isVoiceOn = !isVoiceOn;
        button.setAttribute('aria-pressed', String(isVoiceOn));
        if (!isVoiceOn) speech.silence();
      });
      buttons.push(button);
    }
    if (speech.listen) buttons.push(microphone(speech.listen));
    return buttons;
  }

  function microphone(listen: NonNullable<typeof speech.listen>): HTMLElement {
    let stop: (() => void) | undefined;
    const button = el(
      'button',
      { type: 'button', 'aria-label': texts.speakQuestion, 'aria-pressed': 'false' },
      icon('M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3', 'M5 11a7 7 0 0 0 14 0', 'M12 18v3'),
    );
    button.addEventListener('click', () => {
      if (stop) return stop();
      speech.silence();
      button.setAttribute('aria-pressed', 'true');
      tell(texts.listening);
      stop = listen(
        (text) => {
          if (text === '') return;
          input.value = text.slice(0, LONGEST);
          fitInput();
          showWhetherSendable();
          form.requestSubmit();
        },
        () => {
          stop = undefined;
          button.setAttribute('aria-pressed', 'false');
          if (status.textContent === texts.listening) tell('');
        },
      );
    });
    return button;
  }

  function show(opening: 'pressed' | 'again'): void {
    panel.hidden = false;
    panel.setAttribute('aria-modal', String(FULL.matches));
    launcher.hidden = true;
    launcher.setAttribute('aria-expanded', 'true');
    tellUnread(0);
    remember('open');
    begin();
    fitInput();
    // On a page that was gone on to the visitor is somewhere else, if they can see any of it.
    if (opening === 'pressed') input.focus({ preventScroll: true });
    else if (FULL.matches) log.focus({ preventScroll: true });
  }

  function watch(): void {
    isAwaited = true;
    if (panel.hidden) begin();
  }

  function begin(): void {
    if (!isFirst) return void loadNews();
    isFirst = false;
    add({ role: 'agent', text: texts.hello(config.name, config.area), ...EMPTY }, language);
    if (talk.isKnown()) history = loadNews();
  }

  function hide(): void {
    panel.hidden = true;
    launcher.hidden = false;
    launcher.setAttribute('aria-expanded', 'false');
    clearTimeout(newsTimer);
    seenId = lastId ?? '';
    rememberClosed();
    if (isAwaited) schedule();
    speech.silence();
    launcher.focus({ preventScroll: true });
  }

  function submit(event: Event): void {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '' || isBusy || isHeld) return;
    input.value = '';
    isHeld = true;
    fitInput();
    showWhetherSendable();
    const id = newMessageId();
    void (history ?? Promise.resolve()).then(() => {
      isHeld = false;
      const row = add({ role: 'visitor', text, ...EMPTY });
      row.dataset.id = PENDING;
      rows.set(id, row);
      void deliver({ text, id });
    });
  }

  async function deliver(message: { text: string; id: string }): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    unsent = undefined;
    showWhetherSendable();
    log.querySelector('.note.failed')?.remove();
    failed = undefined;
    const dots = el('div', { class: 'line agent', 'aria-hidden': 'true', 'data-id': PENDING }, dotsView());
    log.append(dots);
    scroll();
    tell(texts.answering(config.name), true);
    // Read out once it is whole, not piece by piece.
    log.setAttribute('aria-busy', 'true');
    let row: HTMLElement = dots;
    const replaceRow = (line: Shown): void => {
      const next = lineView(line, said);
      next.dataset.id = PENDING;
      row.replaceWith(next);
      row = next;
      scroll();
    };
    try {
      const reply = await talk.ask(message.text, message.id, (text) => {
        replaceRow({ role: 'agent', text, ...EMPTY });
        // More is coming, perhaps after a silence.
        row.append(dotsView());
      });
      tell('');
      // The news may have told it meanwhile.
      if (reply.answer === '' || rows.has(reply.answerId ?? '')) row.remove();
      else {
        const { answer: text, citations, escalation } = reply;
        replaceRow({ role: 'agent', text, citations, escalation, author: null });
        if (reply.answerId) {
          row.dataset.id = reply.answerId;
          rows.set(reply.answerId, row);
        }
        if (isVoiceOn) speech.speak?.(text.replaceAll(/\[\d+\]/g, ''));
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
      tabs.postMessage('');
      if (reply.escalation || reply.isWithPerson || isTaken) void loadNews();
    } catch (error) {
      row.remove();
      tell('');
      fail(error, message);
    } finally {
      log.removeAttribute('aria-busy');
      isBusy = false;
      showWhetherSendable();
      if (hasMissed) void loadNews();
      hasMissed = false;
    }
  }

  function fail(error: unknown, message: { text: string; id: string }): void {
    const isOffline = error instanceof TalkError && error.isOffline;
    if (isOffline) unsent = message;
    const words = error instanceof TalkError ? error.message : texts.failed;
    if (error instanceof TalkError && error.isRefused) return refuse(words);
    const again = el(
      'button',
      { type: 'button', class: 'small', onclick: () => void deliver(message) },
      texts.sendAgain,
    );
    const note = el('div', { class: 'note failed', role: 'alert' }, `${words} `, again);
    failed = { id: message.id, note };
    log.append(note);
    scroll();
  }

  /** This site may not ask the agent any more: sending again would change nothing. */
  function refuse(words: string): void {
    log.append(el('div', { class: 'note failed', role: 'alert' }, words));
    form.remove();
    emailButton.remove();
    log.focus({ preventScroll: true });
    scroll();
  }

  /** Loads what was said since, here, in another tab or by a person; on the first call that is the whole conversation. */
  async function loadNews(): Promise<void> {
    clearTimeout(newsTimer);
    newsCount += 1;
    const number = newsCount;
    try {
      const { lines, isWaiting, isWithPerson } = await talk.transcript(lastId);
      const rowOf = ({ id, messageId }: Line) => rows.get(id) ?? rows.get(messageId ?? '');
      // What was typed here gets its place first: news may belong above it.
      for (const line of lines) {
        const row = rowOf(line);
        if (row) place(row, line.id);
      }
      let fresh = 0;
      for (const line of lines) {
        if (rowOf(line)) continue;
        const row = lineView(line, said);
        rows.set(line.id, row);
        place(row, line.id);
        scroll();
        if (line.role === 'person' && line.id > seenId) fresh += 1;
      }
      const unanswered = failed && rows.get(failed.id)?.dataset.id;
      if (unanswered && lines.some(({ answersId }) => answersId === unanswered)) {
        failed?.note.remove();
        failed = undefined;
        unsent = undefined;
      }
      person = lines.findLast(({ role }) => role === 'person')?.author ?? person;
      if (panel.hidden) tellUnread(unread + fresh);
      if (number !== newsCount) return;
      isTaken = isWithPerson;
      isAwaited = isWaiting || isWithPerson;
      if (panel.hidden) rememberClosed();
      if (isBusy) {
        // How things stand is told once the answer is there.
      } else if (isWithPerson) tell(person ? texts.personAnswers(person) : texts.personJoined);
      else tell(isWaiting ? texts.teamTold : '');
      // Asked on a page that was left, or in another tab: its answer is still being written.
      const isUnanswered = (lines.at(-1) ?? lastLine)?.role === 'visitor' && !isBusy && looks < MOST_LOOKS;
      looks = isUnanswered ? looks + 1 : 0;
      lastLine = lines.at(-1) ?? lastLine;
      lastId = lastLine?.id;
      if (isAwaited || (isUnanswered && !panel.hidden)) schedule();
    } catch {
      if (isAwaited || (!panel.hidden && lastId !== undefined)) schedule();
    }
  }

  function schedule(): void {
    clearTimeout(newsTimer);
    newsTimer = setTimeout(() => void loadNews(), panel.hidden ? CLOSED_NEWS_MS : NEWS_MS);
  }

  function rememberClosed(): void {
    remember(isAwaited || unread > 0 ? `waiting:${seenId}` : 'closed');
  }

  /** On the button, where a closed panel tells nothing. */
  function tellUnread(count: number): void {
    const isMore = count > unread;
    unread = count;
    const messages = texts.newMessages(count);
    launcher.textContent = count === 0 ? texts.ask(config.name) : `${config.name}: ${messages}`;
    if (isMore) aside.textContent = texts.newFrom(messages, person ?? texts.aPerson, config.name);
    if (count === 0) aside.textContent = '';
  }

  /** As many lines as are written, until the field scrolls. */
  function fitInput(): void {
    input.style.height = 'auto';
    // With its two borders.
    if (input.scrollHeight > 0) input.style.height = `${input.scrollHeight + 2}px`;
  }

  /** Behind a panel that fills the window the focus could not be seen. */
  function stayInside(event: KeyboardEvent): void {
    const stops = [
      ...panel.querySelectorAll<HTMLElement>('button,input,textarea,a[href],summary,[tabindex="0"]'),
    ].filter((element) => element.getClientRects().length > 0);
    const [first, last] = [stops[0], stops.at(-1)];
    const end = event.shiftKey ? first : last;
    if (!first || !last || root.activeElement !== end) return;
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }

  function askForAddress(): void {
    const known = log.querySelector<HTMLInputElement>('form.address input');
    if (known) return known.focus();
    const field = el('input', {
      type: 'email',
      required: true,
      autocomplete: 'email',
      maxlength: '254',
      placeholder: 'you@example.com',
      'aria-label': texts.emailLabel,
    });
    const note = el('p', { class: 'note' }, texts.emailWhy);
    const box = el(
      'div',
      { class: 'line agent' },
      el('div', { class: 'text' }, el('p', {}, texts.emailQuestion)),
    );
    const address = el(
      'form',
      {
        class: 'address',
        onsubmit: (event: Event) => {
          event.preventDefault();
          talk.leaveAddress(field.value.trim()).then(
            () => {
              box.replaceChildren(el('p', {}, texts.emailThanks(field.value.trim())));
              input.focus();
            },
            (error: unknown) => {
              note.className = 'note failed';
              note.setAttribute('role', 'alert');
              note.textContent = error instanceof TalkError ? error.message : texts.emailFailed;
            },
          );
        },
      },
      field,
      el('button', { type: 'submit' }, texts.emailSend),
      note,
    );
    box.append(address);
    log.append(box);
    scroll();
    field.focus();
  }

  function add(line: Shown, lang?: string): HTMLElement {
    const row = lineView(line, said, lang);
    log.append(row);
    scroll();
    return row;
  }

  /** Where the server has it: what is typed here stands in the log before others' words that were said earlier. */
  function place(row: HTMLElement, id: string): void {
    row.dataset.id = id;
    const all = [...log.querySelectorAll<HTMLElement>('[data-id]')];
    const behind = all.find((other) => other !== row && (other.dataset.id ?? '') > id) ?? null;
    const isThere = all.includes(row) && (!behind || all.indexOf(row) < all.indexOf(behind));
    // What stands rightly is not touched: it would be read out again.
    if (!isThere) log.insertBefore(row, behind);
  }

  // The keyboard of a phone takes its room from the log: who had read to the end goes on reading there.
  let isAtEnd = true;
  log.addEventListener('scroll', () => {
    isAtEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 24;
  });
  new ResizeObserver(() => isAtEnd && scroll()).observe(log);

  function scroll(): void {
    log.scrollTop = log.scrollHeight;
    // What is longer than the log is read from its beginning: in an emergency the numbers stand there.
    const last = [...log.querySelectorAll('.line')].at(-1);
    const above = last ? last.getBoundingClientRect().top - log.getBoundingClientRect().top : 0;
    if (above < 0) log.scrollTop += above;
  }

  /** For everybody, or for those who listen only. */
  function tell(text: string, isUnseen = false): void {
    status.className = isUnseen ? 'status sr' : 'status';
    status.textContent = text;
  }

  function showWhetherSendable(): void {
    sendButton.setAttribute('aria-disabled', String(isBusy || isHeld || input.value.trim() === ''));
  }

  return { show, watch };
}

const EMPTY = { citations: [], escalation: null, author: null };

function dotsView(): HTMLElement {
  return el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i'));
}

/** The mark of an agent: a ring of dots around one. */
function floret({ key }: LoaderConfig): SVGElement {
  const count =
    3 + (Array.from(key).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 6);
  const svg = shape('svg', { viewBox: '0 0 24 24', fill: 'currentColor', 'aria-hidden': 'true' });
  svg.append(shape('circle', { cx: '12', cy: '12', r: '1.4' }));
  for (let index = 0; index < count; index += 1) {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    svg.append(
      shape('circle', {
        cx: String(12 + 7 * Math.cos(angle)),
        cy: String(12 + 7 * Math.sin(angle)),
        r: String(3.4 - count * 0.2),
      }),
    );
  }
  return svg;
}

/** `crypto.randomUUID` is missing on pages without https. */
function newMessageId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
