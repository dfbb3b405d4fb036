import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, FileBody, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';
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

describe('the description of the API', () => {
  it('holds every endpoint with its input, answer and access', async () => {
    const api = await describeApi([listThings, removeThing, sendThing]);
    expect(api).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/things': {
          get: {
            summary: 'Things',
            description: 'Access: viewer.',
            parameters: [{ name: 'limit' }, { name: 'cursor' }],
            responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } },
          },
        },
        '/api/things/{id}': { delete: { parameters: [{ name: 'id', in: 'path', required: true }] } },
        '/api/things/{id}/file': {
          put: { requestBody: { content: { 'application/octet-stream': { schema: { format: 'binary' } } } } },
        },
      },
    });
  });
});
