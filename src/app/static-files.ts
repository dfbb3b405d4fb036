import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '#kit/errors.ts';
import { PROJECT_ROOT } from '#platform/project-root.ts';

const WEB_ROOT = `${PROJECT_ROOT}dist/web`;
const YEAR_SECONDS = 31_536_000;

/** Serves the built web app; every address that is neither a file nor a call gets its page, which routes it. */
export async function serveWebApp(fastify: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(join(WEB_ROOT, 'index.html'));
  if (isBuilt) {
    const styles = stylePolicy(readFileSync(join(WEB_ROOT, 'index.html'), 'utf8'));
    await fastify.register(fastifyStatic, {
      root: WEB_ROOT,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        if (!/\/index\.html(\.br|\.gz)?$/.test(path)) return;
        const policy = reply.getHeader('content-security-policy');
        if (typeof policy === 'string') reply.header('content-security-policy', `${policy};${styles}`);
        // A window of its own costs a new process of the browser before the first paint, and guards only who is known.
        if (reply.request.headers.cookie === undefined) reply.removeHeader('cross-origin-opener-policy');
      },
    });
  }
  fastify.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/');
    if (isPage && isBuilt && (request.headers.accept ?? '').includes('text/html')) {
      return reply.sendFile('index.html');
    }
    const body: ErrorBody = {
      code: 'not_found',
      message: 'There is nothing at this address.',
      requestId: request.id,
    };
    return reply.code(404).send(body);
  });
}

/** The page holds the styles of what shows first (`scripts/prerender-gate.ts`): they are allowed by what they are. */
function stylePolicy(html: string): string {
  const hashes = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, style = '']) => ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
  return `style-src 'self'${hashes.join('')}`;
}
