import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type EndpointDefinition, FileBody, RawAnswer } from '#kit/endpoint.ts';
import { ErrorBody } from '#kit/errors.ts';

/** The OpenAPI document of these endpoints, made from a server that is never asked anything. */
export async function describeApi(endpoints: readonly EndpointDefinition[]): Promise<object> {
  const fastify = Fastify();
  fastify.setValidatorCompiler(() => () => true);
  fastify.setSerializerCompiler(() => JSON.stringify);
  await fastify.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Yarrow',
        version: '1',
        description: 'Every call of the product. Lists page by `Link` header.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'yarrow.session_token' },
          gate: { type: 'apiKey', in: 'cookie', name: 'yarrow_gate' },
          key: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
  for (const definition of endpoints) {
    fastify.route({
      method: definition.method,
      url: definition.path,
      schema: documentation(definition),
      handler: () => undefined,
    });
  }
  await fastify.ready();
  return fastify.swagger();
}

/** The route schema of an endpoint. */
function documentation(definition: EndpointDefinition): Record<string, unknown> {
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
