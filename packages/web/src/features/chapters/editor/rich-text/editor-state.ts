import { baseKeymap, chainCommands, createParagraphNear, splitBlockAs } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { type Command, EditorState, type Plugin, Selection } from 'prosemirror-state';
import { undoReplacement } from '../punctuation/punctuation-plugin.ts';
import { insertSceneBreak, leaveVerse, toggle, typedSceneBreak, verseToParagraph } from './commands.ts';
import { documentOf } from './document.ts';
import { em, strong, verse } from './schema.ts';

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
