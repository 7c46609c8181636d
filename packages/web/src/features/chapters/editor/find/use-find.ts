import { type FindOptions, patternOf } from '@inkling/contract/find-pattern';
import { closeHistory } from 'prosemirror-history';
import { type EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  type Match,
  matchesIn,
  matchFrom,
  replaceAllMatches,
  replaceMatch,
  setPattern,
} from './find-plugin.ts';

/** While the author types a query, it is not searched for yet: its first letters may match tens of thousands of times. */
const typingPause = 150;

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
  const onSearched = useEffectEvent(selectNext);

  useEffect(() => {
    const timer = setTimeout(() => {
      view.dispatch(setPattern(view.state.tr, patternOf(query, { matchCase, wholeWords })));
      // While the author types in the text, the caret stays there.
      if (!view.hasFocus()) onSearched();
    }, typingPause);
    return () => clearTimeout(timer);
  }, [view, query, matchCase, wholeWords]);

  useEffect(
    () => () => {
      if (!view.isDestroyed) view.dispatch(setPattern(view.state.tr, null));
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
      place.current = match.from + replacement.length;
      view.dispatch(closeHistory(replaceMatch(view.state.tr, match, replacement)));
      selectNext();
    },
    /** Replaces all matches as one change, and returns how many there were. */
    replaceAll(replacement: string): number {
      if (matches.length === 0) return 0;
      view.dispatch(closeHistory(replaceAllMatches(view.state, replacement)));
      view.dispatch(closeHistory(view.state.tr));
      return matches.length;
    },
  };
}
