import type { LoaderConfig } from './agent-loader.ts';

export type Citation = { title: string; quote: string };
export type Help = { region: string; name: string; contact: string };
export type Escalation = { level: 'escalate' | 'emergency'; category: string; resources: Help[] };

export type Line = {
  id: string;
  role: 'visitor' | 'agent' | 'person';
  text: string;
  citations: Citation[];
  escalation: Escalation | null;
  author: string | null;
};

export type Transcript = { isWithPerson: boolean; isWaiting: boolean; lines: Line[] };
export type Reply = Omit<Line, 'id' | 'role' | 'author' | 'text'> & { answer: string; isWithPerson: boolean };

/** What the server said no to, in its words for people; `isOffline` when it was not reached at all. */
export class TalkError extends Error {
  readonly isOffline: boolean;
  constructor(message: string, isOffline: boolean) {
    super(message);
    this.isOffline = isOffline;
  }
}

/** Talks to the server as one visitor of this site. The visitor stays the same from page to page. */
export function createTalk({ key, baseUrl }: LoaderConfig) {
  const memory = `yarrow-agent:${key}`;
  let token = read(memory);
  let expiresAt = 0;

  async function send(path: string, init: RequestInit): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(`${baseUrl}/api/agents/${path}`, { ...init, credentials: 'omit' });
    } catch {
      throw new TalkError('There is no connection. Your message is kept; it can be sent again.', true);
    }
    const body: unknown = await response.json().catch(() => ({}));
    if (response.ok) return body;
    const message = textOf(body, 'message');
    throw new TalkError(message || 'Something failed on our side. Try again.', false);
  }

  async function session(): Promise<string> {
    if (token && Date.now() < expiresAt - 30_000) return token;
    const body = await send(`visitor/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(token ? { token } : {}),
    });
    token = textOf(body, 'token');
    expiresAt = Date.parse(textOf(body, 'expiresAt'));
    write(memory, token);
    return token;
  }

  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> =>
    send(path, {
      method,
      headers: { authorization: `Bearer ${await session()}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  return {
    /** Whether this visitor was here before, so that there may be something to show. */
    isKnown: () => token !== '',

    /** The same `messageId` is the same message, however often it is sent. */
    ask: async (message: string, messageId: string) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server's contract
      (await call('POST', `chat/${key}`, { message, messageId })) as Reply,

    transcript: async (after?: string) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server's contract
      (await call('GET', `conversation/${key}${after ? `?after=${after}` : ''}`)) as Transcript,

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
