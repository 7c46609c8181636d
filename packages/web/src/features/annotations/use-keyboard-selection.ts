import { useEffect } from 'react';
import { currentPosition } from '../chapters/reader/position.ts';
import { takeSelectionKeys } from '../chapters/reader/selection-keys.ts';
import { passageOf } from './passage.ts';
import { offsetOfPosition, rangeOf, type TextMap } from './text-map.ts';

const isOwnPlace = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=toolbar]',
  ) !== null;

/**
 * Shift and an arrow key select the first word at the reading position if nothing in the text is selected yet; from there
 * the browser's own keys for selecting text go on. Without this, only caret browsing can select text by keyboard.
 */
export function useKeyboardSelection(map: TextMap | null): void {
  useEffect(() => {
    if (map === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!event.key.startsWith('Arrow') || isOwnPlace(event.target)) return;
      const selection = getSelection();
      if (selection === null || (selection.focusNode !== null && map.element.contains(selection.focusNode)))
        return;
      const at = offsetOfPosition(map, currentPosition(map.element)) ?? 0;
      const end = map.content.length;
      const rest = passageOf(map.blocks, at, end) ?? passageOf(map.blocks, 0, end);
      const range = rest && rangeOf(map, rest.startOffset, rest.startOffset + 1);
      if (range === null) return;
      event.preventDefault();
      selection.collapse(range.startContainer, range.startOffset);
      selection.modify('extend', 'forward', 'word');
    };
    document.addEventListener('keydown', onKey);
    const stop = takeSelectionKeys();
    return () => {
      stop();
      document.removeEventListener('keydown', onKey);
    };
  }, [map]);
}
