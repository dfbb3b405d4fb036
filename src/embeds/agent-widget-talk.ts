import type { LoaderConfig } from './agent-loader.ts';
import { TEXTS, type WidgetLanguage } from './agent-widget-texts.ts';

export type Citation = { title: string; quote: string };
type Help = { region: string; name: string; contact: string };
export type Escalation = { level: 'escalate' | 'emergency'; category: string; resources: Help[] };

export type Line = {
  id: string;
  role: 'visitor' | 'agent' | 'person';
  text: string;
  /** What the sender called it. */
  messageId: string | null;
  /** The line that it answers. */
  answersId: string | null;
  citations: Citation[];
  escalation: Escalation | null;
  author: string | null;
};

type Transcript = { isWithPerson: boolean; isWaiting: boolean; lines: Line[] };
export type Reply = Pick<Line, 'citations' | 'escalation'> & {
  answer: string;
  isWithPerson: boolean;
  answerId: string | null;
};
type Event =
  | { type: 'text'; text: string }
  | { type: 'reply'; reply: Reply }
  | { type: 'failed'; message: string };

/** A stream that breaks is asked for again this often; the server gives the same answer to the same message. */
const REST_MS = [800, 3_000];

/**
 * What the server said no to, in its words for people; `isOffline` when it was not reached at all, `isRefused` when the
 * same would be refused again.
 */
export class TalkError extends Error {
  readonly isOffline: boolean;
  readonly isRefused: boolean;
  constructor(message: string, isOffline: boolean, isRefused = false) {
    super(message);
    this.isOffline = isOffline;
    this.isRefused = isRefused;
  }
}

/** Talks to the server as one visitor of this site. The visitor stays the same from page to page. */
export function createTalk({ key, baseUrl }: LoaderConfig, language: WidgetLanguage) {
  const texts = TEXTS[language];
  const noConnection = () => new TalkError(texts.offline, true);
  /** The server explains itself in English. */
  const inOurWords = (message: string, code = ''): string => {
    if (code === 'rate_limited' && language !== 'en') return texts.tooMany;
    return language === 'en' && message !== '' ? message : texts.failed;
  };
  const memory = `yarrow-agent:${key}`;
  let token = read(memory);
  let expiresAt = 0;

  async function send(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      // On the test page of the product it is told whether somebody of the team is trying the agent.
      const credentials = baseUrl === '' ? 'same-origin' : 'omit';
      response = await fetch(`${baseUrl}/api/agents/${path}`, { ...init, credentials });
    } catch {
      throw noConnection();
    }
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => ({}));
    const isRefused = textOf(body, 'reason') === 'origin_not_allowed';
    const message = inOurWords(textOf(body, 'message'), textOf(body, 'code'));
    throw new TalkError(isRefused && language !== 'en' ? texts.notHere : message, false, isRefused);
  }

  async function session(): Promise<string> {
    // Another tab of this site may have become the visitor meanwhile.
    token ||= read(memory);
    if (token && Date.now() < expiresAt - 30_000) return token;
    const opened = await send(`visitor/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(token ? { token } : {}),
    });
    const body: unknown = await opened.json();
    token = textOf(body, 'token');
    expiresAt = Date.parse(textOf(body, 'expiresAt'));
    write(memory, token);
    return token;
  }

  const call = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    accept = 'application/json',
  ): Promise<Response> =>
    send(path, {
      method,
      headers: { authorization: `Bearer ${await session()}`, 'content-type': 'application/json', accept },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  async function readReply(response: Response, onText: (text: string) => void): Promise<Reply> {
    let text = '';
    let rest = '';
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      // A line that breaks is no answer, and neither is a stream that ends before its reply.
      const chunk = await reader?.read().catch(() => undefined);
      if (!chunk || chunk.done) throw noConnection();
      const events = (rest + chunk.value).split('\n\n');
      rest = events.pop() ?? '';
      for (const line of events) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server's contract
        const event = JSON.parse(line.slice(6)) as Event;
        if (event.type === 'reply') return event.reply;
        if (event.type === 'failed') throw new TalkError(inOurWords(event.message), false);
        text += event.text;
        onText(text);
      }
    }
  }

  /** The same `messageId` is the same message, however often it is sent. */
  async function ask(message: string, messageId: string, onText: (text: string) => void): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const response = await call('POST', `chat/${key}`, { message, messageId }, 'text/event-stream');
      try {
        return await readReply(response, onText);
      } catch (error) {
        const restMs = REST_MS[attempt];
        if (!(error instanceof TalkError && error.isOffline) || restMs === undefined || !navigator.onLine)
          throw error;
        await new Promise((resolve) => setTimeout(resolve, restMs));
      }
    }
  }

  return {
    /** Whether this visitor was here before, so that there may be something to show. */
    isKnown: () => token !== '',

    /** `onText` hears the answer as far as it has come. */
    ask,

    transcript: async (after?: string) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server's contract
      (await (
        await call('GET', `conversation/${key}${after ? `?after=${after}` : ''}`)
      ).json()) as Transcript,

    leaveAddress: (email: string) => call('POST', `contact/${key}`, { email }),
  };
}

function textOf(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value : '';
}

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the conversation ends with the page.
  }
}
