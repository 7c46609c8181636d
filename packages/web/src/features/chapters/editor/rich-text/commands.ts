import { isOrnament } from '@inkling/contract/scene-ornaments';
import { toggleMark } from 'prosemirror-commands';
import type { MarkType, Node } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection } from 'prosemirror-state';
import { paragraph, sceneBreakNode, verse } from './schema.ts';

/** Turns a mark on or off for the selection, or for what is typed next. */
export const toggle = (type: MarkType): Command => toggleMark(type, null, { removeWhenPresent: false });

/** Whether what is selected, or what is typed next, has the mark. */
export function isMarkOn(state: EditorState, type: MarkType): boolean {
  const { selection, storedMarks, doc } = state;
  if (selection.empty) return type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined;
  let throughout = true;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isText && type.isInSet(node.marks) === undefined) throughout = false;
  });
  return throughout && doc.textBetween(selection.from, selection.to) !== '';
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
