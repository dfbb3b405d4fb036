import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, FileBody, IdParams, Nothing } from '#kit/endpoint.ts';
import { apiReference } from './api-reference.ts';

it('says of every endpoint who may call it, what it takes and what it answers, in a page that runs nothing', () => {
  const { body, headers } = apiReference([
    endpoint({
      method: 'PATCH',
      path: '/api/things/:id',
      access: 'member',
      summary: 'Change <a> thing',
      params: IdParams,
      body: z.object({ name: z.string().max(80), note: z.string().optional() }),
      response: z.object({ parts: z.array(z.object({ size: z.number() })) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/s3/parts/:id',
      access: 'admin',
      summary: 'Send a part',
      params: IdParams,
      body: FileBody,
      response: Nothing,
      status: 204,
    }),
  ]);
  const page = body as string;
  expect(page).toContain('<h2 id="s3">');
  expect(page).toContain('<code>/api/things/{id}</code>');
  expect(page).toContain('Change &lt;a&gt; thing. Access: member.');
  expect(page).toContain('<td><code>name</code></td><td>string, at most 80 characters</td>');
  expect(page).toContain('<td><code>note</code></td><td>string, optional</td>');
  expect(page).toContain('<td><code>parts[].size</code></td>');
  expect(page).toContain('The body is the file as it is.');
  expect(page).toContain('Answers 204, without content.');
  expect(page).not.toMatch(/<script|undefined|\[object/);
  expect(headers?.['content-security-policy']).toContain("default-src 'none'");
});
