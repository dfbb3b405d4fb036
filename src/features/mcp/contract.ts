import { z } from 'zod';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';

const Message = z.record(z.string(), z.unknown());

/** JSON-RPC of the Model Context Protocol; the protocol's library checks the messages. */
const Messages = z.union([Message, z.array(Message).min(1).max(20, 'At most 20 messages.')]);

export const postMessages = endpoint({
  method: 'POST',
  path: '/mcp',
  access: 'key',
  summary:
    'Model Context Protocol over Streamable HTTP. Bearer: an API token; its scopes decide which tools there are',
  body: Messages,
  response: RawAnswer,
  produces: 'application/json',
  maxBodyBytes: 256 * 1024,
  rateLimitPerMinute: 600,
});

export const openStream = endpoint({
  method: 'GET',
  path: '/mcp',
  access: 'key',
  summary: 'Answers 405: the server sends nothing that was not asked for',
  response: RawAnswer,
  rateLimitPerMinute: 600,
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/mcp',
  access: 'key',
  summary: 'End the session that the Mcp-Session-Id header names',
  response: RawAnswer,
  rateLimitPerMinute: 600,
});
