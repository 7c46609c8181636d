import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { changeEditorSettings, editorSettings, useEditorSettings } from './editor-settings.ts';

export const leaveFocusMode = (): void => changeEditorSettings({ focusMode: false });

/** Whether Escape is meant for something else: a dialog, or a list of an input method. */
const isTaken = (event: KeyboardEvent): boolean => {
  const inText = event.target instanceof Element && event.target.closest('.editor-text') !== null;
  // ProseMirror prevents the default of every Escape in the text.
  return event.isComposing || (event.defaultPrevented && !inText);
};

/**
 * Shows the text and a small bar only, while the setting is on (styles/editor.css). Ctrl+Shift+F switches it, Escape
 * ends it; the text then has the focus, because the button that was used is gone.
 */
export function useFocusMode(text: RefObject<{ focus: () => void } | null>): boolean {
  const { focusMode } = useEditorSettings();
  const before = useRef(focusMode);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (focusMode) dataset.focusMode = '';
    if (before.current !== focusMode) text.current?.focus();
    before.current = focusMode;
    return () => {
      delete dataset.focusMode;
    };
  }, [focusMode, text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOn = editorSettings().focusMode;
      if (event.key === 'Escape' && isOn && !isTaken(event)) leaveFocusMode();
      const isShortcut = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
      if (!isShortcut || event.key.toLowerCase() !== 'f') return;
      event.preventDefault();
      changeEditorSettings({ focusMode: !isOn });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return focusMode;
}
