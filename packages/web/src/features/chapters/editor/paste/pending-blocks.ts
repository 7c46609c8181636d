import { isHistoryTransaction } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { contentOf, wordsOf } from '../rich-text/document.ts';
import { schema } from '../rich-text/schema.ts';

/** The part of a long paste that is not in the document yet, and the place between two blocks where it belongs. */
export interface Pending {
  at: number;
  nodes: readonly Node[];
}

const key = new PluginKey<Pending | null>('pending');
/** Characters that are inserted in one task. */
const pieceLength = 12_000;

const pendingOf = (state: EditorState): Pending | null => key.getState(state) ?? null;
export const setPending = (tr: Transaction, pending: Pending | null): Transaction =>
  tr.setMeta(key, { pending });
/** Whether a transaction inserts a part of the text that `fullContent` had before it. */
export const isPiece = (tr: Transaction): boolean =>
  tr.getMeta(key) !== undefined && tr.getMeta('addToHistory') === false;

function mapPending(pending: Pending, tr: Transaction): Pending | null {
  const { pos, deletedAcross } = tr.mapping.mapResult(pending.at, -1);
  return deletedAcross ? null : { ...pending, at: pos };
}

/** The first nodes that are together about a piece long, at least one. */
function pieceOf(nodes: readonly Node[]): number {
  let length = 0;
  const end = nodes.findIndex((node) => {
    length += node.nodeSize;
    return length > pieceLength;
  });
  return end === -1 ? nodes.length : Math.max(1, end);
}

/**
 * The paste is undone as one: its beginning and end are in the history, and what is inserted between them later goes
 * with them.
 */
function insertNodes(state: EditorState, { at, nodes }: Pending, count: number): Transaction {
  const inserted = nodes.slice(0, count);
  const tr = state.tr.insert(at, inserted).setMeta('addToHistory', false);
  const end = at + inserted.reduce((sum, node) => sum + node.nodeSize, 0);
  return setPending(tr, count < nodes.length ? { at: end, nodes: nodes.slice(count) } : null);
}

/** Inserts the rest at once, before something replaces the document. */
export function finishPending(view: EditorView): void {
  const pending = pendingOf(view.state);
  if (pending !== null) view.dispatch(insertNodes(view.state, pending, pending.nodes.length));
}

/** Inserts long pastes in pieces, so that the page responds in between. */
export const pendingPlugin = (): Plugin =>
  new Plugin<Pending | null>({
    key,
    state: {
      init: () => null,
      apply(tr, pending) {
        const meta: { pending: Pending | null } | undefined = tr.getMeta(key);
        if (meta !== undefined) return meta.pending;
        return pending === null ? null : mapPending(pending, tr);
      },
    },
    appendTransaction(transactions, before, after) {
      const pending = pendingOf(before);
      if (
        pending === null ||
        pendingOf(after) !== null ||
        transactions.some((tr) => tr.getMeta(key) !== undefined)
      )
        return null;
      // An undone or deleted paste is gone; two blocks that were joined keep what belongs between them.
      const removed = before.doc.content.size - after.doc.content.size;
      if (transactions.some(isHistoryTransaction) || removed > 2) return null;
      const { $head } = after.selection;
      const at = $head.depth === 0 ? $head.pos : $head.after(1);
      return insertNodes(after, { ...pending, at }, pending.nodes.length);
    },
    view(view) {
      let timer = 0;
      const insertPiece = (): void => {
        timer = 0;
        const pending = pendingOf(view.state);
        // A composition must not be interrupted.
        if (pending !== null && !view.composing)
          view.dispatch(insertNodes(view.state, pending, pieceOf(pending.nodes)));
        schedule();
      };
      const schedule = (): void => {
        if (timer === 0 && pendingOf(view.state) !== null) timer = window.setTimeout(insertPiece, 16);
      };
      return { update: schedule, destroy: () => window.clearTimeout(timer) };
    },
  });

/** The document as it will be when a long paste is complete, so that no part of it is missing from drafts and saves. */
function parts(state: EditorState): Node[] {
  const pending = pendingOf(state);
  if (pending === null) return [state.doc];
  const index = state.doc.resolve(pending.at).index();
  const { children } = state.doc;
  return [children.slice(0, index), pending.nodes, children.slice(index)]
    .filter((nodes) => nodes.length > 0)
    .map((nodes) => schema.node('doc', null, nodes));
}

export const fullContent = (state: EditorState): string => parts(state).map(contentOf).join('\n');
export const fullWords = (state: EditorState): number =>
  parts(state).reduce((sum, doc) => sum + wordsOf(doc), 0);
