import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type AnnotationView, everything, formatView, parseView } from './annotation-view.ts';

const typingPause = 300;

/** What the page of all annotations shows, in the address: each choice adds an entry to the history, typing does not. */
export function useAnnotationView() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = parseView(search);
  const [text, setText] = useState(view.q);
  /** The text that this page put into the address. */
  const sent = useRef(view.q);
  const latest = useRef(view);
  latest.current = view;

  const show = (wanted: AnnotationView, replace = false) => {
    // Until the navigation has ended, a second choice goes on from the first one.
    latest.current = wanted;
    void navigate({ search: formatView(wanted) }, { replace, preventScrollReset: true });
  };
  const showLatest = useRef(show);
  showLatest.current = show;

  // Another address, for example after Back, has another text.
  useEffect(() => {
    if (view.q === sent.current) return;
    sent.current = view.q;
    setText(view.q);
  }, [view.q]);

  useEffect(() => {
    const { q } = parseView(`?${new URLSearchParams({ q: text })}`);
    if (q === latest.current.q) return;
    const timer = setTimeout(() => {
      sent.current = q;
      showLatest.current({ ...latest.current, q }, true);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    view,
    text,
    setText,
    change: (changes: Partial<AnnotationView>) => show({ ...latest.current, ...changes }),
    reset: () => {
      sent.current = '';
      setText('');
      show(everything);
    },
  };
}
