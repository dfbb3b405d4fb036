// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTrainingUploader, type TrainingUploader } from './training-uploader.ts';

// The real upload widget: where a statement is about its own behaviour, it is asked itself.
const open: { destroy: () => void }[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const uppy of open.splice(0)) uppy.destroy();
  for (const server of servers.splice(0)) server.close();
  document.body.innerHTML = '';
});

type Widget = ReturnType<typeof widget>;
function widget(options: ConstructorParameters<typeof Uppy>[0] = {}) {
  const uppy = new Uppy(options);
  open.push(uppy);
  return uppy;
}

function training(
  record: (file: { name: string }) => Promise<void> = () => Promise.resolve(),
): TrainingUploader {
  const uppy = createTrainingUploader({
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
  it('S5-28 are at most 5', () => {
    const uppy = training();
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt']) uppy.addFile(file(name));
    expect(() => uppy.addFile(file('6.txt'))).toThrow('You can only upload 5 files');
    expect(uppy.getFiles()).toHaveLength(5);
  });

  it('S7-35 are sent with PUT to the address that was given, and then read', async () => {
    const arrived: string[] = [];
    const server = await serve((request, response) => {
      arrived.push(`${request.method} ${request.url}`);
      request.resume();
      response.writeHead(200, { ...CORS, etag: '"1"', 'access-control-expose-headers': 'etag' }).end('{}');
    });
    const read: string[] = [];
    const uppy = createTrainingUploader({
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

  it('S5-29 have at most 10485760 bytes each', () => {
    const uppy = training();
    uppy.addFile(file('fits.txt', 10_485_760));
    expect(() => uppy.addFile(file('over.txt', 10_485_761))).toThrow(
      'over.txt exceeds maximum allowed size of 10 MB',
    );
  });
});

describe('what the upload widget knows of a file', () => {
  it('S3-34 id, name, extension, type, size, source, meta, data, preview, progress, error, response and uploadURL', async () => {
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
  it('S9-58 without any, files of every type, size and number are taken', () => {
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

  it('S5-32 a minimum number of files is checked at the upload', async () => {
    const uppy = sending(() => Promise.resolve(), { restrictions: { minNumberOfFiles: 2 } });
    uppy.addFile(file('one.txt'));
    await expect(uppy.upload()).rejects.toThrow('You have to select at least 2 files');
  });

  it('S5-33 S8-51 required metadata fields are asked for, by name', async () => {
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

  it('S5-34 S8-49 a file that was added already is refused as a duplicate', () => {
    const uppy = widget();
    uppy.addFile(file('same.txt'));
    expect(() => uppy.addFile(file('same.txt'))).toThrow(
      "Cannot add the duplicate file 'same.txt', it already exists",
    );
  });

  it('S5-35 before-add and before-upload checks can refuse', async () => {
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

  it('S5-36 limits of one file and of all together both hold', () => {
    const uppy = widget({ restrictions: { maxFileSize: 100, maxTotalFileSize: 150 } });
    expect(() => uppy.addFile(file('large.txt', 101))).toThrow(
      'large.txt exceeds maximum allowed size of 100 B',
    );
    uppy.addFile(file('first.txt', 90));
    expect(() => uppy.addFile(file('second.txt', 90))).toThrow(
      /You selected 180 B of files, but maximum allowed size is 150 B/,
    );
  });

  it('S5-37 up to 4 restriction errors are shown, the rest as a count', () => {
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

  it('S8-48 a file too many, once the upload runs, is refused with noMoreFilesAllowed', async () => {
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
  it('S4-43 runs pre-processors, then the upload, then post-processors', async () => {
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

  it('S4-42 S8-54 is refused while one is running, unless a retry forces it', async () => {
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
    await vi.waitFor(() => expect(runs).toBe(1));
    const inner = uppy as unknown as { [key: symbol]: (ids: string[], options?: object) => string };
    const create = inner[Symbol.for('uppy test: createUpload')];
    if (!create) throw new Error('the widget has no door for tests');
    const second = () => create.call(uppy, [id]);
    expect(second).toThrow('Cannot create a new upload: already uploading.');
    const retried = uppy.retryUpload(id);
    await vi.waitFor(() => expect(runs).toBe(2));
    finish();
    uppy.cancelAll();
    void first;
    void retried;
  });

  it('S4-44 S8-50 retries all that failed together, free of error and pause', async () => {
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

  it('S4-46 can be cancelled, and a file taken out', () => {
    const uppy = sending(() => new Promise(() => undefined));
    const id = uppy.addFile(file('a.txt'));
    uppy.addFile(file('b.txt'));
    uppy.removeFile(id);
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(['b.txt']);
    void uppy.upload();
    uppy.cancelAll();
    expect(uppy.getFiles()).toEqual([]);
  });

  it('S8-59 that fails for no known reason says Unknown error', async () => {
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

  it('S5-30 sends more than 100 MB in parts, 100 MB and less at once', () => {
    const { plugin } = storage();
    expect(plugin.opts.shouldUseMultipart({ size: 100 * 1024 * 1024 })).toBe(false);
    expect(plugin.opts.shouldUseMultipart({ size: 100 * 1024 * 1024 + 1 })).toBe(true);
  });

  it('S9-59 S9-60 runs 6 requests at a time and tries again after 0, 1000, 3000 and 5000 ms', () => {
    const { plugin } = storage();
    expect(plugin.opts.limit).toBe(6);
    expect(plugin.opts.retryDelays).toEqual([0, 1000, 3000, 5000]);
  });

  it('S8-63 signs no part without key, uploadId and part number', () => {
    const { plugin } = storage();
    expect(() => plugin.opts.signPart({}, { key: 'k', uploadId: undefined, partNumber: 1 })).toThrow(
      'Cannot sign without a key, an uploadId, and a partNumber',
    );
  });

  it('S9-65 signs for 604800 s where the credentials name no expiry', async () => {
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

  it('S8-61 fails when the network cuts the upload off', async () => {
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

describe('the dashboard of the widget', () => {
  function dashboard(options: object = {}, core: ConstructorParameters<typeof Uppy>[0] = {}) {
    const uppy = widget(core);
    const target = document.createElement('div');
    document.body.append(target);
    uppy.use(Dashboard, { inline: true, target, ...options });
    const plugin = uppy.getPlugin('Dashboard') as unknown as {
      opts: Record<string, unknown>;
      getPluginState: () => Record<string, unknown>;
      openModal: () => Promise<void>;
      closeModal: () => Promise<void>;
      isModalOpen: () => boolean;
    };
    return { uppy, target, plugin };
  }

  it('S9-50 S9-54 S9-55 is 750 by 550, light, with thumbnails of 280 px as jpeg', () => {
    const { plugin } = dashboard();
    expect(plugin.opts).toMatchObject({
      width: 750,
      height: 550,
      theme: 'light',
      thumbnailWidth: 280,
      thumbnailType: 'image/jpeg',
    });
  });

  it('S5-38 takes several files unless the maximum is 1', async () => {
    const several = dashboard();
    await vi.waitFor(() =>
      expect(several.target.querySelector('input[type=file]')?.hasAttribute('multiple')).toBe(true),
    );
    const one = dashboard({}, { id: 'one', restrictions: { maxNumberOfFiles: 1 } });
    await vi.waitFor(() => expect(one.target.querySelector('input[type=file]')).not.toBeNull());
    expect(one.target.querySelector('input[type=file]')?.hasAttribute('multiple')).toBe(false);
  });

  it('S4-47 as a modal opens and closes again', async () => {
    vi.useFakeTimers();
    const { plugin } = dashboard({ inline: false, animateOpenClose: false });
    expect(plugin.isModalOpen()).toBe(false);
    await plugin.openModal();
    expect(plugin.isModalOpen()).toBe(true);
    // It moves the focus a moment after it opens.
    vi.runOnlyPendingTimers();
    await plugin.closeModal();
    expect(plugin.isModalOpen()).toBe(false);
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });

  it('S9-48 shows an error message for 5000 ms', () => {
    vi.useFakeTimers();
    const uppy = widget({ restrictions: { maxFileSize: 1 } });
    expect(() => uppy.addFile(file('large.txt'))).toThrow('exceeds');
    vi.advanceTimersByTime(4_999);
    expect(uppy.getState().info).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(uppy.getState().info).toHaveLength(0);
    vi.useRealTimers();
  });
});
