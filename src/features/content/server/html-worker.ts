import { parentPort } from 'node:worker_threads';
import createPurifier from 'dompurify';
import { JSDOM } from 'jsdom';
import { contentOfHtml, STORED_ATTRIBUTES, STORED_TAGS } from '../rules-html.ts';
import type { HtmlAnswer, HtmlTask } from './html-cleaner.ts';

/** DOMPurify over a browser's DOM, in a thread of its own: whatever a text does to its reader stays in here. */
const purifier = createPurifier(new JSDOM('').window);

// oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on('message', (task: HtmlTask) => {
  try {
    parentPort?.postMessage({ id: task.id, texts: task.texts.map(DEEDS[task.deed]) } satisfies HtmlAnswer);
  } catch {
    parentPort?.postMessage({ id: task.id, texts: undefined } satisfies HtmlAnswer);
  }
});
// oxlint-enable unicorn/require-post-message-target-origin

const DEEDS: Record<HtmlTask['deed'], (html: string) => string> = {
  clean: (html) =>
    purifier.sanitize(html, {
      ALLOWED_TAGS: [...STORED_TAGS],
      ALLOWED_ATTR: [...STORED_ATTRIBUTES],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
      // A number is no address.
      ADD_URI_SAFE_ATTR: ['start'],
      ALLOW_DATA_ATTR: false,
    }),
  read: contentOfHtml,
};
