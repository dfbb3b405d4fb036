import { Worker } from 'node:worker_threads';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { threadFile } from '#platform/thread-file.ts';
import { limitThread } from '#platform/thread-limits.ts';
import { LIMITS } from '../contract.ts';
import { htmlOf } from '../rules-markup.ts';

/** `clean`: HTML as it may be stored · `read`: HTML from elsewhere as light markup. */
export type HtmlTask = { id: string; deed: 'clean' | 'read'; texts: readonly string[] };
/** No texts: they could not be read. */
export type HtmlAnswer = { id: string; texts: string[] | undefined };

export type HtmlCleaner = {
  /** The HTML of contents, sanitised, in their order. */
  render: (contents: readonly string[]) => Promise<string[]>;
  /** HTML from elsewhere as content. Throws `refused` where it cannot be read. */
  read: (html: string) => Promise<string>;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly htmlCleaner: HtmlCleaner;
  }
}

/** Of the processor. */
const TASK_MS = 15_000;
/** The thread holds a whole DOM: it ends when idle. */
const IDLE_MS = 60_000;
const THREAD_MB = 256;
const THREAD_BUFFER_BYTES = THREAD_MB * 1024 * 1024;

type Waiting = { resolve: (texts: string[]) => void; reject: (error: Error) => void };

/** Sanitises HTML in a thread of its own, started when it is first needed. A factory, because the thread has a life of its own. */
export function createHtmlCleaner(): HtmlCleaner {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<string, Waiting>();

  const end = (): void => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
    for (const { reject } of waiting.values()) reject(tookTooMuch());
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(threadFile('html-worker', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
    });
    // A process that has nothing else to do may end.
    started.unref();
    started.on('message', ({ id, texts }: HtmlAnswer) => {
      const task = waiting.get(id);
      waiting.delete(id);
      if (texts) task?.resolve(texts);
      else task?.reject(unreadable());
    });
    started.on('error', () => {
      if (worker === started) end();
    });
    return started;
  };

  const ask = async (deed: HtmlTask['deed'], texts: readonly string[]): Promise<string[]> => {
    clearTimeout(idle);
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const id = newId();
    waiting.set(id, { resolve, reject });
    const thread = (worker ??= start());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ id, deed, texts } satisfies HtmlTask);
    const endWatch = limitThread(thread, {
      mostBufferBytes: THREAD_BUFFER_BYTES,
      mostMs: TASK_MS,
      onOver: () => {
        if (worker === thread) end();
      },
    });
    try {
      return await promise;
    } finally {
      endWatch();
      if (waiting.size === 0) idle = setTimeout(() => end(), IDLE_MS).unref();
    }
  };

  return {
    render: (contents) => (contents.length === 0 ? Promise.resolve([]) : ask('clean', contents.map(htmlOf))),
    async read(html) {
      const [content] = await ask('read', [html]);
      return content ?? '';
    },
  };
}

/** Text as a person entered it: as content, or as HTML from another editor. */
export type GivenText = { content?: string | undefined; html?: string | undefined };

/**
 * Content and its HTML, in step: HTML that was given becomes content, and what is stored as HTML is always made of
 * the content and sanitised.
 */
export async function writtenOf(
  cleaner: HtmlCleaner,
  given: GivenText,
): Promise<{ content: string; html: string }> {
  const content = given.content ?? (await cleaner.read(given.html ?? ''));
  if (content.trim() === '' || content.length > LIMITS.content) {
    const message =
      content.trim() === ''
        ? 'Write something first.'
        : `At most ${LIMITS.content.toLocaleString('en-US')} characters.`;
    throw new AppError('invalid_input', message, { fields: { html: message } });
  }
  const [html = ''] = await cleaner.render([content]);
  return { content, html };
}

function tookTooMuch(): AppError {
  const message = 'This text took too long to prepare, so nothing was stored. Try again.';
  return new AppError('unavailable', message, { reason: 'html', retryable: true });
}

function unreadable(): AppError {
  return new AppError('refused', 'This text cannot be read. Take it apart, or send it as plain text.', {
    reason: 'unreadable',
  });
}
