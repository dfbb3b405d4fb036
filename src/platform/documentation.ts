import { z } from 'zod';
import { type EndpointDefinition, FileBody, RawAnswer } from '#kit/endpoint.ts';
import { ErrorBody } from '#kit/errors.ts';

/** The route schema of an endpoint, from which the OpenAPI text is made. */
export function documentation(definition: EndpointDefinition): Record<string, unknown> {
  const security = { public: [], key: [{ key: [] }], gate: [{ gate: [] }] } as const;
  const failure = ErrorBody.describe('What went wrong, in words for people');
  const answer =
    definition.response === RawAnswer
      ? z.string().describe(definition.produces ?? 'text/html')
      : definition.response;
  return {
    summary: definition.summary,
    tags: [definition.path.split('/')[definition.path.startsWith('/api/') ? 2 : 1] ?? 'root'],
    description: `Access: ${definition.access}.`,
    security:
      definition.access === 'public' || definition.access === 'key' || definition.access === 'gate'
        ? security[definition.access]
        : [{ gate: [], session: [] }],
    ...(definition.params ? { params: definition.params } : {}),
    ...(definition.query ? { querystring: definition.query } : {}),
    ...bodyOf(definition),
    response: {
      [definition.status ?? 200]: definition.status === 204 ? z.null().describe('No content') : answer,
      '4xx': failure,
    },
  };
}

function bodyOf({ body }: EndpointDefinition): Record<string, unknown> {
  if (body !== FileBody) return body ? { body } : {};
  return {
    consumes: ['application/octet-stream'],
    body: z.string().meta({ format: 'binary' }).describe('The file as it is'),
  };
}
