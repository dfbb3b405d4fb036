import { InputRule, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Heading } from '@tiptap/extension-heading';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Fragment, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { isLinkTarget, isWebAddress } from '#engines/markup/targets.ts';
import { documentOf } from '../rules-editor.ts';
import { contentOfHtml } from '../rules-html.ts';

/** Drawn as a paragraph: a heading of the text is none of the page around it. */
const ContentHeading = Heading.extend({
  parseHTML: () => [
    {
      tag: 'p[data-heading]',
      priority: 60,
      getAttrs: (element) => ({ level: levelOf(element.dataset.heading) }),
    },
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: levelOf(String(level)) } })),
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'p',
    { ...HTMLAttributes, 'data-heading': levelOf(String(node.attrs.level)) },
    0,
  ],
});

function levelOf(name: string | undefined): number {
  return Math.min(3, Math.max(1, Number(name) || 1));
}

/** One line, as the markup has it, and the lists within it. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph (bulletList | orderedList)*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** Words that lead to a page, an email address or a telephone number, and nowhere else. */
const ContentLink = Mark.create({
  name: 'link',
  // What is typed behind it does not belong to it.
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => isLinkTarget(element.getAttribute('href') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    'a',
    mergeAttributes(HTMLAttributes, { class: 'link', rel: 'noreferrer noopener', target: '_blank' }),
    0,
  ],
  addInputRules() {
    return [
      // [words](address), typed.
      new InputRule({
        find: /(?<!!)\[([^\][\n]{1,300})\]\(([^\s()]{3,2000})\)$/,
        handler: ({ state, range, match: [, words = '', href = ''] }) => {
          if (!isLinkTarget(href)) return;
          state.tr.replaceWith(range.from, range.to, state.schema.text(words, [this.type.create({ href })]));
          state.tr.removeStoredMark(this.type);
        },
      }),
    ];
  },
});

const Quote = Blockquote.extend({ content: 'paragraph+' });

/** A picture of the web, with the words for people who do not see it. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' } }),
  renderHTML: ({ HTMLAttributes }) => [
    'img',
    mergeAttributes(HTMLAttributes, { class: 'max-w-full rounded-control', referrerpolicy: 'no-referrer' }),
  ],
  addInputRules() {
    return [
      new InputRule({
        find: /^!\[([^\][\n]{0,300})\]\(([^\s()]{3,2000})\)$/,
        handler: ({ state, range, match: [, alt = '', src = ''] }) => {
          if (isWebAddress(src))
            state.tr.replaceWith(range.from - 1, range.to, this.type.create({ src, alt }));
        },
      }),
    ];
  },
});

/** What the markup cannot say cannot be written either, nor pasted. */
export const WRITING = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    link: false,
    listItem: false,
    strike: false,
    trailingNode: false,
    underline: false,
    heading: false,
  }),
  ContentHeading.configure({ levels: [1, 2, 3] }),
  Quote,
  ContentLink,
  ListItem,
  Picture,
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ content: 'paragraph' }),
  TableCell.extend({ content: 'paragraph' }),
];

/**
 * What another program put on the clipboard, read as the server reads HTML and content; what was copied here is taken as
 * it is.
 */
export function pasted(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
  const html = clipboardData?.getData('text/html') ?? '';
  const text = clipboardData?.getData('text/plain') ?? '';
  if (html.includes('data-pm-slice') || (html === '' && text === '')) return false;
  const content = html === '' ? text : contentOfHtml(html);
  const { state } = view;
  const slice = Slice.maxOpen(Fragment.from(state.schema.nodeFromJSON(documentOf(content)).content));
  view.dispatch(state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}
