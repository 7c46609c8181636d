import { widenToWords } from '@inkling/contract/chapter-text-borders';
import { fitRuns } from '@inkling/contract/chapter-text-write';
import { isOrnament } from '@inkling/contract/scene-ornaments';
import type { MarkType, Node } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { runsOf } from './document.ts';
import { em, paragraph, sceneBreakNode, strong, verse } from './schema.ts';

interface Range {
  from: number;
  to: number;
}

/** The words that the selection touches, one range a block; without spaces at their ends. */
function selectedWords({ doc, selection }: EditorState): Range[] {
  const ranges: Range[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, pos) => {
    if (!node.isTextblock) return;
    const start = pos + 1;
    const text = node.textContent;
    const words = widenToWords(
      text,
      Math.max(0, selection.from - start),
      Math.min(text.length, selection.to - start),
    );
    const selected = text.slice(words.from, words.to);
    const from = start + words.from + selected.length - selected.trimStart().length;
    const to = start + words.from + selected.trimEnd().length;
    if (from < to) ranges.push({ from, to });
  });
  return ranges;
}

const hasMarkThroughout = (doc: Node, { from, to }: Range, type: MarkType): boolean => {
  let throughout = true;
  doc.nodesBetween(from, to, (node) => {
    if (node.isText && type.isInSet(node.marks) === undefined) throughout = false;
  });
  return throughout;
};

/** Sets the emphasis of a block to what the format can express (docs/product/chapter-text.md#word-borders). */
export function fitBlock(tr: Transaction, block: Node, pos: number): void {
  const runs = runsOf(block);
  const fitted = fitRuns(runs);
  const isFitted =
    fitted.length === runs.length &&
    fitted.every(
      (run, at) => run.text === runs[at]?.text && run.em === runs[at].em && run.strong === runs[at].strong,
    );
  if (isFitted) return;
  let from = pos + 1;
  for (const run of fitted) {
    const to = from + run.text.length;
    for (const [type, on] of [
      [em, run.em],
      [strong, run.strong],
    ] as const) {
      if (on) tr.addMark(from, to, type.create());
      else tr.removeMark(from, to, type);
    }
    from = to;
  }
}

/** Turns a mark on or off for the words of the selection; at the edge of a word, for what is typed next. */
export const toggleWords =
  (type: MarkType): Command =>
  (state, dispatch) => {
    const { selection, doc, storedMarks } = state;
    if (selection instanceof NodeSelection) return false;
    const ranges = selectedWords(state);
    const { tr } = state;
    if (ranges.length === 0) {
      if (!selection.empty) return false;
      const isOn = type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined;
      dispatch?.(isOn ? tr.removeStoredMark(type) : tr.addStoredMark(type.create()));
      return true;
    }
    const isOn = ranges.every((range) => hasMarkThroughout(doc, range, type));
    for (const { from, to } of ranges) {
      if (isOn) tr.removeMark(from, to, type);
      else tr.addMark(from, to, type.create());
      const start = tr.doc.resolve(from);
      fitBlock(tr, start.parent, start.before());
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Whether what is selected, or what is typed next, has the mark. */
export function isMarkOn(state: EditorState, type: MarkType): boolean {
  const { selection, storedMarks, doc } = state;
  if (selection.empty) return type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined;
  return hasMarkThroughout(doc, selection, type) && doc.textBetween(selection.from, selection.to) !== '';
}

/** Puts a scene break in place of an empty line, else at the caret, and the caret on the line after it. */
export const insertSceneBreak: Command = (state, dispatch) => {
  const tr = state.tr.deleteSelection();
  const { $from } = tr.selection;
  const { parent, parentOffset, pos } = $from;
  let at = pos;
  if ($from.depth > 0 && parent.textContent.trim() === '') {
    at = $from.before();
    tr.delete(at, $from.after());
  } else if ($from.depth > 0 && parentOffset === 0) at = $from.before();
  else if ($from.depth > 0) {
    if (parentOffset < parent.content.size) tr.split(pos);
    at = pos + 1;
  }
  tr.insert(at, sceneBreakNode.create());
  const next = tr.doc.nodeAt(at + 1);
  if (next === null || !next.isTextblock) tr.insert(at + 1, paragraph.create());
  tr.setSelection(TextSelection.create(tr.doc, at + 2));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Enter after an ornament (`***`, `#`, `⁂`) on a line of its own makes it a scene break. */
export const typedSceneBreak: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  const isTyped = isOrnament(parent.textContent);
  if (!empty || parent.type !== paragraph || $from.parentOffset < parent.content.size || !isTyped)
    return false;
  const start = $from.before();
  const tr = state.tr.replaceWith(start, $from.after(), [sceneBreakNode.create(), paragraph.create()]);
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start + 2)).scrollIntoView());
  return true;
};

const selectedBlocks = ({ doc, selection }: EditorState): { node: Node; pos: number }[] => {
  const blocks: { node: Node; pos: number }[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, pos) => {
    if (node.isTextblock) blocks.push({ node, pos });
  });
  return blocks;
};

export const isVerseOn = (state: EditorState): boolean => {
  const blocks = selectedBlocks(state);
  return blocks.length > 0 && blocks.every(({ node }) => node.type === verse);
};

/** Makes the selected lines verse, or paragraphs if they all are verse. */
export const toggleVerse: Command = (state, dispatch) => {
  const blocks = selectedBlocks(state);
  if (blocks.length === 0) return false;
  const type = isVerseOn(state) ? paragraph : verse;
  const { tr } = state;
  for (const { pos } of blocks) tr.setNodeMarkup(pos, type);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Enter on the second empty line of verse in a row ends the verse; one empty line is the gap between stanzas. */
export const leaveVerse: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== verse || $from.parent.content.size > 0) return false;
  const before = state.doc.resolve($from.before(1)).nodeBefore;
  if (before === null || before.type !== verse || before.content.size > 0) return false;
  const { tr } = state;
  tr.setNodeMarkup($from.before(1), paragraph);
  tr.delete($from.before(1) - before.nodeSize, $from.before(1));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Backspace at the start of a line of verse makes it a paragraph. */
export const verseToParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== verse || $from.parentOffset > 0) return false;
  dispatch?.(state.tr.setNodeMarkup($from.before(1), paragraph));
  return true;
};
