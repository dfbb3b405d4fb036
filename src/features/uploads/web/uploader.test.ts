// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { FILE_TYPES, MOST_FILE_BYTES, MOST_FILES } from '#features/knowledge/contract-files.ts';
import { eventually } from '#tests/support/eventually.ts';
import { reasonOf } from './upload-failures-list.tsx';
import { createUploader, RefusedFile, type Uploader } from './uploader.ts';

// The real upload widget: where a statement is about its own behaviour, it is asked itself.
const open: { destroy: () => void }[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const uppy of open.splice(0)) uppy.destroy();
  for (const server of servers.splice(0)) server.close();
  document.body.innerHTML = '';
});

// Uppy looks at the network 3 s after it starts even where it was destroyed: by then this window is gone.
const timers: NodeJS.Timeout[] = [];
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = new Proxy(setTimer, {
  apply(target, self, given) {
    const timer: NodeJS.Timeout = Reflect.apply(target, self, given);
    timers.push(timer);
    return timer;
  },
});
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  globalThis.setTimeout = setTimer;
});

const TRAINING = {
  purpose: 'training',
  mostFiles: MOST_FILES,
  mostFileBytes: MOST_FILE_BYTES,
  endings: FILE_TYPES,
  recordingWords: 'Reading the file',
} as const;

type Widget = ReturnType<typeof widget>;
function widget(options: ConstructorParameters<typeof Uppy>[0] = {}) {
  const uppy = new Uppy(options);
  open.push(uppy);
  return uppy;
}

function training(record: (file: { name: string }) => Promise<void> = () => Promise.resolve()): Uploader {
  const uppy = createUploader({
    ...TRAINING,
    begin: () => Promise.resolve({ uploadURL: '/never' }),
    record,
    endpoint: 'http://127.0.0.1:1',
  });
  open.push(uppy);
  return uppy;
}

const file = (name: string, bytes = 10, type = 'text/plain') => ({
  name,
  type,
  data: new Blob([new Uint8Array(bytes)], { type }),
});

/** A widget whose files are sent by this and nothing else. */
function sending(send: (ids: string[]) => Promise<void>, options = {}): Widget {
  const uppy = widget(options);
  uppy.addUploader(send);
  return uppy;
}

const isDone = (uppy: Widget, ids: string[]): void => {
  for (const id of ids)
    uppy.emit('upload-success', uppy.getFile(id), { status: 200, body: {}, uploadURL: 'x' });
};

describe('the training files', () => {
  // S5-28
  it('are at most 5', () => {
    const uppy = training();
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt']) uppy.addFile(file(name));
    expect(() => uppy.addFile(file('6.txt'))).toThrow('You can only upload 5 files');
    expect(uppy.getFiles()).toHaveLength(5);
  });

  it('leave the widget where the server will not take them, since no retry helps', async () => {
    const server = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { ...CORS, etag: '"1"', 'access-control-expose-headers': 'etag' }).end('{}');
    });
    const refused: string[] = [];
    const recorded: string[][] = [];
    const uppy = createUploader({
      ...TRAINING,
      begin: ({ name }) => Promise.resolve({ uploadURL: `/uploads/${name}` }),
      record: ({ name }) =>
        name === 'torn.pdf' ? Promise.reject(new RefusedFile('It is damaged.')) : Promise.resolve(),
      onRefused: ({ name }, reason) => refused.push(`${name}: ${reason}`),
      onRecorded: (names) => recorded.push(names),
      endpoint: server,
    });
    open.push(uppy);
    for (const name of ['tea.txt', 'torn.pdf']) uppy.addFile(file(name));
    await uppy.upload();
    expect(refused).toEqual(['torn.pdf: It is damaged.']);
    expect(recorded).toEqual([['tea.txt']]);
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(['tea.txt']);
    expect(uppy.getState().error).toBeNull();
  });

  // R18
  it('never enter the widget where they are empty, and are told by name', () => {
    const refused: string[] = [];
    const uppy = createUploader({
      ...TRAINING,
      begin: () => Promise.resolve({ uploadURL: '/never' }),
      record: () => Promise.resolve(),
      onRefused: ({ name }, reason) => refused.push(`${name}: ${reason}`),
      endpoint: 'http://127.0.0.1:1',
    });
    open.push(uppy);
    uppy.addFiles([file('none.txt', 0), file('tea.txt')]);
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(['tea.txt']);
    expect(refused).toEqual(['none.txt: This file is empty.']);
    expect(() => uppy.addFile(file('tea.txt'))).toThrow("Cannot add the duplicate file 'tea.txt'");
  });

  it('that did not arrive are told why in the words of the server, without its address', () => {
    const call = (cause: Error) => new Error('Could not GET http://127.0.0.1/s3/multipart/7', { cause });
    const said =
      'Failed request with status: 503. Service Unavailable message: The storage rests. request-Id: a-1';
    expect(reasonOf(call(new Error(said)))).toBe('The storage rests.');
    expect(reasonOf(call(new TypeError('Failed to fetch')))).toBe('It did not arrive. Try again.');
    expect(reasonOf(new Error('It is damaged.'))).toBe('It is damaged.');
  });

  // S7-35
  it('are sent with PUT to the address that was given, and then read', async () => {
    const arrived: string[] = [];
    const server = await serve((request, response) => {
      arrived.push(`${request.method} ${request.url}`);
      request.resume();
      response.writeHead(200, { ...CORS, etag: '"1"', 'access-control-expose-headers': 'etag' }).end('{}');
    });
    const read: string[] = [];
    const uppy = createUploader({
      ...TRAINING,
      begin: () => Promise.resolve({ uploadURL: '/uploads/7' }),
      record: ({ name, fileUrl }) => {
        read.push(`${name} ${fileUrl}`);
        return Promise.resolve();
      },
      endpoint: server,
    });
    open.push(uppy);
    uppy.addFile(file('tea.txt'));
    const result = await uppy.upload();
    expect(result?.failed).toEqual([]);
    expect(arrived).toEqual(['PUT /uploads/7']);
    expect(read).toEqual(['tea.txt /uploads/7']);
  });

  it('are told together, those that were taken up and no others', async () => {
    const server = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { ...CORS, etag: '"1"', 'access-control-expose-headers': 'etag' }).end('{}');
    });
    const told: string[][] = [];
    const uppy = createUploader({
      ...TRAINING,
      begin: () => Promise.resolve({ uploadURL: '/uploads/7' }),
      record: ({ name }) => (name === 'torn.txt' ? Promise.reject(new Error('Torn')) : Promise.resolve()),
      onRecorded: (names) => told.push(names),
      endpoint: server,
    });
    open.push(uppy);
    for (const name of ['one.txt', 'torn.txt', 'two.txt']) uppy.addFile(file(name));
    await uppy.upload();
    expect(told).toEqual([['one.txt', 'two.txt']]);
  });

  // S5-29
  it('have at most 10485760 bytes each', () => {
    const uppy = training();
    uppy.addFile(file('fits.txt', 10_485_760));
    expect(() => uppy.addFile(file('over.txt', 10_485_761))).toThrow(
      'over.txt exceeds maximum allowed size of 10 MB',
    );
  });
});

describe('what the upload widget knows of a file', () => {
  // S3-34
  it('id, name, extension, type, size, source, meta, data, preview, progress, error, response and uploadURL', async () => {
    const uppy = sending((ids) => {
      isDone(uppy, ids);
      return Promise.resolve();
    });
    const id = uppy.addFile({ ...file('tea.txt'), source: 'test' });
    expect(uppy.getFile(id)).toMatchObject({
      id,
      name: 'tea.txt',
      extension: 'txt',
      type: 'text/plain',
      size: 10,
      source: 'test',
      meta: { name: 'tea.txt' },
      progress: {
        percentage: 0,
        bytesUploaded: false,
        bytesTotal: 10,
        uploadComplete: false,
        uploadStarted: null,
      },
    });
    expect(uppy.getFile(id).data).toBeInstanceOf(Blob);
    uppy.setFileState(id, { preview: 'blob:1', error: 'none' });
    expect(uppy.getFile(id)).toMatchObject({ preview: 'blob:1', error: 'none' });
    await uppy.upload();
    expect(uppy.getFile(id)).toMatchObject({
      response: { uploadURL: 'x' },
      uploadURL: 'x',
      progress: { uploadComplete: true, percentage: 100 },
    });
  });
});

describe('restrictions', () => {
  // S9-58
  it('without any, files of every type, size and number are taken', () => {
    const uppy = widget();
    for (let number = 0; number < 60; number += 1)
      uppy.addFile(file(`any-${number}.bin`, number * 1000, `x/${number}`));
    expect(uppy.getFiles()).toHaveLength(60);
    expect(uppy.opts.restrictions).toMatchObject({
      maxFileSize: null,
      minFileSize: null,
      maxTotalFileSize: null,
      maxNumberOfFiles: null,
      minNumberOfFiles: null,
      allowedFileTypes: null,
    });
  });

  // S5-32
  it('a minimum number of files is checked at the upload', async () => {
    const uppy = sending(() => Promise.resolve(), { restrictions: { minNumberOfFiles: 2 } });
    uppy.addFile(file('one.txt'));
    await expect(uppy.upload()).rejects.toThrow('You have to select at least 2 files');
  });

  // S5-33 S8-51
  it('required metadata fields are asked for, by name', async () => {
    const uppy = sending(() => Promise.resolve(), {
      restrictions: { requiredMetaFields: ['author', 'year'] },
    });
    const id = uppy.addFile(file('one.txt'));
    await expect(uppy.upload()).rejects.toThrow('Missing required meta fields');
    expect(uppy.getFile(id)).toMatchObject({ missingRequiredMetaFields: ['author', 'year'] });
    // The card of the file names them; 5.1.1 writes 'fields:' where the statement has 'field(s):'.
    const words = new Dashboard(uppy, { inline: true }).i18n('missingRequiredMetaFields', {
      fields: 'author, year',
      smart_count: 2,
    });
    expect(words).toBe('Missing required meta fields: author, year.');
  });

  // S5-34 S8-49
  it('a file that was added already is refused as a duplicate', () => {
    const uppy = widget();
    uppy.addFile(file('same.txt'));
    expect(() => uppy.addFile(file('same.txt'))).toThrow(
      "Cannot add the duplicate file 'same.txt', it already exists",
    );
  });

  // S5-35
  it('before-add and before-upload checks can refuse', async () => {
    const uppy = sending(() => Promise.resolve(), {
      onBeforeFileAdded: (one: { name?: string }) => one.name !== 'bad.txt',
      onBeforeUpload: () => false,
    });
    expect(() => uppy.addFile(file('bad.txt'))).toThrow(
      'Cannot add the file because onBeforeFileAdded returned false.',
    );
    uppy.addFile(file('good.txt'));
    await expect(uppy.upload()).rejects.toThrow(
      'Not starting the upload because onBeforeUpload returned false',
    );
  });

  // S5-36
  it('limits of one file and of all together both hold', () => {
    const uppy = widget({ restrictions: { maxFileSize: 100, maxTotalFileSize: 150 } });
    expect(() => uppy.addFile(file('large.txt', 101))).toThrow(
      'large.txt exceeds maximum allowed size of 100 B',
    );
    uppy.addFile(file('first.txt', 90));
    expect(() => uppy.addFile(file('second.txt', 90))).toThrow(
      /You selected 180 B of files, but maximum allowed size is 150 B/,
    );
  });

  // S5-37
  it('up to 4 restriction errors are shown, the rest as a count', () => {
    const uppy = widget({ restrictions: { maxFileSize: 5 } });
    try {
      uppy.addFiles(Array.from({ length: 7 }, (_, index) => file(`f${index}.txt`, 10)));
    } catch {
      // What could not be added is told in the informer.
    }
    const messages = uppy.getState().info.map(({ message }) => message);
    expect(messages.filter((message) => /exceeds/.test(message))).toHaveLength(4);
    expect(messages).toContain('3 additional restrictions were not fulfilled');
  });

  // S8-48
  it('a file too many, once the upload runs, is refused with noMoreFilesAllowed', async () => {
    const uppy = sending(
      (ids) =>
        new Promise((resolve) => {
          expect(() => uppy.addFile(file('late.txt'))).toThrow('Cannot add more files');
          isDone(uppy, ids);
          resolve();
        }),
      { allowMultipleUploadBatches: false },
    );
    uppy.addFile(file('first.txt'));
    await uppy.upload();
    expect(uppy.getFiles()).toHaveLength(1);
  });
});

describe('an upload', () => {
  // S4-43
  it('runs pre-processors, then the upload, then post-processors', async () => {
    const steps: string[] = [];
    const step = (name: string) => () => {
      steps.push(name);
      return Promise.resolve();
    };
    const uppy = sending((ids) => {
      steps.push('upload');
      isDone(uppy, ids);
      return Promise.resolve();
    });
    uppy.addPostProcessor(step('after'));
    uppy.addPreProcessor(step('before'));
    uppy.addFile(file('a.txt'));
    await uppy.upload();
    expect(steps).toEqual(['before', 'upload', 'after']);
  });

  // S4-42 S8-54
  it('is refused while one is running, unless a retry forces it', async () => {
    let finish = () => undefined as void;
    let runs = 0;
    const uppy = sending(
      () =>
        new Promise((resolve) => {
          runs += 1;
          finish = resolve;
        }),
      { allowMultipleUploadBatches: false },
    );
    const id = uppy.addFile(file('a.txt'));
    const first = uppy.upload();
    await eventually(() => expect(runs).toBe(1));
    const inner = uppy as unknown as { [key: symbol]: (ids: string[], options?: object) => string };
    const create = inner[Symbol.for('uppy test: createUpload')];
    if (!create) throw new Error('the widget has no door for tests');
    const second = () => create.call(uppy, [id]);
    expect(second).toThrow('Cannot create a new upload: already uploading.');
    const retried = uppy.retryUpload(id);
    await eventually(() => expect(runs).toBe(2));
    finish();
    uppy.cancelAll();
    void first;
    void retried;
  });

  // S4-44 S8-50
  it('retries all that failed together, free of error and pause', async () => {
    let isBroken = true;
    const uppy = sending((ids) => {
      if (isBroken) for (const id of ids) uppy.emit('upload-error', uppy.getFile(id), new Error('down'));
      else isDone(uppy, ids);
      return Promise.resolve();
    });
    const ids = [uppy.addFile(file('a.txt')), uppy.addFile(file('b.txt'))];
    const told: string[] = [];
    uppy.on('info-visible', () => told.push(...uppy.getState().info.map(({ message }) => message)));
    const failed = await uppy.upload();
    expect(failed?.failed).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining(['Failed to upload a.txt', 'Failed to upload b.txt']));
    isBroken = false;
    const again = uppy.retryAll();
    for (const id of ids) expect(uppy.getFile(id)).toMatchObject({ error: null, isPaused: false });
    expect((await again)?.successful).toHaveLength(2);
  });

  // S4-46
  it('can be cancelled, and a file taken out', () => {
    const uppy = sending(() => new Promise(() => undefined));
    const id = uppy.addFile(file('a.txt'));
    uppy.addFile(file('b.txt'));
    uppy.removeFile(id);
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(['b.txt']);
    void uppy.upload();
    uppy.cancelAll();
    expect(uppy.getFiles()).toEqual([]);
  });

  // S8-59
  it('that fails for no known reason says Unknown error', async () => {
    const uppy = sending((ids) => {
      for (const id of ids) uppy.emit('upload-error', uppy.getFile(id), new Error(''));
      return Promise.resolve();
    });
    const id = uppy.addFile(file('a.txt'));
    await uppy.upload();
    expect(uppy.getFile(id).error).toBe('Unknown error');
  });
});

describe('the storage part of the widget', () => {
  function storage(options: object = {}) {
    const uppy = widget();
    uppy.use(AwsS3, { endpoint: 'http://127.0.0.1:1', ...options });
    const plugin = uppy.getPlugin('AwsS3Multipart') as unknown as {
      opts: {
        limit: number;
        retryDelays: number[];
        shouldUseMultipart: (one: { size: number }) => boolean;
        signPart: (one: object, part: object) => Promise<unknown>;
      };
      createSignedURL: (one: object, part: object) => Promise<{ url: string; expires: number }>;
    };
    return { uppy, plugin };
  }

  // S5-30
  it('sends more than 100 MB in parts, 100 MB and less at once', () => {
    const { plugin } = storage();
    expect(plugin.opts.shouldUseMultipart({ size: 100 * 1024 * 1024 })).toBe(false);
    expect(plugin.opts.shouldUseMultipart({ size: 100 * 1024 * 1024 + 1 })).toBe(true);
  });

  // S9-59 S9-60
  it('runs 6 requests at a time and tries again after 0, 1000, 3000 and 5000 ms', () => {
    const { plugin } = storage();
    expect(plugin.opts.limit).toBe(6);
    expect(plugin.opts.retryDelays).toEqual([0, 1000, 3000, 5000]);
  });

  // S8-63
  it('signs no part without key, uploadId and part number', () => {
    const { plugin } = storage();
    expect(() => plugin.opts.signPart({}, { key: 'k', uploadId: undefined, partNumber: 1 })).toThrow(
      'Cannot sign without a key, an uploadId, and a partNumber',
    );
  });

  // S9-65
  it('signs for 604800 s where the credentials name no expiry', async () => {
    const { plugin } = storage({
      getTemporarySecurityCredentials: () =>
        Promise.resolve({
          credentials: { AccessKeyId: 'AK', SecretAccessKey: 'secret', SessionToken: 'token' },
          bucket: 'tea',
          region: 'eu-west-1',
        }),
    });
    const signed = await plugin.createSignedURL({ name: 'a.txt', type: 'text/plain' }, {});
    expect(signed.expires).toBe(604_800);
    expect(new URL(signed.url).searchParams.get('X-Amz-Expires')).toBe('604800');
  });

  it.each([
    ['S8-57', 403, '<Error><Message>Request has expired</Message></Error>', 'Request has expired'],
    ['S8-58', 418, 'teapot', 'Non 2xx'],
  ])('%s fails on %i as it should', async (_id, status, body, message) => {
    const url = await serve((_request, response) => response.writeHead(status, CORS).end(body));
    await expect(put(url)).rejects.toThrow(message);
  });

  // S8-61
  it('fails when the network cuts the upload off', async () => {
    const url = await serve((request) => request.destroy());
    await expect(put(url)).rejects.toThrow('Unknown error');
  });

  const put = (url: string) =>
    AwsS3.uploadPartBytes({
      signature: { url, headers: {}, method: 'PUT' },
      body: new Blob(['tea']),
      onProgress: () => undefined,
      onComplete: () => undefined,
      signal: new AbortController().signal,
    } as never);
});

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': '*',
};

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(204, CORS).end();
    else answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a file in parts', () => {
  /** Our storage calls, which keep what arrives; a part is held back until it is let through. */
  async function partServer() {
    const parts = new Map<number, number>();
    const asked: string[] = [];
    const held: (() => void)[] = [];
    const state = {
      holds: (_part: number) => false as boolean,
      fails: (_part: number) => undefined as number | undefined,
    };
    const url = await serve((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
      const part = Number(pathname.split('/').at(-1));
      asked.push(`${request.method} ${pathname}`);
      const give = (body: object, headers = {}) =>
        response
          .writeHead(200, { ...CORS, 'access-control-expose-headers': 'etag', ...headers })
          .end(JSON.stringify(body));
      if (pathname === '/s3/multipart') give({ key: 'media/1', uploadId: 'u1' });
      else if (pathname.startsWith('/parts/')) {
        let bytes = 0;
        request.on('data', (chunk: Buffer) => (bytes += chunk.length));
        request.on('end', () => {
          const status = state.fails(part);
          if (status !== undefined) return void response.writeHead(status, CORS).end('no');
          const keep = () => {
            parts.set(part, bytes);
            give({}, { etag: `"e${part}"` });
          };
          if (state.holds(part)) held.push(keep);
          else keep();
        });
      } else if (pathname.endsWith('/complete')) give({ location: `${url}done` });
      else if (request.method === 'DELETE') give({});
      else if (Number.isNaN(part))
        give([...parts].map(([PartNumber, Size]) => ({ PartNumber, Size, ETag: `"e${PartNumber}"` })));
      else give({ url: `${url}parts/${part}?key=${searchParams.get('key')}` });
    });
    return { url, parts, asked, held, state };
  }

  function inParts(endpoint: string) {
    const uppy = widget();
    uppy.use(AwsS3, { endpoint, shouldUseMultipart: true, retryDelays: [0, 0, 0, 0] });
    return { uppy, id: uppy.addFile(file('large.bin', 11 * 1_048_576, 'application/octet-stream')) };
  }

  const count = (asked: string[], line: string) => asked.filter((one) => one === line).length;

  // S4-45 S4-50
  it('is paused, resumed without the parts that arrived, and completed', async () => {
    const server = await partServer();
    server.state.holds = (part) => part > 1;
    const { uppy, id } = inParts(server.url);
    const uploaded = uppy.upload();
    await eventually(() => expect([server.parts.size, server.held.length]).toEqual([1, 2]));
    expect(uppy.pauseResume(id)).toBe(true);
    server.state.holds = () => false;
    expect(count(server.asked, 'GET /s3/multipart/u1')).toBe(0);
    expect(uppy.pauseResume(id)).toBe(false);
    const result = await uploaded;
    expect(result?.successful?.map(({ uploadURL }) => uploadURL)).toEqual([`${server.url}done`]);
    expect(count(server.asked, 'GET /s3/multipart/u1')).toBe(1);
    expect(['1', '2', '3'].map((part) => count(server.asked, `PUT /parts/${part}`))).toEqual([1, 2, 2]);
    expect([...server.parts.values()].reduce((sum, bytes) => sum + bytes, 0)).toBe(11 * 1_048_576);
  });

  // S4-49
  it('is given up, and the storage told so', async () => {
    const server = await partServer();
    server.state.holds = () => true;
    const { uppy, id } = inParts(server.url);
    const uploaded = uppy.upload();
    await eventually(() => expect(server.held.length).toBe(3));
    uppy.removeFile(id);
    await eventually(() => expect(count(server.asked, 'DELETE /s3/multipart/u1')).toBe(1));
    await uploaded;
    expect(uppy.getFiles()).toEqual([]);
  });

  // S9-60 S9-62
  it('sends a part again where the storage failed for a moment, and not where it refuses', async () => {
    const server = await partServer();
    let failures = 2;
    server.state.fails = (part) => (part === 2 && failures-- > 0 ? 503 : undefined);
    const { uppy } = inParts(server.url);
    expect((await uppy.upload())?.failed).toEqual([]);
    expect(count(server.asked, 'PUT /parts/2')).toBe(3);

    // Of the storage's own refusals Uppy takes 409 for passing, and 408, 418 and 423 for final.
    for (const [status, times] of [
      [403, 1],
      [409, 5],
      [418, 1],
    ] as const) {
      const other = await partServer();
      other.state.fails = (part) => (part === 2 ? status : undefined);
      const failing = inParts(other.url);
      const result = await failing.uppy.upload();
      expect(result?.failed?.map(({ error }) => error)).toEqual(['Non 2xx']);
      expect(count(other.asked, 'PUT /parts/2'), String(status)).toBe(times);
      // It gives the upload up behind the failure.
      await eventually(() => expect(count(other.asked, 'DELETE /s3/multipart/u1')).toBe(1));
    }
  });
});
