import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { unlessGone } from './unless-gone.ts';

export type ModelProtocol = 'openai' | 'anthropic';

/** One call as the product made it, whatever the protocol. */
export type ModelCall = {
  path: string;
  headers: IncomingMessage['headers'];
  system: string;
  /** The texts of all messages but the system's, in order. */
  messages: string[];
  isStream: boolean;
  /** Whether an answer in a structure is demanded. */
  isStructured: boolean;
  /** As it came. */
  raw: unknown;
};

type ModelFault =
  /** Never answers. */
  | 'hang'
  /** Begins and goes silent. */
  | 'stall'
  /** Begins and breaks the connection. */
  | 'cut'
  /** Begins and ends the answer without saying that it is the end. */
  | 'unfinished'
  /** Begins and then sends no words of the protocol. */
  | 'garbled'
  /** No words of the protocol at all. */
  | 'garbage'
  /** Ends because it reached the limit of its length. */
  | 'too_long'
  /** Ends because its rules forbid the answer. */
  | 'filtered';

/** Text, an object for a structured answer, a status, or a fault. */
export type ModelReply =
  | string
  | { object: unknown }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | { fault: ModelFault; after?: string }
  /** Pieces one by one: the test decides when the next one comes. */
  | { pieces: AsyncIterable<string> };

export type ModelServer = {
  /** What `LLM_BASE_URL` takes. */
  url: string;
  /** What a text means. */
  embed: (text: string) => number[];
  calls: ModelCall[];
  /** How many were made since it started. */
  connections: number;
  reply: (call: ModelCall) => ModelReply;
  close: () => Promise<void>;
};

const Text = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string().default('') }))
    .transform((parts) => parts.map((part) => part.text).join('')),
]);
const Body = z.looseObject({
  stream: z.boolean().default(false),
  system: Text.default(''),
  messages: z.array(z.object({ role: z.string(), content: Text })).default([]),
  input: z.array(z.string()).default([]),
  response_format: z.object({ type: z.string() }).optional(),
  tools: z.array(z.object({ name: z.string().optional() })).default([]),
  output_config: z.unknown().optional(),
});

/** A server on this machine that speaks a language model's protocol, and misbehaves when told. */
export async function startModelServer(protocol: ModelProtocol): Promise<ModelServer> {
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const raw: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const body = Body.parse(raw);
    const isSystem = ({ role }: { role: string }): boolean => role === 'system' || role === 'developer';
    const usesTool = body.tools.some(({ name }) => name === 'json');
    const call: ModelCall = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      system:
        body.system +
        body.messages
          .filter(isSystem)
          .map(({ content }) => content)
          .join('\n'),
      messages: body.messages.filter((message) => !isSystem(message)).map(({ content }) => content),
      isStream: body.stream,
      isStructured:
        body.response_format?.type === 'json_schema' || body.output_config !== undefined || usesTool,
      raw,
    };
    server.calls.push(call);
    const reply = server.reply(call);
    const isPlain = typeof reply === 'string';
    if (!isPlain && 'status' in reply) {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(JSON.stringify(reply.body ?? { error: { message: 'no', type: 'error' } }));
      return;
    }
    if (!isPlain && 'fault' in reply && reply.fault === 'hang') return;
    if (!isPlain && 'fault' in reply && reply.fault === 'garbage') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the proxy</html>');
      return;
    }
    if (call.path.endsWith('/embeddings')) {
      const data = body.input.map((text, index) => ({
        index,
        object: 'embedding',
        embedding: server.embed(text),
      }));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ object: 'list', model: 'm', data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
      );
      return;
    }
    const speaker = { openai: openAi, anthropic: anthropic(usesTool) }[protocol];
    if (body.stream) await speakStream(response, reply, speaker);
    else speakWhole(response, reply, speaker);
  };
  const http = createServer(
    (incoming, response) => void handle(incoming, response).catch(unlessGone(incoming)),
  ).listen(0, '127.0.0.1');
  http.on('connection', () => {
    server.connections += 1;
  });
  await once(http, 'listening');
  const server: ModelServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    calls: [],
    connections: 0,
    embed: (text) => [text.length, 1, 0],
    reply: () => 'Hello.',
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

type Ending = 'stop' | 'length' | 'filter';
type Speaker = {
  first: string[];
  piece: (text: string) => string;
  last: (ending: Ending) => string[];
  whole: (text: string, ending: Ending) => unknown;
};

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

const openAi: Speaker = {
  first: [event({ id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] })],
  piece: (text) => event({ id: 'c', choices: [{ index: 0, delta: { content: text } }] }),
  last: (ending) => [
    event({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: openAiEnding(ending) }] }),
    event('[DONE]'),
  ],
  whole: (text, ending) => ({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: text }, finish_reason: openAiEnding(ending) },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
};

function openAiEnding(ending: Ending): string {
  return ending === 'filter' ? 'content_filter' : ending;
}

function anthropic(usesTool: boolean): Speaker {
  const named = (data: { type: string } & Record<string, unknown>): string => event(data, data.type);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const endings = { stop: usesTool ? 'tool_use' : 'end_turn', length: 'max_tokens', filter: 'refusal' };
  return {
    first: [
      named({
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          usage,
        },
      }),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    ],
    piece: (text) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    last: (ending) => [
      named({ type: 'content_block_stop', index: 0 }),
      named({ type: 'message_delta', delta: { stop_reason: endings[ending] }, usage: { output_tokens: 1 } }),
      named({ type: 'message_stop' }),
    ],
    whole: (text, ending) => ({
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        usesTool ? { type: 'tool_use', id: 't', name: 'json', input: asJson(text) } : { type: 'text', text },
      ],
      stop_reason: endings[ending],
      usage,
    }),
  };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Spoken = Exclude<ModelReply, { status: number }>;

function speakWhole(response: ServerResponse, reply: Spoken, speaker: Speaker): void {
  const fault = typeof reply !== 'string' && 'fault' in reply ? reply : undefined;
  const text = fault ? (fault.after ?? '{"half": tr') : textOf(reply);
  const ending = fault?.fault === 'too_long' ? 'length' : fault?.fault === 'filtered' ? 'filter' : 'stop';
  const body = JSON.stringify(speaker.whole(text, ending));
  response.writeHead(200, { 'content-type': 'application/json' });
  if (fault?.fault === 'cut') {
    response.write(body.slice(0, 20));
    setImmediate(() => response.destroy());
  } else if (fault?.fault === 'stall') response.write(body.slice(0, 20));
  else if (fault?.fault === 'unfinished') response.end(body.slice(0, 20));
  else response.end(body);
}

async function speakStream(response: ServerResponse, reply: Spoken, speaker: Speaker): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const line of speaker.first) response.write(line);
  const fault = typeof reply !== 'string' && 'fault' in reply ? reply : undefined;
  if (typeof reply !== 'string' && 'pieces' in reply) {
    for await (const piece of reply.pieces) response.write(speaker.piece(piece));
  } else {
    const text = fault ? (fault.after ?? 'Begun but') : textOf(reply);
    for (const word of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) response.write(speaker.piece(word));
  }
  switch (fault?.fault) {
    case 'stall':
      return;
    case 'cut':
      setImmediate(() => response.destroy());
      return;
    case 'unfinished':
      response.end();
      return;
    case 'garbled':
      response.end('data: {"half": \n\ndata: <html>\n\n');
      return;
    default: {
      const ending = fault?.fault === 'too_long' ? 'length' : fault?.fault === 'filtered' ? 'filter' : 'stop';
      response.end(speaker.last(ending).join(''));
    }
  }
}

function textOf(reply: Spoken): string {
  if (typeof reply === 'string') return reply;
  return 'object' in reply ? JSON.stringify(reply.object) : '';
}
