import { z } from 'zod';
import { type EndpointDefinition, FileBody, RawAnswer } from '#kit/endpoint.ts';
import { ErrorBody } from '#kit/errors.ts';
import { partOf, type ScopeOf } from './api-reference.ts';

const SECURITY = {
  public: [],
  key: [{ key: [] }],
  gate: [{ gate: [] }],
  person: [{ gate: [], session: [] }],
  /** Also with an API token that has the scope. */
  scoped: [{ gate: [], session: [] }, { apiToken: [] }],
};
const PAGE_HEADERS = {
  Link: {
    description: 'The address of the next page (rel="next"), if there is one',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'How many there are on all pages', schema: { type: 'integer' } },
};

/** These endpoints for programs (OpenAPI 3.1). The same for people: `apiReference`. */
export function describeApi(
  endpoints: readonly EndpointDefinition[],
  scopeOf: ScopeOf = () => undefined,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path.replace(/:(\w+)/g, '{$1}')] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, scopeOf(endpoint));
  }
  return {
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
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token from Settings (`ya_…`). Each operation names the scope it needs.',
        },
      },
      responses: {
        refusal: {
          description: 'What went wrong, in words for people',
          content: contentOf(['application/json'], schemaOf(ErrorBody, 'output')),
        },
      },
    },
    paths,
  };
}

function operationOf(endpoint: EndpointDefinition, scope: string | undefined): object {
  const { access, body, params, query, status = 200 } = endpoint;
  return {
    summary: endpoint.summary,
    tags: [partOf(endpoint)],
    description: `Access: ${access}.${scope === undefined ? '' : ` API token scope: ${scope}.`}`,
    security: securityOf(access, scope),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body ? { requestBody: { required: true, content: bodyContentOf(body, endpoint) } } : {}),
    responses: {
      [status]: answerOf(endpoint),
      '4XX': { $ref: '#/components/responses/refusal' },
    },
  };
}

function securityOf(access: EndpointDefinition['access'], scope: string | undefined): object[] {
  if (scope !== undefined) return SECURITY.scoped;
  return SECURITY[access === 'public' || access === 'key' || access === 'gate' ? access : 'person'];
}

function parametersOf(place: 'path' | 'query', fields: z.ZodObject | undefined): object[] {
  const { properties = {}, required = [] } = fields ? schemaOf(fields, 'input') : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function bodyContentOf(body: z.ZodType, { consumes = [] }: EndpointDefinition): object {
  if (body !== FileBody) return contentOf(['application/json', ...consumes], schemaOf(body, 'input'));
  return contentOf(['application/octet-stream'], { type: 'string', format: 'binary' });
}

function answerOf({
  response,
  status = 200,
  paged,
  streams,
  produces = 'text/html',
}: EndpointDefinition): object {
  if (status === 204) return { description: 'Done; nothing to say' };
  const text = { type: 'string' };
  if (response === RawAnswer) return { description: 'The answer', content: contentOf([produces], text) };
  return {
    description: 'The answer',
    ...(paged ? { headers: PAGE_HEADERS } : {}),
    content: {
      ...contentOf(['application/json'], schemaOf(response, 'output')),
      ...(streams ? contentOf(['text/event-stream'], text) : {}),
    },
  };
}

const contentOf = (types: readonly string[], schema: object): object =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
