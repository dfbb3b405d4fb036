import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { CallInput, CallOutput, EndpointDefinition } from '#kit/endpoint.ts';
import { AppError, ErrorBody } from '#kit/errors.ts';

/** The product's own API, called as the holder of a token: admission, scopes, limits and audit are those of any call. */
export type Api = <const E extends EndpointDefinition>(
  endpoint: E,
  input: CallInput<E>,
) => Promise<{ body: CallOutput<E>; headers: Record<string, unknown> }>;

/** Calls within the process. A refused call throws the `AppError` it was refused with. */
export function apiOf(
  fastify: FastifyInstance,
  { authorization, ip }: { authorization: string; ip: string },
): Api {
  return async (endpoint, input) => {
    const { params, query, body }: { params?: object; query?: object; body?: unknown } = input;
    const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
      encodeURIComponent(String(Object.entries(params ?? {}).find(([key]) => key === name)?.[1])),
    );
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ).toString();
    const answer = await fastify.inject({
      method: endpoint.method,
      url: search === '' ? path : `${path}?${search}`,
      remoteAddress: ip,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    if (answer.statusCode >= 400) throw refusalOf(answer.body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of the endpoint
    return { body: parse(endpoint.response, answer.body) as never, headers: answer.headers };
  };
}

function parse(schema: z.ZodType, body: string): unknown {
  return schema.parse(body === '' ? undefined : JSON.parse(body));
}

function refusalOf(body: string): AppError {
  const { code, message, fields, reason } = ErrorBody.parse(JSON.parse(body));
  return new AppError(code, message, { ...(fields ? { fields } : {}), ...(reason ? { reason } : {}) });
}
