import { Fragment, type Node } from 'prosemirror-model';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { schema } from '../rich-text/schema.ts';

/** A place in the document, with the index of its block. */
export interface Match {
  from: number;
  to: number;
  block: number;
}

/** The search stops for the page in between, because a chapter may have a million characters. */
const sliceMs = 10;
/** Within a block, the time is looked up after so many matches. */
const matchesPerLook = 256;

/** All matches, in order; null if the search was given up. */
export async function findMatches(doc: Node, pattern: RegExp, signal: AbortSignal): Promise<Match[] | null> {
  const matches: Match[] = [];
  let sliceEnd = performance.now() + sliceMs;
  let start = 0;
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    sliceEnd = performance.now() + sliceMs;
  };
  for (const [index, block] of doc.children.entries()) {
    if (block.isTextblock) {
      for (const { index: at, 0: text } of block.textContent.matchAll(pattern)) {
        matches.push({ from: start + 1 + at, to: start + 1 + at + text.length, block: index });
        // A single block may be as long as a chapter.
        if (matches.length % matchesPerLook !== 0 || performance.now() < sliceEnd) continue;
        await pause();
        if (signal.aborted) return null;
      }
    }
    start += block.nodeSize;
    if (performance.now() < sliceEnd) continue;
    await pause();
    if (signal.aborted) return null;
  }
  return matches;
}

/** The index of the first match that ends after a position, else of the first; -1 if there is none. */
export function matchFrom(matches: readonly Match[], pos: number): number {
  const index = matches.findIndex(({ to }) => to > pos);
  return index === -1 && matches.length > 0 ? 0 : index;
}

/** A block with its matches replaced; the replacement has the emphasis of what it replaces. */
function withReplacements(
  block: Node,
  start: number,
  matches: readonly Match[] | undefined,
  replacement: string,
): Node {
  if (matches === undefined) return block;
  const parts: Node[] = [];
  let next = 0;
  let end = 0;
  block.forEach((child, offset) => {
    // A match may end in a later child than it begins in.
    let at = Math.max(end, offset);
    const childEnd = offset + child.nodeSize;
    for (let match = matches[next]; match !== undefined; match = matches[next]) {
      const from = match.from - start - 1;
      if (from >= childEnd) break;
      next += 1;
      if (from > at) parts.push(child.cut(at - offset, from - offset));
      if (replacement !== '') parts.push(schema.text(replacement, child.marks));
      at = match.to - start - 1;
    }
    if (at < childEnd) parts.push(child.cut(at - offset));
    end = at;
  });
  return block.copy(Fragment.from(parts));
}

/** Replaces matches as one step. Other blocks stay the same nodes. */
export function replaceAll(state: EditorState, matches: readonly Match[], replacement: string): Transaction {
  const { tr, doc, selection } = state;
  const [first, last] = [matches[0], matches.at(-1)];
  if (first === undefined || last === undefined) return tr;
  const byBlock = Map.groupBy(matches, ({ block }) => block);
  const nodes: Node[] = [];
  let start = 0;
  let [from, to] = [0, 0];
  for (const [index, block] of doc.children.entries()) {
    if (index === first.block) from = start;
    if (index >= first.block && index <= last.block)
      nodes.push(withReplacements(block, start, byBlock.get(index), replacement));
    start += block.nodeSize;
    if (index === last.block) to = start;
  }
  const caret = { block: selection.$head.index(0), offset: selection.$head.parentOffset };
  tr.replaceWith(from, to, nodes);
  const sizes = tr.doc.children.slice(0, caret.block).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const size = tr.doc.child(Math.min(caret.block, tr.doc.childCount - 1)).content.size;
  const place = tr.doc.resolve(Math.min(sizes + 1 + Math.min(caret.offset, size), tr.doc.content.size));
  return tr.setSelection(TextSelection.near(place));
}
