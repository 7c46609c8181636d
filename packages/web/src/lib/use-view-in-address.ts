import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const typingPause = 300;

/** How a screen stores in the address what it shows. */
export interface AddressFormat<View> {
  /** The view that a query string describes; what is missing or invalid has its default. */
  parse: (search: string) => View;
  /** The query string of a view, with its question mark. */
  format: (view: View) => string;
  /** The view without what narrows it. */
  reset: (view: View) => View;
  /** The text that a view searches for. */
  textOf: (view: View) => string;
  /** The view with a text as it was typed. */
  withText: (view: View, text: string) => View;
}

/** What a screen shows, stored in the address: each choice adds an entry to the browser's history, typing does not. */
export function useViewInAddress<View extends object>(address: AddressFormat<View>) {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  /** The address being navigated to, so that a quick second choice does not undo the first. */
  const [next, setNext] = useState<{ search: string; key: string } | null>(null);
  // It has arrived. Kept, it would replace the address to which Back returns.
  if (next !== null && next.key !== key) setNext(null);
  const view = address.parse(next?.key === key ? next.search : search);
  const shownText = address.textOf(view);
  const [text, setText] = useState(shownText);
  /** The text that this screen put into the address. */
  const sent = useRef(shownText);

  const navigateTo = (wanted: View, replace = false) => {
    const formatted = address.format(wanted);
    setNext({ search: formatted, key });
    void navigate({ search: formatted }, { replace, preventScrollReset: true });
  };
  const latest = useRef({ view, address, navigateTo });
  latest.current = { view, address, navigateTo };

  // Another address, for example after Back, has another text.
  useEffect(() => {
    if (shownText === sent.current) return;
    sent.current = shownText;
    setText(shownText);
  }, [shownText]);

  useEffect(() => {
    /** The view with the text, which is cleaned as in an address. */
    const typed = () => latest.current.address.withText(latest.current.view, text);
    const textOf = (of: View) => latest.current.address.textOf(of);
    if (textOf(typed()) === textOf(latest.current.view)) return;
    const timer = setTimeout(() => {
      const wanted = typed();
      sent.current = textOf(wanted);
      latest.current.navigateTo(wanted, true);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    view,
    text,
    setText,
    change: (changes: Partial<View>): void => navigateTo({ ...view, ...changes }),
    /** Shows everything, with an empty search field. */
    reset: (): void => {
      const wanted = address.reset(view);
      sent.current = address.textOf(wanted);
      setText(sent.current);
      navigateTo(wanted);
    },
  };
}
