import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDefinition, Page, RawAnswer } from '#kit/endpoint.ts';

/** An answer before it is sent, so that it can be stored and sent again. */
export type JsonAnswer = { status: number; headers: Record<string, string>; body: string | null };

/** Shapes what a handler returned through the contract, so that no undeclared column leaks. */
export function jsonAnswer(
  definition: EndpointDefinition,
  request: FastifyRequest,
  result: unknown,
): JsonAnswer {
  const headers: Record<string, string> = {};
  let value = result;
  if (definition.paged) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Handler` lets a paged endpoint return nothing else
    const page = result as Page<unknown>;
    value = page.items;
    headers['x-total-count'] = String(page.total);
    if (page.nextCursor !== null) headers['link'] = nextLink(request, page.nextCursor);
  }
  const status = definition.status ?? 200;
  if (status === 204) return { status, headers, body: null };
  return { status, headers, body: JSON.stringify(definition.response.parse(value)) };
}

/** Writes an answer; used for fresh and for repeated ones. */
export function send(reply: FastifyReply, answer: JsonAnswer): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.body === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(answer.body);
}

/** Writes a page, redirect, script or stream. */
export function sendRaw(reply: FastifyReply, answer: RawAnswer): FastifyReply {
  reply.code(answer.status).headers(answer.headers ?? {});
  if (answer.body !== undefined && typeof answer.body === 'object' && Symbol.asyncIterator in answer.body) {
    return reply.send(Readable.from(answer.body, { objectMode: false }));
  }
  return reply.send(answer.body ?? '');
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://relative');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
