import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatView, initialView, type LibraryTab, type LibraryView, parseView } from './library-view.ts';

const typingPause = 300;

/** What a tab of the library shows, stored in the address: each choice adds an entry to the history, typing does not. */
export function useLibraryView(tab: LibraryTab) {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  /** The address being navigated to, so that a quick second choice does not undo the first. */
  const [next, setNext] = useState<{ search: string; key: string } | null>(null);
  if (next !== null && next.key !== key) setNext(null);
  const view = parseView(tab, next?.key === key ? next.search : search);
  const [text, setText] = useState(view.q);
  /** The text that this tab put into the address. */
  const sent = useRef(view.q);

  const show = (wanted: LibraryView, replace = false) => {
    const address = formatView(tab, wanted);
    setNext({ search: address, key });
    void navigate({ search: address }, { replace, preventScrollReset: true });
  };
  const latest = useRef({ view, show });
  latest.current = { view, show };

  // Another address, for example after Back, has another text.
  useEffect(() => {
    if (view.q === sent.current) return;
    sent.current = view.q;
    setText(view.q);
  }, [view.q]);

  useEffect(() => {
    const { q } = parseView(tab, `?${new URLSearchParams({ q: text })}`);
    if (q === latest.current.view.q) return;
    const timer = setTimeout(() => {
      sent.current = q;
      latest.current.show({ ...latest.current.view, q }, true);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [tab, text]);

  return {
    view,
    text,
    setText,
    change: (changes: Partial<LibraryView>) => show({ ...view, ...changes }),
    reset: () => {
      sent.current = '';
      setText('');
      show(initialView(tab));
    },
  };
}
