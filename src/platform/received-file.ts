import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';

const LONGEST_NAME = 255;

/** A route of its own whose body is left as it comes, whatever type it says it is. */
export function takeAnyBody(route: RouteOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.route(route);
  };
}

/** Writes the body to a file, which is gone when `work` ends. It never stands in memory as a whole. */
export async function receiveFile<T>(
  request: FastifyRequest,
  maxBytes: number,
  work: () => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'yarrow-received-'));
  try {
    request.body = await store(request, join(folder, 'file'), maxBytes);
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function store(request: FastifyRequest, path: string, maxBytes: number): Promise<ReceivedFile> {
  const tooLarge = new AppError('too_large', `The file is larger than ${maxBytes / 1024 / 1024} MB.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  let bytes = 0;
  const hash = createHash('sha256');
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge;
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  const digest = hash.digest('base64url');
  const file = { path, bytes, name: nameOf(request.headers['x-filename']), digest };
  // Two files are the same call when name and content are, wherever they lie (idempotency.ts).
  const identity = `${file.name} ${digest}`;
  return Object.defineProperty(file, 'toJSON', { value: () => identity });
}

/** The name as the sender wrote it, percent-encoded where it is not plain ASCII; without a path. */
function nameOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? (header[0] ?? '') : (header ?? '');
  const name = (decodedOf(text).split(/[/\\]/).at(-1) ?? '').replaceAll('\0', '').toWellFormed().trim();
  return name.slice(0, LONGEST_NAME);
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
