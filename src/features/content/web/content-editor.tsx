import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Heading1,
  Heading2,
  Italic,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Table2,
  Undo2,
} from 'lucide-react';
import { type Ref, startTransition, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Finding } from '#features/compliance/contract.ts';
import { findingNews } from '#features/compliance/rules-findings.ts';
import { FindingsOf, tiedToFindings } from '#features/compliance/web/findings-link.tsx';
import { cn } from '#ui/class-names.ts';
import { FINDING_MARK } from '#ui/drawings/finding-glyph.tsx';
import { IconButton, type IconButtonProps } from '#ui/icon-button.tsx';
import { LIMITS } from '../contract.ts';
import { documentOf, type EditorNode, offsetOf, positionsOf } from '../rules-editor.ts';
import { contentOf } from '../rules-editor-writing.ts';
import { pasted, WRITING } from './editor-writing.ts';
import { LinkField } from './link-field.tsx';

export type EditorHandle = {
  /** Selects these characters of the content. */
  select: (place: { start: number; end: number }) => void;
  /** Puts words in place of them, as typing would: undo takes it back. */
  replace: (place: { start: number; end: number }, words: string) => void;
};

type ContentEditorProps = {
  /** Light markup; see rules-markup.ts. */
  content: string;
  onChange: (content: string) => void;
  /** Marked where they stand; they may belong to the content of a moment ago. */
  findings?: readonly Finding[];
  /** Under which a panel lists them. */
  claimsId?: string;
  /** Stands out. */
  open?: Finding | undefined;
  /** Where the caret went, counted in characters of the content. */
  onCaret?: (offset: number) => void;
  ref?: Ref<EditorHandle>;
  className?: string;
};

type EditorDocument = Editor['state']['doc'];

/** Longer than the pause between two keys of most people. */
const RESTS_AFTER_MS = 250;

const MARKS = new PluginKey<DecorationSet>('findings');

function newMarks(given: unknown): DecorationSet | undefined {
  return given instanceof DecorationSet ? given : undefined;
}

/** The marks of findings: they move with the words around them until the next check has come. */
const FindingMarks = Extension.create({
  name: 'findingMarks',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: MARKS,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, before) =>
          newMarks(transaction.getMeta(MARKS)) ?? before.map(transaction.mapping, transaction.doc),
      },
      props: { decorations: (state) => MARKS.getState(state) },
    }),
    new Plugin({
      // What would not fit is not typed, as in any field.
      filterTransaction: ({ docChanged, doc }, { doc: before }) =>
        !docChanged ||
        // Places are never fewer than characters, and counting those is work for each key.
        doc.content.size <= LIMITS.content ||
        doc.textContent.length <= Math.max(LIMITS.content, before.textContent.length),
    }),
  ],
});

const EXTENSIONS = [...WRITING, FindingMarks];

/** Content as it will read, written by hand: headings, lists, tables and bold words, with the findings marked. */
export default function ContentEditor({ content, findings, open, className, ...props }: ContentEditorProps) {
  // What the editor holds as content, and what of its own may still come back from outside, late: neither is put into
  // it again.
  const held = useRef(content);
  const own = useRef(new Set<string>());
  const { claimsId, onChange, onCaret } = props;
  const news = findingNews(findings ?? []);
  const callbacks = useRef({ onChange, onCaret });
  callbacks.current = { onChange, onCaret };
  const [initial] = useState(() => documentOf(content));
  const rest = useRef(createRest());
  // The document as it came from outside.
  const started = useRef<unknown>(null);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: initial,
    // Its styles stand in app.css: the page allows no others.
    injectCSS: false,
    editorProps: {
      handlePaste: pasted,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        class: 'content-editor space-y-3 text-mail wrap-anywhere',
        ...(claimsId === undefined ? {} : tiedToFindings(claimsId, news)),
      },
    },
    // The keys come first: what follows from them is told when they rest, and before anything else gets the focus.
    onUpdate: ({ editor: changed }) => rest.current.after(() => startTransition(() => tell(changed))),
    onSelectionUpdate: ({ editor: changed }) =>
      rest.current.after(() => startTransition(() => tell(changed))),
    onBlur: ({ editor: changed }) => rest.current.now(() => tell(changed)),
    onDestroy: () => rest.current.stop(),
  });

  function tell(changed: Editor): void {
    const { content: written, segments } = contentOf(jsonOf(changed));
    // Opened and left alone it says nothing: written back, the text may differ in its signs.
    if (written !== held.current && changed.state.doc !== started.current) {
      held.current = written;
      own.current.add(written);
      callbacks.current.onChange(written);
      // Where the findings stand in the new text is not known yet.
      return;
    }
    callbacks.current.onCaret?.(offsetOf(segments, changed.state.selection.from));
  }

  useEffect(() => {
    started.current ??= editor.state.doc;
    if (content === held.current) own.current.clear();
    if (content === held.current || own.current.has(content)) return;
    held.current = content;
    own.current.clear();
    editor.commands.setContent(documentOf(content), { emitUpdate: false });
    started.current = editor.state.doc;
  }, [editor, content]);

  useEffect(() => {
    const { segments, content: now } = contentOf(jsonOf(editor));
    // Findings of another text would stand in the wrong places: the marks there are move by themselves.
    if (now !== content.trimEnd() && findings && findings.length > 0) return;
    const wanted = new Map<string, FindingMark>();
    for (const finding of findings ?? []) {
      const place = positionsOf(segments, finding);
      const look = `${FINDING_MARK[finding.severity]} ${finding === open ? 'claim-open' : ''}`;
      if (place) wanted.set(`${place.from} ${place.to} ${look}`, { ...place, look });
    }
    const { state, view } = editor;
    const marks = withMarks(MARKS.getState(state) ?? DecorationSet.empty, state.doc, wanted);
    if (marks) view.dispatch(state.tr.setMeta(MARKS, marks));
  }, [editor, findings, open, content]);

  useImperativeHandle(props.ref, () => {
    const placeOf = (place: { start: number; end: number }) =>
      positionsOf(contentOf(jsonOf(editor)).segments, place);
    return {
      select(place) {
        const found = placeOf(place);
        if (found) editor.chain().focus().setTextSelection(found).scrollIntoView().run();
      },
      replace(place, words) {
        const found = placeOf(place);
        if (!found) return;
        const chain = editor.chain().focus().setTextSelection(found);
        (words === '' ? chain.deleteSelection() : chain.insertContent({ type: 'text', text: words })).run();
      },
    };
  }, [editor]);

  return (
    <div
      className={cn(
        'rounded-control border border-control bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
        className,
      )}
    >
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className="px-5 py-5 sm:px-7" />
      {claimsId !== undefined && <FindingsOf id={claimsId} news={news} />}
    </div>
  );
}

type FindingMark = { from: number; to: number; look: string };

/**
 * The marks as wanted. Those that stand already stay the same ones, so that only paragraphs with news are drawn anew;
 * undefined where nothing changes.
 */
function withMarks(
  before: DecorationSet,
  doc: EditorDocument,
  wanted: ReadonlyMap<string, FindingMark>,
): DecorationSet | undefined {
  const missing = new Map(wanted);
  const gone = before.find().filter(({ from, to, spec }) => !missing.delete(`${from} ${to} ${lookOf(spec)}`));
  if (gone.length === 0 && missing.size === 0) return undefined;
  const added = [...missing.values()].map(({ from, to, look }) =>
    Decoration.inline(from, to, { nodeName: 'mark', class: look }, { look }),
  );
  return before.remove(gone).add(doc, added);
}

function lookOf(spec: unknown): string {
  return typeof spec === 'object' && spec !== null && 'look' in spec ? String(spec.look) : '';
}

/** Runs the last of several deeds once nothing came for a moment. */
function createRest() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    after(deed: () => void) {
      stop();
      timer = setTimeout(deed, RESTS_AFTER_MS);
    },
    now(deed: () => void) {
      stop();
      deed();
    },
  };
}

function jsonOf(editor: Editor): EditorNode {
  return editor.getJSON() as EditorNode;
}

function Toolbar({ editor }: { editor: Editor }) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isBold: now.isActive('bold'),
      isItalic: now.isActive('italic'),
      isQuote: now.isActive('blockquote'),
      level: [1, 2, 3].find((level) => now.isActive('heading', { level })),
      isBullets: now.isActive('bulletList'),
      isNumbered: now.isActive('orderedList'),
      isTable: now.isActive('table'),
      isLink: now.isActive('link'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const act = () => editor.chain().focus();
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      tabIndex={-1}
      className="flex flex-wrap gap-0.5 border-b border-line px-2 py-1.5"
      onKeyDown={moveFocus}
    >
      <Tool
        icon={Bold}
        label="Bold"
        keys="Ctrl B"
        isOn={state.isBold}
        onClick={() => act().toggleBold().run()}
      />
      <Tool
        icon={Italic}
        label="Italic"
        keys="Ctrl I"
        isOn={state.isItalic}
        onClick={() => act().toggleItalic().run()}
      />
      <Tool
        icon={Heading1}
        label="Heading"
        isOn={state.level === 1}
        onClick={() => act().toggleHeading({ level: 1 }).run()}
      />
      <Tool
        icon={Heading2}
        label="Smaller heading"
        isOn={state.level === 2 || state.level === 3}
        onClick={() => act().toggleHeading({ level: 2 }).run()}
      />
      <Tool
        icon={List}
        label="Bullet list"
        isOn={state.isBullets}
        onClick={() => act().toggleBulletList().run()}
      />
      <Tool
        icon={ListOrdered}
        label="Numbered list"
        isOn={state.isNumbered}
        onClick={() => act().toggleOrderedList().run()}
      />
      <Tool icon={Quote} label="Quote" isOn={state.isQuote} onClick={() => act().toggleBlockquote().run()} />
      <LinkField
        isOn={state.isLink}
        current={() => hrefAt(editor)}
        onSet={(href) => setLink(editor, href)}
        onRemove={() => act().extendMarkRange('link').unsetMark('link').run()}
      />
      <Tool
        icon={Table2}
        label={state.isTable ? 'Remove table' : 'Insert table'}
        isOn={state.isTable}
        onClick={() =>
          state.isTable
            ? act().deleteTable().run()
            : act().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()
        }
      />
      <span aria-hidden="true" className="mx-1 w-px bg-line" />
      <Tool
        icon={Undo2}
        label="Undo"
        keys="Ctrl Z"
        disabled={!state.canUndo}
        onClick={() => act().undo().run()}
      />
      <Tool
        icon={Redo2}
        label="Redo"
        keys="Ctrl Shift Z"
        disabled={!state.canRedo}
        onClick={() => act().redo().run()}
      />
    </div>
  );
}

/** Where the words at the caret lead; '' for nowhere. */
function hrefAt(editor: Editor): string {
  const { href } = editor.getAttributes('link');
  return typeof href === 'string' ? href : '';
}

/** The chosen words lead there; without any, the address itself is written. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus();
  if (editor.isActive('link')) chain.extendMarkRange('link').setMark('link', { href }).run();
  else if (editor.state.selection.empty) chain.insertContent({ type: 'text', text: href }).run();
  else chain.setMark('link', { href }).run();
}

type ToolProps = Pick<IconButtonProps, 'icon' | 'label' | 'keys' | 'disabled'> & {
  isOn?: boolean;
  onClick: () => void;
};

function Tool({ isOn, ...props }: ToolProps) {
  return (
    <IconButton
      {...props}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      className={cn(isOn && 'bg-hover text-ink')}
      // The caret stays where it is in the text.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}

/** Arrow keys walk a toolbar. */
function moveFocus(event: React.KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
  const here = tools.findIndex((tool) => tool === document.activeElement);
  tools[(here + step + tools.length) % tools.length]?.focus();
  event.preventDefault();
}
