import { Fragment, type Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey, Selection, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { schema } from '../rich-text/schema.ts';

export interface Match {
  from: number;
  to: number;
}

interface Search {
  /** Null while nothing is searched for. */
  pattern: RegExp | null;
  matches: readonly Match[];
  highlights: DecorationSet;
}

/** Only so many matches around the selection are highlighted: a letter may occur tens of thousands of times. */
const maxHighlights = 1000;

const key = new PluginKey<Search>('find');

function matchesInBlock(block: Node, pattern: RegExp): Match[] {
  if (!block.isTextblock) return [];
  const found = [...block.textContent.matchAll(pattern)];
  return found.map(({ index, 0: text }) => ({ from: index, to: index + text.length }));
}

function allMatches(doc: Node, pattern: RegExp): Match[] {
  const matches: Match[] = [];
  doc.forEach((block, before) => {
    for (const { from, to } of matchesInBlock(block, pattern))
      matches.push({ from: before + 1 + from, to: before + 1 + to });
  });
  return matches;
}

/** The index of the first match that ends after a position, else of the first; -1 if there is none. */
export function matchFrom(matches: readonly Match[], pos: number): number {
  const index = matches.findIndex(({ to }) => to > pos);
  return index === -1 && matches.length > 0 ? 0 : index;
}

function highlight({ doc, selection }: EditorState, matches: readonly Match[]): DecorationSet {
  const first = Math.max(0, matchFrom(matches, selection.from) - maxHighlights / 2);
  return DecorationSet.create(
    doc,
    matches.slice(first, first + maxHighlights).map(({ from, to }) => {
      const isSelected = from === selection.from && to === selection.to;
      return Decoration.inline(from, to, { class: isSelected ? 'found is-selected' : 'found' });
    }),
  );
}

/** Finds the matches of a pattern in the document and highlights them. */
export const findPlugin = (): Plugin<Search> =>
  new Plugin<Search>({
    key,
    state: {
      init: () => ({ pattern: null, matches: [], highlights: DecorationSet.empty }),
      apply(tr, before, _state, state) {
        const set: Pick<Search, 'pattern'> | undefined = tr.getMeta(key);
        if (set === undefined && !tr.docChanged)
          return tr.selectionSet ? { ...before, highlights: highlight(state, before.matches) } : before;
        const { pattern } = set ?? before;
        const matches = pattern === null ? [] : allMatches(tr.doc, pattern);
        return { pattern, matches, highlights: highlight(state, matches) };
      },
    },
    props: { decorations: (state) => key.getState(state)?.highlights },
  });

/** All matches, in order. */
export const matchesIn = (state: EditorState): readonly Match[] => key.getState(state)?.matches ?? [];

/** Searches for a global pattern from now on; null ends the search. */
export const setPattern = (tr: Transaction, pattern: RegExp | null): Transaction =>
  tr.setMeta(key, { pattern });

/** A replacement with the emphasis of what it replaces. */
const textAt = (node: Node, pos: number, replacement: string): Fragment =>
  replacement === '' ? Fragment.empty : Fragment.from(schema.text(replacement, node.nodeAt(pos)?.marks));

export const replaceMatch = (tr: Transaction, { from, to }: Match, replacement: string): Transaction =>
  tr.replaceWith(from, to, textAt(tr.doc, from, replacement));

function withReplacements(block: Node, matches: readonly Match[], replacement: string): Node {
  if (matches.length === 0) return block;
  const parts = matches.flatMap(({ from, to }, index) => [
    ...block.content.cut(matches[index - 1]?.to ?? 0, from).content,
    ...textAt(block, from, replacement).content,
    ...(index === matches.length - 1 ? block.content.cut(to).content : []),
  ]);
  return block.copy(Fragment.from(parts));
}

/** Replaces all matches in one step: with a step for each, every one would copy the document's list of paragraphs. */
export function replaceAllMatches(state: EditorState, replacement: string): Transaction {
  const { tr, doc, selection } = state;
  const pattern = key.getState(state)?.pattern;
  if (!pattern) return tr;
  const blocks = doc.children.map((block) =>
    withReplacements(block, matchesInBlock(block, pattern), replacement),
  );
  tr.replaceWith(0, doc.content.size, blocks);
  // The caret stays in its paragraph.
  const { parentOffset } = selection.$from;
  const index = selection.$from.index(0);
  const before = blocks.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
  const offset = Math.min(parentOffset, blocks[index]?.content.size ?? 0);
  return tr.setSelection(Selection.near(tr.doc.resolve(before + 1 + offset)));
}
