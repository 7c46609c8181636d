import { closeHistory } from 'prosemirror-history';
import type { Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type Match, replaceAll } from './find-matches.ts';

/** Matches that are replaced in one task; a chapter may have a hundred thousand. */
const matchesPerPiece = 5_000;
/** Before any of these, the rest is replaced at once: no key, command, save or draft gets half of the replacements. */
const interruptions = [
  'keydown',
  'beforeinput',
  'compositionstart',
  'pointerdown',
  'click',
  'paste',
  'drop',
  'visibilitychange',
  'pagehide',
];

/**
 * Replaces all matches, many of them in pieces, so that the page responds in between. Undo takes all of them back as
 * one. Resolves when the text is complete.
 */
export function replaceInPieces(
  view: EditorView,
  matches: readonly Match[],
  replacement: string,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let rest = matches;
  let { doc } = view.state;
  let first: Transaction | undefined;
  let timer = 0;

  const replaceLast = (count: number): void => {
    // From the end, so that the positions of the others stay right.
    const tr = replaceAll(view.state, rest.slice(-count), replacement);
    rest = rest.slice(0, -count);
    // The history adds what is appended to a change to it.
    if (first === undefined) first = closeHistory(tr);
    else tr.setMeta('appendedTransaction', first);
    view.dispatch(tr);
    doc = view.state.doc;
  };
  const end = (): void => {
    clearTimeout(timer);
    for (const name of interruptions) window.removeEventListener(name, finish, true);
    if (!view.isDestroyed) view.dispatch(closeHistory(view.state.tr));
    resolve();
  };
  const run = (count: number): void => {
    // Another text, such as a restored one, has no such matches.
    const isOpen = !view.isDestroyed && view.state.doc === doc;
    if (isOpen && rest.length > 0) replaceLast(count);
    if (isOpen && rest.length > 0) timer = window.setTimeout(run, 16, matchesPerPiece);
    else end();
  };
  const finish = (): void => run(rest.length);

  for (const name of interruptions) window.addEventListener(name, finish, true);
  run(matchesPerPiece);
  return promise;
}
