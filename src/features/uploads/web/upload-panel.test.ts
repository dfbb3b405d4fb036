// @vitest-environment happy-dom
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';

// The real upload widget: where a statement is about its own behaviour, it is asked itself.
const open: { destroy: () => void }[] = [];
afterEach(() => {
  for (const uppy of open.splice(0)) uppy.destroy();
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

type Widget = ReturnType<typeof widget>;
function widget(options: ConstructorParameters<typeof Uppy>[0] = {}) {
  const uppy = new Uppy(options);
  open.push(uppy);
  return uppy;
}

const file = (name: string, bytes = 10, type = 'text/plain') => ({
  name,
  type,
  data: new Blob([new Uint8Array(bytes)], { type }),
});

const isDone = (uppy: Widget, ids: string[]): void => {
  for (const id of ids)
    uppy.emit('upload-success', uppy.getFile(id), { status: 200, body: {}, uploadURL: 'x' });
};

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

  // S9-50 S9-54 S9-55
  it('is 750 by 550, light, with thumbnails of 280 px as jpeg', () => {
    const { plugin } = dashboard();
    expect(plugin.opts).toMatchObject({
      width: 750,
      height: 550,
      theme: 'light',
      thumbnailWidth: 280,
      thumbnailType: 'image/jpeg',
    });
  });

  // S5-38
  it('takes several files unless the maximum is 1', async () => {
    const several = dashboard();
    await eventually(() =>
      expect(several.target.querySelector('input[type=file]')?.hasAttribute('multiple')).toBe(true),
    );
    const one = dashboard({}, { id: 'one', restrictions: { maxNumberOfFiles: 1 } });
    await eventually(() => expect(one.target.querySelector('input[type=file]')).not.toBeNull());
    expect(one.target.querySelector('input[type=file]')?.hasAttribute('multiple')).toBe(false);
  });

  // S4-47
  it('as a modal opens and closes again', async () => {
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

  const bar = (target: HTMLElement) => target.querySelector('.uppy-StatusBar');
  const shows = (target: HTMLElement, state: string) =>
    eventually(() => expect(bar(target)?.className).toContain(`is-${state}`));
  const progress = (change: object) => ({
    progress: { uploadStarted: null, uploadComplete: false, bytesUploaded: false, bytesTotal: 10, ...change },
  });

  // S4-39 S4-41
  it('is waiting, preprocessing, uploading, paused, postprocessing, complete or error', async () => {
    const { uppy, target } = dashboard();
    uppy.setState({ capabilities: { ...uppy.getState().capabilities, resumableUploads: true } });
    const [first, second] = [uppy.addFile(file('a.txt')), uppy.addFile(file('b.txt'))];
    await shows(target, 'waiting');
    uppy.setFileState(
      first,
      progress({ preprocess: { mode: 'indeterminate', message: 'reading' } }) as never,
    );
    await shows(target, 'preprocessing');
    uppy.setFileState(second, progress({ uploadStarted: 1 }) as never);
    await shows(target, 'uploading');
    uppy.setState({ totalProgress: 20 });
    uppy.setFileState(first, { ...progress({ uploadStarted: 1 }), isPaused: true } as never);
    uppy.setFileState(second, { isPaused: true });
    // Paused it keeps the class of uploading, and says so in words and by the button that goes on.
    await eventually(() => expect(bar(target)?.textContent).toContain('Paused'));
    expect(bar(target)?.querySelector('button[title=Resume]')).not.toBeNull();
    for (const id of [first, second]) {
      const after = {
        uploadStarted: 1,
        uploadComplete: true,
        postprocess: { mode: 'indeterminate', message: 'x' },
      };
      uppy.setFileState(id, { ...progress(after), isPaused: false } as never);
    }
    await shows(target, 'postprocessing');
    for (const id of [first, second])
      uppy.setFileState(id, progress({ uploadStarted: 1, uploadComplete: true }) as never);
    uppy.setState({ totalProgress: 100 });
    await shows(target, 'complete');
    uppy.setState({ error: 'broken' });
    await shows(target, 'error');
  });

  // S4-40
  it('shows error before complete, complete before waiting, waiting and paused before uploading', async () => {
    const { uppy, target } = dashboard();
    const id = uppy.addFile(file('a.txt'));
    uppy.setFileState(id, progress({ uploadStarted: 1, uploadComplete: true }) as never);
    uppy.setState({ recoveredState: { files: {}, currentUploads: {} }, totalProgress: 100, error: 'broken' });
    await shows(target, 'error');
    uppy.setState({ error: null });
    await shows(target, 'complete');
    uppy.setFileState(id, progress({ uploadStarted: 1 }) as never);
    uppy.setState({ totalProgress: 20 });
    await shows(target, 'waiting');
    uppy.setState({ recoveredState: null });
    await shows(target, 'uploading');
    uppy.setFileState(id, { isPaused: true });
    await eventually(() => expect(bar(target)?.textContent).toContain('Paused'));
    expect(bar(target)?.textContent).not.toContain('Uploading');
  });

  // S8-47
  it("a failed upload shows 'Upload failed' and a pop-up with the details", async () => {
    const { uppy, target } = dashboard();
    const said = vi.fn<(words: string) => void>();
    vi.stubGlobal('alert', said);
    uppy.addFile(file('a.txt'));
    uppy.setState({ error: 'the bucket is gone' });
    await eventually(() => expect(bar(target)?.textContent).toContain('Upload failed'));
    bar(target)?.querySelector<HTMLButtonElement>('.uppy-StatusBar-details')?.click();
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/Upload failed[\s]+the bucket is gone/));
    vi.unstubAllGlobals();
  });

  /** The box is as wide and high as this. */
  function boxOf(width: number, height = 600): void {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly tell: (entries: object[]) => void;
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell;
        }
        observe() {
          queueMicrotask(() => this.tell([{ contentRect: { width, height } }]));
        }
        disconnect() {
          // Nothing is held.
        }
      },
    );
  }

  it.each([
    [1200, 5],
    [901, 5],
    [900, 4],
    [701, 4],
    [700, 3],
    [577, 3],
    [576, 1],
    [320, 1],
    // S9-51
  ])('at a width of %i px shows %i files per row', async (width, perRow) => {
    // The widget counts its breakpoints as passed one pixel above the figure.
    boxOf(width);
    const { uppy, target } = dashboard();
    for (let index = 0; index < 6; index += 1) uppy.addFile(file(`${index}.txt`));
    await eventually(() =>
      expect(target.querySelector('.uppy-Dashboard-filesInner')?.children).toHaveLength(perRow),
    );
    vi.unstubAllGlobals();
  });

  it.each([
    { shown: 90, width: 800, isAlone: true },
    { shown: 35, width: 350 },
    { shown: 60, width: 570 },
    { shown: 30, width: 800 },
    { shown: 20, width: 800, author: { name: 'Ann', url: 'https://example.com' } },
    // S9-52
  ])('cuts a long name to $shown characters', async ({ shown, width, isAlone, author }) => {
    boxOf(width);
    const { uppy, target } = dashboard();
    const id = uppy.addFile(file(`${'long '.repeat(40)}name.txt`));
    if (!isAlone) uppy.addFile(file('b.txt'));
    if (author) uppy.setFileMeta(id, { author });
    const name = () => target.querySelector('.uppy-Dashboard-Item-name')?.textContent ?? '';
    await eventually(() => expect(name()).toHaveLength(shown));
    expect(name()).toContain('...');
    vi.unstubAllGlobals();
  });

  // S9-53
  it('as a modal closes on Escape and keeps the focus within on Tab', async () => {
    vi.useFakeTimers();
    const { plugin, target } = dashboard({ inline: false, animateOpenClose: false });
    const outside = document.createElement('button');
    document.body.prepend(outside);
    await plugin.openModal();
    vi.runOnlyPendingTimers();
    outside.focus();
    const press = (keyCode: number, shiftKey = false) => {
      const event = new KeyboardEvent('keydown', { shiftKey, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'keyCode', { value: keyCode });
      document.dispatchEvent(event);
      return event;
    };
    expect(press(9).defaultPrevented).toBe(true);
    const first = document.activeElement;
    expect(target.contains(first)).toBe(true);
    press(9, true);
    const last = document.activeElement;
    expect([target.contains(last), last === first]).toEqual([true, false]);
    press(9);
    expect(document.activeElement).toBe(first);
    press(27);
    expect(plugin.isModalOpen()).toBe(false);
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });

  // S9-49
  it('says for 3000 ms that a link was copied', async () => {
    boxOf(800);
    Object.assign(document, { execCommand: () => true });
    const { uppy, target } = dashboard({ showLinkToFileUploadResult: true });
    const id = uppy.addFile(file('a.txt'));
    uppy.setFileState(id, {
      ...progress({ uploadStarted: 1, uploadComplete: true }),
      uploadURL: 'https://example.com/a.txt',
    } as never);
    const copy = () => target.querySelector<HTMLButtonElement>('.uppy-Dashboard-Item-action--copyLink');
    await eventually(() => expect(copy()).not.toBeNull());
    vi.useFakeTimers();
    copy()?.click();
    await vi.advanceTimersByTimeAsync(0);
    const told = () => uppy.getState().info.map(({ message }) => message);
    expect(told()).toEqual(['Link copied to clipboard.']);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(told()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(told()).toHaveLength(0);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // S9-57
  it('looks once at the network, 3 s after it starts', async () => {
    // Another widget that is gone by now may still look.
    for (const timer of timers) clearTimeout(timer);
    vi.useFakeTimers();
    const isOnline = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    const uppy = widget();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(uppy.getState().info).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(uppy.getState().info.map(({ message }) => message)).toEqual(['No Internet connection']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOnline).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  describe('its thumbnails', () => {
    const picture = () => file('picture.png', 10, 'image/png');

    /** A browser that draws nothing but takes every size; `toBlob` and `getImageData` as told. */
    function drawing(
      size: { width: number; height: number },
      canvas: { read?: () => void; blob?: Blob | null } = {},
    ) {
      const drawn: { width: number; height: number }[] = [];
      vi.stubGlobal(
        'Image',
        class extends EventTarget {
          readonly width = size.width;
          readonly height = size.height;
          set src(_url: string) {
            setTimeout(() => this.dispatchEvent(new Event('load')), 0);
          }
        },
      );
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
        this: HTMLCanvasElement,
      ) {
        const { width, height } = this;
        const context = {
          getImageData: canvas.read ?? (() => undefined),
          drawImage: () => drawn.push({ width, height }),
          translate: () => undefined,
          rotate: () => undefined,
          scale: () => undefined,
        };
        return context as never;
      });
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
        done(canvas.blob === undefined ? new Blob(['x']) : canvas.blob),
      );
      return drawn;
    }

    function logging() {
      const log: string[] = [];
      const write = (...words: unknown[]) => void log.push(words.map(String).join(' '));
      return { log, core: { logger: { debug: write, warn: write, error: write } } };
    }

    afterEach(() => {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });

    it.each([
      [
        'reading is forbidden',
        {
          read: () => {
            throw Object.assign(new Error('tainted'), { code: 18 });
          },
        },
      ],
      ['nothing is drawn', { blob: null }],
      // S8-52
    ])("where %s log 'cannot read image', and the upload goes on", async (_name, canvas) => {
      drawing({ width: 100, height: 100 }, canvas);
      const { log, core } = logging();
      const { uppy } = dashboard({}, core);
      uppy.addUploader((ids) => Promise.resolve(isDone(uppy, ids)));
      uppy.addFile(picture());
      await eventually(() =>
        expect(log.join('\n')).toContain('cannot read image, probably an svg with external resources'),
      );
      expect((await uppy.upload())?.successful).toHaveLength(1);
    });

    // S8-53
    it("that cannot be drawn log 'could not extract blob', and the upload goes on", async () => {
      // No browser of today gets that far: its own function fails as it would in an old one.
      const { log, core } = logging();
      const { uppy } = dashboard({}, core);
      const thumbnails = uppy.getPlugin('Dashboard:ThumbnailGenerator') as unknown as {
        createThumbnail: () => Promise<string>;
      };
      const reason = 'could not extract blob, probably an old browser';
      expect(thumbnails.createThumbnail).toBeTypeOf('function');
      thumbnails.createThumbnail = () => Promise.reject(new Error(reason));
      uppy.addUploader((ids) => Promise.resolve(isDone(uppy, ids)));
      uppy.addFile(picture());
      await eventually(() => expect(log.join('\n')).toContain(reason));
      expect((await uppy.upload())?.successful).toHaveLength(1);
    });

    // S8-55
    it('are not lazy and waited for at once', () => {
      const { uppy } = dashboard();
      const thumbnails = uppy.getPlugin('Dashboard:ThumbnailGenerator');
      const Generator = thumbnails?.constructor as new (core: Widget, options: object) => unknown;
      expect(() => new Generator(uppy, { lazy: true, waitForThumbnailsBeforeUpload: true })).toThrow(
        'The `lazy` and `waitForThumbnailsBeforeUpload` options are mutually exclusive.',
      );
    });

    it.each([
      { width: 8_000, height: 6_000 },
      { width: 20_000, height: 100 },
      { width: 5_000, height: 5_000 },
      // S9-56
    ])('of $width by $height pixels are drawn from a reduced source', async (size) => {
      const drawn = drawing(size);
      const { uppy } = dashboard();
      // A single file would get a larger one.
      uppy.addFiles([picture(), file('other.txt')]);
      const id = uppy.getFiles()[0]?.id ?? '';
      await eventually(() => expect(uppy.getFile(id).preview).toMatch(/^blob:/));
      // First as it is, to turn it upright; then within the limits.
      const [, reduced] = drawn;
      expect(reduced?.width).toBeLessThanOrEqual(4_096);
      expect(reduced?.height).toBeLessThanOrEqual(4_096);
      expect((reduced?.width ?? 0) * (reduced?.height ?? 0)).toBeLessThanOrEqual(5_000_000);
      expect(drawn.at(-1)?.width).toBe(280);
    });
  });

  // S9-48
  it('shows an error message for 5000 ms', () => {
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
