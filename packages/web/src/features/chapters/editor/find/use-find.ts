import { closeHistory } from 'prosemirror-history';
import { getMatchHighlights, SearchQuery, setSearchState } from 'prosemirror-search';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef } from 'react';
import { schema } from '../rich-text/schema.ts';
import { type FindOptions, searchOf } from './find-pattern.ts';

interface Match {
  from: number;
  to: number;
}

/** While the author types a query, it is not searched for yet: its first letters may match tens of thousands of times. */
const typingPause = 150;

/** All matches, in order. */
const matchesIn = (state: EditorState): Match[] => getMatchHighlights(state).find();

/** The index of the first match that ends after a position, else of the first; -1 if there is none. */
function matchFrom(matches: readonly Match[], pos: number): number {
  const index = matches.findIndex(({ to }) => to > pos);
  return index === -1 && matches.length > 0 ? 0 : index;
}

/** The replacement has the emphasis of what it replaces. */
function replaceMatch(tr: Transaction, { from, to }: Match, replacement: string): void {
  const marks = tr.doc.resolve(from).marksAcross(tr.doc.resolve(to)) ?? [];
  if (replacement === '') tr.delete(from, to);
  else tr.replaceWith(from, to, schema.text(replacement, marks));
}

/** Scrolls to a match, below the bars at the top. ProseMirror scrolls only while the text has the focus. */
function scrollToMatch(view: EditorView, { from }: Match): void {
  const { top, bottom } = view.coordsAtPos(from);
  if (top < 200 || bottom > window.innerHeight - 200)
    window.scrollBy({ top: top - window.innerHeight * 0.4, behavior: 'instant' });
}

/** The matches of a query in the text as it is; `state` is the view's. */
export function useFind(view: EditorView, state: EditorState, query: string, options: FindOptions) {
  const { matchCase, wholeWords } = options;
  /** Where the search goes on after the text or the query has changed. */
  const place = useRef(state.selection.from);
  const matches = matchesIn(state);
  const current = matchFrom(matches, place.current);

  const select = (match: Match | undefined): void => {
    if (match === undefined) return;
    place.current = match.from;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, match.from, match.to)));
    scrollToMatch(view, match);
  };
  const selectNext = (): void => {
    const found = matchesIn(view.state);
    select(found[matchFrom(found, place.current)]);
  };
  const latest = useRef(selectNext);
  latest.current = selectNext;

  useEffect(() => {
    const timer = setTimeout(() => {
      const search = searchOf(query, { matchCase, wholeWords });
      view.dispatch(setSearchState(view.state.tr, new SearchQuery(search)));
      // While the author types in the text, the caret stays there.
      if (!view.hasFocus()) latest.current();
    }, typingPause);
    return () => clearTimeout(timer);
  }, [view, query, matchCase, wholeWords]);

  useEffect(
    () => () => {
      if (!view.isDestroyed) view.dispatch(setSearchState(view.state.tr, new SearchQuery({ search: '' })));
    },
    [view],
  );

  return {
    count: matches.length,
    current,
    go: (by: 1 | -1): void => select(matches[(current + by + matches.length) % matches.length]),
    replace(replacement: string): void {
      const match = matches[current];
      if (match === undefined) return;
      const { tr } = view.state;
      replaceMatch(tr, match, replacement);
      place.current = match.from + replacement.length;
      view.dispatch(closeHistory(tr));
      selectNext();
    },
    /** Replaces all matches as one change, and returns how many there were. */
    replaceAll(replacement: string): number {
      if (matches.length === 0) return 0;
      const { tr } = view.state;
      // From the end, so that the positions of the others stay right.
      for (const match of matches.toReversed()) replaceMatch(tr, match, replacement);
      view.dispatch(closeHistory(tr));
      view.dispatch(closeHistory(view.state.tr));
      return matches.length;
    },
  };
}
