import type { Block } from '@inkling/contract/chapter-text';
import { fitRuns } from '@inkling/contract/chapter-text-write';
import { closeHistory } from 'prosemirror-history';
import { Fragment, type Node, Slice } from 'prosemirror-model';
import { type EditorState, Selection, type Transaction } from 'prosemirror-state';
import { nodeOf } from '../rich-text/document.ts';
import { paragraph } from '../rich-text/schema.ts';
import { setPending } from './pending-blocks.ts';

/** Longer pastes are inserted in pieces. */
const maxBlocksAtOnce = 100;

const nodesOf = (blocks: readonly Block[]): Node[] =>
  blocks.map(({ kind, runs }) => nodeOf({ kind, runs: fitRuns(runs) }));

interface Place {
  from: number;
  to: number;
  openStart: number;
  openEnd: number;
}

/** Where blocks are inserted: paragraphs join the text around the caret; everything else gets lines of its own. */
function placeOf(tr: Transaction, first: Node, last: Node, isOne: boolean): Place {
  const { $from } = tr.selection;
  if ($from.depth === 0) return { from: $from.pos, to: $from.pos, openStart: 0, openEnd: 0 };
  const { parent, parentOffset, pos } = $from;
  const atStart = parentOffset === 0;
  const atEnd = parentOffset === parent.content.size;
  if (isOne && first.type === paragraph && !(atStart && atEnd))
    return { from: pos, to: pos, openStart: 1, openEnd: 1 };
  const joinsStart = !atStart && first.type === paragraph;
  const joinsEnd = !atEnd && last.type === paragraph;
  return {
    from: atStart ? $from.before() : pos,
    to: atEnd ? $from.after() : pos,
    openStart: joinsStart ? 1 : 0,
    openEnd: joinsEnd ? 1 : 0,
  };
}

/** Replaces the selection with blocks; of many, the middle follows in pieces. The caret goes to their end. */
export function insertBlocks(state: EditorState, blocks: readonly Block[]): Transaction {
  const nodes = nodesOf(blocks);
  const [first, last] = [nodes[0], nodes.at(-1)];
  const tr = closeHistory(state.tr);
  if (first === undefined || last === undefined) return tr;
  tr.deleteSelection();
  const { from, to, openStart, openEnd } = placeOf(tr, first, last, nodes.length === 1);
  const isLong = nodes.length > maxBlocksAtOnce;
  const shown = isLong ? [...nodes.slice(0, maxBlocksAtOnce), last] : nodes;
  const sizeAfter = tr.doc.content.size - to;
  tr.replace(from, to, new Slice(Fragment.from(shown), openStart, openEnd));
  const $end = tr.doc.resolve(tr.doc.content.size - sizeAfter);
  const lastStart =
    openEnd === 1 ? $end.before(1) : ($end.depth === 0 ? $end.pos : $end.before(1)) - last.nodeSize;
  const caret = openEnd === 1 ? $end.pos : lastStart + last.nodeSize;
  tr.setSelection(Selection.near(tr.doc.resolve(caret), last.isTextblock ? -1 : 1)).scrollIntoView();
  return isLong ? setPending(tr, { at: lastStart, nodes: nodes.slice(maxBlocksAtOnce, -1) }) : tr;
}
