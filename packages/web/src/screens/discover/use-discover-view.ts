import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type DiscoverView,
  formatView,
  noFilters,
  parseView,
} from '../../features/stories/filters/story-filters.ts';

const typingPause = 300;

/** What Discover shows, stored in the address: each choice adds an entry to the browser's history, typing does not. */
export function useDiscoverView() {
  const { search: query, key } = useLocation();
  const navigate = useNavigate();
  /** The address being navigated to, so that a quick second choice does not undo the first. */
  const [next, setNext] = useState<{ query: string; key: string } | null>(null);
  // It has arrived. Kept, it would replace the address to which Back returns.
  if (next !== null && next.key !== key) setNext(null);
  const view = parseView(next?.key === key ? next.query : query);
  const [text, setText] = useState(view.search);
  const latest = useRef(view);
  latest.current = view;
  /** The text that this page put into the address. */
  const sent = useRef(view.search);

  const show = (wanted: DiscoverView, replace = false) => {
    const search = formatView(wanted);
    setNext({ query: search, key });
    void navigate({ search }, { replace, preventScrollReset: true });
  };
  const showRef = useRef(show);
  showRef.current = show;

  // Another address, for example after Back, has another text.
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
