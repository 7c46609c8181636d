import { closeHistory } from 'prosemirror-history';
import { Plugin, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { showNotice } from '../../../../lib/notify.ts';
import { type Pasted, readHtml } from './clipboard-html.ts';
import { readText } from './clipboard-text.ts';
import { reportOf } from './dropped.ts';
import { insertBlocks } from './insert-blocks.ts';

function insert(view: EditorView, { blocks, dropped }: Pasted): void {
  if (blocks.length > 0) {
    view.dispatch(insertBlocks(view.state, blocks));
    // What is typed next is undone separately.
    view.dispatch(closeHistory(view.state.tr));
  }
  const report = reportOf(dropped);
  if (report !== null) showNotice(report);
}

/** Inserts the clipboard's text; `literal` ignores the text format's marks. */
export const pasteText = (view: EditorView, text: string, literal: boolean): void =>
  insert(view, readText(text, literal));

/** The clipboard's HTML if there is any and it has a text, else its plain text. */
function pasteFrom(view: EditorView, data: DataTransfer, literal: boolean): boolean {
  const html = literal ? '' : data.getData('text/html');
  const text = data.getData('text/plain');
  if (html.trim() !== '') insert(view, readHtml(html));
  else if (text !== '') pasteText(view, text, literal);
  else if (data.files.length > 0) showNotice('Pasted without 1 file. A chapter has text only.');
  return true;
}

/** Pastes and drops keep what the text format can store, and say what was left out. */
export function pastePlugin(): Plugin {
  let isLiteral = false;
  return new Plugin({
    props: {
      handleKeyDown(_view, event) {
        // Ctrl+Shift+V; browsers then leave the clipboard's HTML out or not.
        if (event.key.toLowerCase() === 'v') isLiteral = event.shiftKey;
        return false;
      },
      handleDOMEvents: {
        paste(view, event) {
          if (event.clipboardData === null) return false;
          event.preventDefault();
          const literal = isLiteral;
          isLiteral = false;
          return pasteFrom(view, event.clipboardData, literal);
        },
        drop(view, event) {
          // Text that is dragged within the field is moved by ProseMirror.
          if (event.dataTransfer === null || view.dragging !== null) return false;
          event.preventDefault();
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
          if (place !== null) {
            const { tr } = view.state;
            view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(place.pos))));
          }
          return pasteFrom(view, event.dataTransfer, false);
        },
      },
    },
  });
}
