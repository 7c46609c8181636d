import { closeHistory } from 'prosemirror-history';
import { type EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';
import { clearHighlights, highlight, scrollToMatch } from './find-highlights.ts';
import { findMatches, type Match, matchFrom } from './find-matches.ts';
import { type FindOptions, patternOf } from './find-pattern.ts';
import { replaceInPieces } from './replace-in-pieces.ts';

interface Found {
  matches: readonly Match[];
  /** The index of the match that is selected; -1 without matches. */
  current: number;
}

const nothing: Found = { matches: [], current: -1 };

/** Runs at most once a frame. */
function oncePerFrame(run: () => void): () => void {
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(run);
  };
}

/** The matches of a query in the text as it is; `state` is the view's. */
export function useFind(view: EditorView, state: EditorState, query: string, options: FindOptions) {
  const { matchCase, wholeWords } = options;
  const { doc } = state;
  const [found, setFound] = useState<Found>(nothing);
  /** Where the search goes on after the text or the query has changed. */
  const place = useRef(state.selection.from);

  const select = (matches: readonly Match[], current: number): void => {
    setFound({ matches, current });
    highlight(view, matches, current);
    const match = matches[current];
    if (match === undefined) return;
    place.current = match.from;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, match.from, match.to)));
    scrollToMatch(view, match);
  };
  const latest = useRef(select);
  latest.current = select;

  useEffect(() => {
    const pattern = patternOf(query, { matchCase, wholeWords });
    if (pattern === null) {
      setFound(nothing);
      clearHighlights(view);
      return;
    }
    const search = new AbortController();
    void findMatches(doc, pattern, search.signal).then((matches) => {
      if (matches === null || search.signal.aborted) return;
      const current = matchFrom(matches, place.current);
      // While the author types in the text, the caret stays there.
      if (!view.hasFocus()) return latest.current(matches, current);
      setFound({ matches, current });
      highlight(view, matches, current);
    });
    return () => search.abort();
  }, [view, doc, query, matchCase, wholeWords]);

  useEffect(() => {
    const onScroll = oncePerFrame(() => highlight(view, found.matches, found.current));
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [view, found]);

  useEffect(() => () => (view.isDestroyed ? undefined : clearHighlights(view)), [view]);

  const { matches, current } = found;
  /** Whether the matches are those of the text as it is now. */
  const isCurrent = (): boolean => view.state.doc === doc;
  return {
    count: matches.length,
    current,
    go(by: 1 | -1): void {
      if (matches.length > 0 && isCurrent())
        select(matches, (current + by + matches.length) % matches.length);
    },
    replace(replacement: string): void {
      const match = matches[current];
      if (match === undefined || !isCurrent()) return;
      place.current = match.from + replacement.length;
      const { tr } = view.state;
      view.dispatch(closeHistory(tr.insertText(replacement, match.from, match.to)));
    },
    /** Resolves to how many were replaced. */
    async replaceAll(replacement: string): Promise<number> {
      if (matches.length === 0 || !isCurrent()) return 0;
      await replaceInPieces(view, matches, replacement);
      return matches.length;
    },
  };
}
