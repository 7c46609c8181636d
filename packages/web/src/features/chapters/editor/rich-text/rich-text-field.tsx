import { baseKeymap, chainCommands, createParagraphNear, splitBlockAs } from 'prosemirror-commands';
import { closeHistory, history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, type Plugin, Selection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { editorSettings } from '../editor-settings.ts';
import { findPlugin } from '../find/find-plugin.ts';
import { pastePlugin } from '../paste/paste-plugin.ts';
import { punctuationPlugin, undoReplacement } from '../punctuation/punctuation-plugin.ts';
import { insertSceneBreak, leaveVerse, toggle, typedSceneBreak, verseToParagraph } from './commands.ts';
import { contentOf, documentOf, nodesOf, wordsOf } from './document.ts';
import { FormattingTools } from './formatting-tools.tsx';
import { em, sceneBreakNode, strong, verse } from './schema.ts';

/** Changes that can be undone; consecutive typing is one change. */
const historyDepth = 1000;

const splitLine = splitBlockAs((node, atEnd) => (atEnd && node.type === verse ? { type: verse } : null));

/** Splits the block; verse goes on as verse, and emphasis that is on stays on. */
const newLine: Command = (state, dispatch, view) => {
  const marks = state.storedMarks ?? state.selection.$head.marks();
  return splitLine(state, dispatch && ((tr) => dispatch(tr.ensureMarks(marks))), view);
};
const enter = chainCommands(typedSceneBreak, createParagraphNear, leaveVerse, newLine);

/** Without this, the browser or the key without Shift takes over when there is nothing to redo, and undoes. */
const redoOrNothing: Command = chainCommands(redo, () => true);

const keys = keymap({
  'Mod-b': toggle(strong),
  'Mod-i': toggle(em),
  'Mod-z': undo,
  'Mod-y': redoOrNothing,
  'Shift-Mod-z': redoOrNothing,
  'Mod-Enter': insertSceneBreak,
  Enter: enter,
  'Shift-Enter': enter,
  Backspace: chainCommands(undoReplacement, verseToParagraph),
});

export function createState(content: string, plugins: readonly Plugin[]): EditorState {
  const doc = documentOf(content);
  return EditorState.create({
    doc,
    selection: Selection.atStart(doc),
    plugins: [...plugins, keys, keymap(baseKeymap), history({ depth: historyDepth })],
  });
}

const FindBar = lazyComponent(async () => (await import('../find/find-bar.tsx')).FindBar);

/** The text field as the chapter editor uses it. */
export interface RichText {
  /** The content in the text format. */
  read: () => string;
  /** Replaces the content; undo restores the previous one. */
  put: (content: string) => void;
  words: () => number;
  focus: () => void;
  /** The block with the caret, and how many before it are not blank. */
  caret: () => { paragraphs: number; text: string };
  /** For panels that work on the open text. */
  view: () => EditorView;
}

interface Props {
  ref: Ref<RichText>;
  label: string;
  initial: string;
  language: string;
  /** The id of the element that describes the field. */
  describedBy: string;
  /** Shown below the field. */
  error?: string;
  onInput: () => void;
  /** Splits the chapter at the caret. */
  onSplit?: (() => void) | undefined;
}

/** Room for the toolbar above the text and the bar below it, in px. */
const room = { top: 64, right: 0, bottom: 160, left: 0 };

/** A field for a chapter's text that shows emphasis, verse and scene breaks as readers see them. */
export function RichTextField(props: Props) {
  const { ref, label, initial, language, describedBy, error, onInput, onSplit } = props;
  const labelId = useId();
  const errorId = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const latest = useRef(onInput);
  latest.current = onInput;
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-describedby': error === undefined ? describedBy : `${errorId} ${describedBy}`,
    ...(error !== undefined && { 'aria-invalid': 'true' }),
    lang: language,
    spellcheck: 'true',
    class: 'editor-text',
  };
  const options = useRef({ initial, attributes, language });
  /** How often the find bar was asked for; 0 while it is closed. */
  const [findAsked, setFindAsked] = useState(0);

  useLayoutEffect(() => {
    const mount = host.current;
    if (mount === null) return;
    const { initial, attributes, language } = options.current;
    const keys = keymap({
      'Mod-f': () => {
        setFindAsked((before) => before + 1);
        return true;
      },
    });
    const plugins = [
      pastePlugin(),
      punctuationPlugin(language, () => editorSettings().smartPunctuation),
      findPlugin(),
      keys,
    ];
    const created = new EditorView(mount, {
      state: createState(initial, plugins),
      attributes,
      scrollThreshold: room,
      scrollMargin: room,
      dispatchTransaction(tr) {
        created.updateState(created.state.apply(tr));
        setState(created.state);
        if (tr.docChanged) latest.current();
      },
      handleDOMEvents: {
        // Undo of a phone's keyboard or the context menu.
        beforeinput(editor, event) {
          const command = { historyUndo: undo, historyRedo: redo }[event.inputType];
          if (command === undefined) return false;
          event.preventDefault();
          return command(editor.state, editor.dispatch) || true;
        },
      },
    });
    view.current = created;
    setState(created.state);
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  // ProseMirror sets the field's attributes; React does not know the element.
  useLayoutEffect(() => view.current?.setProps({ attributes }));

  useImperativeHandle(ref, () => {
    const current = () => {
      if (view.current === null) throw new Error('The field is not mounted.');
      return view.current;
    };
    return {
      read: () => contentOf(current().state.doc),
      focus: () => current().focus(),
      view: current,
      words: () => wordsOf(current().state.doc),
      caret() {
        const { doc, selection } = current().state;
        const at = selection.$from.index(0);
        const isShown = (block: Node) => block.type === sceneBreakNode || block.textContent.trim() !== '';
        const text = doc.maybeChild(at)?.textContent ?? '';
        return { paragraphs: doc.children.slice(0, at).filter(isShown).length, text };
      },
      put(content) {
        const editor = current();
        if (contentOf(editor.state.doc) === content) return;
        const { tr } = editor.state;
        tr.replaceWith(0, tr.doc.content.size, nodesOf(content));
        tr.setSelection(Selection.atStart(tr.doc));
        editor.dispatch(closeHistory(tr));
        editor.dispatch(closeHistory(editor.state.tr));
        editor.focus();
      },
    };
  }, []);

  return (
    <div>
      {/* Not a label: those name form controls only. */}
      <span id={labelId} className="not-in-focus mb-1 block font-semibold">
        {label}
      </span>
      <div className="editor-frame rounded-md border border-control bg-raised has-aria-invalid:border-danger has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <div className="editor-tools sticky top-(--notice-height) z-10 rounded-t-md border-b border-line bg-raised">
          <FormattingTools
            state={state}
            view={view}
            onFind={() => setFindAsked((before) => before + 1)}
            onSplit={onSplit}
          />
          {findAsked > 0 && view.current !== null && state !== null && (
            <FindBar
              view={view.current}
              state={state}
              asked={findAsked}
              onClose={() => setFindAsked(0)}
              onLoadFailed={() => setFindAsked(0)}
            />
          )}
        </div>
        <div ref={host} />
      </div>
      {error !== undefined && (
        <p id={errorId} className="mt-1 text-sm text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}
