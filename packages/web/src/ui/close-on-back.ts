import { useEffect, useRef } from 'react';

// On phones and tablets, Back closes what is open over a page: a dialog, panel or menu. As long as one is open, the page has
// a second history entry at its address, which the router does not see (docs/decisions/0167-back-closes-what-is-open.md).

const mark = 'closesOnBack';
const touch = '(pointer: coarse) or (width < 40rem) or (height < 30rem)';
/** A browser that does not go back by then never will. */
const backMs = 2_000;
const settleMs = 200;

/** Closes what is open; the topmost is last. */
const closers: (() => void)[] = [];
/** The number by which the router knows the page that has a second entry, which is the current one. */
let page: { idx: unknown } | null = null;
/** What the router has replaced in the second entry, to be replaced in the first. */
let replaced: Parameters<History['replaceState']> | null = null;
/** What the router does while the second entry is being left; null at other times. */
let waiting: (() => void)[] | null = null;

const isSecond = (): boolean => history.state?.[mark] === true;

function enter(): void {
  page = { idx: history.state?.idx };
  history.pushState({ ...history.state, [mark]: true }, '');
  // A page that is opened takes the place of the second entry.
  history.pushState = (...given) => {
    if (waiting !== null) return void waiting.push(() => history.pushState(...given));
    forget();
    history.replaceState(...given);
  };
  history.replaceState = (...given) => {
    if (waiting !== null) return void waiting.push(() => history.replaceState(...given));
    replaced = given;
    History.prototype.replaceState.call(history, { ...given[0], [mark]: true }, given[1], given[2]);
  };
}

function forget(): void {
  Reflect.deleteProperty(history, 'pushState');
  Reflect.deleteProperty(history, 'replaceState');
  page = null;
  replaced = null;
  const runs = waiting ?? [];
  waiting = null;
  for (const run of runs) run();
  // What closes, or leads elsewhere, has done so by then.
  setTimeout(update, settleMs);
}

function leave(): void {
  page = { idx: history.state?.idx };
  waiting = [];
  history.back();
  setTimeout(() => waiting !== null && arrive(), backMs);
}

/** The first entry is the current one again. */
function arrive(): void {
  if (page === null) return;
  if (replaced !== null) History.prototype.replaceState.apply(history, replaced);
  forget();
}

function update(): void {
  if (waiting !== null) return;
  if (closers.length > 0 && !isSecond()) enter();
  // Also after a reload, and after Forward.
  if (closers.length === 0 && isSecond()) leave();
}

function onPopState(event: PopStateEvent): void {
  const isFirst = page !== null && !isSecond() && history.state?.idx === page.idx;
  if (isFirst || isSecond()) event.stopImmediatePropagation();
  if (isSecond()) update();
  else if (!isFirst) forget();
  else {
    if (waiting === null) {
      waiting = [];
      closers.at(-1)?.();
    }
    setTimeout(arrive);
  }
}

/** Begins before the router does, so that it does not see the second entry. */
export function startClosingOnBack(): void {
  window.addEventListener('popstate', onPopState, true);
  update();
}

/** Lets Back close what is open over the page. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen || !matchMedia(touch).matches) return;
    const closer = () => latest.current();
    closers.push(closer);
    // What replaces something that is open uses the same entry.
    setTimeout(update);
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      setTimeout(update);
    };
  }, [isOpen]);
}
