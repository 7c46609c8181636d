import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isInReadingArea, isPaged, shownPage, turnToRange } from '../chapters/reader/position.ts';
import { type Passage, passageOf, type Unit } from './passage.ts';
import { type Layout, layoutOf } from './selection-layout.ts';
import { offsetOf, offsetOfPosition, rangeOf, type TextMap } from './text-map.ts';

/** What a reader has selected in the chapter's text. */
export interface SelectedPassage extends Passage {
  layout: Layout;
}

/** After this time without a change, a selection by keyboard or by the handles of a phone is finished. */
const settledMs = 350;

/** The passage that is selected now; null if the selection is empty, blank or not in the text. */
function selectedIn(map: TextMap, unit: Unit = 'grapheme'): Passage | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const isInside = (node: Node) => map.element.contains(node);
  // 'Select all' is meant for the page.
  if (!isInside(range.startContainer) && !isInside(range.endContainer)) return null;
  const from = offsetOf(map, range.startContainer, range.startOffset);
  const to = offsetOf(map, range.endContainer, range.endOffset);
  return passageOf(map.blocks, from, to, unit);
}

function select(map: TextMap, from: number, to: number): void {
  const range = rangeOf(map, from, to);
  if (range === null) return;
  const selection = getSelection();
  selection?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
}

/** Selects whole words in place of parts of them. */
function snapToWords(map: TextMap): void {
  const passage = selectedIn(map, 'word');
  if (passage !== null) select(map, passage.startOffset, passage.endOffset);
}

/** Ends a selection where the page that is shown ends: from below its last line, browsers select the rest of the text. */
function keepOnPage(map: TextMap): void {
  const page = shownPage(map.element);
  const passage = page && selectedIn(map);
  if (page === null || passage === null) return;
  const from = Math.max(passage.startOffset, offsetOfPosition(map, page.from) ?? 0);
  const to = Math.min(passage.endOffset, offsetOfPosition(map, page.to) ?? map.content.length);
  if (from < to && (from !== passage.startOffset || to !== passage.endOffset)) select(map, from, to);
}

/** Turns to the page with the end of the selection that moves. */
function turnToFocus(map: TextMap): void {
  const selection = getSelection();
  if (!isPaged() || !selection?.focusNode || !map.element.contains(selection.focusNode)) return;
  const { endContainer, endOffset } = selection.getRangeAt(0);
  const isForward = endContainer === selection.focusNode && endOffset === selection.focusOffset;
  const to = offsetOf(map, selection.focusNode, selection.focusOffset);
  // From a paragraph's last line, browsers select to the beginning of the next paragraph, which may be on the next page.
  const at = isForward && map.content[to - 1] !== '\n' ? to - 1 : to;
  const letter = rangeOf(map, at, at + 1);
  if (letter !== null && !isInReadingArea(letter)) turnToRange(letter);
}

const isSame = (one: Passage | null, other: Passage | null) =>
  one?.startOffset === other?.startOffset && one?.endOffset === other?.endOffset;

/**
 * The selected passage once the selection is finished: when the pointer is released, or a moment after the last change by
 * keyboard or touch. `close` hides it until something else is selected.
 */
export function useSelectedPassage(map: TextMap | null, menu: RefObject<HTMLElement | null>) {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  const closed = useRef<Passage | null>(null);
  const nextLook = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (map === null) return;
    let isPressed = false;
    /** Whether the pointer that is pressed has selected something. */
    let hasChanged = false;
    // A selection may have been made before this script was there.
    let isTouch = matchMedia('(pointer: coarse)').matches;
    const done = new AbortController();
    const isInMenu = (node: unknown) => node instanceof Node && menu.current?.contains(node) === true;
    const look = () => {
      if (isTouch) keepOnPage(map);
      const passage = selectedIn(map);
      if (passage === null) {
        closed.current = null;
        // The selection may be lost while the focus is in the menu.
        if (!isInMenu(document.activeElement)) setSelected(null);
        return;
      }
      if (isSame(closed.current, passage)) return;
      closed.current = null;
      setSelected({ ...passage, layout: layoutOf(map, passage, isTouch) });
    };
    const lookIn = (ms: number) => {
      clearTimeout(nextLook.current);
      nextLook.current = setTimeout(look, ms);
    };
    /** Tab goes to the menu of what is selected by now, even before the browser has reported the selection. */
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab' || isPressed || isInMenu(document.activeElement)) return;
      clearTimeout(nextLook.current);
      // Before the menu's own handler of this event.
      flushSync(look);
    };
    const options = { signal: done.signal, passive: true } as const;
    const onDown = (event: PointerEvent) => {
      if (isInMenu(event.target)) return;
      isTouch = event.pointerType === 'touch';
      isPressed = !isTouch;
      hasChanged = false;
      if (!isTouch) setSelected(null);
    };
    const onUp = ({ pointerType, shiftKey, target, type }: PointerEvent) => {
      isPressed = false;
      // Handles, keys and Shift select parts of words.
      const snaps = type === 'pointerup' && pointerType !== 'touch' && !shiftKey && !isInMenu(target);
      // The browser changes the selection after this event.
      clearTimeout(nextLook.current);
      nextLook.current = setTimeout(() => {
        if (hasChanged && !isInMenu(target)) keepOnPage(map);
        if (snaps) snapToWords(map);
        look();
      }, 10);
    };
    const onTouchEnd = () => {
      isTouch = true;
      lookIn(50);
    };
    const onChange = () => {
      hasChanged = true;
      if (isPressed) return;
      const selection = getSelection();
      if (selection === null || selection.isCollapsed) return lookIn(0);
      if (!isTouch) turnToFocus(map);
      lookIn(settledMs);
    };
    document.addEventListener('pointerdown', onDown, options);
    document.addEventListener('pointerup', onUp, options);
    document.addEventListener('pointercancel', onUp, options);
    document.addEventListener('touchend', onTouchEnd, options);
    document.addEventListener('selectionchange', onChange, options);
    document.addEventListener('keydown', onKeyDown, { ...options, capture: true });
    window.addEventListener('resize', onChange, options);
    look();
    return () => {
      done.abort();
      clearTimeout(nextLook.current);
    };
  }, [map, menu]);

  return {
    selected,
    /** `clear` also ends the selection, as after an action. */
    close: (clear: boolean): void => {
      // What is selected by now: the browser may have reported only a part of it.
      clearTimeout(nextLook.current);
      closed.current = (map && selectedIn(map)) ?? selected;
      if (clear) getSelection()?.removeAllRanges();
      setSelected(null);
    },
  };
}
