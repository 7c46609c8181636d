import { type Block, parseChapterText, type Run } from '@inkling/contract/chapter-text';
import { isOrnament } from '@inkling/contract/scene-ornaments';
import { withoutStruckMarks } from '@inkling/contract/struck-marks';
import { closeHistory } from 'prosemirror-history';
import { Fragment, Slice } from 'prosemirror-model';
import { type EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { showNotice } from '../../../../lib/notify.ts';
import { nodeOf } from '../rich-text/document.ts';
import { paragraph } from '../rich-text/schema.ts';
import { type Pasted, readHtml } from './clipboard-html.ts';
import { noneDropped, reportOf } from './dropped.ts';
import { cleanText } from './lines-of-runs.ts';

const isBlank = (block: Block | undefined): boolean => block === undefined || block.kind === 'blank';
const plain = (text: string): Run[] => [{ text, em: false, strong: false }];

/**
 * Reads plain text from the clipboard, a line a block; blank lines are left out. Text in the text format keeps its
 * emphasis and verse, and `~~struck~~` text loses its marks, unless it is `literal`.
 */
export function readText(pasted: string, literal: boolean): Pasted {
  const { text, struck } = literal ? { text: pasted, struck: 0 } : withoutStruckMarks(pasted);
  const lines = cleanText(text.replace(/\r\n?|[\f\u0085\u2028\u2029]/g, '\n')).split('\n');
  const blocks = lines.flatMap((line): Block[] => {
    const trimmed = line.trim();
    if (isOrnament(trimmed)) return [{ kind: 'scene-break', runs: [] }];
    if (literal || trimmed === '')
      return [{ kind: trimmed === '' ? 'blank' : 'paragraph', runs: plain(trimmed) }];
    return parseChapterText(line.startsWith('|') ? line.trimEnd() : trimmed).map(({ kind, runs }) => ({
      kind,
      runs,
    }));
  });
  return {
    dropped: { ...noneDropped(), strikethrough: struck },
    // Between two groups of verse a blank line means something.
    blocks: blocks.filter(
      (block, at) =>
        !isBlank(block) ||
        (blocks[at - 1]?.kind === 'verse' &&
          blocks.slice(at).find((next) => !isBlank(next))?.kind === 'verse'),
    ),
  };
}

/** Replaces the selection with blocks: paragraphs join the text around the caret, which goes to their end. */
function insertBlocks(state: EditorState, blocks: readonly Block[]): Transaction {
  const nodes = blocks.map(nodeOf);
  const [first, last] = [nodes[0], nodes.at(-1)];
  const slice = new Slice(
    Fragment.from(nodes),
    first?.type === paragraph ? 1 : 0,
    last?.type === paragraph ? 1 : 0,
  );
  return closeHistory(state.tr).replaceSelection(slice).scrollIntoView();
}

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
