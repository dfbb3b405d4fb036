import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, FileBody, IdParams, Nothing, PageQuery, RawAnswer } from '#kit/endpoint.ts';
import { describeApi } from './documentation.ts';

const listThings = endpoint({
  method: 'GET',
  path: '/api/things',
  access: 'viewer',
  summary: 'Things',
  query: PageQuery,
  response: z.array(z.object({ id: z.uuid(), note: z.string().nullable() })),
  paged: true,
});
const removeThing = endpoint({
  method: 'DELETE',
  path: '/api/things/:id',
  access: 'admin',
  summary: 'Remove a thing',
  params: IdParams,
  response: Nothing,
  status: 204,
});
const sendThing = endpoint({
  method: 'PUT',
  path: '/api/things/:id/file',
  access: 'member',
  summary: 'Send the file of a thing',
  params: IdParams,
  body: FileBody,
  response: z.object({ bytes: z.number() }),
});

const showPage = endpoint({
  method: 'GET',
  path: '/page',
  access: 'public',
  summary: 'A page',
  response: RawAnswer,
});

describe('the description of the API', () => {
  it('holds every endpoint with its input, answer and access', () => {
    const api = describeApi([listThings, removeThing, sendThing, showPage]);
    expect(api).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/things': {
          get: {
            summary: 'Things',
            description: 'Access: viewer.',
            security: [{ gate: [], session: [] }],
            parameters: [
              { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 200 } },
              { name: 'cursor' },
            ],
            responses: {
              200: {
                headers: { Link: {}, 'X-Total-Count': {} },
                content: { 'application/json': { schema: { type: 'array' } } },
              },
              '4XX': { $ref: '#/components/responses/refusal' },
            },
          },
        },
        '/api/things/{id}': {
          delete: {
            parameters: [{ name: 'id', in: 'path', required: true }],
            responses: { 204: { description: expect.any(String) as string } },
          },
        },
        '/api/things/{id}/file': {
          put: {
            requestBody: {
              required: true,
              content: { 'application/octet-stream': { schema: { format: 'binary' } } },
            },
          },
        },
        '/page': {
          get: { security: [], tags: ['page'], responses: { 200: { content: { 'text/html': {} } } } },
        },
      },
    });
  });

  it('names the scope that an API token needs', () => {
    const api = describeApi([listThings, showPage], ({ path }) =>
      path === '/page' ? undefined : 'things:read',
    );
    expect(api).toMatchObject({
      components: { securitySchemes: { apiToken: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/api/things': {
          get: {
            description: 'Access: viewer. API token scope: things:read.',
            security: [{ gate: [], session: [] }, { apiToken: [] }],
          },
        },
        '/page': { get: { security: [] } },
      },
    });
  });
});
