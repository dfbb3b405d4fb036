import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';

const LONGEST_NAME = 255;
/** So much of a body is gathered before it is written. */
const WRITE_BYTES = 524_288;

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
  { maxBytes, folder }: { maxBytes: number; folder: string },
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    request.body = await store(request, path, maxBytes);
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function store(request: FastifyRequest, path: string, maxBytes: number): Promise<ReceivedFile> {
  const tooLarge = new AppError('too_large', `The file is larger than ${maxBytes / 1024 / 1024} MB.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  const isOurs = request.raw.socket instanceof Socket;
  const hash = createHash('sha256');
  // A file of nobody else, unread by others: a link that lies in its place is not followed.
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunks of gathered(body)) {
      for (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge;
      }
      const written = writeAll(file, chunks);
      for (const chunk of chunks) hash.update(chunk);
      await written;
      if (isOurs) for (const chunk of chunks) giveBack(chunk);
    }
  } catch (error) {
    // Nobody is there to read it, and nothing of ours has failed.
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new AppError('invalid_input', 'The file broke off on its way. Send it again.', { cause: error });
    throw error;
  } finally {
    await file.close();
  }
  const digest = hash.digest('base64url');
  const received = { path, bytes, name: nameOf(request.headers['x-filename']), digest };
  // Two files are the same call when name and content are, wherever they lie (idempotency.ts).
  const identity = `${received.name} ${digest}`;
  return Object.defineProperty(received, 'toJSON', { value: () => identity });
}

async function* gathered(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < WRITE_BYTES) continue;
    yield chunks;
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield chunks;
}

async function writeAll(file: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(chunks);
  // A disk that fills up takes a piece, and says why it takes no more when the rest is tried.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/**
 * Frees what node has read off the socket into memory of its own. Left to the garbage collector every 20 MB of it cost a
 * walk over the whole heap: most of the time that a large upload took.
 */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
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
