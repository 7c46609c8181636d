import type { CheckedIssue } from '@inkling/contract/harper-lints';
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { Checker } from './checker.ts';

/** An issue in the document, at the positions that it has now. */
export interface PlacedIssue extends CheckedIssue {
  from: number;
  to: number;
  /** The text at its place. */
  found: string;
  /** The same for the same text within the same words. */
  key: string;
}

/** Milliseconds without typing before changed paragraphs are checked. */
const typingPause = 600;
/** Paragraphs of one question, so that the first results of a long chapter are there soon. */
const batch = 25;
const context = 20;

const key = new PluginKey<DecorationSet>('checker');

function placedIn(block: Node, before: number, issues: readonly CheckedIssue[]): PlacedIssue[] {
  const text = block.textContent;
  return issues.map((issue) => {
    const { startOffset, endOffset, rule } = issue;
    const around = text.slice(Math.max(0, startOffset - context), endOffset + context);
    const found = text.slice(startOffset, endOffset);
    const from = before + 1 + startOffset;
    return { ...issue, from, to: before + 1 + endOffset, found, key: `${rule}: ${found} | ${around}` };
  });
}

export interface TextChecker {
  /** The issues of the paragraphs as they are now, in order. */
  issues(): PlacedIssue[];
  /** Checks everything again, such as in another dialect. */
  restart(): void;
  /** Underlines what is shown. */
  underline(shown: readonly PlacedIssue[]): void;
  detach(): void;
}

/**
 * Checks the paragraphs of an editor that were changed, once the author pauses. Results belong to a paragraph's node, which
 * never changes, so what was checked stays checked. `onChange` is called when there are new results, with whether all
 * paragraphs are checked.
 */
export function attachChecker(
  view: EditorView,
  checker: Checker,
  { onChange, onError }: { onChange: (isDone: boolean) => void; onError: () => void },
): TextChecker {
  let results = new WeakMap<Node, CheckedIssue[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDetached = false;

  const unchecked = (): Node[] =>
    view.state.doc.children.filter((block) => block.isTextblock && !results.has(block));

  async function run(): Promise<void> {
    const current = results;
    const blocks = unchecked().slice(0, batch);
    if (blocks.length === 0) return onChange(true);
    const found = await checker.ask({ kind: 'check', texts: blocks.map((block) => block.textContent) });
    if (isDetached) return;
    blocks.forEach((block, index) => {
      current.set(block, found[index] ?? []);
    });
    const isDone = unchecked().length === 0;
    onChange(isDone);
    // The author may have begun to type again.
    if (!isDone) timer ??= setTimeout(start, 0);
  }
  function start(): void {
    timer = undefined;
    run().catch(() => !isDetached && onError());
  }
  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(start, typingPause);
  }

  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, before) => tr.getMeta(key) ?? before.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => key.getState(state) },
    view: () => ({
      update(_view, previous) {
        if (!previous.doc.eq(view.state.doc)) schedule();
      },
    }),
  });
  const setPlugins = (plugins: readonly Plugin[]) => view.updateState(view.state.reconfigure({ plugins }));
  setPlugins([...view.state.plugins, plugin]);
  timer = setTimeout(start, 0);

  return {
    issues() {
      const placed: PlacedIssue[] = [];
      view.state.doc.forEach((block, before) => {
        placed.push(...placedIn(block, before, results.get(block) ?? []));
      });
      return placed;
    },
    restart() {
      results = new WeakMap();
      clearTimeout(timer);
      timer = setTimeout(start, 0);
    },
    underline(shown) {
      const marks = shown.map(({ from, to, kind }) =>
        Decoration.inline(from, to, { class: kind === 'Spelling' ? 'issue is-spelling' : 'issue' }),
      );
      view.dispatch(view.state.tr.setMeta(key, DecorationSet.create(view.state.doc, marks)));
    },
    detach() {
      isDetached = true;
      clearTimeout(timer);
      if (!view.isDestroyed) setPlugins(view.state.plugins.filter((one) => one !== plugin));
    },
  };
}

/** Selects a place of the text and scrolls to it. */
export function showPlace(view: EditorView, from: number, to: number): void {
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)).scrollIntoView());
  view.focus();
}

/** Replaces an issue's text if it is still there; an empty suggestion removes it. Undo takes it back. */
export function applySuggestion(
  view: EditorView,
  { from, to, found }: PlacedIssue,
  suggestion: string,
): void {
  const { doc, tr } = view.state;
  if (to > doc.content.size || doc.textBetween(from, to) !== found) return;
  view.dispatch(suggestion === '' ? tr.delete(from, to) : tr.insertText(suggestion, from, to));
}

/** The text of a document as feedback measures it, and the position in the document of each of its offsets. */
export function textOfDocument(doc: Node): { text: string; positionOf: (offset: number) => number } {
  const starts: { offset: number; position: number }[] = [];
  let text = '';
  doc.forEach((block, before) => {
    if (text !== '') text += '\n';
    starts.push({ offset: text.length, position: before + 1 });
    text += block.textContent;
  });
  return {
    text,
    positionOf(offset) {
      const start = starts.findLast((one) => one.offset <= offset);
      return (start?.position ?? 1) + offset - (start?.offset ?? 0);
    },
  };
}
