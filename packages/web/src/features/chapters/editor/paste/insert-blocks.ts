import type { Block } from '@inkling/contract/chapter-text';
import { closeHistory } from 'prosemirror-history';
import { Fragment, Slice } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { nodeOf } from '../rich-text/document.ts';
import { paragraph } from '../rich-text/schema.ts';

/** Replaces the selection with blocks: paragraphs join the text around the caret, which goes to their end. */
export function insertBlocks(state: EditorState, blocks: readonly Block[]): Transaction {
  const nodes = blocks.map(nodeOf);
  const [first, last] = [nodes[0], nodes.at(-1)];
  const slice = new Slice(
    Fragment.from(nodes),
    first?.type === paragraph ? 1 : 0,
    last?.type === paragraph ? 1 : 0,
  );
  return closeHistory(state.tr).replaceSelection(slice).scrollIntoView();
}
