// @vitest-environment happy-dom
import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addRemoteSources } from './remote-sources.ts';
import type { UploadBody, Uploader, UploadMeta } from './uploader.ts';

// The real client of a Companion server. Its retries take minutes, so the clock, its calls and its sockets are ours.
const COMPANION = 'http://companion.test';

type Call = { method: string; path: string };
let calls: Call[];
let sockets: FakeSocket[];
let answer: (call: Call) => Response;
let onSocket: (socket: FakeSocket) => void;
let uppy: Uploader;
let log: string[];

class FakeSocket extends EventTarget {
  readonly OPEN = 1;
  readyState = 1;
  readonly url: string;
  readonly sent: string[] = [];

  constructor(url: string) {
    super();
    this.url = url;
    sockets.push(this);
    queueMicrotask(() => onSocket(this));
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }

  says(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  sockets = [];
  log = [];
  answer = ({ path }) =>
    path.endsWith('/meta') ? json({ name: 'tea.png', type: 'image/png', size: 9 }) : json({ token: 't1' });
  onSocket = () => undefined;
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    const call = { method, path: new URL(url).pathname };
    calls.push(call);
    return Promise.resolve(answer(call));
  });
  const write = (...words: unknown[]) => void log.push(words.map(String).join(' '));
  uppy = new Uppy<UploadMeta, UploadBody>({ logger: { debug: write, warn: write, error: write } });
  uppy.use(AwsS3<UploadMeta, UploadBody>, { endpoint: COMPANION });
  addRemoteSources(uppy, COMPANION);
});

afterEach(() => {
  uppy.destroy();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type UrlPlugin = { addFile: (url: string) => Promise<string> };
const addFile = async (): Promise<string> =>
  (uppy.getPlugin('Url') as unknown as UrlPlugin).addFile('https://pictures.example/tea.png');

/** Lets it try until it gives up, and answers with what it says then. */
async function failureOf(id: string): Promise<string> {
  const uploaded = uppy.upload().catch(() => undefined);
  for (let hours = 0; hours < 400 && !uppy.getFile(id)?.error; hours += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
  }
  await uploaded;
  return String(uppy.getFile(id)?.error);
}

const attempts = () => calls.filter(({ path }) => path === '/url/get').length;

describe('an upload through a companion server', () => {
  it('offers Google Drive, Dropbox, OneDrive and links', () => {
    for (const source of ['GoogleDrive', 'Dropbox', 'OneDrive', 'Url']) {
      expect(uppy.getPlugin(source), source).toBeDefined();
    }
  });

  // S7-58
  it('calls it with GET, POST and DELETE, and listens at {companion}/api/{token}', async () => {
    onSocket = (socket) => {
      socket.dispatchEvent(new Event('open'));
      socket.says({ action: 'progress', payload: { progress: '50', bytesUploaded: 5, bytesTotal: 9 } });
      socket.says({ action: 'success', payload: { url: 'https://storage.example/bucket/tea.png' } });
    };
    const id = await addFile();
    const result = await uppy.upload();
    expect(result?.failed).toEqual([]);
    expect(uppy.getFile(id).uploadURL).toBe('https://storage.example/bucket/tea.png');
    expect(sockets.map(({ url }) => url)).toEqual(['ws://companion.test/api/t1']);
    const storage = uppy.getPlugin('AwsS3Multipart') as unknown as {
      opts: Record<'listParts' | 'abortMultipartUpload', (file: object, upload: object) => Promise<unknown>>;
    };
    const upload = { key: 'media/1', uploadId: 'u 1' };
    await storage.opts.listParts({}, upload);
    await storage.opts.abortMultipartUpload({}, upload);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /url/meta',
      'POST /url/get',
      'GET /s3/multipart/u%201',
      'DELETE /s3/multipart/u%201',
    ]);
  });

  // S8-56
  it("answered with 401 fails with 'Authorization required', at once", async () => {
    const id = await addFile();
    answer = () => json({}, 401);
    expect(await failureOf(id)).toContain('Authorization required');
    expect(attempts()).toBe(1);
  });

  // S9-61 S9-62
  it.each([408, 409, 418, 423, 429, 500, 502, 503, 504, 599])(
    'answered with %i is tried again, at most 10 times',
    async (status) => {
      const id = await addFile();
      answer = () => json({}, status);
      await failureOf(id);
      expect(attempts()).toBe(11);
    },
  );

  // S9-63
  it.each([400, 403, 404, 410, 422, 501, 505])('answered with %i is not tried again', async (status) => {
    const id = await addFile();
    answer = () => json({}, status);
    await failureOf(id);
    expect(attempts()).toBe(1);
  });

  // S8-60
  it("whose socket closes early fails with 'Socket closed unexpectedly'", async () => {
    onSocket = (socket) => socket.close();
    const id = await addFile();
    // A paused upload waits for no sign of life; a running one gives up sooner, for the silence (S9-64).
    uppy.setFileState(id, { isPaused: true });
    expect(await failureOf(id)).toBe('Socket closed unexpectedly');
    expect(log.join('\n')).toContain('Retrying upload due to: Socket closed unexpectedly');
  });

  // S9-64
  it("fails with 'Timeout waiting for message from Companion socket' after 5 silent minutes", async () => {
    const id = await addFile();
    const uploaded = uppy.upload().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(log.join('\n')).not.toContain('Timeout waiting');
    sockets.at(-1)?.says({ action: 'progress', payload: {} });
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(log.join('\n')).not.toContain('Timeout waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(log.join('\n')).toContain('Timeout waiting for message from Companion socket');
    for (let minutes = 0; minutes < 120 && !uppy.getFile(id).error; minutes += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
    }
    await uploaded;
    expect(uppy.getFile(id).error).toBe('Timeout waiting for message from Companion socket');
  });

  // S8-62
  it("without an address fails with 'Cannot connect to an undefined URL'", async () => {
    const id = await addFile();
    const { remote } = uppy.getFile(id) as unknown as { remote: object };
    uppy.setFileState(id, { remote: { ...remote, url: undefined } } as never);
    expect(await failureOf(id)).toBe('Cannot connect to an undefined URL');
    expect(attempts()).toBe(0);
  });
});
