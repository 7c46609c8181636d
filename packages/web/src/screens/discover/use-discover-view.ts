import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type DiscoverView,
  formatView,
  noFilters,
  parseView,
} from '../../features/stories/filters/story-filters.ts';

const typingPause = 300;

/** What Discover shows, which is in the address: a choice is an entry of the browser's history, typing is not. */
export function useDiscoverView() {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const view = parseView(query);
  const [text, setText] = useState(view.search);
  const latest = useRef(view);
  latest.current = view;
  /** The text that this page put into the address. */
  const sent = useRef(view.search);

  const show = (next: DiscoverView, replace = false) =>
    void navigate({ search: formatView(next) }, { replace, preventScrollReset: true });
  const showRef = useRef(show);
  showRef.current = show;

  // Another address, such as by Back, has another text.
  useEffect(() => {
    if (view.search === sent.current) return;
    sent.current = view.search;
    setText(view.search);
  }, [view.search]);

  useEffect(() => {
    const { search } = parseView(`?search=${encodeURIComponent(text.toWellFormed())}`);
    if (search === latest.current.search) return;
    const timer = setTimeout(() => {
      sent.current = search;
      showRef.current({ ...latest.current, search }, true);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    view,
    text,
    setText,
    change: (changes: Partial<DiscoverView>) => show({ ...view, ...changes }),
    reset: () => {
      sent.current = '';
      setText('');
      show({ ...view, search: '', filters: noFilters });
    },
  };
}
