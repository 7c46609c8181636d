import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { Match } from './find-matches.ts';
import { showHighlights } from './highlight-plugin.ts';

/** Matches are highlighted this far above and below the window, in px. */
const margin = 500;
/** Each highlight is an element more to lay out; one block may have thousands of matches. */
const maxHighlights = 500;

/** The index of the first block whose bottom is below `y` in the window. */
function blockAt(view: EditorView, y: number): number {
  const blocks = view.dom.children;
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The matches in and near the window; highlighting thousands would delay every key. */
function shownMatches(view: EditorView, matches: readonly Match[], current: number): Match[] {
  const first = blockAt(view, -margin);
  const last = blockAt(view, window.innerHeight + margin);
  const shown = matches.filter(({ block }) => block >= first && block <= last);
  if (shown.length <= maxHighlights) return shown;
  const match = matches[current];
  const at = Math.max(0, (match === undefined ? 0 : shown.indexOf(match)) - maxHighlights / 2);
  return shown.slice(at, at + maxHighlights);
}

/** Highlights the matches that can be seen. */
export function highlight(view: EditorView, matches: readonly Match[], current: number): void {
  const decorations = shownMatches(view, matches, current).map((match) =>
    Decoration.inline(match.from, match.to, {
      class: match === matches[current] ? 'find-match find-current' : 'find-match',
    }),
  );
  showHighlights(view, DecorationSet.create(view.state.doc, decorations));
}

export const clearHighlights = (view: EditorView): void => showHighlights(view, DecorationSet.empty);

/** Scrolls to a match, below the bars at the top. */
export function scrollToMatch(view: EditorView, { from }: Match): void {
  const { top, bottom } = view.coordsAtPos(from);
  if (top < 200 || bottom > window.innerHeight - 200)
    window.scrollBy({ top: top - window.innerHeight * 0.4, behavior: 'instant' });
}
